// The scenarios of `trigger`, and the overrides that each takes. Each makes real payments in the sandbox, with the
// calls that a merchant uses. So records, webhooks and balances follow as usual.
import type { Tollgate, Transaction } from '../tollgate.ts';
import { CallFault } from './command.ts';
import { MANDATE_SCENARIOS } from './mandate-scenarios.ts';
import {
  authorizedCard,
  captured,
  card,
  debit,
  disputed,
  EVERYTHING,
  force,
  OF_PAYOUT,
  type Override,
  paidByCard,
  paidOut,
  part,
  refund,
  refunded,
  type Scenario,
  session,
} from './scenario-steps.ts';

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
  ...MANDATE_SCENARIOS,
  settlement: {
    summary: 'a card payment, and the payout of the sandbox that it is in',
    takes: EVERYTHING,
    async play(client, wishes) {
      const transactionId = await paidByCard(client, wishes);
      await client.sandbox.settle();
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
