import { type ErrorFacts, TollgateError } from '../errors.ts';
export type WebhookFault = 
/** The body was parsed before it was verified. */
'body_parsed'
/** The sender broke off before the end of the body. */
 | 'body_unread'
/** The body is not the text that was sent: something wrote it anew. */
 | 'body_changed'
/** The secret has white space at an end. */
 | 'secret_whitespace'
/** It is the secret of something else. */
 | 'wrong_secret'
/** The message is too old, or the clock of the machine is wrong. */
 | 'clock' | 'no_signature' | 'no_secret' | 'not_json';
export declare class WebhookError extends TollgateError {
	name: string;
	readonly fault: WebhookFault;
	constructor(fault: WebhookFault, message: string, facts?: ErrorFacts);
}
