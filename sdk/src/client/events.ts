// The events of the brand, with the same bodies as webhooks: as a list, or as a stream that reconnects after every
// break.
import {
  AbortedError,
  ApiError,
  ConnectionError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '../errors.ts';
import { pagesOf } from './pages.ts';
import type { CallOptions } from './settings.ts';
import { firstOf } from './signals.ts';
import { type Answer, pause, type Transport } from './transport.ts';
import type { WebhookEvent } from './webhook-event.ts';

export interface StreamOptions {
  /**
   * The position of the last event that you handled; the stream continues after it. Default: the oldest event of the
   * last 90 days.
   */
  after?: string;
  /** true: also events that somebody sent again in the portal. Then keep `position` for `after`, not `eventId`. */
  resends?: boolean;
  signal?: AbortSignal;
  /**
   * Reconnect after this many milliseconds without any data. The gateway sends something every 15 seconds. Default
   * 45,000.
   */
  silenceMs?: number;
  /** Called if the gateway has release 0.2.0, which cannot send resends. The stream continues without them. */
  onNoResends?: () => void;
  /** Called after each break, with the reason and the pause before the next try. Throw to end the stream. */
  onBreak?: (error: unknown, retryInMs: number) => void;
  /** Called when the stream is open, and whenever data arrives. */
  onAlive?: () => void;
}

/** An event as the gateway posts it. `body` is the signed text. */
export interface StreamedEvent {
  eventId: string;
  /** Pass this as `after` to continue behind this event: the `eventId`, or for a resend an id of its own. */
  position: string;
  isResend: boolean;
  body: string;
  event: WebhookEvent;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The position before the first event of a brand. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export class Events {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** GET /events: oldest first, page by page, up to the newest. */
  list(
    query: { after?: string; limit?: number } = {},
    options: CallOptions = {},
  ): AsyncGenerator<WebhookEvent, void> {
    return pagesOf<WebhookEvent>(this.#transport, '/events', { ...query }, options);
  }

  /** The position to pass as `after` to get only future events. Empty: nothing has happened yet. */
  async newest(options: CallOptions = {}): Promise<string> {
    try {
      const { body } = await this.#transport.send<Answer<string>>(
        {
          method: 'GET',
          path: '/events',
          query: { after: 'newest' },
          headers: { Accept: 'text/event-stream' },
          readBody: firstId,
        },
        options,
        { again: true },
        (answer) => answer as Answer<string>,
      );
      return body === BEFORE_ALL ? '' : body;
    } catch (error) {
      if (!isUnknown(error, 'after')) throw error;
      // Release 0.2.0 of the gateway does not know `after=newest`.
      let last = '';
      for await (const { eventId } of this.list({ limit: 100 }, options)) last = eventId;
      return last;
    }
  }

  /** GET /events as a stream that never ends: `for await (const event of tollgate.events.stream({ after }))`. */
  async *stream(options: Omit<StreamOptions, 'resends'> = {}): AsyncGenerator<WebhookEvent, void> {
    for await (const { event } of this.streamRaw(options)) yield event;
  }

  /** Like `stream`, with the text of each event. Ends when `signal` aborts. Throws errors that a retry cannot fix. */
  async *streamRaw(options: StreamOptions = {}): AsyncGenerator<StreamedEvent, void> {
    const { signal } = options;
    let { after, resends = false } = options;
    let failures = 0;
    while (!signal?.aborted) {
      try {
        for await (const event of this.#once({
          ...options,
          resends,
          ...(after !== undefined && { after }),
        })) {
          failures = 0;
          after = event.position;
          yield event;
          if (signal?.aborted) return;
        }
        if (signal?.aborted) return;
        // The gateway ends a stream after an hour, so this is no failure.
        failures = 0;
      } catch (error) {
        if (signal?.aborted) return;
        if (resends && isUnknown(error, 'resends')) {
          resends = false;
          options.onNoResends?.();
          continue;
        }
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
    const requestId = crypto.randomUUID();
    const silence = new AbortController();
    const stop = signal ? firstOf(silence.signal, signal) : silence.signal;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
    };
    alive();
    try {
      const headers = { Accept: 'text/event-stream', ...(after && { 'Last-Event-ID': after }) };
      const response = await this.#transport.open(
        { path: '/events', query: resends ? { resends } : {}, headers },
        requestId,
        stop,
      );
      const onData = () => {
        alive();
        onAlive?.();
      };
      onData();
      for await (const block of blocksOf(response, onData)) {
        const event = eventOf(block);
        if (event) yield event;
      }
    } catch (error) {
      if (error instanceof ApiError || signal?.aborted) throw error;
      throw brokenOff(error, requestId);
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
  }
}

/** `onData`: called for all data, comments too. */
async function* blocksOf({ body }: Response, onData?: () => void): AsyncGenerator<Block, void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    onData?.();
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop()!;
    for (const block of blocks) yield blockOf(block);
  }
}

/** As JSON. */
async function firstId(response: Response): Promise<string> {
  for await (const { id } of blocksOf(response)) if (id !== null) return JSON.stringify(id);
  throw new Error('the stream ended');
}

/** Whether the gateway does not know this parameter, or this value of it. */
const isUnknown = (error: unknown, parameter: string) =>
  error instanceof ValidationError && error.messages.some((message) => message.startsWith(parameter));

const brokenOff = (cause: unknown, requestId: string) =>
  new ConnectionError('GET /events: the stream was interrupted', { outcomeUnknown: false, cause, requestId });

function isPassing(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;
}

/** A block of server-sent events. */
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
