// The scenarios of `trigger`, and the overrides that each takes. Each makes real payments in the sandbox, with the
// calls that a merchant uses. So records, webhooks and balances follow as usual.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tollgate, Transaction } from '../tollgate.ts';
import { CallFault } from './command.ts';

export type Override = 'amount' | 'currency' | 'country' | 'reference' | 'notification-url';

interface Wishes {
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

const EVERYTHING: readonly Override[] = ['amount', 'currency', 'country', 'reference', 'notification-url'];
/** A SEPA payout is in euro, to a German account. */
const OF_PAYOUT = EVERYTHING.filter((name) => name !== 'currency' && name !== 'country');

/** The brand does not offer what a scenario needs. */
export class NotOffered extends Error {}

async function optionFor(client: Tollgate, { currency, country }: Wishes, wanted: string): Promise<string> {
  const option = (await client.payments.options({ currency, country })).find(({ type }) => type === wanted);
  if (!option)
    throw new NotOffered(`the brand has no option of type ${wanted} for ${currency} in ${country}`);
  return option.id;
}

async function card(
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

async function debit(client: Tollgate, wishes: Wishes): Promise<string> {
  const paymentOptionId = await optionFor(client, wishes, 'DIRECT_DEBIT');
  const paymentData = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const { result } = await client.payments.create({ ...wishes, paymentOptionId, paymentData });
  await force(client, result.transactionId, 'COMPLETED');
  return result.transactionId;
}

const authorizedCard = (client: Tollgate, wishes: Wishes) =>
  card(client, wishes, '4242424242424242', 'manual');

/** Without an amount: captures all that is left. */
async function captured(
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

const paidByCard = (client: Tollgate, wishes: Wishes) => card(client, wishes, '4242424242424242');

/** A payment that is refunded in full. */
async function refund(
  client: Tollgate,
  wishes: Wishes,
): Promise<{ transactionId: string; refundId: string }> {
  const transactionId = await paidByCard(client, wishes);
  return { transactionId, refundId: await refunded(client, wishes, 'COMPLETED') };
}

/** Without an amount: refunds all that is left. */
async function refunded(
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
function part({ amount, currency }: Wishes, share: number, ending: number): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  // The API takes two decimals for every currency that has them.
  const inMinor = 10 ** Math.min(2, maximumFractionDigits);
  return (Math.floor((amount * inMinor * share) / 100) * 100 + ending) / inMinor;
}

/** A payment with disputes, one step after the other. */
async function disputed(
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

async function paidOut(client: Tollgate, wishes: Wishes): Promise<string> {
  const transactionId = await payout(client, wishes);
  await force(client, transactionId, 'COMPLETED');
  return transactionId;
}

/** Does not fail if the payment has reached this outcome by itself. */
async function force(client: Tollgate, transactionId: string, outcome: 'COMPLETED'): Promise<Transaction> {
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

async function session(client: Tollgate, wishes: Wishes): Promise<string> {
  return (await client.sessions.create(wishes)).transactionId;
}

export const SCENARIOS: Record<string, Scenario> = {
  card: { summary: 'a card payment that completes', takes: EVERYTHING, play: paidByCard },
  declined: {
    summary: 'a card that is declined: insufficient funds',
    takes: EVERYTHING,
    play: (client, wishes) => card(client, wishes, '4000000000009995'),
  },
  '3ds': {
    summary: 'a card whose bank asks for approval, which is given',
    takes: EVERYTHING,
    async play(client, wishes) {
      const transactionId = await card(client, wishes, '4000000000003220');
      await force(client, transactionId, 'COMPLETED');
      return transactionId;
    },
  },
  '3ds-refunded': {
    summary: 'a card whose bank asks for approval, and a part is refunded',
    takes: EVERYTHING,
    async play(client, wishes) {
      const transactionId = await card(client, wishes, '4000000000003220');
      await force(client, transactionId, 'COMPLETED');
      await refunded(client, wishes, 'COMPLETED', part(wishes, 0.4, 50));
      return transactionId;
    },
  },
  unknown: {
    summary: 'a card payment without an answer (9001), which completes later',
    takes: EVERYTHING,
    async play(client, wishes) {
      const transactionId = await card(client, wishes, '4000000000000341');
      await force(client, transactionId, 'COMPLETED');
      return transactionId;
    },
  },
  late: {
    summary: 'a session that expires, and is paid afterwards',
    takes: EVERYTHING,
    async play(client, wishes) {
      const transactionId = await session(client, wishes);
      await client.sandbox.forceOutcome(transactionId, { outcome: 'EXPIRED' });
      await client.sandbox.forceOutcome(transactionId, { outcome: 'COMPLETED' });
      return transactionId;
    },
  },
  authorised: {
    summary: 'a card payment that is authorised, and not captured yet',
    takes: EVERYTHING,
    play: authorizedCard,
  },
  captured: {
    summary: 'an authorised card payment that is captured in two parts; the rest is released',
    takes: EVERYTHING,
    async play(client, wishes) {
      const transactionId = await authorizedCard(client, wishes);
      await captured(client, transactionId, { amount: part(wishes, 0.4, 50), isLast: false });
      await captured(client, transactionId, { amount: part(wishes, 0.3, 70), isLast: true });
      return transactionId;
    },
  },
  'capture-failed': {
    summary: 'a capture of an authorised card payment that fails after it was completed',
    takes: EVERYTHING,
    async play(client, wishes) {
      const transactionId = await authorizedCard(client, wishes);
      const captureId = await captured(client, transactionId, { isLast: true });
      await client.sandbox.forceCapture(captureId, 'FAILED');
      return transactionId;
    },
  },
  lapsed: {
    summary: 'an authorised card payment that is never captured, and lapses',
    takes: EVERYTHING,
    async play(client, wishes) {
      const transactionId = await authorizedCard(client, wishes);
      await client.sandbox.forceOutcome(transactionId, { outcome: 'EXPIRED' });
      return transactionId;
    },
  },
  refund: {
    summary: 'a card payment that is refunded',
    takes: EVERYTHING,
    play: async (client, wishes) => (await refund(client, wishes)).transactionId,
  },
  refunds: {
    summary: 'two partial refunds of a card payment, and a third that fails',
    takes: EVERYTHING,
    async play(client, wishes) {
      const transactionId = await paidByCard(client, wishes);
      await refunded(client, wishes, 'COMPLETED', part(wishes, 0.2, 50));
      await refunded(client, wishes, 'COMPLETED', part(wishes, 0.3, 70));
      await refunded(client, wishes, 'FAILED', part(wishes, 0.1, 2));
      return transactionId;
    },
  },
  'refund-failed': {
    summary: 'a refund that fails after it was completed',
    takes: EVERYTHING,
    async play(client, wishes) {
      const { transactionId, refundId } = await refund(client, wishes);
      await client.sandbox.forceRefund(refundId, 'FAILED');
      return transactionId;
    },
  },
  payout: { summary: 'a SEPA payout that completes', takes: OF_PAYOUT, play: paidOut },
  'payout-returned': {
    summary: 'a payout that comes back',
    takes: OF_PAYOUT,
    async play(client, wishes) {
      const transactionId = await paidOut(client, wishes);
      await client.sandbox.return(transactionId, { reason: 'account closed' });
      return transactionId;
    },
  },
  'debit-returned': {
    summary: "a SEPA direct debit that the customer's bank returns",
    takes: OF_PAYOUT,
    async play(client, wishes) {
      const transactionId = await debit(client, wishes);
      await client.sandbox.return(transactionId, { reason: 'MD06 refund requested by the payer' });
      return transactionId;
    },
  },
  dispute: {
    summary: 'a card payment that is disputed, and the dispute lost',
    takes: EVERYTHING,
    play: (client, wishes) => disputed(client, wishes, { status: 'OPEN' }, { status: 'LOST' }),
  },
  'dispute-won': {
    summary: 'a dispute that is won',
    takes: EVERYTHING,
    play: (client, wishes) => disputed(client, wishes, { status: 'OPEN' }, { status: 'WON' }),
  },
  'dispute-reversed': {
    summary: 'a dispute for a part of a payment, which is won and then lost after all',
    takes: EVERYTHING,
    play: (client, wishes) =>
      disputed(
        client,
        wishes,
        { status: 'OPEN', amount: part(wishes, 0.6, 50) },
        { status: 'WON' },
        { status: 'LOST' },
      ),
  },
  disputes: {
    summary: 'an inquiry that becomes a dispute, and another dispute, both lost',
    takes: EVERYTHING,
    play: (client, wishes) =>
      disputed(
        client,
        wishes,
        { status: 'INQUIRY', amount: part(wishes, 0.4, 50) },
        { status: 'OPEN' },
        { status: 'LOST' },
        { status: 'OPEN', amount: part(wishes, 0.2, 80), fundsWithheld: false },
        { status: 'LOST' },
      ),
  },
  'dispute-refunded': {
    summary: 'a refunded payment that is disputed, too, and the dispute won',
    takes: EVERYTHING,
    async play(client, wishes) {
      const { transactionId } = await refund(client, wishes);
      await client.sandbox.dispute(transactionId, { status: 'OPEN' });
      await client.sandbox.dispute(transactionId, { status: 'WON' });
      return transactionId;
    },
  },
  cancelled: {
    summary: 'a session that is cancelled',
    takes: EVERYTHING,
    async play(client, wishes) {
      const transactionId = await session(client, wishes);
      await client.payments.cancel({ transactionId });
      return transactionId;
    },
  },
};

export interface Overrides {
  amount?: number;
  currency?: string;
  country?: string;
  reference?: string;
  'notification-url'?: string;
}

/**
 * Returns the record of what happened. `told` names an override for the caller; an override without an effect is
 * refused.
 */
export async function playScenario(
  client: Tollgate,
  name: string,
  overrides: Overrides,
  told: (override: Override) => string,
): Promise<Transaction> {
  const scenario = Object.hasOwn(SCENARIOS, name) ? SCENARIOS[name] : undefined;
  if (!scenario)
    throw new CallFault(`${name}: no such scenario; there are ${Object.keys(SCENARIOS).join(', ')}`);
  const { amount = 25, currency = 'EUR', country = 'DE', reference } = overrides;
  for (const override of EVERYTHING)
    if (overrides[override] !== undefined && !scenario.takes.includes(override))
      throw new CallFault(
        `${told(override)}: has no effect on ${name}, which takes ${scenario.takes.join(', ')}`,
      );
  if (!(amount > 0)) throw new CallFault(`${told('amount')}: must be a number above 0`);
  const notificationUrl = overrides['notification-url'];
  const transactionId = await scenario.play(client, {
    amount,
    currency,
    country,
    merchantReference: reference ?? `${name}-${crypto.randomUUID().slice(0, 8)}`,
    ...(notificationUrl !== undefined && { notificationUrl }),
  });
  return await client.payments.get(transactionId);
}
