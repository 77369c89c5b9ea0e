import type { CallOptions } from './settings.ts';
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
export declare class Events {
	#private;
	/** GET /events: oldest first, page by page, up to the newest. */
	list(query?: {
		after?: string;
		limit?: number;
	}, options?: CallOptions): AsyncGenerator<WebhookEvent, void>;
	/** The position to pass as `after` to get only future events. Empty: nothing has happened yet. */
	newest(options?: CallOptions): Promise<string>;
	/** GET /events as a stream that never ends: `for await (const event of tollgate.events.stream({ after }))`. */
	stream(options?: Omit<StreamOptions, 'resends'>): AsyncGenerator<WebhookEvent, void>;
	/** Like `stream`, with the text of each event. Ends when `signal` aborts. Throws errors that a retry cannot fix. */
	streamRaw(options?: StreamOptions): AsyncGenerator<StreamedEvent, void>;
}
