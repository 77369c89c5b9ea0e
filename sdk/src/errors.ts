// The errors of a call. Each says in words what happened, and has what support asks for: `requestId`, and the
// transaction if it is known. No error may contain a key, a secret, or data of the request's body, so that you can log
// it as it is.
import type { Schemas } from './api-types.ts';

/** Known facts about the call that failed. */
export interface ErrorFacts {
  /** The `X-Request-Id`: give it when you ask for support. */
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
  /** Four digits (`1020`); null: the gateway gave none. */
  readonly errorCode: string | null = null;
  readonly transactionId: string | null = null;
  /** true: the gateway may have done what you asked. Look the payment up before you try again. */
  readonly outcomeUnknown: boolean = false;

  constructor(message: string, { requestId = null, merchantReference = null, cause }: ErrorFacts = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.requestId = requestId;
    this.merchantReference = merchantReference;
  }
}

/** The settings of the client or the arguments of a call are wrong. Nothing was sent. */
export class UsageError extends TollgateError {
  override name = 'UsageError';
}

/** Card fields that may be in a signed text. */
const CARD_FIELDS = /("(?:cardNumber|cardCvv|token|cardnum|cardcvv)":")[^"]*/g;

/** The gateway answered with an HTTP error. It did nothing, unless `outcomeUnknown` is true. */
export class ApiError extends TollgateError {
  override name = 'ApiError';
  override readonly status: number;
  override readonly errorCode: string | null;
  override readonly transactionId: string | null;
  override readonly outcomeUnknown: boolean;
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
    this.amountCapturable = body.amountCapturable ?? null;
    this.stringToSign = body.stringToSign?.replace(CARD_FIELDS, '$1•••') ?? null;
    this.outcomeUnknown = status >= 500;
  }
}

/** 400: the request is wrong; `messages` names each fault. */
export class ValidationError extends ApiError {
  override name = 'ValidationError';
}

/** 401: the API key is wrong. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError';
}

/** 403: the signature is wrong, your server's address is not allowed, or the key lacks a scope. */
export class PermissionError extends ApiError {
  override name = 'PermissionError';
}

/** 404: it does not exist. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError';
}

/** 409, errorCode 1020: the reference was used before. Look up `transactionId`, the first payment with it. */
export class DuplicateReferenceError extends ApiError {
  override name = 'DuplicateReferenceError';
}

/** 409 or 422: another request with this key or captureReference is still running, or had other data. */
export class IdempotencyError extends ApiError {
  override name = 'IdempotencyError';
}

/** 429: the brand made too many calls. */
export class RateLimitError extends ApiError {
  override name = 'RateLimitError';
}

/** 5xx: look the payment up before you try again. */
export class ServerError extends ApiError {
  override name = 'ServerError';
}

/** No answer came. For a call that moves money, `outcomeUnknown` is true: the gateway may have done it. */
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

/** Your signal aborted the call. */
export class AbortedError extends ConnectionError {
  override name = 'AbortedError';
}

/**
 * The answer was lost, but the payment exists: `transaction` is its record. Data that only the answer had is gone, such
 * as a QR code or the address of a bank's page. Continue with this transaction, or cancel it and start again with
 * another reference.
 */
export class LostAnswerError extends TollgateError {
  override name = 'LostAnswerError';
  override readonly transactionId: string;
  declare readonly transaction: Schemas['Transaction'];

  constructor(transaction: Schemas['Transaction'], facts: ErrorFacts) {
    const { transactionId, merchantReference, status } = transaction;
    super(
      `the answer was lost, but the payment exists: ${transactionId} is ${status}; continue with it, or cancel it and use another reference`,
      { ...facts, merchantReference },
    );
    this.transactionId = transactionId;
    // Hidden from console.log, because a record may name a customer.
    Object.defineProperty(this, 'transaction', { value: transaction, enumerable: false });
  }
}

/** The answer has no signature, or a wrong one. Do not trust it; look the payment up. */
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
