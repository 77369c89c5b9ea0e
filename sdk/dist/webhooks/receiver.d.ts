import type { WebhookEvent } from '../client/events.ts';
import type { OnceStore } from './once-store.ts';
import type { HeaderSource, RawBody } from './raw-message.ts';
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
export declare function receive(rawBody: RawBody, headers: HeaderSource, options: ReceiverOptions): Promise<Received>;
