// Refunds at Stripe (contract 8, 13). Called by stripe.ts; events.ts uses it to read the objects of notifications. A
// refund's id is its idempotency key, and it is in the refund's metadata. So the list of a payment's refunds shows a
// refund whose answer was lost. If the list could not be read, a refund must never be called unheard.
import {
  CODE,
  NOTHING_DONE_STATUSES,
  type Refund,
  type RefundOutcome,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from './account.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import type { UnknownValue } from './answers.ts';
import { readCheckout } from './charge-inquiries.ts';
import { type CallFailure, callFailureOf } from './client.ts';
import { idIn, isObject, isRecord, objectOf, type StripeRefund } from './objects.ts';

const DAY_MS = 24 * 60 * 60_000;
/** For this long a refund that is not in the list may still be on its way. */
const ON_ITS_WAY_MS = 60_000;
const PAGE_SIZE = 100;
/** No payment has more refunds than this many pages hold. */
const MOST_PAGES = 5;
/**
 * The limit for reading every refund of a charge. It is higher, because above it the gateway gets none of the refunds.
 */
const MOST_PAGES_OF_CHARGE = 20;
const QUICK_INQUIRIES = 4;

const FAILED: Extract<RefundOutcome, { kind: 'failed' }> = { kind: 'failed', errorCode: CODE.refundFailed };

export async function sendRefund(
  at: StripeAccount,
  transaction: Transaction,
  refund: Refund,
  signal: AbortSignal,
): Promise<RefundOutcome> {
  const amount = toStripeAmount(refund);
  if (amount === null) return FAILED;
  const stripe = await at.client.during(signal);
  const intent = await intentIdOf(stripe, transaction);
  if (intent === null) return FAILED;
  try {
    const params = { payment_intent: intent, amount, metadata: { reference: refund.id } };
    const made: unknown = await stripe.refunds.create(params, { idempotencyKey: refund.id });
    return outcomeFor(at, refund, objectOf(made));
  } catch (error) {
    return refusedRefund(callFailureOf(error));
  }
}

/**
 * `failed` if Stripe certainly did not make the refund. Some statuses alone say so; any other 4xx says so if the answer
 * is readable.
 */
function refusedRefund(answer: CallFailure): RefundOutcome {
  if (answer.kind !== 'refused') return { kind: 'unknown' };
  const { status, type } = answer;
  const isKeyUsed = status === 409 || type === 'idempotency_error';
  const isRefusal = NOTHING_DONE_STATUSES.includes(status) || (type !== '' && status >= 400 && status < 500);
  return isRefusal && !isKeyUsed ? FAILED : { kind: 'unknown' };
}

export async function askAboutRefund(
  at: StripeAccount,
  transaction: Transaction,
  refund: Refund,
  signal: AbortSignal,
): Promise<RefundOutcome | { kind: 'unheard' }> {
  const stripe = await at.client.during(signal);
  if (refund.providerReference !== null) {
    return outcomeFor(
      at,
      refund,
      objectOf(await stripe.refunds.retrieve(refund.providerReference), refund.providerReference),
    );
  }
  const intent = await intentIdOf(stripe, transaction);
  if (intent === null) return { kind: 'unheard' };
  const found = await findRefund(stripe, intent, refund.id);
  if (found === 'too-many') return { kind: 'unknown' };
  if (found) return outcomeFor(at, refund, found);
  const age = at.parts.now().getTime() - refund.createdAt.getTime();
  return age < ON_ITS_WAY_MS ? { kind: 'unknown' } : { kind: 'unheard' };
}

async function findRefund(
  stripe: Stripe,
  intent: string,
  reference: string,
): Promise<StripeRefund | 'too-many' | null> {
  let pages = 0;
  for await (const refunds of refundPages(stripe, { payment_intent: intent })) {
    const found = refunds.find((one) => referenceOf(one) === reference);
    if (found) return found;
    pages += 1;
    if (pages === MOST_PAGES) return 'too-many';
  }
  return null;
}

/** All refunds of a charge, oldest first. Throws if they are too many to be true. */
export async function refundsOfCharge(stripe: Stripe, charge: string): Promise<StripeRefund[]> {
  const all: StripeRefund[] = [];
  let pages = 0;
  for await (const refunds of refundPages(stripe, { charge })) {
    all.push(...refunds);
    pages += 1;
    if (pages === MOST_PAGES_OF_CHARGE) throw new Error('Stripe’s list of refunds does not end');
  }
  return all.reverse();
}

/** Newest first, one page at a time, for as long as the caller wants more. */
async function* refundPages(
  stripe: Stripe,
  of: { payment_intent: string } | { charge: string },
): AsyncGenerator<StripeRefund[]> {
  for (let after: string | null = null; ; ) {
    const list: unknown = await stripe.refunds.list({
      ...of,
      limit: PAGE_SIZE,
      ...(after && { starting_after: after }),
    });
    if (!isRecord(list) || !Array.isArray(list.data)) throw new Error('Stripe’s answer is not a list');
    yield list.data.filter(isObject) as StripeRefund[];
    if (list.has_more !== true) return;
    after = idIn(list.data.at(-1));
    if (after === null) throw new Error('Stripe’s list cannot be continued');
  }
}

/** The gateway never applies an answer about another refund or amount (contract 13). */
function outcomeFor({ parts, account }: StripeAccount, refund: Refund, found: StripeRefund): RefundOutcome {
  const amount = fromStripeAmount(found.amount, found.currency);
  const isOurs = refund.origin === 'provider' || referenceOf(found) === refund.id;
  if (!isOurs || amount?.amountMinor !== refund.amountMinor || amount.currency !== refund.currency) {
    parts.log.warn(
      { provider: account.provider, accountId: account.id, refundId: refund.id, providerReference: found.id },
      'Stripe’s answer is about another refund or amount; it changes nothing',
    );
    return { kind: 'unknown' };
  }
  const outcome = outcomeOfRefund(found, parts.unknownValue);
  if (outcome.kind !== 'pending' || refund.inquiries < QUICK_INQUIRIES) return outcome;
  return { ...outcome, askAgainAt: new Date(parts.now().getTime() + DAY_MS) };
}

export function outcomeOfRefund({ id, status }: StripeRefund, unknownValue: UnknownValue): RefundOutcome {
  switch (status) {
    case 'succeeded':
      return { kind: 'completed', providerReference: id };
    case 'pending':
    case 'requires_action':
      return { kind: 'pending', providerReference: id };
    case 'failed':
    case 'canceled':
      return { ...FAILED, providerReference: id };
    default:
      unknownValue('refund.status', String(status));
      return { kind: 'unknown' };
  }
}

export function referenceOf({ metadata }: StripeRefund): string | null {
  return metadata?.reference ?? null;
}

/** The id of the payment; null: Stripe has no payment of this transaction. */
export async function intentIdOf(stripe: Stripe, { providerReference }: Transaction): Promise<string | null> {
  if (!providerReference?.startsWith('cs_')) return providerReference;
  return idIn((await readCheckout(stripe, providerReference)).payment_intent);
}
