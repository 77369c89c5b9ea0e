// The parts of Stripe's objects that the adapter reads. An answer may be anything, so this file checks in each object
// the fields that the adapter needs, before they are used. The other fields may be missing.
import type { Stripe } from 'stripe';

type Known<Of, Names extends keyof Of> = { id: string } & Partial<Pick<Of, Names>>;

export type Intent = Known<
  Stripe.PaymentIntent,
  | 'amount'
  | 'amount_received'
  | 'currency'
  | 'status'
  | 'metadata'
  | 'next_action'
  | 'last_payment_error'
  | 'latest_charge'
  | 'cancellation_reason'
  | 'payment_method_types'
  | 'capture_method'
  | 'payment_method'
  | 'customer'
  | 'setup_future_usage'
>;

export type StripeCharge = Known<
  Stripe.Charge,
  'payment_intent' | 'payment_method_details' | 'metadata' | 'amount' | 'amount_captured' | 'currency'
>;

export type Setup = Known<
  Stripe.SetupIntent,
  'status' | 'metadata' | 'payment_method' | 'customer' | 'latest_attempt'
>;

export type Checkout = Known<
  Stripe.Checkout.Session,
  | 'amount_total'
  | 'currency'
  | 'status'
  | 'url'
  | 'expires_at'
  | 'metadata'
  | 'client_reference_id'
  | 'payment_intent'
  | 'mode'
  | 'setup_intent'
>;

export type StripeRefund = Known<
  Stripe.Refund,
  | 'amount'
  | 'currency'
  | 'status'
  | 'metadata'
  | 'payment_intent'
  | 'charge'
  | 'created'
  | 'balance_transaction'
>;

export type StripeDispute = Known<
  Stripe.Dispute,
  | 'amount'
  | 'currency'
  | 'status'
  | 'reason'
  | 'payment_intent'
  | 'charge'
  | 'balance_transactions'
  | 'evidence_details'
  | 'payment_method_details'
  | 'metadata'
>;

export type StripePayout = Known<
  Stripe.Payout,
  | 'amount'
  | 'currency'
  | 'status'
  | 'automatic'
  | 'reconciliation_status'
  | 'arrival_date'
  | 'failure_code'
  | 'reversed_by'
  | 'statement_descriptor'
>;

export type BalanceTransaction = Known<
  Stripe.BalanceTransaction,
  | 'amount'
  | 'fee'
  | 'net'
  | 'currency'
  | 'created'
  | 'exchange_rate'
  | 'reporting_category'
  | 'type'
  | 'source'
>;

/**
 * An object with an id that fits into a path and is the id that was asked for. Otherwise it throws, and nobody knows
 * the outcome of the call.
 */
export function objectOf<Of extends { id: string }>(answer: unknown, id?: string): Of {
  if (!isObject(answer)) throw new Error('Stripe’s answer is not an object');
  if (id !== undefined && answer.id !== id) throw new Error('Stripe’s answer is about another object');
  return answer as Of;
}

export function isObject(value: unknown): value is { id: string } {
  return isRecord(value) && isId(value.id);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,255}$/.test(value);
}

export function isWebAddress(text: unknown): text is string {
  return typeof text === 'string' && /^https?:\/\/[^\p{Cc}\p{Cs}]+$/u.test(text) && URL.canParse(text);
}

/** The id in a field that holds an id or, if the call asked for it, the object itself. */
export function idIn(field: unknown): string | null {
  if (isId(field)) return field;
  return isObject(field) ? field.id : null;
}

export const OTHER_CHARGE = 'it is about a different charge, not the one that was paid';

/**
 * A payment may have had charges that failed; only its latest charge was paid. If Stripe does not name it, there is
 * nothing to compare.
 */
export function isOfCharge({ latest_charge }: Intent, charge: unknown): boolean {
  const [paid, named] = [idIn(latest_charge), idIn(charge)];
  return paid === null || named === null || paid === named;
}

/**
 * A text of Stripe that the gateway keeps: without control characters, NUL included, and at most `longest` code points.
 */
export function cleanText(text: string, longest: number): string {
  const clean = text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
  return [...clean].slice(0, longest).join('');
}
