import { type ErrorFacts, TollgateError } from '../errors.ts';
export type WebhookFault = 
/** The body was parsed before it was verified. */
'body_parsed'
/** The sender disconnected before the end of the body. */
 | 'body_unread'
/** The body is not the text that was sent: a program rewrote it. */
 | 'body_changed'
/** The secret begins or ends with white space. */
 | 'secret_whitespace'
/** The secret belongs to something else. */
 | 'wrong_secret'
/** The message is too old, or this machine's clock is wrong. */
 | 'clock' | 'no_signature' | 'no_secret' | 'not_json';
export declare class WebhookError extends TollgateError {
	name: string;
	readonly fault: WebhookFault;
	constructor(fault: WebhookFault, message: string, facts?: ErrorFacts);
}
