// Worked webhook bodies for the API reference, by their eventType. The domain makes them in the same way as real ones.
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { refundEvent, statusEvent } from '../../domain/webhooks/webhook-event.ts';
import type { Example } from '../calls/operation.ts';
import { payinReturned, payoutReturned, SHOP } from './after-end-examples.ts';
import { authorizedEvent } from './capture-examples.ts';
import { completedCardPayin } from './card-examples.ts';
import { exampleSteps, exampleTransaction, inMinutes } from './example-transaction.ts';
import { exampleRefund, refundedPayin } from './examples.ts';
import { declinedPayout, payoutSteps } from './payout-examples.ts';

const EVENT_ID = '0197c2f4-5c33-7d18-8f2a-6b7c8d9e0f1a';

const status = (summary: string, transaction: Transaction): Example => ({
  summary,
  value: JSON.parse(statusEvent({ before: transaction, after: transaction }, EVENT_ID, SHOP).body),
});

const cardPayin = exampleTransaction({ card: completedCardPayin.transaction.card });
const late = exampleSteps(
  cardPayin,
  { kind: 'pending' },
  { kind: 'cancelled' },
  { kind: 'completed' },
).transaction;

export const payinEvents: Record<string, Example> = {
  'payin.processing': status('Accepted', exampleSteps(cardPayin, { kind: 'pending' }).transaction),
  'payin.authorized': authorizedEvent,
  'payin.completed': status('Paid', completedCardPayin.transaction),
  'payin.completed-late': status('Paid after it had been cancelled', late),
  'payin.declined': status(
    'Declined',
    exampleSteps(cardPayin, { kind: 'declined', errorCode: '2001' }).transaction,
  ),
  'payin.error': status(
    'A technical failure, not paid',
    exampleSteps(cardPayin, { kind: 'failed', errorCode: '9002' }).transaction,
  ),
  'payin.returned': payinReturned,
};

export const payoutEvents: Record<string, Example> = {
  'payout.pending': status('Waits for approval', payoutSteps[0].transaction),
  'payout.processing': status('Approved and sent', payoutSteps[1].transaction),
  'payout.completed': status('Paid out', payoutSteps[2].transaction),
  'payout.declined': status('Declined by the merchant', declinedPayout.transaction),
  'payout.returned': payoutReturned,
};

const refund = (
  summary: string,
  refundStatus: 'PENDING' | 'COMPLETED' | 'FAILED',
  fields: Partial<Transaction>,
): Example => ({
  summary,
  value: JSON.parse(
    refundEvent({ ...refundedPayin, ...fields }, { ...exampleRefund, status: refundStatus }, EVENT_ID, SHOP)
      .body,
  ),
});

export const refundEvents: Record<string, Example> = {
  'refund.pending': refund('Pending', 'PENDING', { sequence: 2, updatedAt: inMinutes(60) }),
  'refund.completed': refund('Refunded', 'COMPLETED', { sequence: 3 }),
  'refund.failed': refund('Failed', 'FAILED', { sequence: 3, amountRefundedMinor: 0n }),
};
