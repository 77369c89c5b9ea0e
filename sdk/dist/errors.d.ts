import type { Schemas } from './api-types.ts';
/** What is known of the call that failed. */
export interface ErrorFacts {
	/** `X-Request-Id`: state it when you ask for support. */
	requestId?: string | null;
	/** The reference of the payment that the call was about. */
	merchantReference?: string | null;
	cause?: unknown;
}
export declare class TollgateError extends Error {
	name: string;
	readonly requestId: string | null;
	readonly merchantReference: string | null;
	/** The HTTP status; null: no answer came. */
	readonly status: number | null;
	/** Four digits (`1020`); null: none was said. */
	readonly errorCode: string | null;
	readonly transactionId: string | null;
	/** Whether the gateway may have done what was asked. Then look the payment up before you ask again. */
	readonly outcomeUnknown: boolean;
	constructor(message: string, { requestId, merchantReference, cause }?: ErrorFacts);
}
/** The settings of the client, or the arguments of a call, cannot work. Nothing was sent. */
export declare class UsageError extends TollgateError {
	name: string;
}
/** The gateway answered with an HTTP error: nothing was done, unless `outcomeUnknown` says otherwise. */
export declare class ApiError extends TollgateError {
	name: string;
	readonly status: number;
	readonly errorCode: string | null;
	readonly transactionId: string | null;
	readonly outcomeUnknown: boolean;
	/** Every fault, each naming its field. */
	readonly messages: readonly string[];
	/** How long the gateway asks to wait; null: it did not say. */
	readonly retryAfterSeconds: number | null;
	/** errorCode 5001: what can still be refunded. */
	readonly amountRefundable: number | null;
	/** For a wrong signature, in test alone: the text that the gateway checked, without its card. */
	readonly stringToSign: string | null;
	constructor(status: number, body: Partial<Schemas['Error']>, facts: ErrorFacts & {
		retryAfterSeconds?: number | null;
	});
}
/** 400: something in the request is wrong, and `messages` names it. */
export declare class ValidationError extends ApiError {
	name: string;
}
/** 401: the API key. */
export declare class AuthenticationError extends ApiError {
	name: string;
}
/** 403: a signature, the address of your server, or a scope that the key lacks. */
export declare class PermissionError extends ApiError {
	name: string;
}
/** 404. */
export declare class NotFoundError extends ApiError {
	name: string;
}
/** 409, errorCode 1020: the reference was used before. `transactionId` is the first payment with it: look that one up. */
export declare class DuplicateReferenceError extends ApiError {
	name: string;
}
/** 409 or 422: the idempotency key is in use by a request that has not ended, or came with other data. */
export declare class IdempotencyError extends ApiError {
	name: string;
}
/** 429: more calls than the brand may make. */
export declare class RateLimitError extends ApiError {
	name: string;
}
/** 5xx: look the payment up before you ask again. */
export declare class ServerError extends ApiError {
	name: string;
}
/** No answer came. For a call that moves money `outcomeUnknown` is true: the gateway may have done it. */
export declare class ConnectionError extends TollgateError {
	name: string;
	readonly outcomeUnknown: boolean;
	constructor(message: string, facts: ErrorFacts & {
		outcomeUnknown: boolean;
	});
}
/** No answer came in time. */
export declare class TimeoutError extends ConnectionError {
	name: string;
}
/** Your signal ended the call. */
export declare class AbortedError extends ConnectionError {
	name: string;
}
/**
 * The answer was lost, and the payment exists: `transaction` is its record. What only the lost answer said, such as a QR code or
 * the address of a bank's page, is gone. Go on with this transaction, or cancel it and begin again with another reference.
 */
export declare class LostAnswerError extends TollgateError {
	name: string;
	readonly transactionId: string;
	readonly transaction: Schemas['Transaction'];
	constructor(transaction: Schemas['Transaction'], facts: ErrorFacts);
}
/** The answer has no signature, or a wrong one. Do not believe it; look the payment up. */
export declare class AnswerSignatureError extends TollgateError {
	name: string;
	readonly outcomeUnknown = true;
}
export declare function errorOf(status: number, body: Partial<Schemas['Error']>, facts: ErrorFacts & {
	retryAfterSeconds?: number | null;
}): ApiError;
