// A transaction's status in the words of the screen (portal/src/parts/status-dot.tsx), and the type of an event in
// words, for sentences and files that people read.
import { CODE } from '../../../domain/errors/error-codes.ts';
import { capturedMinor, isAuthorized, type Transaction } from '../../../domain/transactions/transaction.ts';

type Shown = Pick<
  Transaction,
  'status' | 'type' | 'amountMinor' | 'amountRefundedMinor' | 'errorCode' | 'authorized'
>;

export function statusWord(shown: Shown): string {
  const { status, type, amountRefundedMinor, errorCode } = shown;
  switch (status) {
    case 'COMPLETED':
      if (amountRefundedMinor > 0n)
        return amountRefundedMinor >= capturedMinor(shown) ? 'Refunded' : 'Partly refunded';
      return type === 'PAYOUT' ? 'Paid out' : 'Paid';
    case 'PROCESSING':
      if (errorCode === CODE.outcomeUnknown) return 'Outcome unknown';
      return isAuthorized(shown) ? 'Authorised' : 'Processing';
    case 'PENDING':
      return 'Waits for approval';
    case 'INIT':
      return 'Started';
    case 'DECLINED':
      return errorCode === CODE.cancelled ? 'Cancelled' : errorCode === CODE.expired ? 'Expired' : 'Declined';
    case 'ERROR':
      return 'Failed';
  }
}

/** `payin.completed` (contract 5) → “pay-in completed”. */
export const eventWords = (eventType: string): string =>
  eventType.replace(/^payin/, 'pay-in').replaceAll('.', ' ');
