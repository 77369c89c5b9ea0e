// What every receiver does with a message: verify it, handle it once, answer in time. The gateway waits 15 seconds for an answer and
// tries again after anything but 2xx. So an event is never lost: whoever is too slow or fails answers 503 or 500, and gets it again.
import type { WebhookEvent } from '../client/events.ts';
import type { OnceStore } from './once-store.ts';
import type { HeaderSource, RawBody } from './raw-message.ts';
import { verify } from './verify.ts';
import { WebhookError } from './webhook-error.ts';

export interface ReceiverOptions {
  /** The signing secret; while it is replaced, the new one and the old one. */
  secrets: string | readonly string[];
  /** Remembers what was handled. `memoryStore()` in development; a table of yours in production. */
  store: OnceStore;
  /** Handles an event, once. A type or field that you do not know is none of your business: return. */
  onEvent: (event: WebhookEvent) => Promise<void> | void;
  /** After this long the answer is 503, and the event comes again; the work goes on. Default 10,000. */
  answerWithinMs?: number;
  /** Told why a message was refused, or what `onEvent` threw. Default: console.error. */
  onError?: (error: unknown) => void;
  toleranceSeconds?: number;
}

export interface Received {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const answer = (status: number, body: string, headers: Record<string, string> = {}): Received => ({
  status,
  body: `${body}\n`,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
});

export async function receive(
  rawBody: RawBody,
  headers: HeaderSource,
  options: ReceiverOptions,
): Promise<Received> {
  const {
    secrets,
    store,
    onEvent,
    answerWithinMs = 10_000,
    onError = console.error,
    toleranceSeconds,
  } = options;
  let event: WebhookEvent;
  try {
    event = await verify(
      rawBody,
      headers,
      secrets,
      toleranceSeconds === undefined ? {} : { toleranceSeconds },
    );
  } catch (error) {
    onError(error);
    if (!(error instanceof WebhookError)) return answer(500, 'not handled');
    // A mistake of this server, not of the sender.
    const isOurs = error.fault === 'body_parsed' || error.fault === 'no_secret';
    return isOurs ? answer(500, `not verified: ${error.fault}`) : answer(403, `refused: ${error.fault}`);
  }
  const work = store.once(event.eventId, async () => await onEvent(event));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), answerWithinMs);
  });
  try {
    const outcome = await Promise.race([work, late]);
    if (outcome !== 'late') return answer(200, outcome ? 'handled' : 'handled before');
    // Its end is awaited by nobody any more, but a failure must be told.
    work.catch(onError);
    return answer(503, 'still working on it', { 'retry-after': '30' });
  } catch (error) {
    onError(error);
    return answer(500, 'not handled');
  } finally {
    clearTimeout(timer);
  }
}
