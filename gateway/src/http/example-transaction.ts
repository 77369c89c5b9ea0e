// Where the worked answers of the API reference come from: a made-up transaction goes through the same domain code as a real
// one, so an example has the very fields an answer has. The example files build on it; nothing here is ever stored.
import type { Outcome } from '../domain/outcome.ts';
import { optionsOf } from '../domain/payment-option.ts';
import { toEnvelope } from '../domain/result.ts';
import type { Actor, Transaction } from '../domain/transaction.ts';
import { type TimelineEntry, transition } from '../domain/transition.ts';

export const TRANSACTION_ID = '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15';
export const SESSION_ID = '0197c2f4-5b7e-7a31-9d0c-40c1d2e3f405';
export const BRAND_ID = '0197b0aa-1c2d-7e3f-8a4b-5c6d7e8f9a0b';
export const CARD_OPTION_ID = optionsOf('PAYIN').find(({ type }) => type === 'CARD')!.id;
/** Where it all runs, in the examples. */
export const PUBLIC_URL = 'https://pay.example';
/** The mark of a page's address; a real one is keyed. */
export const PAGE_TOKEN = `${TRANSACTION_ID}.mJ1v9c2kQe8XbT4rLw0pZg`;
export const CASHIER_URL = `${PUBLIC_URL}/cashier/${PAGE_TOKEN}`;
export const CREATED_AT = new Date('2026-03-01T10:00:00.000Z');
export const DECIDED_AT = new Date('2026-03-01T10:00:00.180Z');

export const inMinutes = (minutes: number) => new Date(DECIDED_AT.getTime() + minutes * 60_000);

/** A pay-in by card that has just been stored, unless its fields say otherwise. */
export function exampleTransaction(fields: Partial<Transaction> = {}): Transaction {
  return {
    merchantId: BRAND_ID,
    id: TRANSACTION_ID,
    brandId: BRAND_ID,
    sessionId: SESSION_ID,
    type: 'PAYIN',
    origin: 'v3',
    status: 'INIT',
    sequence: 0,
    version: 0,
    merchantReference: 'order-10021',
    referenceCountry: 'DE',
    country: 'DE',
    currency: 'EUR',
    amountMinor: 4_990n,
    amountRefundedMinor: 0n,
    userId: 'customer-77',
    optionId: CARD_OPTION_ID,
    details: {
      paymentReference: `pay-${TRANSACTION_ID}`,
      customer: { firstName: 'Anna', lastName: 'Schmidt', email: 'anna@example.com', ip: '203.0.113.24' },
      redirectUrl: 'https://shop.example/return',
      notificationUrl: null,
      language: null,
      merchantDomain: null,
      extra1: null,
      extra2: null,
      extra3: null,
      shippingAddress: null,
      orderDetails: null,
    },
    card: null,
    panSealed: null,
    paymentDataSealed: null,
    moneyReserved: false,
    threeDs: null,
    resultType: null,
    statusCode: null,
    result: null,
    errorCode: null,
    provider: 'sandbox',
    providerReference: null,
    lateSuccess: false,
    idempotencyKey: null,
    requestFingerprint: null,
    answer: null,
    inquiries: 0,
    dueAt: null,
    expiresAt: null,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    completedAt: null,
    ...fields,
  };
}

/** The transaction after these outcomes, and its timeline. */
export function lifeOf(
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
  return toEnvelope(lifeOf(exampleTransaction(fields), outcome).transaction);
}
