// A request that is refused before or instead of a business result. Only http/error-responses.ts may turn it into HTTP
// (spec 7.1, contract 3).

export interface RefusalExtras {
  /** The business error code that belongs to it, such as 1020. */
  errorCode?: string;
  /** The transaction the caller should look at. */
  transactionId?: string;
  /** Seconds, for the Retry-After header. */
  retryAfterSeconds?: number;
  /** Test environment only: the string that the signature was checked against. */
  stringToSign?: string;
  /** For metrics, if the status alone does not tell the reason: `source_ip`, `signature`, `scope`. */
  reason?: string;
  /** Further members of the error body, such as amountRefundable. */
  members?: Record<string, unknown>;
}

export class Refusal extends Error {
  readonly httpStatus: number;
  /** One sentence, or one for each fault. */
  readonly messages: string | string[];
  readonly extras: RefusalExtras;

  constructor(httpStatus: number, messages: string | string[], extras: RefusalExtras = {}) {
    super(typeof messages === 'string' ? messages : messages.join('; '));
    this.name = 'Refusal';
    this.httpStatus = httpStatus;
    this.messages = messages;
    this.extras = extras;
  }
}
