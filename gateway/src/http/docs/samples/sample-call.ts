// The calls that the reference page shows in each language. The content comes from the first worked example of the
// OpenAPI document. This file says how to sign it.

export interface SampleCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** The whole address with its query: `baseUrl` and the path of the call. */
  address: string;
  baseUrl: string;
  /** null: the call sends no body. */
  body: Record<string, unknown> | null;
  signature: Signature | null;
  /** Every try of one payment uses the same key. */
  idempotencyKey: string | null;
}

/** 'card': four values of the body, in `Signature`. 'body': the body itself, in `X-Signature` (spec 5). */
type Signature = 'card' | 'body';

interface Addition {
  signature: Signature | null;
  idempotent?: true;
  query?: string;
}

/** operationId → facts that the document does not have. */
export const SAMPLE_CALLS: Readonly<Record<string, Addition>> = {
  listPaymentOptions: { signature: null, query: '?country=DE&currency=EUR' },
  createPayin: { signature: 'card', idempotent: true },
  openPaymentSession: { signature: 'body' },
  getPayment: { signature: null },
  listPayments: { signature: null, query: '?merchantReference=order-10021&country=DE' },
  refundByReference: { signature: 'body' },
  createPayout: { signature: null },
  settlePayout: { signature: 'body' },
  cancelPayment: { signature: 'body' },
};

/** The fields that a card pay-in signs, in this order (spec 5, rule 4). */
export const CARD_FIELDS = ['paymentOptionId', 'merchantReference', 'currency', 'amount'] as const;
