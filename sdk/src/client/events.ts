// The events of the brand: the same bodies that webhooks carry, as a list, or as a stream that goes on after every break.
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
  /** The last event that you have handled; the stream goes on after it. Absent: from the oldest of 90 days. */
  after?: string;
  /** true: also events that somebody sent again in the portal. Keep `position` for `after`, not `eventId`. */
  resends?: boolean;
  signal?: AbortSignal;
  /** The gateway sends something every 15 seconds. After this long without, the stream is opened anew. Default 45,000. */
  silenceMs?: number;
  /** Told if the gateway is of release 0.2.0, which cannot send resends. The stream goes on without them. */
  onNoResends?: () => void;
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
/** The place of a brand to which nothing has happened yet. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export class Events {
  readonly #transport: Transport;

  /** @internal */
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
      // Release 0.2.0 of the gateway.
      let last = '';
      for await (const { eventId } of this.list({ limit: 100 }, options)) last = eventId;
      return last;
    }
  }

  /** GET /events as a stream that does not end: `for await (const event of tollgate.events.stream({ after }))`. */
  async *stream(options: Omit<StreamOptions, 'resends'> = {}): AsyncGenerator<WebhookEvent, void> {
    for await (const { event } of this.streamRaw(options)) yield event;
  }

  /** The same with the text of each event. Ends when `signal` does; throws what another try cannot change. */
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
        // The gateway ends a stream after an hour.
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

/** `onData`: told of everything that comes. */
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

/** A gateway that does not know this parameter, or this value of it. */
const isUnknown = (error: unknown, parameter: string) =>
  error instanceof ValidationError && error.messages.some((message) => message.startsWith(parameter));

const brokenOff = (cause: unknown, requestId: string) =>
  new ConnectionError('GET /events: the stream broke off', { outcomeUnknown: false, cause, requestId });

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
