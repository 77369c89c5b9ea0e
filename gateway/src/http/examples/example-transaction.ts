// The worked answers of the API reference: a made-up transaction goes through the same domain code as a real one, so an
// example has exactly the fields of an answer. Nothing here is ever stored.

import { optionsOf } from '../../domain/options/payment-option.ts';
import { toEnvelope } from '../../domain/records/result.ts';
import {
  NO_DETAILS,
  newTransaction,
  type TransactionRequest,
} from '../../domain/transactions/new-transaction.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { Actor, Transaction } from '../../domain/transactions/transaction.ts';
import { type TimelineEntry, transition } from '../../domain/transactions/transition.ts';

export const TRANSACTION_ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';
const SESSION_ID = '0197c2f4-5b7e-7a31-9d0c-40c1d2e3f405';
export const BRAND_ID = '0197b0aa-1c2d-7e3f-8a4b-5c6d7e8f9a0b';
export const CARD_OPTION_ID = optionsOf('PAYIN').find(({ type }) => type === 'CARD')!.id;
/** The public address in the examples. */
export const PUBLIC_URL = 'https://pay.example';
/** The mark of a page's address; a real one is keyed. */
export const PAGE_TOKEN = `${TRANSACTION_ID}.mJ1v9c2kQe8XbT4rLw0pZg`;
export const CASHIER_URL = `${PUBLIC_URL}/cashier/jK3vN0xq2mWc7Rt5uYb8Ze1aLd4fHg6iPo9sXwQyTkE`;
const CREATED_AT = new Date('2026-03-01T10:00:00.000Z');
export const DECIDED_AT = new Date('2026-03-01T10:00:00.180Z');

export const inMinutes = (minutes: number) => new Date(DECIDED_AT.getTime() + minutes * 60_000);

/** A pay-in by card that has just been stored, unless its fields say otherwise. */
export function exampleTransaction(fields: Partial<Transaction> = {}): Transaction {
  const customer = { firstName: 'Anna', lastName: 'Schmidt', email: 'anna@example.com', ip: '203.0.113.24' };
  const request = {
    brand: { merchantId: BRAND_ID, brandId: BRAND_ID },
    origin: 'v3',
    currency: 'EUR',
    amountMinor: 4_990n,
    country: 'DE',
    merchantReference: 'order-10021',
    paymentReference: `pay-${TRANSACTION_ID}`,
    userId: 'customer-77',
    details: { ...NO_DETAILS, customer, redirectUrl: 'https://shop.example/return' },
  } as const satisfies TransactionRequest;
  return {
    ...newTransaction({ ...request, type: 'PAYIN', optionId: CARD_OPTION_ID, customer }, CREATED_AT),
    id: TRANSACTION_ID,
    sessionId: SESSION_ID,
    provider: 'sandbox',
    dueAt: null,
    ...fields,
  };
}

/** The transaction after these outcomes, and its timeline. */
export function exampleSteps(
  transaction: Transaction,
  ...outcomes: Outcome[]
): { transaction: Transaction; timeline: TimelineEntry[] } {
  let current = transaction;
  const timeline: TimelineEntry[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const at = new Date(DECIDED_AT.getTime() + index * 10_000);
    const change = transition(current, outcome, actorOf(outcome, index), at);
    if (!change) throw new Error(`no example: ${current.status} does not admit "${outcome.kind}"`);
    current = change.after;
    if (change.entry) timeline.push(change.entry);
  }
  return { transaction: current, timeline };
}

function actorOf(outcome: Outcome, index: number): Actor {
  const isMerchants = index === 0 || outcome.kind === 'approved' || outcome.kind === 'cancelled';
  if (isMerchants || (outcome.kind === 'declined' && outcome.errorCode === '4005')) return 'merchant';
  return outcome.kind === 'expired' ? 'expiry' : 'resolver';
}

/** The envelope that answers the request. */
export function envelopeAfter(outcome: Outcome, fields: Partial<Transaction> = {}) {
  const isCashier = outcome.kind === 'cashier';
  const asked = isCashier && { provider: null, cashierTokenHash: Buffer.alloc(32) };
  const { transaction } = exampleSteps(exampleTransaction({ ...fields, ...asked }), outcome);
  return toEnvelope(isCashier ? { ...transaction, result: { redirectUrl: CASHIER_URL } } : transaction);
}
