// Finds what the lines of a payout are about (contract 17): the charge, refund or dispute of each balance transaction,
// its payment, and our references. Called by settlement-source.ts. If Stripe no longer has an object, the references
// stay empty. A reference must never come from anything but Stripe's objects.
import { type Amount, type ReportedLine, readRefundReference } from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import { fromStripeAmount } from '../amounts.ts';
import {
  type BalanceTransaction,
  cleanText,
  idIn,
  isObject,
  isRecord,
  objectOf,
  type StripeCharge,
  type StripeDispute,
  type StripeRefund,
} from '../objects.ts';
import { askedFor, forEachOf } from './asking.ts';

export interface Subject
  extends Pick<ReportedLine, 'charge' | 'modification' | 'payment' | 'providerReference'> {
  /** The amount of the subject in its own currency, without a sign of its own; null: not known. */
  amount: Amount | null;
}

const NOTHING: Subject = {
  charge: null,
  modification: null,
  payment: null,
  providerReference: null,
  amount: null,
};

type Source =
  | { about: 'charge'; object: StripeCharge }
  | { about: 'refund'; object: StripeRefund }
  | { about: 'dispute'; object: StripeDispute };
type About = Source['about'];

/** The payment of a subject, and our reference of it. */
type Payment = Pick<Subject, 'payment' | 'charge'>;

/** One subject for each transaction, in their order. */
export async function subjectsOf(
  stripe: Stripe,
  transactions: readonly BalanceTransaction[],
): Promise<Subject[]> {
  const reads = new Reads(stripe);
  // First all sources: the charges among them tell the references of many payments.
  const sources = await forEachOf(transactions, (transaction) => sourceOf(reads, transaction));
  for (const source of sources) if (source?.about === 'charge') reads.learn(source.object);
  return await forEachOf(
    transactions.map((transaction, place) => ({ transaction, place })),
    (one) => {
      const source = sources[one.place] ?? null;
      return source
        ? subjectOf(reads, source)
        : Promise.resolve({ ...NOTHING, providerReference: idIn(one.transaction.source) });
    },
  );
}

/** null: Stripe has no such object, or it is of a kind without a payment. */
async function sourceOf(reads: Reads, transaction: BalanceTransaction): Promise<Source | null> {
  const { source } = transaction;
  const id = idIn(source);
  const about = id === null ? null : aboutOf(transaction, id);
  if (id === null || about === null) return null;
  // A plain id, where the answer was not expanded.
  const object = isObject(source) ? source : await reads.read(about, id);
  return object && ({ about, object } as Source);
}

const PREFIXES: Readonly<Record<string, About>> = {
  ch: 'charge',
  py: 'charge',
  re: 'refund',
  pyr: 'refund',
  dp: 'dispute',
  du: 'dispute',
};
const CATEGORIES: Readonly<Record<string, About>> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
};

/** The object says what it is; else its id does, else the kind of the line. */
function aboutOf({ source, reporting_category: category }: BalanceTransaction, id: string): About | null {
  const word = isRecord(source) ? source.object : null;
  if (typeof word === 'string') {
    return word === 'charge' || word === 'refund' || word === 'dispute' ? word : null;
  }
  const prefix = id.slice(0, Math.max(id.indexOf('_'), 0));
  if (Object.hasOwn(PREFIXES, prefix)) return PREFIXES[prefix]!;
  const known = String(category);
  return Object.hasOwn(CATEGORIES, known) ? CATEGORIES[known]! : null;
}

async function subjectOf(reads: Reads, source: Source): Promise<Subject> {
  const { about, object } = source;
  if (about === 'charge') {
    const paid = await reads.paymentOfCharge(object);
    const providerReference = paid.payment ?? object.id;
    return { ...NOTHING, ...paid, providerReference, amount: amountOfCharge(object) };
  }
  const paid = await paymentOf(reads, object);
  const amount = fromStripeAmount(object.amount, object.currency);
  const modification = about === 'refund' ? readRefundReference(referenceIn(object) ?? '') : null;
  return { ...paid, modification, providerReference: object.id, amount };
}

/** What was captured. A charge that is captured at once was captured whole. */
function amountOfCharge({ amount, amount_captured: captured, currency }: StripeCharge): Amount | null {
  return fromStripeAmount(captured ? captured : amount, currency);
}

async function paymentOf(reads: Reads, object: StripeRefund | StripeDispute): Promise<Payment> {
  const payment = idIn(object.payment_intent);
  if (payment !== null) return { payment, charge: await reads.referenceOf(payment) };
  const id = idIn(object.charge);
  const charge = id === null ? null : await reads.read('charge', id);
  return charge ? await reads.paymentOfCharge(charge as StripeCharge) : { payment: null, charge: null };
}

/** Reads each object of a page once. */
class Reads {
  readonly #stripe: Stripe;
  readonly #objects = new Map<string, Promise<{ id: string } | null>>();
  /** Our references of payments, by the payment's id. */
  readonly #references = new Map<string, Promise<string | null>>();

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  read(about: About, id: string): Promise<{ id: string } | null> {
    const known = this.#objects.get(id) ?? this.#ask(about, id);
    this.#objects.set(id, known);
    return known;
  }

  async #ask(about: About, id: string): Promise<{ id: string } | null> {
    const { charges, refunds, disputes } = this.#stripe;
    const call = { charge: charges, refund: refunds, dispute: disputes }[about].retrieve(id);
    const found: unknown = await askedFor(`a ${about}`, call as Promise<unknown>);
    return found === null ? null : objectOf(found, id);
  }

  learn(charge: StripeCharge): void {
    const payment = idIn(charge.payment_intent);
    const reference = referenceIn(charge);
    if (payment !== null && reference !== null) this.#references.set(payment, Promise.resolve(reference));
  }

  async paymentOfCharge(charge: StripeCharge): Promise<Payment> {
    const payment = idIn(charge.payment_intent);
    const reference = referenceIn(charge);
    if (reference !== null || payment === null) return { payment, charge: reference };
    return { payment, charge: await this.referenceOf(payment) };
  }

  referenceOf(payment: string): Promise<string | null> {
    const known = this.#references.get(payment) ?? this.#askForReference(payment);
    this.#references.set(payment, known);
    return known;
  }

  async #askForReference(payment: string): Promise<string | null> {
    const found: unknown = await askedFor('a payment', this.#stripe.paymentIntents.retrieve(payment));
    return found === null ? null : referenceIn(objectOf(found, payment));
  }
}

const LONGEST_REFERENCE = 255;

function referenceIn(object: { id: string }): string | null {
  const metadata = 'metadata' in object && isRecord(object.metadata) ? object.metadata : {};
  const { reference } = metadata;
  return typeof reference === 'string' && reference !== '' ? cleanText(reference, LONGEST_REFERENCE) : null;
}
