import type { CallOptions } from './settings.ts';
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
export declare class Events {
	#private;
	/** GET /events: oldest first, page by page, until the newest. */
	list(query?: {
		after?: string;
		limit?: number;
	}, options?: CallOptions): AsyncGenerator<WebhookEvent, void>;
	/** What `after` is for what happens from now on. Empty: nothing has happened yet. */
	newest(options?: CallOptions): Promise<string>;
	/** GET /events as a stream that does not end: `for await (const event of tollgate.events.stream({ after }))`. */
	stream(options?: Omit<StreamOptions, 'resends'>): AsyncGenerator<WebhookEvent, void>;
	/** The same with the text of each event. Ends when `signal` does; throws what another try cannot change. */
	streamRaw(options?: StreamOptions): AsyncGenerator<StreamedEvent, void>;
}
