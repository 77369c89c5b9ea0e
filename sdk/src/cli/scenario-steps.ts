// The steps of the scenarios: each makes or ends a real payment in the sandbox, with the calls that a merchant uses.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tollgate, Transaction } from '../tollgate.ts';

export type Override = 'amount' | 'currency' | 'country' | 'reference' | 'notification-url';

export interface Wishes {
  amount: number;
  currency: string;
  country: string;
  merchantReference: string;
  notificationUrl?: string;
}

export interface Scenario {
  summary: string;
  takes: readonly Override[];
  play(client: Tollgate, wishes: Wishes): Promise<string>;
}

export const EVERYTHING: readonly Override[] = [
  'amount',
  'currency',
  'country',
  'reference',
  'notification-url',
];
/** A SEPA payout is in euro, to a German account. */
export const OF_PAYOUT = EVERYTHING.filter((name) => name !== 'currency' && name !== 'country');

/** The brand does not offer what a scenario needs. */
export class NotOffered extends Error {}

async function optionFor(client: Tollgate, { currency, country }: Wishes, wanted: string): Promise<string> {
  const option = (await client.payments.options({ currency, country })).find(({ type }) => type === wanted);
  if (!option)
    throw new NotOffered(`the brand has no option of type ${wanted} for ${currency} in ${country}`);
  return option.id;
}

export async function card(
  client: Tollgate,
  wishes: Wishes,
  cardNumber: string,
  captureMode: 'automatic' | 'manual' = 'automatic',
): Promise<string> {
  const paymentOptionId = await optionFor(client, wishes, 'CARD');
  const paymentData = {
    cardNumber,
    expiryMonth: '12',
    expiryYear: '2035',
    cardCvv: '123',
    cardHolder: 'Ada Lovelace',
  };
  const { result } = await client.payments.create({ ...wishes, paymentOptionId, captureMode, paymentData });
  return result.transactionId;
}

export async function debit(client: Tollgate, wishes: Wishes): Promise<string> {
  const paymentOptionId = await optionFor(client, wishes, 'DIRECT_DEBIT');
  const paymentData = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const { result } = await client.payments.create({ ...wishes, paymentOptionId, paymentData });
  await force(client, result.transactionId, 'COMPLETED');
  return result.transactionId;
}

export const authorizedCard = (client: Tollgate, wishes: Wishes) =>
  card(client, wishes, '4242424242424242', 'manual');

/** Without an amount: captures all that is left. */
export async function captured(
  client: Tollgate,
  transactionId: string,
  { amount, isLast }: { amount?: number; isLast: boolean },
): Promise<string> {
  const { captureId, status } = await client.payments.capture({
    transactionId,
    final: isLast,
    ...(amount !== undefined && { amount }),
  });
  if (status === 'PENDING') await client.sandbox.forceCapture(captureId, 'COMPLETED');
  return captureId;
}

export const paidByCard = (client: Tollgate, wishes: Wishes) => card(client, wishes, '4242424242424242');

/** A payment that is refunded in full. */
export async function refund(
  client: Tollgate,
  wishes: Wishes,
): Promise<{ transactionId: string; refundId: string }> {
  const transactionId = await paidByCard(client, wishes);
  return { transactionId, refundId: await refunded(client, wishes, 'COMPLETED') };
}

/** Without an amount: refunds all that is left. */
export async function refunded(
  client: Tollgate,
  { merchantReference, country }: Wishes,
  outcome: 'COMPLETED' | 'FAILED',
  amount?: number,
): Promise<string> {
  const { refundId } = await client.refunds.create({
    merchantReference,
    country,
    ...(amount !== undefined && { amount }),
  });
  await client.sandbox.forceRefund(refundId, outcome);
  return refundId;
}

/**
 * A part of the amount. Its last two digits are `ending`: in the sandbox these digits decide the outcome of a refund.
 */
export function part({ amount, currency }: Wishes, share: number, ending: number): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  // The API takes two decimals for every currency that has them.
  const inMinor = 10 ** Math.min(2, maximumFractionDigits);
  return (Math.floor((amount * inMinor * share) / 100) * 100 + ending) / inMinor;
}

/** A payment with disputes, one step after the other. */
export async function disputed(
  client: Tollgate,
  wishes: Wishes,
  ...steps: Parameters<Tollgate['sandbox']['dispute']>[1][]
): Promise<string> {
  const transactionId = await paidByCard(client, wishes);
  for (const step of steps) await client.sandbox.dispute(transactionId, step);
  return transactionId;
}

async function payout(client: Tollgate, wishes: Wishes): Promise<string> {
  const sepa = (await client.payouts.options({ country: 'DE', currency: 'EUR' })).find(
    ({ type }) => type === 'BANK_TRANSFER',
  );
  if (!sepa) throw new NotOffered('the brand has no SEPA payout');
  const paymentData = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const { result } = await client.payouts.create({
    ...wishes,
    currency: 'EUR',
    country: 'DE',
    paymentOptionId: sepa.id,
    paymentData,
  });
  const { transactionId } = result;
  if (result.status === 'PENDING') {
    const settled = await client.payouts.approve(transactionId);
    if (settled.status === 'PENDING') throw new Error('the balance of the brand is too small for the payout');
  }
  return transactionId;
}

export async function paidOut(client: Tollgate, wishes: Wishes): Promise<string> {
  const transactionId = await payout(client, wishes);
  await force(client, transactionId, 'COMPLETED');
  return transactionId;
}

/** Does not fail if the payment has reached this outcome by itself. */
export async function force(
  client: Tollgate,
  transactionId: string,
  outcome: 'COMPLETED',
): Promise<Transaction> {
  for (let tries = 1; ; tries++) {
    const found = await client.payments.get(transactionId);
    if (found.status === outcome) return found;
    try {
      return await client.sandbox.forceOutcome(transactionId, { outcome });
    } catch (error) {
      if (tries === 10) throw error;
      await sleep(100);
    }
  }
}

export async function session(client: Tollgate, wishes: Wishes): Promise<string> {
  return (await client.sessions.create(wishes)).transactionId;
}
