// A completed payout or debit that came back, whole (contract 13): the recipient's bank could not book it, or the
// payer's bank took it back. The transaction must stay COMPLETED. Pure.
import { type Movement, payinSentBack, payoutSentBack } from '../ledger/ledger.ts';
import { capturedMinor, stepAfterEnd, type Transaction } from '../transactions/transaction.ts';
import { type Dispute, withheldBy } from './dispute.ts';

/** It must be committed as a whole. */
export interface ReturnChange {
  before: Transaction;
  after: Transaction;
  movements: Movement[];
  eventType: 'payin.returned' | 'payout.returned';
}

export type ReturnJudgement =
  | { kind: 'returned'; change: ReturnChange }
  /** It came back before, and money comes back only once. */
  | { kind: 'known' }
  | { kind: 'refused'; fault: string };

export function judgeReturn(
  transaction: Transaction,
  reason: string | null,
  now: Date,
  disputes: readonly Dispute[] = [],
): ReturnJudgement {
  const { type, status, amountMinor, authorized, returned } = transaction;
  if (status !== 'COMPLETED') {
    return {
      kind: 'refused',
      fault: `transactionId: only a COMPLETED transaction can come back, this one is ${status}`,
    };
  }
  if (returned) return { kind: 'known' };
  if (authorized !== null && authorized.pendingMinor > 0n) {
    return {
      kind: 'refused',
      fault:
        'transactionId: a capture of this pay-in is pending; it can come back when the capture has ended',
    };
  }
  if (withheldBy(disputes) > 0n) {
    return {
      kind: 'refused',
      fault:
        'transactionId: a dispute withholds money of this transaction, and the same money cannot come back twice',
    };
  }
  const backMinor = type === 'PAYIN' ? capturedMinor(transaction) : amountMinor;
  const isWhole = authorized === null && backMinor === amountMinor;
  const part = isWhole ? {} : { amountMinor: String(backMinor) };
  return {
    kind: 'returned',
    change: {
      before: transaction,
      after: stepAfterEnd(transaction, { returned: { ...part, reason, at: now.toISOString() } }, now),
      movements: type === 'PAYIN' ? payinSentBack(backMinor) : payoutSentBack(backMinor),
      eventType: type === 'PAYIN' ? 'payin.returned' : 'payout.returned',
    },
  };
}
