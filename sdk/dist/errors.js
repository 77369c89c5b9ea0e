export class TollgateError extends Error {
    name = 'TollgateError';
    requestId;
    merchantReference;
    /** The HTTP status; null: no answer came. */
    status = null;
    /** Four digits (`1020`); null: none was said. */
    errorCode = null;
    transactionId = null;
    /** Whether the gateway may have done what was asked. Then look the payment up before you ask again. */
    outcomeUnknown = false;
    constructor(message, { requestId = null, merchantReference = null, cause } = {}) {
        super(message, cause === undefined ? undefined : { cause });
        this.requestId = requestId;
        this.merchantReference = merchantReference;
    }
}
/** The settings of the client, or the arguments of a call, cannot work. Nothing was sent. */
export class UsageError extends TollgateError {
    name = 'UsageError';
}
/** What a text that was signed may have of a card. */
const CARD_FIELDS = /("(?:cardNumber|cardCvv|token|cardnum|cardcvv)":")[^"]*/g;
/** The gateway answered with an HTTP error: nothing was done, unless `outcomeUnknown` says otherwise. */
export class ApiError extends TollgateError {
    name = 'ApiError';
    status;
    errorCode;
    transactionId;
    outcomeUnknown;
    /** Every fault, each naming its field. */
    messages;
    /** How long the gateway asks to wait; null: it did not say. */
    retryAfterSeconds;
    /** errorCode 5001: what can still be refunded. */
    amountRefundable;
    /** For a wrong signature, in test alone: the text that the gateway checked, without its card. */
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
        this.stringToSign = body.stringToSign?.replace(CARD_FIELDS, '$1•••') ?? null;
        this.outcomeUnknown = status >= 500;
    }
}
/** 400: something in the request is wrong, and `messages` names it. */
export class ValidationError extends ApiError {
    name = 'ValidationError';
}
/** 401: the API key. */
export class AuthenticationError extends ApiError {
    name = 'AuthenticationError';
}
/** 403: a signature, the address of your server, or a scope that the key lacks. */
export class PermissionError extends ApiError {
    name = 'PermissionError';
}
/** 404. */
export class NotFoundError extends ApiError {
    name = 'NotFoundError';
}
/** 409, errorCode 1020: the reference was used before. `transactionId` is the first payment with it: look that one up. */
export class DuplicateReferenceError extends ApiError {
    name = 'DuplicateReferenceError';
}
/** 409 or 422: the idempotency key is in use by a request that has not ended, or came with other data. */
export class IdempotencyError extends ApiError {
    name = 'IdempotencyError';
}
/** 429: more calls than the brand may make. */
export class RateLimitError extends ApiError {
    name = 'RateLimitError';
}
/** 5xx: look the payment up before you ask again. */
export class ServerError extends ApiError {
    name = 'ServerError';
}
/** No answer came. For a call that moves money `outcomeUnknown` is true: the gateway may have done it. */
export class ConnectionError extends TollgateError {
    name = 'ConnectionError';
    outcomeUnknown;
    constructor(message, facts) {
        super(message, facts);
        this.outcomeUnknown = facts.outcomeUnknown;
    }
}
/** No answer came in time. */
export class TimeoutError extends ConnectionError {
    name = 'TimeoutError';
}
/** Your signal ended the call. */
export class AbortedError extends ConnectionError {
    name = 'AbortedError';
}
/**
 * The answer was lost, and the payment exists: `transaction` is its record. What only the lost answer said, such as the address
 * of a page, is gone. Go on with this transaction, or cancel it and begin again with another reference.
 */
export class LostAnswerError extends TollgateError {
    name = 'LostAnswerError';
    transactionId;
    constructor(transaction, facts) {
        const { transactionId, merchantReference, status } = transaction;
        super(`the answer was lost, but the payment exists: ${transactionId} is ${status}; go on with it, or cancel it and use another reference`, { ...facts, merchantReference });
        this.transactionId = transactionId;
        // Not shown by console.log: a record may name a customer.
        Object.defineProperty(this, 'transaction', { value: transaction, enumerable: false });
    }
}
/** The answer has no signature, or a wrong one. Do not believe it; look the payment up. */
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
