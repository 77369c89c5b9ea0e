// What a call may throw. Every error says what happened in words, and has what support asks for: `requestId`, and the transaction
// where one is known. No error may hold a key, a secret, or anything of a request's body, so that it can be logged as it is.
import type { Schemas } from './api-types.ts';

/** What is known of the call that failed. */
export interface ErrorFacts {
  /** `X-Request-Id`: state it when you ask for support. */
  requestId?: string | null;
  /** The reference of the payment that the call was about. */
  merchantReference?: string | null;
  cause?: unknown;
}

export class TollgateError extends Error {
  override name = 'TollgateError';
  readonly requestId: string | null;
  readonly merchantReference: string | null;
  /** The HTTP status; null: no answer came. */
  readonly status: number | null = null;
  /** Four digits (`1020`); null: none was said. */
  readonly errorCode: string | null = null;
  readonly transactionId: string | null = null;
  /** Whether the gateway may have done what was asked. Then look the payment up before you ask again. */
  readonly outcomeUnknown: boolean = false;

  constructor(message: string, { requestId = null, merchantReference = null, cause }: ErrorFacts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.requestId = requestId;
    this.merchantReference = merchantReference;
  }
}

/** The settings of the client, or the arguments of a call, cannot work. Nothing was sent. */
export class UsageError extends TollgateError {
  override name = 'UsageError';
}

/** What a text that was signed may have of a card. */
const CARD_FIELDS = /("(?:cardNumber|cardCvv|token|cardnum|cardcvv)":")[^"]*/g;

/** The gateway answered with an HTTP error: nothing was done, unless `outcomeUnknown` says otherwise. */
export class ApiError extends TollgateError {
  override name = 'ApiError';
  override readonly status: number;
  override readonly errorCode: string | null;
  override readonly transactionId: string | null;
  override readonly outcomeUnknown: boolean;
  /** Every fault, each naming its field. */
  readonly messages: readonly string[];
  /** How long the gateway asks to wait; null: it did not say. */
  readonly retryAfterSeconds: number | null;
  /** errorCode 5001: what can still be refunded. */
  readonly amountRefundable: number | null;
  /** For a wrong signature, in test alone: the text that the gateway checked, without its card. */
  readonly stringToSign: string | null;

  constructor(
    status: number,
    body: Partial<Schemas['Error']>,
    facts: ErrorFacts & { retryAfterSeconds?: number | null },
  ) {
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
  override name = 'ValidationError';
}

/** 401: the API key. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: a signature, the address of your server, or a scope that the key lacks. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409, errorCode 1020: the reference was used before. `transactionId` is the first payment with it: look that one up. */
export class DuplicateReferenceError extends ApiError {
  override name = 'DuplicateReferenceError';
}

/** 409 or 422: the idempotency key is in use by a request that has not ended, or came with other data. */
export class IdempotencyError extends ApiError {
  override name = 'IdempotencyError';
}

/** 429: more calls than the brand may make. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 5xx: look the payment up before you ask again. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** No answer came. For a call that moves money `outcomeUnknown` is true: the gateway may have done it. */
export class ConnectionError extends TollgateError {
  override name = 'ConnectionError';
  override readonly outcomeUnknown: boolean;

  constructor(message: string, facts: ErrorFacts & { outcomeUnknown: boolean }) {
    super(message, facts);
    this.outcomeUnknown = facts.outcomeUnknown;
  }
}

/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** Your signal ended the call. */
export class AbortedError extends ConnectionError {
  override name = 'AbortedError';
}

/**
 * The answer was lost, and the payment exists: `transaction` is its record. What only the lost answer said, such as a QR code or
 * the address of a bank's page, is gone. Go on with this transaction, or cancel it and begin again with another reference.
 */
export class LostAnswerError extends TollgateError {
  override name = 'LostAnswerError';
  override readonly transactionId: string;
  declare readonly transaction: Schemas['Transaction'];

  constructor(transaction: Schemas['Transaction'], facts: ErrorFacts) {
    const { transactionId, merchantReference, status } = transaction;
    super(
      `the answer was lost, but the payment exists: ${transactionId} is ${status}; go on with it, or cancel it and use another reference`,
      { ...facts, merchantReference },
    );
    this.transactionId = transactionId;
    // Not shown by console.log: a record may name a customer.
    Object.defineProperty(this, 'transaction', { value: transaction, enumerable: false });
  }
}

/** The answer has no signature, or a wrong one. Do not believe it; look the payment up. */
export class AnswerSignatureError extends TollgateError {
  override name = 'AnswerSignatureError';
  override readonly outcomeUnknown = true;
}

const OF_STATUS: Record<number, typeof ApiError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  422: IdempotencyError,
  429: RateLimitError,
};

export function errorOf(
  status: number,
  body: Partial<Schemas['Error']>,
  facts: ErrorFacts & { retryAfterSeconds?: number | null },
): ApiError {
  const duplicate = body.errorCode === '1020' ? DuplicateReferenceError : IdempotencyError;
  const Kind = status === 409 ? duplicate : (OF_STATUS[status] ?? (status >= 500 ? ServerError : ApiError));
  return new Kind(status, body, facts);
}
