// What the money screens share: the names of movements, and the columns of a transfer.
import type { ReactNode } from 'react';
import { Money } from '../../parts/money.tsx';
import type { Column } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { TransactionLink } from '../../parts/transaction-link.tsx';

const WORDS: Record<string, string> = {
  PAYIN: 'Pay-in',
  CAPTURED: 'Capture',
  PAYOUT_SET_ASIDE: 'Payout reserved',
  PAYOUT_PAID: 'Payout paid',
  PAYOUT_RETURNED: 'Payout rejected, released',
  REFUND_SET_ASIDE: 'Refund reserved',
  REFUND_PAID: 'Refund paid',
  REFUND_RETURNED: 'Refund rejected, released',
  FUNDING: 'Funding',
  WITHDRAWAL: 'Withdrawal',
  CAPTURE_SENT_BACK: 'Capture failed after all',
  PAYIN_SENT_BACK: 'Pay-in returned by bank',
  PAYOUT_SENT_BACK: 'Payout returned by bank',
  REFUND_SENT_BACK: 'Refund failed after all',
  REFUND_AT_PROVIDER: 'Refund at the provider',
  DISPUTE_WITHHELD: 'Withheld for a dispute',
  DISPUTE_GIVEN_BACK: 'Given back after a dispute',
};
export const kindWord = (kind: string): string => WORDS[kind] ?? kind;
export const KINDS = Object.entries(WORDS).map(([value, label]) => ({ value, label }));

export interface Transfer {
  transferId: string;
  at: string;
  kind: string;
  currency: string;
  available: number;
  reserved: number;
  transactionId: string | null;
  merchantReference: string | null;
  method: string | null;
  refundReference: string | null;
  fundingReference: string | null;
}

/** Zero is a dash, because a column of zeros hides the other numbers. */
const moved = (amount: number, currency: string): ReactNode =>
  amount === 0 ? '–' : <Money amount={amount} currency={currency} sign />;

export const TRANSFER_COLUMNS: readonly Column<Transfer>[] = [
  { id: 'at', header: 'Time', cell: (row) => <Time at={row.at} short /> },
  { id: 'kind', header: 'Kind', cell: (row) => kindWord(row.kind) },
  {
    id: 'of',
    header: 'Belongs to',
    cell: (row) =>
      row.transactionId ? (
        <TransactionLink id={row.transactionId}>{row.merchantReference ?? row.transactionId}</TransactionLink>
      ) : (
        (row.fundingReference ?? '–')
      ),
  },
  { id: 'method', header: 'Method', cell: (row) => row.method ?? '–' },
  {
    id: 'available',
    header: 'Available',
    beside: true,
    align: 'end',
    cell: (row) => moved(row.available, row.currency),
  },
  {
    id: 'reserved',
    header: 'Reserved',
    align: 'end',
    cell: (row) => moved(row.reserved, row.currency),
  },
];
