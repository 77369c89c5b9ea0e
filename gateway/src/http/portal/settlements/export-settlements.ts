// GET /portal/api/brands/{brandId}/settlements/export: the settlements of the list, or their lines, as CSV or XLSX. It
// streams page by page. A plain read.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { Column, Sheet } from '../../../actions/spreadsheet/sheet.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { netOf, payoutOf } from '../../../domain/settlements/settlement.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { listLines, type StoredLine } from '../../../storage/settlements/line-store.ts';
import { newestSettlements, type SettlementFilter } from '../../../storage/settlements/settlement-list.ts';
import type { StoredSettlement } from '../../../storage/settlements/settlement-store.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath } from '../portal-schemas.ts';
import { providerName } from '../providers/provider-name.ts';
import { exportAnswers, exportFields, exportName, sendExport } from '../spreadsheet/send-export.ts';
import { requireSettlement } from './list-settlements.ts';
import { paymentsOf } from './settlement-fields.ts';
import { readSettlementFilter, settlementFilterFields } from './settlement-filter.ts';

/** How many rows it reads and holds at once. */
const BATCH = 500;

export const exportSettlementsCall = call({
  address: 'GET /portal/api/brands/:brandId/settlements/export',
  operationId: 'exportSettlements',
  tags: ['Portal money'],
  summary: 'Export settlements',
  description:
    'The settlements of the list with the same filters, or all their lines, in one file. Amounts are signed as they ' +
    'change the payout, so each row adds up. Times are in the time zone of the brand.',
  access: 'portal',
  permission: 'bank.read',
  params: PortalBrandPath,
  querystring: closed({
    ...settlementFilterFields,
    of: choice(['settlements', 'lines'], 'What the rows are.'),
    settlementId: Type.Optional(uuid('Only this settlement.')),
    ...exportFields,
  }),
  answers: exportAnswers,
  handle: async (context, { portal: { brand }, query }, reply) => {
    const { of, settlementId, format, progress, ...filter } = query;
    const wanted = readSettlementFilter(filter, brand);
    const chosen =
      settlementId === undefined
        ? settlementsOf(context, brand, wanted)
        : [[await requireSettlement(context, brand, settlementId)]];
    const sheet =
      of === 'settlements' ? settlementSheet(context, brand, chosen) : lineSheet(context, brand, chosen);
    const name = exportName(of === 'lines' ? 'settlement lines' : 'settlements', brand, context.now());
    return sendExport(reply, { format, name, sheets: [sheet] }, progress ? { expected: null } : null);
  },
});

type Batches<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

async function* settlementsOf({ sql }: Context, brand: Brand, filter: SettlementFilter) {
  for (let before: string | null = null; ; ) {
    const found: StoredSettlement[] = await newestSettlements(sql, brand, filter, { before, limit: BATCH });
    yield found;
    if (found.length < BATCH) return;
    before = found.at(-1)!.id;
  }
}

const STATES = { open: 'Not at the bank yet', paid: 'At the bank', conflict: 'Needs a look' } as const;

function settlementSheet(
  context: Context,
  { timeZone }: Brand,
  batches: Batches<StoredSettlement>,
): Sheet<StoredSettlement> {
  const money = (title: string, minorOf: (row: StoredSettlement) => bigint): Column<StoredSettlement> => ({
    title,
    kind: 'money',
    value: (row) => ({ minor: minorOf(row), currency: row.currency }),
  });
  const columns: Column<StoredSettlement>[] = [
    { title: 'Paid on', kind: 'time', value: (row) => row.paidAt, width: 24 },
    { title: 'Provider', kind: 'text', value: (row) => providerName(context, row.provider) },
    { title: 'Reference', kind: 'text', value: (row) => row.reference, width: 30 },
    { title: 'State', kind: 'text', value: (row) => STATES[row.state], width: 20 },
    { title: 'Reason', kind: 'text', value: (row) => row.reason, width: 40 },
    { title: 'Currency', kind: 'text', value: (row) => row.currency, width: 10 },
    money('Charges', (row) => row.chargesMinor),
    money('Refunds', (row) => row.refundsMinor),
    money('Disputes', (row) => row.disputesMinor),
    money('Fees', (row) => row.feesMinor),
    money('Other', (row) => row.otherMinor),
    money('Sum of lines', netOf),
    money('Paid out', payoutOf),
    { title: 'Lines', kind: 'count', value: (row) => row.lines },
    { title: 'Bank entry', kind: 'text', value: (row) => row.bankEntryId, width: 38 },
    { title: 'Settlement id', kind: 'text', value: (row) => row.id, width: 38 },
  ];
  return { name: 'Settlements', timeZone, columns, batches };
}

interface LineRow {
  settlement: StoredSettlement;
  line: StoredLine;
  payment: Transaction | undefined;
}

async function* linesOf(
  context: Context,
  { merchantId, brandId }: Brand,
  settlements: Batches<StoredSettlement>,
): AsyncGenerator<LineRow[]> {
  for await (const some of settlements)
    for (const settlement of some) {
      const of = { merchantId, brandId, settlementId: settlement.id, states: [] };
      for (let after: string | null = null; ; ) {
        const lines: StoredLine[] = await listLines(context.sql, { ...of, after, limit: BATCH });
        const payments = await paymentsOf(context, settlement, lines);
        yield lines.map((line) => ({ settlement, line, payment: payments.get(line.transactionId ?? '') }));
        if (lines.length < BATCH) break;
        after = lines.at(-1)!.id;
      }
    }
}

const KINDS: Readonly<Record<StoredLine['kind'], string>> = {
  charge: 'Charge',
  refund: 'Refund',
  'refund-failed': 'Refund that failed',
  dispute: 'Dispute',
  'dispute-reversed': 'Dispute won back',
  fee: 'Fee',
  other: 'Other',
};
const LINE_STATES = { matched: 'Matched', unmatched: 'No payment found', conflict: 'Conflict' } as const;

function lineSheet(context: Context, brand: Brand, settlements: Batches<StoredSettlement>): Sheet<LineRow> {
  const text = (title: string, value: (row: LineRow) => string | null, width?: number): Column<LineRow> =>
    ({ title, kind: 'text', value, ...(width !== undefined && { width }) }) as const;
  const money = (title: string, minorOf: (line: StoredLine) => bigint): Column<LineRow> => ({
    title,
    kind: 'money',
    value: ({ line }) => ({ minor: minorOf(line), currency: line.currency }),
  });
  const columns: Column<LineRow>[] = [
    { title: 'Paid on', kind: 'time', value: ({ settlement }) => settlement.paidAt, width: 24 },
    text('Provider', ({ settlement }) => providerName(context, settlement.provider)),
    text('Settlement', ({ settlement }) => settlement.reference, 30),
    { title: 'Booked', kind: 'time', value: ({ line }) => line.occurredAt, width: 24 },
    text('Kind', ({ line }) => KINDS[line.kind], 18),
    text('State', ({ line }) => LINE_STATES[line.state], 18),
    text('Reason', ({ line }) => line.reason, 40),
    text('Merchant reference', ({ payment }) => payment?.merchantReference ?? null, 40),
    text('Currency', ({ line }) => line.currency, 10),
    money('Gross', (line) => line.grossMinor),
    money('Fee', (line) => line.feeMinor),
    money('Net', (line) => line.netMinor),
    {
      title: 'Original amount',
      kind: 'money',
      value: ({ line: { original } }) =>
        original && { minor: original.amountMinor, currency: original.currency },
    },
    text('Original currency', ({ line }) => line.original?.currency ?? null, 18),
    text('Rate', ({ line }) => line.original?.rate ?? null),
    text('Provider reference', ({ line }) => line.providerReference, 30),
    text('Reference', ({ line }) => line.modification ?? line.charge, 40),
    text('Transaction id', ({ line }) => line.transactionId, 38),
    text('Refund id', ({ line }) => line.refundId, 38),
    text('Dispute id', ({ line }) => line.disputeId, 38),
    text('Line id', ({ line }) => line.id, 38),
  ];
  return {
    name: 'Lines',
    timeZone: brand.timeZone,
    columns,
    batches: linesOf(context, brand, settlements),
  };
}
