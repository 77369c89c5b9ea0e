import type { WebhookEvent } from '../client/webhook-event.ts';
import { type HeaderSource, type RawBody } from './raw-message.ts';
export interface VerifyOptions {
	/** How old `webhook-timestamp` may be, and how far ahead. Default 300. */
	toleranceSeconds?: number;
	now?: Date;
}
/**
 * The event, if the message is from the gateway. Every signature that the message carries must be right: `X-Signature`, and that
 * of Standard Webhooks, which also says when it was sent. While the secret is replaced, give the new and the old one. Throws
 * WebhookError, whose `fault` names the cause.
 */
export declare function verify(rawBody: RawBody, headers: HeaderSource, secrets: string | readonly string[], { toleranceSeconds, now }?: VerifyOptions): Promise<WebhookEvent>;
export interface SignOptions {
	/** Default: the `eventId` of the body, or a new one. */
	eventId?: string;
	at?: Date;
}
/** A message as the gateway would send it, for tests of your receiver: post `body` with `headers`. */
export declare function sign(event: object | string, secret: string, { eventId, at }?: SignOptions): Promise<{
	body: string;
	headers: Record<string, string>;
}>;
