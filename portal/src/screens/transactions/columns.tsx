// The columns of the list of transactions, also for "other payments of this customer".

import type { Answer } from '../../api/client.ts';
import { CopyId } from '../../parts/copy-id.tsx';
import { countryName, moneyText } from '../../parts/format.ts';
import { Money } from '../../parts/money.tsx';
import { TransactionStatus } from '../../parts/status-dot.tsx';
import type { Column } from '../../parts/table/data-table.tsx';
import { Time } from '../../parts/time.tsx';
import { TimeLeft } from '../../parts/time-left.tsx';

export type Item = Answer<'/portal/api/brands/{brandId}/transactions'>['items'][number];

/** What was charged, if only a part of the authorised amount was captured. */
export const shownAmount = ({ status, amount, amountCaptured, captureMode }: Item): number =>
  status === 'COMPLETED' && captureMode === 'manual' && amountCaptured > 0 ? amountCaptured : amount;

/** Nothing of the amount is left: it was refunded, a dispute took it, or it came back. */
export const isGone = ({ type, moneyBack, amountRefundable }: Item): boolean =>
  moneyBack === 'refunded' ||
  moneyBack === 'returned' ||
  (moneyBack === 'dispute-lost' && type === 'PAYIN' && amountRefundable === 0);

export const COLUMNS: readonly Column<Item>[] = [
  {
    id: 'amount',
    header: 'Amount',
    fixed: true,
    align: 'end',
    width: '9rem',
    cell: (row) => {
      const amount = shownAmount(row);
      return (
        <span
          title={amount < row.amount ? `${moneyText(row.amount, row.currency)} was authorised` : undefined}
        >
          <Money
            amount={row.type === 'PAYOUT' ? -amount : amount}
            currency={row.currency}
            struck={isGone(row)}
          />
        </span>
      );
    },
  },
  {
    id: 'status',
    header: 'Status',
    fixed: true,
    beside: true,
    width: '14rem',
    cell: (row) => (
      <TransactionStatus {...row}>
        {row.captureBefore && row.amountCapturable > 0 && (
          <>
            {' · '}
            <TimeLeft until={row.captureBefore} />
          </>
        )}
      </TransactionStatus>
    ),
  },
  {
    id: 'captured',
    header: 'Captured',
    align: 'end',
    cell: ({ captureMode, amountCaptured, currency }) =>
      captureMode === 'manual' ? <Money amount={amountCaptured} currency={currency} /> : '–',
  },
  {
    id: 'captureBefore',
    header: 'Capture before',
    cell: ({ captureBefore }) => <Time at={captureBefore} short />,
  },
  {
    id: 'refunded',
    header: 'Refunded',
    align: 'end',
    cell: ({ amountRefunded, currency }) =>
      amountRefunded > 0 ? <Money amount={-amountRefunded} currency={currency} /> : '–',
  },
  {
    id: 'disputed',
    header: 'Disputed',
    align: 'end',
    cell: ({ amountDisputed, currency }) =>
      amountDisputed > 0 ? <Money amount={-amountDisputed} currency={currency} /> : '–',
  },
  { id: 'option', header: 'Method', cell: ({ card, option }) => card ?? option ?? '–' },
  { id: 'customer', header: 'Customer', cell: ({ customer }) => customer ?? '–' },
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ merchantReference }) => <CopyId value={merchantReference} label="reference" />,
  },
  { id: 'type', header: 'Type', cell: ({ type }) => (type === 'PAYIN' ? 'Pay-in' : 'Payout') },
  { id: 'country', header: 'Country', cell: ({ country }) => (country ? countryName(country) : '–') },
  {
    id: 'error',
    header: 'Reason',
    cell: ({ errorCode, errorReason }) =>
      errorCode ? <span title={`Error code ${errorCode}`}>{errorReason}</span> : '–',
  },
  { id: 'id', header: 'Transaction id', cell: ({ id }) => <CopyId value={id} label="transaction id" /> },
  {
    id: 'providerReference',
    header: 'Provider reference',
    cell: ({ providerReference }) =>
      providerReference ? <CopyId value={providerReference} label="provider reference" /> : '–',
  },
  { id: 'created', header: 'Created', width: '9rem', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

/** Hidden until the user chooses. */
export const HIDDEN_AT_FIRST = [
  'captured',
  'captureBefore',
  'refunded',
  'disputed',
  'type',
  'country',
  'error',
  'id',
  'providerReference',
];
/** The same in the list of authorised payments, which shows what was captured and until when the rest can be. */
export const HIDDEN_IF_HELD = HIDDEN_AT_FIRST.filter((id) => id !== 'captured' && id !== 'captureBefore');
