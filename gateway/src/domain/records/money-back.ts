// What of a completed transaction's money came back, or is on its way back, in one word. Lists, filters, exports and
// pages show it in place of "Paid". It never says that the money is there when a dispute or a bank took it. Pure.
import type { StandingOfDispute } from '../after-end/dispute.ts';
import type { Refund } from '../refunds/refund.ts';
import { capturedMinor, type Transaction } from '../transactions/transaction.ts';

/** The first that is true counts. */
export const MONEY_BACK = [
  'returned',
  'disputed',
  'inquiry',
  'dispute-lost',
  'refund-pending',
  'refund-failed',
  'refunded',
  'partly-refunded',
] as const;
export type MoneyBack = (typeof MONEY_BACK)[number];

export type StandingOfRefund = Pick<Refund, 'id' | 'status' | 'amountMinor' | 'createdAt' | 'updatedAt'>;

export interface AfterEnd {
  disputes: readonly StandingOfDispute[];
  refunds: readonly StandingOfRefund[];
}

export const NOTHING_AFTER_END: AfterEnd = { disputes: [], refunds: [] };

type Shown = Parameters<typeof capturedMinor>[0] & Pick<Transaction, 'amountRefundedMinor' | 'returned'>;

/** null: all the money stayed, or none ever came. */
export function moneyBackOf(transaction: Shown, { disputes, refunds }: AfterEnd): MoneyBack | null {
  const { status, returned, amountRefundedMinor } = transaction;
  if (status !== 'COMPLETED') return null;
  if (returned) return 'returned';
  const has = (wanted: StandingOfDispute['status']) => disputes.some((one) => one.status === wanted);
  if (has('OPEN')) return 'disputed';
  if (has('INQUIRY')) return 'inquiry';
  if (has('LOST')) return 'dispute-lost';
  if (refunds.some((one) => one.status === 'PENDING')) return 'refund-pending';
  if (refunds.some((one) => isUnanswered(one, refunds))) return 'refund-failed';
  if (amountRefundedMinor === 0n) return null;
  return amountRefundedMinor < capturedMinor(transaction) ? 'partly-refunded' : 'refunded';
}

/** A refund failed, and nobody has made another one since. */
export const isUnanswered = (failed: StandingOfRefund, refunds: readonly StandingOfRefund[]): boolean =>
  failed.status === 'FAILED' && !refunds.some((one) => isMadeAfter(one, failed));

/** Ids decide between equal times. */
function isMadeAfter(one: StandingOfRefund, failed: StandingOfRefund): boolean {
  const after = one.createdAt.getTime() - failed.updatedAt.getTime();
  return after > 0 || (after === 0 && one.id > failed.id);
}

/** The amount of the pending refunds. */
export const pendingRefundMinor = (refunds: readonly StandingOfRefund[]): bigint =>
  refunds.reduce((sum, { status, amountMinor }) => sum + (status === 'PENDING' ? amountMinor : 0n), 0n);
