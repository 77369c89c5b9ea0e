// Worked records and webhook bodies of events after the end of a payment: disputes and returns (contract 13). The
// domain makes them.
import { type Dispute, judgeDispute } from '../../domain/after-end/dispute.ts';
import { judgeReturn } from '../../domain/after-end/return.ts';
import { optionsOf } from '../../domain/options/payment-option.ts';
import { toRecord } from '../../domain/records/record.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { disputeEvent, returnEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Example } from '../calls/operation.ts';
import { completedCardPayin } from './card-examples.ts';
import { exampleSteps, exampleTransaction, inMinutes } from './example-transaction.ts';
import { completedPayout } from './payout-examples.ts';

const DISPUTE_ID = '0197c2f6-2c1e-7a6f-9b3d-4e5f60718293';
const EVENT_ID = '0197c2f4-5c33-7d18-8f2a-6b7c8d9e0f1a';
export const SHOP = {
  notificationUrl: 'https://shop.example/webhooks',
  signingSecrets: [{ id: EVENT_ID, secret: 'of no shop' }],
};

const payin = completedCardPayin.transaction;

function step(
  former: Dispute | null,
  news: Omit<Parameters<typeof judgeDispute>[2], 'id'>,
  afterMin: number,
) {
  const before = former ? { ...payin, sequence: payin.sequence + former.steps } : payin;
  const judged = judgeDispute(before, former, { ...news, id: DISPUTE_ID }, inMinutes(afterMin));
  if (judged.kind !== 'moved') throw new Error(`an example of a dispute is ${judged.kind}`);
  return judged.change;
}

const opened = step(
  null,
  { status: 'OPEN', reason: 'fraudulent', deadline: new Date('2026-04-01T00:00:00.000Z') },
  1_440,
);
const updated = step(
  opened.dispute,
  { status: 'OPEN', deadline: new Date('2026-04-08T00:00:00.000Z') },
  2_880,
);
/** For the calls of staff. */
export const openDisputeExample = { dispute: opened.dispute, transaction: opened.after };

const won = step(opened.dispute, { status: 'WON' }, 4_320);
const lost = step(opened.dispute, { status: 'LOST' }, 4_320);

function comeBack(transaction: Transaction, reason: string) {
  const judged = judgeReturn(transaction, reason, inMinutes(1_440));
  if (judged.kind !== 'returned') throw new Error(`the example of a return is ${judged.kind}`);
  return judged.change;
}

const debit = exampleSteps(
  exampleTransaction({ optionId: optionsOf('PAYIN').find(({ type }) => type === 'DIRECT_DEBIT')!.id }),
  { kind: 'pending' },
  { kind: 'completed' },
).transaction;
const returned = comeBack(completedPayout.transaction, 'AC04 closed account');
const debitReturned = comeBack(debit, 'MD06 refund request by the payer');

export const disputed: Record<string, Example> = {
  opened: {
    summary: 'The dispute is open',
    value: toRecord(opened.after, completedCardPayin.timeline, { disputes: [opened.dispute] }),
  },
};

export const sentBack: Record<string, Example> = {
  payout: {
    summary: 'A payout that was returned',
    value: toRecord(returned.after, completedPayout.timeline),
  },
};

const disputeExample = (summary: string, change: typeof opened): Example => ({
  summary,
  value: JSON.parse(disputeEvent(change, EVENT_ID, SHOP).body),
});

export const disputeEvents: Record<string, Example> = {
  'dispute.opened': disputeExample('A chargeback', opened),
  'dispute.updated': disputeExample('The deadline has changed', updated),
  'dispute.won': disputeExample('Won: the money is given back', won),
  'dispute.lost': disputeExample('Lost', lost),
};

const toldReturn = (summary: string, change: typeof returned): Example => ({
  summary,
  value: JSON.parse(returnEvent(change, EVENT_ID, SHOP).body),
});

export const payoutReturned = toldReturn('Returned after it was paid out', returned);
export const payinReturned = toldReturn("A debit that the payer's bank took back", debitReturned);
