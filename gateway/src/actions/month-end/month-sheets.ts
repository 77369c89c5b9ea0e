// The tables of a month-end, for CSV and for the workbook. Titles and words are English, as in the whole portal. Ids of
// causes stay unchanged, so that a program can read them, with a sentence beside each.
import { currencyDigits } from '@tollgate/provider-kit/currency';
import type { ProviderAccountSum } from '../../domain/month-end/account-sums.ts';
import { CAUSES, CHANGES, SETTLED_CAUSES } from '../../domain/month-end/cause.ts';
import type { Manifest } from '../../domain/month-end/manifest.ts';
import type { BankMonth } from '../../storage/month-end/month-sums.ts';
import type { Column, Sheet } from '../spreadsheet/sheet.ts';
import type { ChangeRow, DifferenceRow, EntryRow, MovementRow } from './month-end-rows.ts';

export type Batches<Row> = Sheet<Row>['batches'];

export const text = <Row>(title: string, value: (row: Row) => string | null, width = 18): Column<Row> => ({
  title,
  kind: 'text',
  value,
  width,
});
export const money = <Row>(
  title: string,
  currencyOf: (row: Row) => string | null,
  minorOf: (row: Row) => bigint | string | null,
): Column<Row> => ({
  title,
  kind: 'money',
  // A bank may name an unknown currency. We do not know its decimals, so the amount stays empty.
  value: (row) => {
    const [currency, minor] = [currencyOf(row), minorOf(row)];
    if (currency === null || minor === null || currencyDigits(currency) === undefined) return null;
    return { minor: BigInt(minor), currency };
  },
});
export const count = <Row>(title: string, value: (row: Row) => number): Column<Row> => ({
  title,
  kind: 'count',
  value,
  width: 12,
});

export const ID = 38;

/** `isSettled`: the brand has settlements. */
export function movementSheet(
  timeZone: string,
  batches: Batches<MovementRow>,
  isSettled: boolean,
): Sheet<MovementRow> {
  const columns: Column<MovementRow>[] = [
    text('Movement id', ({ id }) => id, ID),
    { title: 'Time', kind: 'time', value: ({ at }) => at, width: 30 },
    text('Kind', ({ kind }) => kind),
    text('Currency', ({ currency }) => currency, 9),
    money(
      'Amount',
      ({ currency }) => currency,
      ({ amountMinor }) => amountMinor,
    ),
    text('From', ({ fromAccount }) => fromAccount, 10),
    text('To', ({ toAccount }) => toAccount, 10),
    text('Payment id', ({ payment }) => payment?.id ?? null, ID),
    text('Reference', ({ payment }) => payment?.merchantReference ?? null, 30),
    text('Refund id', ({ refund }) => refund?.id ?? null, ID),
    text('Refund reference', ({ refund }) => refund?.refundReference ?? null, 30),
    text('Payment of', ({ openedIn }) => openedIn, 10),
    text('Provider', ({ payment }) => payment?.provider ?? null, 12),
    text('Provider account', ({ payment }) => payment?.providerAccount ?? null, ID),
    text('Proof', ({ proof }) => proof, 10),
    text('Bank entry id', ({ entry }) => entry?.id ?? null, ID),
    text('Booked on', ({ entry }) => entry?.bookedOn ?? null, 12),
    text('Notification id', ({ notificationId }) => notificationId, ID),
    text('Difference', ({ cause }) => cause, 24),
    ...(isSettled ? SETTLING_COLUMNS : []),
  ];
  return { name: 'Movements', timeZone, columns, batches };
}

const SETTLING_COLUMNS: Column<MovementRow>[] = [
  text('Settlement', ({ settlement }) => settlement, 12),
  text('Settlement id', ({ settled }) => settled?.settlementId ?? null, ID),
  text('Settled on', ({ settledOn }) => settledOn, 12),
  text('Fee currency', ({ settled }) => settled?.currency ?? null, 9),
  {
    ...money<MovementRow>(
      'Fee',
      ({ settled }) => settled?.currency ?? null,
      ({ settled }) => settled?.feeMinor ?? null,
    ),
    currencyIn: 'Fee currency',
  },
];

export function entrySheet(
  timeZone: string,
  batches: Batches<EntryRow>,
  isSettled: boolean,
): Sheet<EntryRow> {
  const columns: Column<EntryRow>[] = [
    text('Bank entry id', ({ id }) => id, ID),
    text('Account', ({ accountId }) => accountId, ID),
    text('Booked on', ({ bookedOn }) => bookedOn, 12),
    text('Direction', ({ direction }) => direction, 10),
    text('Currency', ({ currency }) => currency, 9),
    money(
      'Amount',
      ({ currency }) => currency,
      ({ amountMinor }) => amountMinor,
    ),
    text('State', ({ state }) => state, 12),
    text('Payment id', ({ transactionId }) => transactionId, ID),
    text('Reference', ({ merchantReference }) => merchantReference, 30),
    text('Moved in', ({ movedIn }) => (movedIn.length === 0 ? null : movedIn.join(' ')), 12),
    text('Difference', ({ cause }) => cause, 24),
    ...(isSettled ? PAYOUT_COLUMNS : []),
  ];
  return { name: 'Bank entries', timeZone, columns, batches };
}

const PAYOUT_COLUMNS: Column<EntryRow>[] = [
  text('Settlement id', ({ settlement }) => settlement?.id ?? null, ID),
  text('Settlement', ({ settlement }) => settlement?.reference ?? null, 30),
  money(
    'Paid out',
    ({ currency }) => currency,
    ({ settlement }) => settlement?.paidOutMinor ?? null,
  ),
];

export function differenceSheet(
  timeZone: string,
  batches: Batches<DifferenceRow>,
  isSettled: boolean,
): Sheet<DifferenceRow> {
  const causes = isSettled ? SETTLED_CAUSES : CAUSES;
  const columns: Column<DifferenceRow>[] = [
    text('Difference', ({ cause }) => cause, 24),
    text('Meaning', ({ cause }) => causes[cause], 60),
    text('Of', ({ of }) => of, 12),
    text('Month', ({ month }) => month, 10),
    text('Id', ({ id }) => id, ID),
    text('Payment id', ({ paymentId }) => paymentId, ID),
    text('Reference', ({ reference }) => reference, 30),
    text('Account', ({ account }) => account, 30),
    text('Currency', ({ currency }) => currency, 9),
    money(
      'Amount',
      ({ currency }) => currency,
      ({ minor }) => minor,
    ),
  ];
  return { name: 'Differences', timeZone, columns, batches };
}

export function changeSheet(timeZone: string, batches: Batches<ChangeRow>): Sheet<ChangeRow> {
  const columns: Column<ChangeRow>[] = [
    text('Change', ({ change }) => change, 20),
    text('Meaning', ({ change }) => CHANGES[change], 60),
    text('Month', ({ month }) => month, 10),
    text('Month was closed', ({ isClosed }) => (isClosed ? 'yes' : 'no'), 16),
    text('Of', ({ of }) => of, 12),
    text('Kind', ({ kind }) => kind),
    text('Id', ({ id }) => id, ID),
    text('Payment id', ({ paymentId }) => paymentId, ID),
    text('Reference', ({ reference }) => reference, 30),
    text('Currency', ({ currency }) => currency, 9),
    money(
      'Amount',
      ({ currency }) => currency,
      ({ minor }) => minor,
    ),
    text('Former difference', ({ formerCause }) => formerCause, 24),
  ];
  return { name: 'Changes to earlier months', timeZone, columns, batches };
}

type AccountLine = Manifest['accounts'][number];

export function accountSheet(timeZone: string, lines: readonly AccountLine[]): Sheet<AccountLine> {
  const amount = (title: string, of: (line: AccountLine) => string) =>
    money<AccountLine>(title, ({ currency }) => currency, of);
  const columns: Column<AccountLine>[] = [
    text('Account', ({ account }) => account, 12),
    text('Currency', ({ currency }) => currency, 9),
    amount('Opening balance', ({ opening }) => opening),
    amount('In', (line) => line.in),
    amount('Out', (line) => line.out),
    amount('Closing balance', ({ closing }) => closing),
  ];
  return { name: 'Accounts', timeZone, columns, batches: [lines] };
}

export interface ProviderLine extends ProviderAccountSum {
  bank: BankMonth | null;
}

export function providerSheet(timeZone: string, lines: readonly ProviderLine[]): Sheet<ProviderLine> {
  const amount = (title: string, of: (line: ProviderLine) => bigint | null) =>
    money<ProviderLine>(title, ({ currency }) => currency, of);
  const columns: Column<ProviderLine>[] = [
    text('Provider', ({ provider }) => provider, 12),
    text('Account', ({ accountId }) => accountId, ID),
    text('Currency', ({ currency }) => currency, 9),
    count('Movements', ({ movements }) => movements),
    amount('In', ({ inMinor }) => inMinor),
    amount('Out', ({ outMinor }) => outMinor),
    count('By the bank', ({ byBank }) => byBank),
    count('By notification', ({ byProvider }) => byProvider),
    count('By answer', ({ byAnswer }) => byAnswer),
    amount('Bank entries in', ({ bankInMinor }) => bankInMinor),
    amount('Bank entries out', ({ bankOutMinor }) => bankOutMinor),
    text('Bank opening day', ({ bank }) => bank?.opening?.day ?? null, 12),
    amount('Bank opening balance', ({ bank }) => bank?.opening?.amountMinor ?? null),
    text('Bank closing day', ({ bank }) => bank?.closing?.day ?? null, 12),
    amount('Bank closing balance', ({ bank }) => bank?.closing?.amountMinor ?? null),
  ];
  return { name: 'Providers', timeZone, columns, batches: [lines] };
}
