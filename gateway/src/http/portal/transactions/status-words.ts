// A transaction's status in the words of the screen (portal/src/parts/status-dot.tsx), and the type of an event in
// words, for sentences and files that people read.
import { CODE } from '../../../domain/errors/error-codes.ts';
import { type AfterEnd, type MoneyBack, moneyBackOf } from '../../../domain/records/money-back.ts';
import { isAuthorized, type Transaction } from '../../../domain/transactions/transaction.ts';

type Shown = Parameters<typeof moneyBackOf>[0] & Pick<Transaction, 'errorCode'>;

const MONEY_BACK_WORDS: Readonly<Record<MoneyBack, string>> = {
  returned: 'Returned by bank',
  disputed: 'Disputed',
  inquiry: 'Inquiry',
  'dispute-lost': 'Dispute lost',
  'refund-pending': 'Refund pending',
  'refund-failed': 'Refund failed',
  refunded: 'Refunded',
  'partly-refunded': 'Partly refunded',
};

export function statusWord(shown: Shown, afterEnd: AfterEnd): string {
  const { status, type, errorCode, authorized } = shown;
  switch (status) {
    case 'COMPLETED': {
      const moneyBack = moneyBackOf(shown, afterEnd);
      if (moneyBack) return MONEY_BACK_WORDS[moneyBack];
      return type === 'PAYOUT' ? 'Paid out' : 'Paid';
    }
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
