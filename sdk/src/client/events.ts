// The events of the brand: the same bodies that webhooks carry, as a list, or as a stream that goes on after every break.
import type { Schemas } from '../api-types.ts';
import { AbortedError, ApiError, ConnectionError, RateLimitError, ServerError } from '../errors.ts';
import { pagesOf } from './pages.ts';
import type { CallOptions } from './settings.ts';
import { firstOf } from './signals.ts';
import { pause, type Transport } from './transport.ts';

export type WebhookEvent = Schemas['TransactionEvent'] | Schemas['RefundEvent'] | Schemas['DisputeEvent'];

export interface StreamOptions {
  /** The last event that you have handled; the stream goes on after it. Absent: from the oldest of 90 days. */
  after?: string;
  /** true: also events that somebody sent again in the portal. Keep `position` for `after`, not `eventId`. */
  resends?: boolean;
  signal?: AbortSignal;
  /** The gateway sends something every 15 seconds. After this long without, the stream is opened anew. Default 45,000. */
  silenceMs?: number;
  /** Told of each break: why, and when it is tried again. Throw to end the stream. */
  onBreak?: (error: unknown, retryInMs: number) => void;
  /** Told when the stream is open, and at each sign of life. */
  onAlive?: () => void;
}

/** An event as it was posted: `body` are the signed bytes. */
export interface StreamedEvent {
  eventId: string;
  /** What `after` is to go on behind it: the `eventId`, and for a resend an id of its own. */
  position: string;
  isResend: boolean;
  body: string;
  event: WebhookEvent;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** GET /events: oldest first, page by page, until the newest. */
  list(
    query: { after?: string; limit?: number } = {},
    options: CallOptions = {},
  ): AsyncGenerator<WebhookEvent, void> {
    return pagesOf<WebhookEvent>(this.#transport, '/events', { ...query }, options);
  }

  /** What `after` is for what happens from now on. Empty: nothing has happened yet. */
  async newest(signal?: AbortSignal): Promise<string> {
    const done = new AbortController();
    try {
      const stop = signal ? firstOf(done.signal, signal) : done.signal;
      for await (const { id } of this.#blocks('?after=newest', {}, stop)) if (id !== null) return id;
      throw new Error('the stream ended');
    } catch (error) {
      if (error instanceof ApiError || signal?.aborted) throw error;
      throw brokenOff(error);
    } finally {
      done.abort();
    }
  }

  /** GET /events as a stream that does not end: `for await (const event of tollgate.events.stream({ after }))`. */
  async *stream(options: Omit<StreamOptions, 'resends'> = {}): AsyncGenerator<WebhookEvent, void> {
    for await (const { event } of this.streamRaw(options)) yield event;
  }

  /** The same with the text of each event. Ends when `signal` does; throws what another try cannot change. */
  async *streamRaw(options: StreamOptions = {}): AsyncGenerator<StreamedEvent, void> {
    const { signal } = options;
    let { after } = options;
    let failures = 0;
    while (!signal?.aborted) {
      try {
        for await (const event of this.#once({ ...options, ...(after !== undefined && { after }) })) {
          failures = 0;
          after = event.position;
          yield event;
          if (signal?.aborted) return;
        }
        if (signal?.aborted) return;
        // The gateway ends a stream after an hour.
        failures = 0;
      } catch (error) {
        if (signal?.aborted) return;
        if (!isPassing(error)) throw error;
        const asked =
          error instanceof ApiError && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1000 : 0;
        const pauseMs = Math.max(asked, Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS));
        options.onBreak?.(error, pauseMs);
        await pause(pauseMs, signal).catch((stopped) => {
          if (!(stopped instanceof AbortedError)) throw stopped;
        });
      }
    }
  }

  async *#once(options: StreamOptions): AsyncGenerator<StreamedEvent, void> {
    const { after, resends, signal, silenceMs = 45_000, onAlive } = options;
    const silence = new AbortController();
    const stop = signal ? firstOf(silence.signal, signal) : silence.signal;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
    };
    alive();
    try {
      const headers: Record<string, string> = after ? { 'Last-Event-ID': after } : {};
      for await (const block of this.#blocks(resends ? '?resends=true' : '', headers, stop, () => {
        alive();
        onAlive?.();
      })) {
        const event = eventOf(block);
        if (event) yield event;
      }
    } catch (error) {
      if (error instanceof ApiError || signal?.aborted) throw error;
      throw brokenOff(error);
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }

  /** `onData`: told when it is open, and of everything that comes. */
  async *#blocks(
    query: string,
    headers: Record<string, string>,
    signal: AbortSignal,
    onData?: () => void,
  ): AsyncGenerator<Block, void> {
    const response = await this.#transport.open(
      `/events${query}`,
      { Accept: 'text/event-stream', ...headers },
      signal,
    );
    onData?.();
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      onData?.();
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) yield blockOf(block);
    }
  }
}

const brokenOff = (cause: unknown) =>
  new ConnectionError('GET /events: the stream broke off', { outcomeUnknown: false, cause });

function isPassing(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;
}

/** Of server-sent events. */
interface Block {
  id: string | null;
  name: string;
  data: string[];
}

function blockOf(text: string): Block {
  const block: Block = { id: null, name: '', data: [] };
  for (const line of text.split(/\r?\n/)) {
    const [field] = line.split(':', 1) as [string];
    const value = line.slice(field.length + 1).replace(/^ /, '');
    if (field === 'id') block.id = value;
    if (field === 'event') block.name = value;
    if (field === 'data') block.data.push(value);
  }
  return block;
}

/** null: a comment, or an event without data. */
function eventOf({ id, name, data }: Block): StreamedEvent | null {
  if (data.length === 0) return null;
  const body = data.join('\n');
  const event = JSON.parse(body) as WebhookEvent;
  const { eventId } = event;
  return { eventId, position: id || eventId, isResend: name === 'resend', body, event };
}
