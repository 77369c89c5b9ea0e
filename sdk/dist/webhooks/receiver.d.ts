import type { WebhookEvent } from '../client/webhook-event.ts';
import type { OnceStore } from './once-store.ts';
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
