import type { Schemas } from './api-types.ts';
/** Known facts about the call that failed. */
export interface ErrorFacts {
	/** The `X-Request-Id`: give it when you ask for support. */
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
	/** Four digits (`1020`); null: the gateway gave none. */
	readonly errorCode: string | null;
	readonly transactionId: string | null;
	/** true: the gateway may have done what you asked. Look the payment up before you try again. */
	readonly outcomeUnknown: boolean;
	constructor(message: string, { requestId, merchantReference, cause }?: ErrorFacts);
}
/** The settings of the client or the arguments of a call are wrong. Nothing was sent. */
export declare class UsageError extends TollgateError {
	name: string;
}
/** The gateway answered with an HTTP error. It did nothing, unless `outcomeUnknown` is true. */
export declare class ApiError extends TollgateError {
	name: string;
	readonly status: number;
	readonly errorCode: string | null;
	readonly transactionId: string | null;
	readonly outcomeUnknown: boolean;
	/** Every fault, each with the name of its field. */
	readonly messages: readonly string[];
	/** How many seconds the gateway asks you to wait; null: it did not say. */
	readonly retryAfterSeconds: number | null;
	/** For errorCode 5001: the amount that you can still refund. */
	readonly amountRefundable: number | null;
	/** For errorCode 5101: the amount that you can still capture. */
	readonly amountCapturable: number | null;
	/** For a wrong signature, only in test: the text that the gateway checked, without card data. */
	readonly stringToSign: string | null;
	constructor(status: number, body: Partial<Schemas['Error']>, facts: ErrorFacts & {
		retryAfterSeconds?: number | null;
	});
}
/** 400: the request is wrong; `messages` names each fault. */
export declare class ValidationError extends ApiError {
	name: string;
}
/** 401: the API key is wrong. */
export declare class AuthenticationError extends ApiError {
	name: string;
}
/** 403: the signature is wrong, your server's address is not allowed, or the key lacks a scope. */
export declare class PermissionError extends ApiError {
	name: string;
}
/** 404: it does not exist. */
export declare class NotFoundError extends ApiError {
	name: string;
}
/** 409, errorCode 1020: the reference was used before. Look up `transactionId`, the first payment with it. */
export declare class DuplicateReferenceError extends ApiError {
	name: string;
}
/** 409 or 422: another request with this key or captureReference is still running, or had other data. */
export declare class IdempotencyError extends ApiError {
	name: string;
}
/** 429: the brand made too many calls. */
export declare class RateLimitError extends ApiError {
	name: string;
}
/** 5xx: look the payment up before you try again. */
export declare class ServerError extends ApiError {
	name: string;
}
/** No answer came. For a call that moves money, `outcomeUnknown` is true: the gateway may have done it. */
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
/** Your signal aborted the call. */
export declare class AbortedError extends ConnectionError {
	name: string;
}
/**
 * The answer was lost, but the payment exists: `transaction` is its record. Data that only the answer had is gone, such
 * as a QR code or the address of a bank's page. Continue with this transaction, or cancel it and start again with
 * another reference.
 */
export declare class LostAnswerError extends TollgateError {
	name: string;
	readonly transactionId: string;
	readonly transaction: Schemas['Transaction'];
	constructor(transaction: Schemas['Transaction'], facts: ErrorFacts);
}
/** The answer has no signature, or a wrong one. Do not trust it; look the payment up. */
export declare class AnswerSignatureError extends TollgateError {
	name: string;
	readonly outcomeUnknown = true;
}
export declare function errorOf(status: number, body: Partial<Schemas['Error']>, facts: ErrorFacts & {
	retryAfterSeconds?: number | null;
}): ApiError;
