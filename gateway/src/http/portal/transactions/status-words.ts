// A transaction's status in the words of the screen (portal/src/parts/status-dot.tsx), and the type of an event in
// words, for sentences and files that people read.
import { CODE } from '../../../domain/errors/error-codes.ts';
import { capturedMinor, isAuthorized, type Transaction } from '../../../domain/transactions/transaction.ts';

type Shown = Pick<
  Transaction,
  'status' | 'type' | 'amountMinor' | 'receivedMinor' | 'amountRefundedMinor' | 'errorCode' | 'authorized'
>;

export function statusWord(shown: Shown): string {
  const { status, type, amountRefundedMinor, errorCode, authorized } = shown;
  switch (status) {
    case 'COMPLETED':
      if (amountRefundedMinor > 0n)
        return amountRefundedMinor >= capturedMinor(shown) ? 'Refunded' : 'Partly refunded';
      return type === 'PAYOUT' ? 'Paid out' : 'Paid';
    case 'PROCESSING':
      if (isAuthorized(shown)) return authorized!.capturedMinor > 0n ? 'Partly captured' : 'Authorised';
      return errorCode === CODE.outcomeUnknown ? 'Outcome unknown' : 'Processing';
    case 'PENDING':
      return 'Waits for approval';
    case 'INIT':
      return 'Started';
    case 'DECLINED':
      if (errorCode === CODE.cancelled) return authorized ? 'Voided' : 'Cancelled';
      if (errorCode === CODE.expired) return authorized ? 'Lapsed' : 'Expired';
      return 'Declined';
    case 'ERROR':
      return 'Failed';
  }
}

/** `payin.completed` (contract 5) → “pay-in completed”. */
export const eventWords = (eventType: string): string =>
  eventType.replace(/^payin/, 'pay-in').replaceAll('.', ' ');
