import type { WebhookEvent } from '../client/webhook-event.ts';
import type { OnceStore } from './once-store.ts';
export interface ReceiverOptions<Tx = void> {
	/** The signing secret; while it is replaced, the new one and the old one. */
	secrets: string | readonly string[];
	/** Remembers what was handled. `memoryStore()` in development; a table of yours in production. */
	store: OnceStore<Tx>;
	/**
	 * Handles an event, once. A type or field that you do not know is none of your business: return. `tx` is what your
	 * `store` hands over: write with it, and what you book is committed together with the mark that the event was
	 * handled.
	 */
	onEvent: (event: WebhookEvent, tx: Tx) => Promise<void> | void;
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
