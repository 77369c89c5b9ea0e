import type { WebhookEvent } from '../client/webhook-event.ts';
import { type HeaderSource, type RawBody } from './raw-message.ts';
export interface VerifyOptions {
	/** How old `webhook-timestamp` may be, and how far in the future. Default 300. */
	toleranceSeconds?: number;
	now?: Date;
}
/**
 * Returns the event if the message is from the gateway. Every signature in the message must be right: `X-Signature`,
 * and the one of Standard Webhooks, which also says when the message was sent. While you replace the secret, give the
 * new and the old one. Throws WebhookError, whose `fault` names the cause.
 */
export declare function verify(rawBody: RawBody, headers: HeaderSource, secrets: string | readonly string[], { toleranceSeconds, now }?: VerifyOptions): Promise<WebhookEvent>;
export interface SignOptions {
	/** Default: the `eventId` of the body, or a new id. */
	eventId?: string;
	at?: Date;
}
/** Makes a message as the gateway would send it, for tests of your receiver: post `body` with `headers`. */
export declare function sign(event: object | string, secret: string, { eventId, at }?: SignOptions): Promise<{
	body: string;
	headers: Record<string, string>;
}>;
