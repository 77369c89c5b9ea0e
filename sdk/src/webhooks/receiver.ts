// What every receiver does with a message: verify it, handle it once, answer in time. The gateway waits 15 seconds for
// an answer, and tries again after anything but 2xx. So no event is lost: a receiver that is too slow or fails answers
// 503 or 500, and gets the event again. `receive` must never throw: it reports every failure to `onError` and answers.
import type { WebhookEvent } from '../client/webhook-event.ts';
import type { OnceStore } from './once-store.ts';
import { type HeaderSource, type RawBody, rawBytes } from './raw-message.ts';
import { verify } from './verify.ts';
import { WebhookError, type WebhookFault } from './webhook-error.ts';

/** @internal Every event is smaller. */
export const MOST_BYTES = 1_048_576;

export interface ReceiverOptions<Tx = void> {
  /** The signing secret. While you replace it: the new one and the old one. */
  secrets: string | readonly string[];
  /** Remembers which events were handled: `memoryStore()` in development, your own table in production. */
  store: OnceStore<Tx>;
  /**
   * Handles an event, once. Return without doing anything if you do not know its type. Ignore fields that you do not
   * know. `tx` comes from your `store`: write with it, and your bookings are committed together with the mark that the
   * event was handled.
   */
  onEvent: (event: WebhookEvent, tx: Tx) => Promise<void> | void;
  /** After this long the answer is 503 and the event comes again; the work goes on. Default 10,000. */
  answerWithinMs?: number;
  /** Called with the reason for a refused message, or with the error of `onEvent`. Default: console.error. */
  onError?: (error: unknown) => void;
  toleranceSeconds?: number;
}

export interface Received {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** @internal */
export const answer = (status: number, body: string, headers: Record<string, string> = {}): Received => ({
  status,
  body: `${body}\n`,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
});

/** @internal An error of `onError` itself is ignored. */
export async function tell<Tx>(options: ReceiverOptions<Tx>, error: unknown): Promise<void> {
  try {
    await (options?.onError ?? console.error)(error);
  } catch {}
}

/** Mistakes of this server, not of the sender. */
const OURS: readonly WebhookFault[] = ['body_parsed', 'no_secret'];

/** @internal */
export async function receive<Tx>(
  rawBody: RawBody,
  headers: HeaderSource,
  options: ReceiverOptions<Tx>,
): Promise<Received> {
  let event: WebhookEvent;
  try {
    const { secrets, toleranceSeconds } = options;
    const body = rawBytes(rawBody);
    if (body.length > MOST_BYTES) return answer(413, 'too large');
    event = await verify(body, headers, secrets, toleranceSeconds === undefined ? {} : { toleranceSeconds });
  } catch (error) {
    void tell(options, error);
    if (!(error instanceof WebhookError)) return answer(500, 'not verified');
    const { fault } = error;
    return OURS.includes(fault) ? answer(500, `not verified: ${fault}`) : answer(403, `refused: ${fault}`);
  }
  return await handle(event, options);
}

async function handle<Tx>(event: WebhookEvent, options: ReceiverOptions<Tx>): Promise<Received> {
  const { store, onEvent, answerWithinMs = 10_000 } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), answerWithinMs);
  });
  try {
    // A store may throw before it returns a promise.
    const work = (async () => await store.once(event.eventId, async (tx) => await onEvent(event, tx)))();
    const outcome = await Promise.race([work, late]);
    if (outcome !== 'late') return answer(200, outcome ? 'handled' : 'handled before');
    // The answer no longer waits for the work, but a failure must be reported.
    work.catch((error) => tell(options, error));
    return answer(503, 'still working on it', { 'retry-after': '30' });
  } catch (error) {
    void tell(options, error);
    return answer(500, 'not handled');
  } finally {
    clearTimeout(timer);
  }
}
