// The meaning of Stripe's answers: a PaymentIntent, a Checkout page or a refusal as an outcome (contract 13,
// "Answers"). Used by charges.ts and events.ts. An answer that cannot be read is unknown; it must never become a
// failure.
import {
  type AboutCharge,
  CODE,
  NOTHING_DONE,
  NOTHING_DONE_STATUSES,
  type Outcome,
} from '@tollgate/provider-kit';
import { fromStripeAmount } from './amounts.ts';
import type { CallFailure } from './client.ts';
import { type DeclineWords, declineCode } from './declines.ts';
import { type Checkout, type Intent, isObject, type Setup, type StripeCharge } from './objects.ts';

export type UnknownValue = (field: string, value: string) => void;

/** The state of a PaymentIntent. */
export type Standing =
  | Exclude<Outcome, { kind: 'redirect' | 'instructions' }>
  /** The shopper has not decided yet. `page`: where to go; null: nowhere. */
  | { kind: 'open'; page: string | null }
  /** It was never confirmed. */
  | { kind: 'unconfirmed' };

/** It is authorised first, and captured by a call of its own (contract 16). */
export const isManual = ({ capture_method: method }: Intent): boolean => method === 'manual';

/**
 * Null: the amount or its currency is unknown here. If only a part of a payment was captured, that part counts; the
 * captures of a manual payment are told one by one (captures.ts).
 */
export function aboutIntent(intent: Intent): AboutCharge | null {
  const { metadata, amount, amount_received: received, currency, status } = intent;
  const isPart =
    !isManual(intent) && status === 'succeeded' && received !== undefined && received < (amount ?? 0);
  return about(metadata?.reference, isPart ? received : amount, currency);
}

export function aboutCheckout(page: Checkout): AboutCharge | null {
  // A page that only stores a card has no amount.
  const amount = page.mode === 'setup' ? 0 : page.amount_total;
  return about(page.metadata?.reference ?? page.client_reference_id, amount, page.currency);
}

/** An object without a reference gets the empty reference, which no charge of ours has. */
function about(reference: unknown, amount: unknown, currency: unknown): AboutCharge | null {
  const ours = fromStripeAmount(amount, currency);
  return ours && { reference: typeof reference === 'string' ? reference : '', ...ours };
}

export function standingOf(intent: Intent, unknownValue: UnknownValue): Standing {
  const of = aboutIntent(intent);
  if (!of) {
    unknownValue('payment_intent.currency', String(intent.currency));
    return { kind: 'unknown' };
  }
  const said = { of, providerReference: intent.id };
  switch (intent.status) {
    // A manual payment was authorised before. Its captures are asked for, and told, on their own.
    case 'succeeded':
      return isManual(intent) ? { kind: 'authorized', ...said } : { kind: 'completed', ...said };
    case 'requires_capture':
      return { kind: 'authorized', ...said, ...termsOf(intent) };
    case 'processing':
      return { kind: 'pending', ...said };
    case 'requires_action':
      return { kind: 'open', page: intent.next_action?.redirect_to_url?.url ?? null };
    case 'requires_payment_method':
    case 'requires_confirmation': {
      if (!intent.last_payment_error) return { kind: 'unconfirmed' };
      const isCard = isOnCheckout(intent) || methodIn(intent) === storedMethod('card');
      const errorCode = declineCode(intent.last_payment_error, isCard, unknownValue);
      return { kind: 'declined', errorCode, ...said };
    }
    case 'canceled': {
      // It was cancelled because the bank wanted the payer, who is absent (later-charges.ts).
      if (isLaterCharge(intent) && !intent.latest_charge)
        return { kind: 'declined', errorCode: CODE.threeDsRequired, ...said };
      const isOver = ['abandoned', 'automatic', 'expired'].includes(intent.cancellation_reason ?? '');
      return { kind: 'declined', errorCode: isOver ? CODE.expired : CODE.cancelled, ...said };
    }
    default:
      unknownValue('payment_intent.status', String(intent.status));
      return { kind: 'unknown' };
  }
}

/** Cards are only entered on Checkout's page. There a shopper may try another card after a decline. */
export function isOnCheckout({ metadata, payment_method_types: types }: Intent): boolean {
  if (metadata?.method !== undefined) return metadata.method === 'card';
  return Array.isArray(types) && types.includes('card');
}

const STORED = 'stored-';
/** The method in the metadata of a later charge: its payer is absent, so it is never on a page. */
export const storedMethod = (method: string): string => `${STORED}${method}`;
const methodIn = ({ metadata }: Intent): string => metadata?.method ?? '';
export const isLaterCharge = (intent: Intent): boolean => methodIn(intent).startsWith(STORED);

/** What the charge says of its authorisation; nothing if it was not read. */
function termsOf({ latest_charge: charge }: Intent): { captureBefore?: Date; takesSeveral?: boolean } {
  const card = isObject(charge) ? (charge as StripeCharge).payment_method_details?.card : null;
  const terms: { captureBefore?: Date; takesSeveral?: boolean } = {};
  if (card?.multicapture) terms.takesSeveral = card.multicapture.status === 'available';
  const until = card?.capture_before;
  if (Number.isSafeInteger(until) && until! > 0) terms.captureBefore = new Date(until! * 1000);
  return terms;
}

/** The state of a page; `intent`: its payment, null if nobody has tried to pay. */
export function standingOfCheckout(
  page: Checkout,
  intent: Intent | null,
  unknownValue: UnknownValue,
): Standing {
  const standing = intent && standingOf(intent, unknownValue);
  // Money that moved or is held counts, whatever the page says.
  if (standing?.kind === 'completed' || standing?.kind === 'pending' || standing?.kind === 'authorized')
    return standing;
  switch (page.status) {
    // The card was declined, or is being authenticated; the page goes on.
    case 'open':
      return { kind: 'open', page: page.url ?? null };
    case 'expired':
      return { kind: 'expired' };
    case 'complete':
      return standing && standing.kind !== 'unconfirmed' && standing.kind !== 'open'
        ? standing
        : { kind: 'unknown' };
    default:
      unknownValue('checkout.session.status', String(page.status));
      return { kind: 'unknown' };
  }
}

/** The state of a page that only stores a card. */
export function standingOfSetup(page: Checkout, setup: Setup | null, unknownValue: UnknownValue): Standing {
  const of = aboutCheckout(page);
  if (page.status === 'complete' && setup?.status === 'succeeded' && of)
    return { kind: 'completed', of, providerReference: setup.id };
  if (page.status === 'complete') return { kind: 'unknown' };
  return standingOfCheckout(page, null, unknownValue);
}

/** What a charge call without an object means, by its status. Only a decline and a used key need a readable body. */
export function outcomeOfRefusal(answer: CallFailure, unknownValue: UnknownValue): Outcome {
  if (answer.kind === 'unreadable') return { kind: 'unknown' };
  if (answer.kind === 'not-connected') return { kind: 'failed', errorCode: NOTHING_DONE };
  const { status, type, code, declineCode: reason } = answer;
  // Another call had the same key, and nobody knows what it did.
  const isKeyUsed = type === 'idempotency_error';
  if (NOTHING_DONE_STATUSES.includes(status) && !isKeyUsed) {
    return { kind: 'failed', errorCode: NOTHING_DONE, answered: true };
  }
  if (status === 402 && type !== '') {
    const words: DeclineWords = { code, decline_code: reason };
    return { kind: 'declined', errorCode: declineCode(words, false, unknownValue) };
  }
  return status >= 400 && status < 500 ? { kind: 'unknown', answered: true } : { kind: 'unknown' };
}
