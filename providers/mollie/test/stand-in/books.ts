// What happens at Mollie's stand-in: payments, captures, refunds, chargebacks, customers and mandates, with the moves
// that Mollie allows. Used by stand-in.ts. It counts each time money moved by our reference, so a test sees whether a
// shopper was charged twice.
import { type Money, minorOf, moneyOf } from './amounts.ts';
import { invalid, MollieRefusal, Records, type Thing } from './records.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const METHODS = ['creditcard', 'ideal', 'bancontact', 'paypal', 'klarna', 'blik'];
const CAPTURED_LATER = ['creditcard', 'klarna'];
/** Which mandate a first payment makes. */
const MANDATES: Readonly<Record<string, string>> = {
  creditcard: 'creditcard',
  paypal: 'paypal',
  ideal: 'directdebit',
  bancontact: 'directdebit',
};

// biome-ignore lint/suspicious/noExplicitAny: the body of a request, in JSON
type Body = any;

export class Books extends Records {
  /** How often money moved, by our reference. */
  readonly moved = new Map<string, number>();
  /** Whether an open payment can be cancelled. Mollie decides it by the method. */
  areCancelable = true;
  /** The status of a later charge at once. */
  laterStatus: 'paid' | 'pending' | 'failed' = 'paid';
  laterFailure = 'insufficient_funds';
  captureStatus: 'succeeded' | 'pending' = 'succeeded';
  /** Called after each change that Mollie tells by a notification. */
  onChange: (payment: Thing) => void = () => {};

  createPayment(body: Body, checkoutUrl: (id: string) => string): Thing {
    const minor = minorOf(body.amount);
    const { sequenceType = 'oneoff', method = null } = body;
    if (!body.description) throw invalid('The description is missing', 'description');
    if (sequenceType === 'recurring') return this.#chargeMandate(body, minor);
    if (!body.redirectUrl) throw invalid('The redirect URL is missing', 'redirectUrl');
    if (!METHODS.includes(method)) throw invalid('The payment method is not enabled', 'method');
    const isFirst = sequenceType === 'first';
    if (isFirst && (!body.customerId || !MANDATES[method])) throw invalid('No first payment by this method');
    if (body.customerId) this.find(body.customerId);
    if (minor === 0n && !(isFirst && method === 'creditcard'))
      throw invalid('The amount is too low', 'amount');
    if (body.captureMode === 'manual' && !CAPTURED_LATER.includes(method))
      throw invalid('The method cannot be captured later', 'captureMode');
    if (method === 'klarna') requireKlarna(body, minor);
    const payment = this.create('tr', 'payment', {
      ...body,
      method,
      sequenceType,
      status: 'open',
      isCancelable: this.areCancelable,
      expiresAt: this.time(15 * MINUTE_MS),
    });
    const checkout = { href: checkoutUrl(payment.id), type: 'text/html' };
    payment._links = { checkout };
    return payment;
  }

  /** The payer is absent. */
  #chargeMandate(body: Body, minor: bigint): Thing {
    const mandate = this.all('mandate', ({ id }) => id === body.mandateId)[0];
    if (!mandate || mandate.customerId !== body.customerId || mandate.status !== 'valid')
      throw invalid('The mandate is invalid', 'mandateId');
    if (minor === 0n) throw invalid('The amount is too low', 'amount');
    const payment = this.create('tr', 'payment', {
      ...body,
      method: mandate.method,
      status: 'open',
      _links: {},
    });
    if (this.laterStatus === 'paid') this.pay(payment.id);
    else if (this.laterStatus === 'failed') this.fail(payment.id, this.laterFailure);
    else payment.status = 'pending';
    return payment;
  }

  /** The shopper pays on the page, or a debit was paid. */
  pay(id: string, details: Record<string, unknown> = {}): Thing {
    const payment = this.#open(id);
    const isManual = payment.captureMode === 'manual';
    payment.status = isManual ? 'authorized' : 'paid';
    payment.details = { consumerAccount: 'NL55INGB0000000000', ...details };
    payment[isManual ? 'authorizedAt' : 'paidAt'] = this.time();
    if (isManual) payment.captureBefore = this.time(7 * DAY_MS);
    delete payment._links.checkout;
    delete payment.expiresAt;
    if (payment.sequenceType === 'first') this.#storeMandate(payment);
    this.#count(payment.metadata?.reference);
    return this.#changed(payment);
  }

  #storeMandate(payment: Thing): void {
    const { customerId, method } = payment;
    const fields = { customerId, method: MANDATES[method], status: 'valid', details: payment.details };
    payment.mandateId = this.create('mdt', 'mandate', fields).id;
  }

  fail(id: string, failureReason: string | null): Thing {
    const payment = this.#open(id);
    payment.status = 'failed';
    payment.details = { failureReason };
    return this.#changed(payment);
  }

  /** The shopper accepted a debit, which is paid days later. */
  accept(id: string): Thing {
    const payment = this.#open(id);
    payment.status = 'pending';
    return payment;
  }

  /** `canceled`: by the shopper on the page. */
  end(id: string, status: 'canceled' | 'expired'): Thing {
    const payment = this.find(id);
    if (!['open', 'authorized'].includes(payment.status)) throw invalid(`The payment is ${payment.status}`);
    payment.status = status;
    if (status === 'canceled') payment.canceledAt = this.time();
    delete payment._links.checkout;
    return this.#changed(payment);
  }

  cancel(id: string): Thing {
    const payment = this.find(id);
    if (payment.status !== 'open' || !payment.isCancelable) throw invalid('The payment cannot be canceled');
    return this.end(id, 'canceled');
  }

  release(id: string): void {
    const payment = this.find(id);
    if (payment.status !== 'authorized') throw invalid('The payment is not authorized');
    if (this.#capturedOf(payment) === 0n) this.end(id, 'canceled');
    else {
      payment.status = 'paid';
      this.#changed(payment);
    }
  }

  capture(id: string, body: Body): Thing {
    const payment = this.find(id);
    if (payment.status !== 'authorized') throw invalid('The payment is not authorized');
    const left = minorOf(payment.amount) - this.#capturedOf(payment);
    const minor = body?.amount ? minorOf(body.amount) : left;
    if (minor > left || minor === 0n) throw invalid('The amount is higher than what is left', 'amount');
    const capture = this.create('cpt', 'capture', {
      amount: moneyOf(minor, payment.amount.currency),
      metadata: body?.metadata ?? null,
      paymentId: id,
      status: 'pending',
    });
    if (this.captureStatus === 'succeeded') this.endCapture(capture.id, 'succeeded');
    return capture;
  }

  endCapture(id: string, status: 'succeeded' | 'failed'): Thing {
    const capture = this.find(id);
    const payment = this.find(capture.paymentId);
    capture.status = status;
    if (status === 'failed') return this.#changed(payment);
    this.#count(capture.metadata?.reference);
    const captured = this.#capturedOf(payment);
    payment.amountCaptured = moneyOf(captured, payment.amount.currency);
    if (captured === minorOf(payment.amount)) payment.status = 'paid';
    return this.#changed(payment);
  }

  #capturedOf({ id }: Thing): bigint {
    return this.#sum('capture', ({ paymentId, status }) => paymentId === id && status === 'succeeded');
  }

  refund(id: string, body: Body): Thing {
    const payment = this.find(id);
    const captured = this.#capturedOf(payment);
    const paid = payment.captureMode === 'manual' ? captured : minorOf(payment.amount);
    const given = this.#sum(
      'refund',
      (one) => one.paymentId === id && !['failed', 'canceled'].includes(one.status),
    );
    const minor = minorOf(body.amount);
    if (payment.status !== 'paid') throw invalid('The payment cannot be refunded');
    if (minor > paid - given) throw invalid('The amount is higher than what can be refunded', 'amount');
    const refund = this.create('re', 'refund', {
      amount: body.amount,
      description: body.description ?? '',
      metadata: body.metadata ?? null,
      paymentId: id,
      status: 'pending',
    });
    this.#count(body.metadata?.reference);
    return refund;
  }

  moveRefund(id: string, status: 'processing' | 'refunded' | 'failed' | 'canceled'): Thing {
    const refund = this.find(id);
    refund.status = status;
    this.#changed(this.find(refund.paymentId));
    return refund;
  }

  chargeBack(id: string, amount?: Money): Thing {
    const payment = this.find(id);
    if (payment.status !== 'paid') throw invalid('The payment is not paid');
    const fields = { amount: amount ?? payment.amount, paymentId: id, reason: null, reversedAt: null };
    const chargeback = this.create('chb', 'chargeback', fields);
    this.#changed(payment);
    return chargeback;
  }

  reverse(id: string): Thing {
    const chargeback = this.find(id);
    chargeback.reversedAt = this.time();
    this.#changed(this.find(chargeback.paymentId));
    return chargeback;
  }

  revoke(customer: string, id: string): void {
    const mandate = this.find(id);
    if (mandate.customerId !== customer) throw new MollieRefusal(404, 'Not Found', 'No such mandate');
    this.remove(id);
  }

  /** The object that was made with our reference. */
  of(reference: string, resource = 'payment'): Thing | undefined {
    return this.all(resource, ({ metadata }) => metadata?.reference === reference)[0];
  }

  #open(id: string): Thing {
    const payment = this.find(id);
    if (!['open', 'pending'].includes(payment.status)) throw invalid(`The payment is ${payment.status}`);
    return payment;
  }

  #sum(resource: string, fits: (thing: Thing) => boolean): bigint {
    return this.all(resource, fits).reduce((sum, { amount }) => sum + minorOf(amount), 0n);
  }

  #count(reference: string | undefined): void {
    if (reference) this.moved.set(reference, (this.moved.get(reference) ?? 0) + 1);
  }

  #changed(payment: Thing): Thing {
    this.onChange(payment);
    return payment;
  }
}

function requireKlarna({ lines, billingAddress }: Body, minor: bigint): void {
  const sum = (lines ?? []).reduce((all: bigint, one: Body) => all + minorOf(one.totalAmount, 'lines'), 0n);
  if (!lines || sum !== minor) throw invalid('The lines do not add up to the amount', 'lines');
  for (const name of ['givenName', 'familyName', 'email', 'streetAndNumber', 'postalCode', 'city', 'country'])
    if (!billingAddress?.[name])
      throw invalid(`The billing address has no ${name}`, `billingAddress.${name}`);
}
