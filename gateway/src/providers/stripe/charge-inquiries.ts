// Asks Stripe about the state of a charge, and cancels it (contract 13). Called by stripe.ts, and by charges.ts if
// Stripe says that a charge was confirmed before. It uses the stored ids; it never reads what a shopper's browser
// brings.
import {
  type AboutCharge,
  type Call,
  type ChargeState,
  CODE,
  type Outcome,
  type Transaction,
} from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import type { StripeAccount } from './account.ts';
import { fromStripeAmount } from './amounts.ts';
import {
  aboutCheckout,
  aboutIntent,
  isLaterCharge,
  type Standing,
  standingOf,
  standingOfCheckout,
  standingOfSetup,
} from './answers.ts';
import { callFailureOf } from './client.ts';
import {
  type Checkout,
  type Intent,
  idIn,
  isObject,
  objectOf,
  type Setup,
  type StripeCharge,
} from './objects.ts';

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
  /** null: nobody has tried to pay. */
  intent: Intent | null;
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
  const { standing, id, intent } = await readCharge(at, stripe, ids);
  switch (standing.kind) {
    case 'open':
      return intent && isLaterCharge(intent) ? cancelWithoutPayer(at, stripe, intent) : { kind: 'waiting' };
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

/**
 * The bank wants the payer of a later charge, who is absent. It is cancelled, so that nobody can pay it any more, and
 * counts as declined.
 */
export async function cancelWithoutPayer(
  at: StripeAccount,
  stripe: Stripe,
  intent: Intent,
): Promise<Outcome> {
  const cancelled: Intent = objectOf(
    await stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }),
    intent.id,
  );
  const standing = standingOf(cancelled, at.parts.unknownValue);
  return standing.kind === 'declined' ? standing : { kind: 'unknown' };
}

function isCallUnderWay({ parts }: StripeAccount, transaction: Transaction): boolean {
  return parts.now().getTime() - firstTryAt(transaction).getTime() < CONFIRMED_BY_MS;
}

/**
 * Cancels a charge that nobody has paid, or releases what it holds. If it is paid or over, this answers its state; else
 * the outcome is unknown and nothing changes.
 */
export async function cancelCharge(
  at: StripeAccount,
  transaction: Transaction,
  call: Call,
): Promise<Outcome> {
  const ids = await idsOf(call, transaction);
  if (!ids) return { kind: 'unknown' };
  const stripe = await at.client.during(call.signal);
  const reason = cancellationReason(at, transaction);
  let found: Found | null = null;
  if (!transaction.authorized) {
    const isAsked = ids.session
      ? await isHeard(stripe.checkout.sessions.expire(ids.session))
      : await isHeard(stripe.paymentIntents.cancel(ids.intent!, { cancellation_reason: reason }));
    if (!isAsked) return { kind: 'unknown' };
    found = await readCharge(at, stripe, ids);
    if (found.standing.kind !== 'authorized') return asCancelled(found);
  }
  // A page ends when its payment is authorised, and then the payment itself is cancelled.
  found ??= await readCharge(at, stripe, ids);
  if (found.intent?.status === 'requires_capture') {
    const cancelling = stripe.paymentIntents.cancel(found.intent.id, { cancellation_reason: reason });
    if (!(await isHeard(cancelling))) return { kind: 'unknown' };
    found = await readCharge(at, stripe, ids);
  }
  return asVoided(found, transaction);
}

/**
 * The reason is the event's, too: so an authorisation that has lapsed here is over (3002), whatever is heard first.
 */
function cancellationReason({ parts }: StripeAccount, { authorized }: Transaction) {
  const isOver = authorized !== null && authorized.captureBefore <= parts.now();
  return isOver ? 'abandoned' : 'requested_by_customer';
}

/** A refusal means that its state allows no cancelling; any other error says nothing. */
async function isHeard(cancelling: Promise<unknown>): Promise<boolean> {
  try {
    await cancelling;
    return true;
  } catch (error) {
    return callFailureOf(error).kind === 'refused';
  }
}

function asCancelled({ standing, of, id }: Found): Outcome {
  if (standing.kind === 'completed' || standing.kind === 'declined') return standing;
  if (standing.kind !== 'expired' || !of) return { kind: 'unknown' };
  return { kind: 'declined', errorCode: CODE.cancelled, of, providerReference: id };
}

/** What was captured before stays captured; what was captured without our knowledge means that nothing was voided. */
function asVoided({ standing, of, intent }: Found, { authorized }: Transaction): Outcome {
  if (!intent || !of) return { kind: 'unknown' };
  if (standing.kind === 'declined') return standing;
  if (intent.status !== 'succeeded') return { kind: 'unknown' };
  const received = fromStripeAmount(intent.amount_received, intent.currency);
  const said = { of, providerReference: intent.id };
  return authorized && received?.amountMinor === authorized.capturedMinor
    ? { kind: 'declined', errorCode: CODE.cancelled, ...said }
    : { kind: 'completed', ...said };
}

/** The stored ids of this charge; no other attempt or account sees them. */
export async function idsOf(call: Call, transaction?: Transaction): Promise<Ids | null> {
  const { session = null, intent = null } = (await call.state()) ?? {};
  if (session || intent) return { session, intent };
  // What is authorised has an id of its own in the books.
  const id = transaction?.authorized ? transaction.providerReference : null;
  return id === null ? null : { session: null, intent: id };
}

/** Throws what the SDK throws. */
async function readCharge(
  { parts: { unknownValue } }: StripeAccount,
  stripe: Stripe,
  ids: Ids,
): Promise<Found> {
  if (ids.session) {
    const page = await readCheckout(stripe, ids.session);
    const of = aboutCheckout(page);
    if (page.mode === 'setup') {
      const setup = await setupOfCheckout(stripe, page);
      const standing = standingOfSetup(page, setup, unknownValue);
      return { standing, of, id: setup?.id ?? page.id, intent: null };
    }
    const intent = await intentOfCheckout(stripe, page);
    const standing = standingOfCheckout(page, intent, unknownValue);
    return { standing, of, id: intent?.id ?? page.id, intent };
  }
  const intent = await readIntent(stripe, ids.intent!);
  return { standing: standingOf(intent, unknownValue), of: aboutIntent(intent), id: intent.id, intent };
}

export async function readIntent(stripe: Stripe, id: string): Promise<Intent> {
  return withTerms(stripe, objectOf(await stripe.paymentIntents.retrieve(id), id));
}

/** The charge of an authorised payment says until when it can be captured, and how often. */
export async function withTerms(stripe: Stripe, intent: Intent): Promise<Intent> {
  const charge = idIn(intent.latest_charge);
  if (intent.status !== 'requires_capture' || charge === null || isObject(intent.latest_charge))
    return intent;
  try {
    const read: StripeCharge = objectOf(await stripe.charges.retrieve(charge), charge);
    return { ...intent, latest_charge: read as Stripe.Charge };
  } catch (error) {
    // The key may not read charges. The payment is authorised all the same.
    if (callFailureOf(error).kind === 'refused') return intent;
    throw error;
  }
}

export async function readCheckout(stripe: Stripe, id: string): Promise<Checkout> {
  return objectOf(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }), id);
}

/** Null: nobody has tried to pay on the page. */
export async function intentOfCheckout(stripe: Stripe, page: Checkout): Promise<Intent | null> {
  if (isObject(page.payment_intent)) return withTerms(stripe, page.payment_intent);
  const id = idIn(page.payment_intent);
  return id === null ? null : readIntent(stripe, id);
}

/** Null: nobody has entered a card on the page. */
export async function setupOfCheckout(stripe: Stripe, page: Checkout): Promise<Setup | null> {
  const id = idIn(page.setup_intent);
  return id === null ? null : readSetup(stripe, id);
}

export async function readSetup(stripe: Stripe, id: string): Promise<Setup> {
  return objectOf(await stripe.setupIntents.retrieve(id), id);
}
