// Asks Stripe about the state of a charge, and cancels it (contract 13). Called by stripe.ts, and by charges.ts if
// Stripe says that a charge was confirmed before. It uses the stored ids; it never reads what a shopper's browser
// brings.
import type { Stripe } from 'stripe';
import { CODE } from '../../domain/errors/error-codes.ts';
import type { AboutCharge, Outcome } from '../../domain/transactions/outcome.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Call, ChargeState } from '../provider.ts';
import type { StripeAccount } from './account.ts';
import { aboutCheckout, aboutIntent, type Standing, standingOf, standingOfCheckout } from './answers.ts';
import { callFailureOf } from './client.ts';
import { type Checkout, type Intent, idIn, isObject, objectOf } from './objects.ts';

/**
 * A call takes a minute at most, its confirmation included (contract 13); the second minute is for the time on the
 * network.
 */
const CONFIRMED_BY_MS = 2 * 60_000;
/**
 * After this many inquiries the gateway asks about a payment on its way once a day, for as long as it takes: a debit
 * takes days.
 */
const QUICK_INQUIRIES = 4;
const DAY_MS = 24 * 60 * 60_000;

/** When this charge was first sent and its keys were first used. */
export function firstTryAt({ attemptedAt, createdAt }: Transaction): Date {
  return attemptedAt ?? createdAt;
}

/** The ids of a charge: a page, a PaymentIntent, or both. */
interface Ids {
  session: string | null;
  intent: string | null;
}

export function stateOf({ session, intent }: Ids): ChargeState {
  return { ...(session && { session }), ...(intent && { intent }) };
}

/** A charge as Stripe has it. */
interface Found {
  standing: Standing;
  of: AboutCharge | null;
  /** The PaymentIntent's id, or the page's as long as there is no PaymentIntent. */
  id: string;
}

type Answer = Outcome | { kind: 'unheard' };

/**
 * The state of the charge. `unheard`: no id was stored, and without an id nobody can have paid. It answers that only
 * after the call that may still store an id has ended.
 */
export async function askAboutCharge(
  at: StripeAccount,
  transaction: Transaction,
  call: Call,
): Promise<Answer> {
  const ids = await idsOf(call);
  if (!ids) return { kind: isCallUnderWay(at, transaction) ? 'unknown' : 'unheard' };
  const stripe = await at.client.during(call.signal);
  const { standing, id } = await readCharge(at, stripe, ids);
  switch (standing.kind) {
    case 'open':
      return { kind: 'waiting' };
    case 'unconfirmed':
      return cancelAfterRetries(at, stripe, transaction, id);
    case 'pending': {
      const askAgainAt = new Date(at.parts.now().getTime() + DAY_MS);
      return transaction.inquiries >= QUICK_INQUIRIES ? { ...standing, askAgainAt } : standing;
    }
    default:
      return standing;
  }
}

/**
 * The process ended between storing and confirming. This cancels the PaymentIntent, so that a confirmation on its way
 * comes too late.
 */
async function cancelAfterRetries(
  at: StripeAccount,
  stripe: Stripe,
  transaction: Transaction,
  id: string,
): Promise<Answer> {
  if (isCallUnderWay(at, transaction)) return { kind: 'unknown' };
  const cancelled: Intent = objectOf(
    await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }),
    id,
  );
  return cancelled.status === 'canceled' ? { kind: 'unheard' } : { kind: 'unknown' };
}

function isCallUnderWay({ parts }: StripeAccount, transaction: Transaction): boolean {
  return parts.now().getTime() - firstTryAt(transaction).getTime() < CONFIRMED_BY_MS;
}

/**
 * Cancels a charge that nobody has paid. If it is paid or over, this answers its state; else the outcome is unknown and
 * nothing changes.
 */
export async function cancelCharge(at: StripeAccount, call: Call): Promise<Outcome> {
  const ids = await idsOf(call);
  if (!ids) return { kind: 'unknown' };
  const stripe = await at.client.during(call.signal);
  try {
    if (ids.session) await stripe.checkout.sessions.expire(ids.session);
    else await stripe.paymentIntents.cancel(ids.intent!, { cancellation_reason: 'requested_by_customer' });
  } catch (error) {
    // A refusal means that its state allows no cancelling; any other error says nothing.
    if (callFailureOf(error).kind !== 'refused') return { kind: 'unknown' };
  }
  const { standing, of, id } = await readCharge(at, stripe, ids);
  if (standing.kind === 'completed' || standing.kind === 'declined') return standing;
  if (standing.kind !== 'expired' || !of) return { kind: 'unknown' };
  return { kind: 'declined', errorCode: CODE.cancelled, of, providerReference: id };
}

/** The stored ids of this charge; no other attempt or account sees them. */
async function idsOf(call: Call): Promise<Ids | null> {
  const { session = null, intent = null } = (await call.state()) ?? {};
  return session || intent ? { session, intent } : null;
}

/** Throws what the SDK throws. */
async function readCharge(
  { parts: { unknownValue } }: StripeAccount,
  stripe: Stripe,
  ids: Ids,
): Promise<Found> {
  if (ids.session) {
    const page = await readCheckout(stripe, ids.session);
    const intent = await intentOfCheckout(stripe, page);
    const standing = standingOfCheckout(page, intent, unknownValue);
    return { standing, of: aboutCheckout(page), id: intent?.id ?? page.id };
  }
  const intent = await readIntent(stripe, ids.intent!);
  return { standing: standingOf(intent, unknownValue), of: aboutIntent(intent), id: intent.id };
}

export async function readIntent(stripe: Stripe, id: string): Promise<Intent> {
  return objectOf(await stripe.paymentIntents.retrieve(id), id);
}

export async function readCheckout(stripe: Stripe, id: string): Promise<Checkout> {
  return objectOf(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }), id);
}

/** Null: nobody has tried to pay on the page. */
export async function intentOfCheckout(stripe: Stripe, page: Checkout): Promise<Intent | null> {
  if (isObject(page.payment_intent)) return page.payment_intent;
  const id = idIn(page.payment_intent);
  return id === null ? null : readIntent(stripe, id);
}
