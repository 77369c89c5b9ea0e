// The open streams of GET /events in this process, and one query for all of them: twice a second, while any is open, it
// asks which merchants have new events. A stream reads one page at a time and sends an event after the client has taken
// the earlier ones. So a slow reader costs one page of memory. It disconnects a reader that takes nothing.
import type { ServerResponse } from 'node:http';
import type { Context } from '../../actions/context.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { isConnectionLoss } from '../../storage/database/database.ts';
import { eventsAfter, lastPositions } from '../../storage/webhooks/event-log.ts';

const ASK_EVERY_MS = 500;
/** Contract 5. */
const HEARTBEAT_MS = 15_000;
const LONGEST_MS = 3_600_000;
export const MOST_OF_A_BRAND = 10;
const MOST_STREAMS = 1_000;
const PAGE = 100;
/** A client that reads nothing for this long counts as gone. */
const UNREAD_FOR_MS = 30_000;

export interface StreamStart {
  brand: Pick<Brand, 'merchantId' | 'brandId'>;
  /** The stream has sent events up to this position. */
  position: bigint;
  /** true: also sends events that a person sent again. */
  resends: boolean;
  /** The id of that position, if the reader does not know it. */
  lastEventId?: string;
  since: Date;
  /** false: the key has expired, or the address is no longer allowed. */
  isAllowed(): boolean;
}

interface Stream extends StreamStart {
  response: ServerResponse;
  /** The merchant's last position when this stream had read everything; an event of another brand may have moved it. */
  seen: bigint | null;
  isReading: boolean;
  openedAt: number;
  lastWrite: number;
  /** The time since which written bytes have been unread. */
  unreadSince: number | null;
  /** Continues the page when the client has read the written bytes, or when the stream has ended. */
  goOn: (() => void) | null;
}

export class EventStreams {
  readonly #context: Context;
  readonly #now: () => number;
  readonly #streams = new Set<Stream>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(context: Context, now = () => performance.now()) {
    this.#context = context;
    this.#now = now;
  }

  hasRoomFor(brandId: string): boolean {
    if (this.#stopped || this.#streams.size >= MOST_STREAMS) return false;
    let count = 0;
    for (const { brand } of this.#streams) if (brand.brandId === brandId) count++;
    return count < MOST_OF_A_BRAND;
  }

  /** The response has its headers already. */
  add(response: ServerResponse, start: StreamStart): void {
    if (response.destroyed) return;
    const now = this.#now();
    const stream: Stream = {
      ...start,
      response,
      seen: null,
      isReading: false,
      openedAt: now,
      lastWrite: now,
      unreadSince: null,
      goOn: null,
    };
    this.#streams.add(stream);
    response.once('close', () => {
      this.#streams.delete(stream);
      stream.goOn?.();
    });
    response.on('error', () => {});
    response.on('drain', () => {
      stream.unreadSince = null;
      stream.goOn?.();
    });
    this.#write(
      stream,
      `retry: 2000\n${start.lastEventId === undefined ? '' : `id: ${start.lastEventId}\n`}\n`,
    );
    if (this.#stopped) response.end();
    else void this.#read(stream, null);
    this.#timer ??= setTimeout(() => this.#look(), ASK_EVERY_MS);
  }

  /** Ends every stream and accepts no new one. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const { response, unreadSince } of this.#streams) {
      // Bytes that the client never reads would keep the process running.
      if (unreadSince === null) response.end();
      else response.destroy();
    }
  }

  async #look(): Promise<void> {
    for (const stream of this.#streams) this.#keep(stream);
    try {
      const merchants = new Set([...this.#streams].map(({ brand }) => brand.merchantId));
      const heads = merchants.size > 0 ? await lastPositions(this.#context.sql, [...merchants]) : new Map();
      for (const stream of this.#streams) {
        const head = heads.get(stream.brand.merchantId) ?? null;
        if (head !== stream.seen) void this.#read(stream, head);
      }
    } catch (error) {
      this.#note(error);
    }
    const goesOn = this.#streams.size > 0 && !this.#stopped;
    this.#timer = goesOn ? setTimeout(() => this.#look(), ASK_EVERY_MS) : undefined;
  }

  /** Ends the streams that must end, and keeps the others alive. */
  #keep(stream: Stream): void {
    const { response, openedAt, lastWrite, unreadSince } = stream;
    const now = this.#now();
    if (unreadSince !== null && now - unreadSince > UNREAD_FOR_MS) response.destroy();
    else if (!stream.isAllowed() || now - openedAt > LONGEST_MS) response.end();
    else if (now - lastWrite > HEARTBEAT_MS && unreadSince === null) this.#write(stream, ':\n\n');
  }

  /** Sends page after page until there is no more. `head`: the merchant's last position before this read began. */
  async #read(stream: Stream, head: bigint | null): Promise<void> {
    if (stream.isReading) return;
    stream.isReading = true;
    try {
      while (await isTaken(stream)) {
        const { brand, position, since, resends } = stream;
        const page = { after: position, since, limit: PAGE, resends };
        const events = await eventsAfter(this.#context.sql, brand, page);
        for (const { position: next, id, isResend, body } of events) {
          if (!(await isTaken(stream)) || !stream.isAllowed()) return;
          stream.position = next;
          this.#write(stream, `${isResend ? 'event: resend\n' : ''}id: ${id}\ndata: ${body}\n\n`);
        }
        if (events.length < PAGE) {
          // Up to `head` only events remain that this stream never sends: resends, and events of other brands.
          if (head !== null && head > stream.position) stream.position = head;
          stream.seen = head;
          return;
        }
      }
    } catch (error) {
      this.#note(error);
    } finally {
      stream.isReading = false;
    }
  }

  #write(stream: Stream, text: string): void {
    stream.lastWrite = this.#now();
    if (!stream.response.write(text)) stream.unreadSince ??= this.#now();
  }

  /** The streams stay open, and the next query follows in half a second. */
  #note(error: unknown): void {
    if (!isConnectionLoss(error)) this.#context.log.error({ err: error }, 'streams of events failed');
  }
}

/** false: the stream has ended. */
async function isTaken(stream: Stream): Promise<boolean> {
  const { response } = stream;
  const isOver = () => response.writableEnded || response.destroyed;
  if (stream.unreadSince !== null && !isOver()) {
    await new Promise<void>((resolve) => {
      stream.goOn = resolve;
    });
    stream.goOn = null;
  }
  return !isOver();
}
