// The calls that the reference page shows in each language. What is sent comes from the first worked example of the OpenAPI
// document; how it is signed is said here.

export interface SampleCall {
  method: 'GET' | 'POST' | 'DELETE';
  /** Whole, with its query: `baseUrl` and the path of the call. */
  address: string;
  baseUrl: string;
  /** null: nothing is sent. */
  body: Record<string, unknown> | null;
  signature: Signature | null;
  /** The same for every try of one payment. */
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
