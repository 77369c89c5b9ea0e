// Plays Acme on this machine, with books: payments, refunds, and a notification for each change.
import { createHmac } from 'node:crypto';
import { StandIn, type StandInRequest } from '@tollgate/provider-kit/stand-in';
import { SIGNATURE_HEADER } from '../src/notifications.ts';

export const API_KEY = 'test_0123456789';
export const SECRET = 'secret-of-a-test';
const HOUR_MS = 3_600_000;

interface Payment {
  id: string;
  status: 'open' | 'pending' | 'paid' | 'failed' | 'cancelled' | 'expired';
  reason: string | null;
  amount: string;
  currency: string;
  reference: string;
  page: string;
  expiresAt: string;
}

interface Refund {
  id: string;
  status: 'pending' | 'done' | 'failed';
  amount: string;
  currency: string;
  reference: string;
  payment: string;
}

export class AcmeStandIn {
  readonly payments: Payment[] = [];
  readonly refunds: Refund[] = [];
  /** Started by `open`. */
  http!: StandIn;
  #events = 0;
  readonly #now: () => Date;

  private constructor(now: () => Date) {
    this.#now = now;
  }

  static async open(now: () => Date): Promise<AcmeStandIn> {
    const books = new AcmeStandIn(now);
    books.http = await StandIn.start({
      routes: {
        'POST /v1/payments': (request) => ({ status: 201, json: books.#create(request) }),
        'GET /v1/payments/{id}': ({ params }) => found(books.#payment(({ id }) => id === params.id)),
        'GET /v1/payments/by-reference/{reference}': ({ params }) =>
          found(books.#payment(({ reference }) => reference === params.reference)),
        'POST /v1/payments/{id}/cancel': ({ params }) => found(books.#cancel(params.id!)),
        'POST /v1/payments/{id}/refunds': (request) => found(books.#refund(request)),
        'GET /v1/refunds/{id}': ({ params }) => found(books.refunds.find(({ id }) => id === params.id)),
        'GET /v1/refunds/by-reference/{reference}': ({ params }) =>
          found(books.refunds.find(({ reference }) => reference === params.reference)),
        'GET /v1/account': () => ({ json: { id: 'acct_1' } }),
      },
      admit: ({ headers }) =>
        headers.authorization === `Bearer ${API_KEY}`
          ? null
          : { status: 401, json: { message: 'wrong key' } },
      keyOf: ({ headers, path }) =>
        headers['idempotency-key'] ? `${path} ${headers['idempotency-key']}` : null,
    });
    return books;
  }

  /** The shopper decides on the page. */
  decide(reference: string, status: 'paid' | 'failed', reason: string | null = null): Payment {
    const payment = this.#payment((one) => one.reference === reference)!;
    if (payment.status !== 'open') throw new Error(`the payment is ${payment.status}`);
    Object.assign(payment, { status, reason });
    this.#tell(`payment.${status}`, payment);
    return payment;
  }

  /** How often money moved under a reference. */
  charges(reference: string): number {
    const paid = this.payments.filter((one) => one.reference === reference && one.status === 'paid');
    return paid.length + this.refunds.filter((one) => one.reference === reference).length;
  }

  close(): Promise<void> {
    return this.http.close();
  }

  #create({ body }: StandInRequest): Payment {
    const id = `pay_${this.payments.length + 1}`;
    const { amount, currency, reference } = body;
    const payment: Payment = {
      id,
      status: 'open',
      reason: null,
      amount,
      currency,
      reference,
      page: `https://pay.acme.example/${id}`,
      expiresAt: new Date(this.#now().getTime() + HOUR_MS).toISOString(),
    };
    this.payments.push(payment);
    return payment;
  }

  #payment(fits: (payment: Payment) => boolean): Payment | undefined {
    const payment = this.payments.find(fits);
    if (payment?.status === 'open' && new Date(payment.expiresAt) <= this.#now()) payment.status = 'expired';
    return payment;
  }

  #cancel(id: string): Payment | undefined {
    const payment = this.#payment((one) => one.id === id);
    if (payment?.status === 'open') payment.status = 'cancelled';
    return payment;
  }

  #refund({ params, body }: StandInRequest): Refund | undefined {
    const payment = this.#payment(({ id }) => id === params.id);
    if (payment?.status !== 'paid') return undefined;
    const { amount, currency, reference } = body;
    const id = `ref_${this.refunds.length + 1}`;
    const refund: Refund = { id, status: 'done', amount, currency, reference, payment: payment.id };
    this.refunds.push(refund);
    this.#tell('refund.done', refund);
    return refund;
  }

  #tell(type: string, { id, reference }: Payment | Refund): void {
    this.#events += 1;
    const body = JSON.stringify({ id: `evt_${this.#events}`, type, object: id, reference });
    this.http.tell(signed(body));
  }
}

export function signed(body: string, secret = SECRET) {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signature }, body };
}

const found = (object: object | undefined) =>
  object ? { json: object } : { status: 404, json: { error: 'not_found' } };
