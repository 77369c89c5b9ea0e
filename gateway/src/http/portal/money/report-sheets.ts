// The sheets of files about money: the three parts of a settlement report (completed transactions, balance activity by
// kind, every transfer) and the statement. The titles are English, as in all of the portal.

import type { Column, Sheet } from '../../../actions/spreadsheet/sheet.ts';
import {
  type Activity,
  type ActivityKind,
  type BrandBalance,
  EMPTY,
  effectOf,
} from '../../../domain/ledger/balance-activity.ts';
import { type MonthOfCurrency, wholeMinor } from '../../../domain/ledger/settlement-month.ts';
import { withCardMasked } from '../../../domain/payment-data/card-number-in-text.ts';
import type { ShownTransfer } from '../../../storage/ledger/list-transfers.ts';
import type { DayOfCurrency, DayReport } from '../../../storage/ledger/settlement-day-store.ts';
import { methodName } from './money-schemas.ts';
import type { StatementRow } from './show-statement.ts';

/** Texts for accountants. The page has the same (portal/src/screens/money/transfers.tsx). */
const WORDS: Record<ActivityKind, string> = {
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

type Batches = AsyncIterable<ShownTransfer[]>;
type Of = ShownTransfer;

const amountOf = ({ amountMinor: minor, currency }: Of) => ({ minor, currency });
const effect = (row: Of) => effectOf(row.kind, row.amountMinor);

const TIME: Column<Of> = { title: 'Time', kind: 'time', value: (row) => row.at, width: 30 };
const KIND: Column<Of> = { title: 'Kind', kind: 'text', value: (row) => WORDS[row.kind] };
const CURRENCY: Column<Of> = { title: 'Currency', kind: 'text', value: (row) => row.currency, width: 9 };
const DIRECTIONS: Readonly<Partial<Record<ActivityKind, string>>> = {
  PAYIN: 'In',
  PAYOUT_PAID: 'Out',
  REFUND_PAID: 'Refunded',
};
/**
 * For the sheet of completed transactions: each amount is in the column of its direction, so that a column's sum means
 * something.
 */
const DIRECTION: Column<Of> = {
  title: 'Direction',
  kind: 'text',
  value: ({ kind }) => DIRECTIONS[kind] ?? (effectOf(kind, 1n).availableMinor > 0n ? 'Given back' : 'Taken'),
  width: 10,
};
const amountOfKind = (title: string, of: ActivityKind): Column<Of> => ({
  title,
  kind: 'money',
  value: (row) => (row.kind === of ? amountOf(row) : null),
});
const BY_DIRECTION = [
  amountOfKind('In', 'PAYIN'),
  amountOfKind('Out', 'PAYOUT_PAID'),
  amountOfKind('Refunded', 'REFUND_PAID'),
  {
    title: 'Disputes and returns',
    kind: 'money',
    value: (row: Of) =>
      row.kind in DIRECTIONS ? null : { minor: effect(row).availableMinor, currency: row.currency },
  } satisfies Column<Of>,
];
const BELONGS_TO: Column<Of>[] = [
  { title: 'Reference', kind: 'text', value: (row) => row.transaction?.merchantReference ?? null, width: 30 },
  { title: 'Method', kind: 'text', value: (row) => methodName(row.transaction?.optionId ?? null) },
  { title: 'Country', kind: 'text', value: (row) => row.transaction?.country ?? null, width: 9 },
  {
    title: 'Customer',
    kind: 'text',
    value: (row) => row.transaction && withCardMasked(row.transaction.userId),
    width: 30,
  },
  { title: 'Refund reference', kind: 'text', value: (row) => row.refund?.refundReference ?? null, width: 30 },
  { title: 'Refund reason', kind: 'text', value: (row) => row.refund?.reason ?? null },
];
const IDS: Column<Of>[] = [
  { title: 'Transaction id', kind: 'text', value: (row) => row.transaction?.id ?? null, width: 38 },
  { title: 'Refund id', kind: 'text', value: (row) => row.refund?.id ?? null, width: 38 },
  { title: 'Transfer id', kind: 'text', value: (row) => row.id, width: 38 },
];

const EFFECT: Column<Of>[] = [
  {
    title: 'Available',
    kind: 'money',
    value: (row) => ({ minor: effect(row).availableMinor, currency: row.currency }),
  },
  {
    title: 'Reserved',
    kind: 'money',
    value: (row) => ({ minor: effect(row).reservedMinor, currency: row.currency }),
  },
];
const FUNDING: Column<Of> = {
  title: 'Funding reference',
  kind: 'text',
  value: (row) => row.fundingReference,
  width: 30,
};

export function transactionSheet({ timeZone }: Pick<DayReport, 'timeZone'>, batches: Batches): Sheet<Of> {
  const columns = [TIME, KIND, DIRECTION, CURRENCY, ...BY_DIRECTION, ...BELONGS_TO, ...IDS];
  return { name: 'Transactions', timeZone, columns, batches };
}

export function detailSheet({ timeZone }: DayReport, batches: Batches): Sheet<Of> {
  const columns = [TIME, KIND, CURRENCY, ...EFFECT, ...BELONGS_TO, FUNDING, ...IDS];
  return { name: 'Settlement details', timeZone, columns, batches };
}

export function statementSheet(
  { timeZone }: Pick<DayReport, 'timeZone'>,
  batches: AsyncIterable<StatementRow[]>,
): Sheet<StatementRow> {
  const after = (title: string, minorOf: (balance: BrandBalance) => bigint): Column<StatementRow> => ({
    title,
    kind: 'money',
    value: ({ after, currency }) => after && { minor: minorOf(after), currency },
    width: 22,
  });
  const columns = [
    ...[TIME, KIND, CURRENCY, ...EFFECT],
    after('Available after', ({ availableMinor }) => availableMinor),
    after('Reserved after', ({ reservedMinor }) => reservedMinor),
    ...[...BELONGS_TO, FUNDING, ...IDS],
  ];
  return { name: 'Statement', timeZone, columns, batches };
}

export function monthSheet(
  { month, timeZone }: { month: string; timeZone: string },
  currencies: readonly MonthOfCurrency[],
): Sheet<MonthOfCurrency> {
  const column = (title: string, minorOf: (one: MonthOfCurrency) => bigint): Column<MonthOfCurrency> => ({
    title,
    kind: 'money',
    value: (one) => ({ minor: minorOf(one), currency: one.currency }),
    width: 18,
  });
  return {
    name: 'Month',
    timeZone,
    columns: [
      { title: `Month (${timeZone})`, kind: 'text', value: () => month, width: 22 },
      { title: 'Currency', kind: 'text', value: ({ currency }) => currency, width: 9 },
      column('Opening balance', ({ opening }) => wholeMinor(opening)),
      column('In', ({ inMinor }) => inMinor),
      column('Out', ({ outMinor }) => outMinor),
      column('Refunded', ({ refundedMinor }) => refundedMinor),
      column('Funded', ({ fundedMinor }) => fundedMinor),
      column('Disputes and returns', ({ afterEndMinor }) => afterEndMinor),
      column('Closing balance', ({ closing }) => wholeMinor(closing)),
      { title: 'Transfers', kind: 'count', value: ({ transfers }) => transfers, width: 10 },
    ],
    batches: [currencies],
  };
}

interface ActivityLine {
  day: string;
  currency: string;
  kind: string;
  count: number | null;
  availableMinor: bigint;
  reservedMinor: bigint;
}

export function activitySheet(
  { timeZone }: Pick<DayReport, 'timeZone'>,
  days: readonly DayReport[],
): Sheet<ActivityLine> {
  return {
    name: 'Balance activity',
    timeZone,
    columns: [
      { title: `Day (${timeZone})`, kind: 'text', value: (line) => line.day, width: 22 },
      { title: 'Currency', kind: 'text', value: (line) => line.currency, width: 9 },
      { title: 'Kind', kind: 'text', value: (line) => line.kind },
      { title: 'Transfers', kind: 'count', value: (line) => line.count, width: 10 },
      {
        title: 'Available',
        kind: 'money',
        value: ({ availableMinor: minor, currency }) => ({ minor, currency }),
      },
      {
        title: 'Reserved',
        kind: 'money',
        value: ({ reservedMinor: minor, currency }) => ({ minor, currency }),
      },
    ],
    batches: days.map(({ date, currencies }) => currencies.flatMap((one) => activityLines(date, one))),
  };
}

function activityLines(day: string, { currency, opening, closing, activity }: DayOfCurrency): ActivityLine[] {
  const line = (kind: string, count: number | null, balance = EMPTY): ActivityLine => ({
    day,
    currency,
    kind,
    count,
    availableMinor: balance.availableMinor,
    reservedMinor: balance.reservedMinor,
  });
  const moved = ({ kind, count, amountMinor }: Activity) =>
    line(WORDS[kind], count, effectOf(kind, amountMinor));
  return [
    line('Opening balance', null, opening),
    ...activity.map(moved),
    line('Closing balance', null, closing),
  ];
}
