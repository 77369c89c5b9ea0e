export class TollgateError extends Error {
	name = 'TollgateError';
	requestId;
	merchantReference;
	status = null;
	errorCode = null;
	transactionId = null;
	outcomeUnknown = false;
	constructor(message, { requestId = null, merchantReference = null, cause } = {}) {
		super(message, cause === undefined ? undefined : { cause });
		this.requestId = requestId;
		this.merchantReference = merchantReference;
	}
}
export class UsageError extends TollgateError {
	name = 'UsageError';
}
const CARD_FIELDS = /("(?:cardNumber|cardCvv|token|cardnum|cardcvv)":")[^"]*/g;
export class ApiError extends TollgateError {
	name = 'ApiError';
	status;
	errorCode;
	transactionId;
	outcomeUnknown;
	messages;
	retryAfterSeconds;
	amountRefundable;
	amountCapturable;
	stringToSign;
	constructor(status, body, facts) {
		const messages = [body.message ?? `HTTP ${status}`].flat().map(String);
		super(`${status}: ${messages.join('; ')}`, facts);
		this.status = status;
		this.messages = messages;
		this.errorCode = body.errorCode ?? null;
		this.transactionId = body.transactionId ?? null;
		this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
		this.amountRefundable = body.amountRefundable ?? null;
		this.amountCapturable = body.amountCapturable ?? null;
		this.stringToSign = body.stringToSign?.replace(CARD_FIELDS, '$1•••') ?? null;
		this.outcomeUnknown = status >= 500;
	}
}
export class ValidationError extends ApiError {
	name = 'ValidationError';
}
export class AuthenticationError extends ApiError {
	name = 'AuthenticationError';
}
export class PermissionError extends ApiError {
	name = 'PermissionError';
}
export class NotFoundError extends ApiError {
	name = 'NotFoundError';
}
export class DuplicateReferenceError extends ApiError {
	name = 'DuplicateReferenceError';
}
export class IdempotencyError extends ApiError {
	name = 'IdempotencyError';
}
export class RateLimitError extends ApiError {
	name = 'RateLimitError';
}
export class ServerError extends ApiError {
	name = 'ServerError';
}
export class ConnectionError extends TollgateError {
	name = 'ConnectionError';
	outcomeUnknown;
	constructor(message, facts) {
		super(message, facts);
		this.outcomeUnknown = facts.outcomeUnknown;
	}
}
export class TimeoutError extends ConnectionError {
	name = 'TimeoutError';
}
export class AbortedError extends ConnectionError {
	name = 'AbortedError';
}
export class LostAnswerError extends TollgateError {
	name = 'LostAnswerError';
	transactionId;
	constructor(transaction, facts) {
		const { transactionId, merchantReference, status } = transaction;
		super(`the answer was lost, but the payment exists: ${transactionId} is ${status}; continue with it, or cancel it and use another reference`, { ...facts, merchantReference });
		this.transactionId = transactionId;
		Object.defineProperty(this, 'transaction', { value: transaction, enumerable: false });
	}
}
export class AnswerSignatureError extends TollgateError {
	name = 'AnswerSignatureError';
	outcomeUnknown = true;
}
const OF_STATUS = {
	400: ValidationError,
	401: AuthenticationError,
	403: PermissionError,
	404: NotFoundError,
	422: IdempotencyError,
	429: RateLimitError,
};
export function errorOf(status, body, facts) {
	const duplicate = body.errorCode === '1020' ? DuplicateReferenceError : IdempotencyError;
	const Kind = status === 409 ? duplicate : (OF_STATUS[status] ?? (status >= 500 ? ServerError : ApiError));
	return new Kind(status, body, facts);
}
