// The tables of settlements in a month-end (contract 17): settlements, their lines, what they cost, and what is not
// paid out yet. Only for a brand that has settlements. They name no customer.
import type { Cause } from '../../domain/month-end/cause.ts';
import { type FeeSum, percentOf } from '../../domain/month-end/fee-sums.ts';
import type {
  MonthLine,
  MonthSettlement,
  UnsettledMovement,
} from '../../storage/month-end/settlements-of-month.ts';
import type { Column, Sheet } from '../spreadsheet/sheet.ts';
import { type Batches, count, ID, money, text } from './month-sheets.ts';

export interface SettlementRow extends MonthSettlement {
  /** null: a former month-end had it. */
  paidOutMinor: bigint | null;
  /** The day that decides the month: of the payout, else of the first news. */
  settledOn: string;
  paidOn: string | null;
  told: 'in time' | 'later' | 'further lines';
  causes: readonly Cause[];
}

export interface LineRow extends MonthLine {
  provider: string;
  accountId: string | null;
  /** The name of the payment option. */
  option: string | null;
  cause: Cause | null;
}

/** Amounts are text, because the rows are kept as JSON. */
export interface UnsettledRow extends Omit<UnsettledMovement, 'at' | 'amountMinor' | 'later'> {
  at: string;
  minor: string;
  days: number;
  laterId: string | null;
  laterOn: string | null;
  cause: Cause | null;
}

const amounts =
  <Row extends { currency: string }>() =>
  (title: string, of: (row: Row) => bigint | string | null): Column<Row> =>
    money<Row>(title, ({ currency }) => currency, of);

export function settlementSheet(timeZone: string, rows: readonly SettlementRow[]): Sheet<SettlementRow> {
  const amount = amounts<SettlementRow>();
  const columns: Column<SettlementRow>[] = [
    text('Settlement id', ({ id }) => id, ID),
    text('Provider', ({ provider }) => provider, 12),
    text('Account', ({ accountId }) => accountId, ID),
    text('Reference', ({ reference }) => reference, 30),
    text('Currency', ({ currency }) => currency, 9),
    amount('Charges', ({ chargesMinor }) => chargesMinor),
    amount('Refunds', ({ refundsMinor }) => refundsMinor),
    amount('Disputes', ({ disputesMinor }) => disputesMinor),
    amount('Fees', ({ feesMinor }) => feesMinor),
    amount('Other', ({ otherMinor }) => otherMinor),
    amount(
      'Net',
      (row) => row.chargesMinor + row.refundsMinor + row.disputesMinor + row.feesMinor + row.otherMinor,
    ),
    amount('Paid out', ({ paidOutMinor }) => paidOutMinor),
    text('Settled on', ({ settledOn }) => settledOn, 12),
    text('Paid on', ({ paidOn }) => paidOn, 12),
    count('Lines', ({ lines }) => lines),
    text('State', ({ state }) => state, 10),
    text('Bank entry id', ({ bank }) => bank?.id ?? null, ID),
    text('Booked on', ({ bank }) => bank?.bookedOn ?? null, 12),
    text('Told', ({ told }) => told, 14),
    text('Difference', ({ causes }) => (causes.length === 0 ? null : causes.join(' ')), 24),
  ];
  return { name: 'Settlements', timeZone, columns, batches: [rows] };
}

export function lineSheet(timeZone: string, batches: Batches<LineRow>): Sheet<LineRow> {
  const amount = amounts<LineRow>();
  const columns: Column<LineRow>[] = [
    text('Settlement id', ({ settlementId }) => settlementId, ID),
    text('Line id', ({ id }) => id, ID),
    text('Kind', ({ kind }) => kind, 16),
    text('Provider reference', ({ providerReference }) => providerReference, 30),
    text('Payment id', ({ payment }) => payment?.id ?? null, ID),
    text('Reference', ({ payment }) => payment?.merchantReference ?? null, 30),
    text('Option', ({ option }) => option, 18),
    text('Capture id', ({ captureId }) => captureId, ID),
    text('Refund id', ({ refundId }) => refundId, ID),
    text('Dispute id', ({ disputeId }) => disputeId, ID),
    text('Currency', ({ currency }) => currency, 9),
    amount('Gross', ({ grossMinor }) => grossMinor),
    amount('Fee', ({ feeMinor }) => feeMinor),
    amount('Net', ({ netMinor }) => netMinor),
    text('Original currency', ({ original }) => original?.currency ?? null, 9),
    {
      ...money<LineRow>(
        'Original amount',
        ({ original }) => original?.currency ?? null,
        ({ original }) => original?.amountMinor ?? null,
      ),
      currencyIn: 'Original currency',
    },
    text('Rate', ({ original }) => original?.rate ?? null, 12),
    { title: 'Time', kind: 'time', value: ({ occurredAt }) => occurredAt, width: 30 },
    text('State', ({ state }) => state, 10),
    text('Difference', ({ cause }) => cause, 24),
  ];
  return { name: 'Settlement lines', timeZone, columns, batches };
}

export function feeSheet(timeZone: string, rows: readonly FeeSum[]): Sheet<FeeSum> {
  const amount = amounts<FeeSum>();
  const columns: Column<FeeSum>[] = [
    text('Provider', ({ provider }) => provider, 12),
    text('Account', ({ accountId }) => accountId, ID),
    text('Option', ({ option }) => option, 18),
    text('Currency', ({ currency }) => currency, 9),
    count('Lines', ({ lines }) => lines),
    count('Charges', ({ charges }) => charges),
    amount('Gross of charges', ({ chargesMinor }) => chargesMinor),
    amount('Gross of other lines', ({ othersMinor }) => othersMinor),
    amount('Fee', ({ feeMinor }) => feeMinor),
    { title: 'Percent of charges', kind: 'count', value: percentIn, width: 12 },
    amount('Net', ({ chargesMinor, othersMinor, feeMinor }) => chargesMinor + othersMinor - feeMinor),
  ];
  return { name: 'Fees', timeZone, columns, batches: [rows] };
}

function percentIn({ feeMinor, chargesMinor }: FeeSum): number | null {
  const percent = percentOf(feeMinor, chargesMinor);
  return percent === null ? null : Number(percent);
}

export function unsettledSheet(timeZone: string, batches: Batches<UnsettledRow>): Sheet<UnsettledRow> {
  const columns: Column<UnsettledRow>[] = [
    text('Movement id', ({ id }) => id, ID),
    text('Moved on', ({ at }) => at, 12),
    count('Days', ({ days }) => days),
    text('Kind', ({ kind }) => kind),
    text('Currency', ({ currency }) => currency, 9),
    amounts<UnsettledRow>()('Amount', ({ minor }) => minor),
    text('Payment id', ({ paymentId }) => paymentId, ID),
    text('Reference', ({ merchantReference }) => merchantReference, 30),
    text('Capture id', ({ captureId }) => captureId, ID),
    text('Refund id', ({ refundId }) => refundId, ID),
    text('Provider', ({ provider }) => provider, 12),
    text('Account', ({ accountId }) => accountId, ID),
    text('Settled later by', ({ laterId }) => laterId, ID),
    text('Settled on', ({ laterOn }) => laterOn, 12),
    text('Difference', ({ cause }) => cause, 24),
  ];
  return { name: 'Not yet paid out', timeZone, columns, batches };
}
