// The streams of GET /events in this process, and the one question that serves them all: twice a second, while any is open, which
// merchants have new events. For list-events.ts. Each stream reads a page at a time and waits until it was taken before it
// reads the next one, so a slow reader costs a page of memory and no more; one that takes nothing is let go.
import type { ServerResponse } from 'node:http';
import type { Context } from '../../actions/context.ts';
import type { Brand } from '../../domain/brand.ts';
import { isConnectionLoss } from '../../storage/database.ts';
import { eventsAfter, lastPositions } from '../../storage/deliveries/event-log.ts';

const ASK_EVERY_MS = 500;
/** Contract 5. */
const HEARTBEAT_MS = 15_000;
const LONGEST_MS = 3_600_000;
export const MOST_OF_A_BRAND = 10;
const MOST_STREAMS = 1_000;
const PAGE = 100;
/** Whoever has not taken a page for so long is gone. */
const UNREAD_FOR_MS = 30_000;

export interface StreamStart {
  brand: Pick<Brand, 'merchantId' | 'brandId'>;
  /** What came up to here was handed out before. */
  position: bigint;
  since: Date;
  /** false: the key has expired, or the like. */
  isAllowed(): boolean;
}

interface Stream extends StreamStart {
  response: ServerResponse;
  /** The merchant's last position when this stream had read everything; another brand of it may have moved it. */
  seen: bigint | null;
  isReading: boolean;
  openedAt: number;
  lastWrite: number;
  /** Since when what was written waits to be taken. */
  unreadSince: number | null;
}

export class EventStreams {
  readonly #context: Context;
  readonly #streams = new Set<Stream>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(context: Context) {
    this.#context = context;
  }

  hasRoomFor(brandId: string): boolean {
    if (this.#stopped || this.#streams.size >= MOST_STREAMS) return false;
    let count = 0;
    for (const { brand } of this.#streams) if (brand.brandId === brandId) count++;
    return count < MOST_OF_A_BRAND;
  }

  /** The response has its headers. */
  add(response: ServerResponse, start: StreamStart): void {
    if (response.destroyed) return;
    const now = performance.now();
    const stream: Stream = {
      ...start,
      response,
      seen: null,
      isReading: false,
      openedAt: now,
      lastWrite: now,
      unreadSince: null,
    };
    this.#streams.add(stream);
    response.once('close', () => this.#streams.delete(stream));
    response.on('error', () => {});
    response.on('drain', () => this.#taken(stream));
    write(stream, 'retry: 2000\n\n');
    if (this.#stopped) response.end();
    else void this.#read(stream, null);
    this.#timer ??= setTimeout(() => this.#look(), ASK_EVERY_MS);
  }

  /** Every stream ends; nobody new is let in. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const { response, unreadSince } of this.#streams) {
      // What nobody takes would hold the process.
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

  /** Ends what has to end, and keeps the others alive. */
  #keep(stream: Stream): void {
    const { response, openedAt, lastWrite, unreadSince } = stream;
    const now = performance.now();
    if (unreadSince !== null && now - unreadSince > UNREAD_FOR_MS) response.destroy();
    else if (!stream.isAllowed() || now - openedAt > LONGEST_MS) response.end();
    else if (now - lastWrite > HEARTBEAT_MS && unreadSince === null) write(stream, ':\n\n');
  }

  #taken(stream: Stream): void {
    stream.unreadSince = null;
    void this.#read(stream, stream.seen);
  }

  /** Page after page, until there is no more or the reader has to catch up. `head`: the merchant's last position before it began. */
  async #read(stream: Stream, head: bigint | null): Promise<void> {
    if (stream.isReading) return;
    stream.isReading = true;
    try {
      while (stream.unreadSince === null && !stream.response.writableEnded && !stream.response.destroyed) {
        const { brand, position, since } = stream;
        const events = await eventsAfter(this.#context.sql, brand, position, since, PAGE);
        if (stream.response.writableEnded || stream.response.destroyed || !stream.isAllowed()) return;
        if (events.length > 0) {
          stream.position = events.at(-1)!.position;
          write(stream, events.map(({ eventId, body }) => `id: ${eventId}\ndata: ${body}\n\n`).join(''));
        }
        if (events.length < PAGE) {
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

  /** The streams go on, and the database is asked again in half a second. */
  #note(error: unknown): void {
    if (!isConnectionLoss(error)) this.#context.log.error({ err: error }, 'streams of events failed');
  }
}

function write(stream: Stream, text: string): void {
  stream.lastWrite = performance.now();
  if (!stream.response.write(text)) stream.unreadSince ??= performance.now();
}
