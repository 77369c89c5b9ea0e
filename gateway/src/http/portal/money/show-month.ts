// GET /portal/api/brands/{brandId}/months, …/{month} and …/{month}/file: the months of a brand's money, for the people
// who close its books. A month is the sum of its days (show-report.ts). The gateway closes each day automatically, and
// a month with its last day. Plain reads.
import { type Static, Type } from 'typebox';
import { type MonthReport, monthReport, monthsOf } from '../../../actions/ledger/settlement-days.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { DONE_KINDS } from '../../../domain/ledger/balance-activity.ts';
import { dateAt } from '../../../domain/ledger/settlement-day.ts';
import {
  isMonth,
  type MonthOfCurrency,
  monthOf,
  sumMonth,
  wholeMinor,
} from '../../../domain/ledger/settlement-month.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { toWire } from '../../../domain/money/money.ts';
import type { Sql, SqlTransaction } from '../../../storage/database/database.ts';
import { eachTransfer } from '../../../storage/ledger/list-transfers.ts';
import { monthEndsOf } from '../../../storage/month-end/month-end-store.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { choice, closed, timeOrNull, uuid } from '../../schemas/schema-fields.ts';
import { pageOf, portalErrors } from '../portal-schemas.ts';
import { FILE_FORMATS, GERMAN_WORDS, sendExport, wordsOf } from '../spreadsheet/send-export.ts';
import { amount, count, currency, moment, PageQuery } from './money-schemas.ts';
import { activitySheet, monthSheet, transactionSheet } from './report-sheets.ts';

/** Each month on the page reads all its days. */
const PAGE_LENGTH = 12;

const SettlementMonth = Type.Object(
  {
    month: Type.String({ description: 'The month, such as 2026-03.' }),
    timeZone: Type.String({ description: 'The time zone of its days.' }),
    begins: moment('Beginning of the month.'),
    ends: moment('End of the month, exclusive; for the current month, the end of today.'),
    computedAt: timeOrNull('When its numbers became final; null: it is open, and its numbers still change.'),
    closedAt: timeOrNull('When somebody closed the month; null: it has no month-end.'),
    currencies: Type.Array(
      Type.Object(
        {
          currency,
          opening: amount('Balance at the beginning, available and reserved.'),
          in: amount('Completed pay-ins.'),
          out: amount('Paid payouts.'),
          refunded: amount('Paid refunds.'),
          funded: amount('Money that the operator paid in, minus money that the operator took out.'),
          afterEnd: amount(
            'Changes by disputes, by returned payments, and by refunds that failed after all.',
          ),
          closing: amount('Balance at the end: opening + in - out - refunded + funded + afterEnd.'),
          transfers: count('Number of transfers.'),
        },
        { title: 'MonthOfCurrency', description: 'A month in one currency.' },
      ),
      { description: 'Sorted by currency code; currencies are never added up.' },
    ),
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: 'The day, such as 2026-03-29.' }),
        computedAt: timeOrNull('When its numbers became final; null: it is open.'),
        transfers: count('Number of transfers in all currencies.'),
      }),
      { description: 'Its days, oldest first.' },
    ),
  },
  { title: 'SettlementMonth', description: 'A month of a brand.' },
);

const BrandPath = { brandId: uuid('The brand.') };
const MonthPath = Type.Object({
  ...BrandPath,
  month: Type.String({ maxLength: 7, description: 'The month, such as 2026-03.' }),
});
const MonthsQuery = closed({ cursor: PageQuery.cursor });
const FileQuery = closed({
  format: choice(FILE_FORMATS, `xlsx: all parts. csv: one part. ${GERMAN_WORDS}`),
  part: Type.Optional(
    choice(['month', 'days', 'transactions'], 'The part in a CSV file; default transactions.'),
  ),
});

const about = {
  tags: ['Portal money'],
  access: 'portal',
  permission: 'reports.read',
} satisfies Partial<Operation>;

export const listMonthsCall = call({
  address: 'GET /portal/api/brands/:brandId/months',
  ...about,
  operationId: 'listMonths',
  summary: 'List the months',
  description: 'The months of the brand, newest first, including the current month; twelve per page.',
  params: Type.Object(BrandPath),
  querystring: MonthsQuery,
  answers: {
    200: { description: 'A page of months.', schema: pageOf(SettlementMonth, 'Newest first.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, query }) => {
    const before = query.cursor === undefined ? null : requireMonth(query.cursor);
    const page = { before, limit: PAGE_LENGTH + 1 };
    const months = await monthsOf(context.sql, brand, context.now(), page);
    const shown = months.slice(0, PAGE_LENGTH);
    const [items, ends] = await Promise.all([
      Promise.all(shown.map((month) => readMonth(context, brand, month))),
      monthEndsOf(context.sql, brand, shown),
    ]);
    return {
      items: items.map((one) => toWireMonth(one, ends)),
      next: months.length > PAGE_LENGTH ? shown.at(-1)! : null,
    };
  },
});

export const showMonthCall = call({
  address: 'GET /portal/api/brands/:brandId/months/:month',
  ...about,
  operationId: 'showMonth',
  summary: 'Show a month',
  description: 'Completed pay-ins, payouts and refunds by currency, and the days of the month.',
  params: MonthPath,
  querystring: closed({}),
  answers: { 200: { description: 'The month.', schema: SettlementMonth }, ...portalErrors() },
  handle: async (context, { portal: { brand }, params }) => {
    const month = await readMonth(context, brand, params.month);
    return toWireMonth(month, await monthEndsOf(context.sql, brand, [params.month]));
  },
});

export const downloadMonthCall = call({
  address: 'GET /portal/api/brands/:brandId/months/:month/file',
  ...about,
  operationId: 'downloadMonth',
  summary: 'Download a month',
  description:
    'The month as a file: its sums, its days, and every completed pay-in, payout and refund with its direction. ' +
    'Pay-ins, payouts and refunds each have a column for their amounts.',
  params: MonthPath,
  querystring: FileQuery,
  answers: {
    200: { description: 'The file.', contentType: 'application/octet-stream' },
    ...portalErrors(429),
  },
  handle: async (context, { portal: { brand }, params, query }, reply, { snapshots }) => {
    const known = await readMonth(context, brand, params.month);
    // A past month does not change any more, so it needs no snapshot.
    const isOpen = known.computedAt === null;
    const sql = isOpen ? await snapshots.open(context.sql, reply) : context.sql;
    const report = isOpen ? await readMonth({ ...context, sql }, brand, params.month) : known;
    const { begins, ends, timeZone, days } = report;
    const { merchantId, brandId } = brand;
    const done = { merchantId, brandId, begins, ends, currency: null, kinds: DONE_KINDS };
    const sheets = {
      month: monthSheet(report, sumMonth(days)),
      days: activitySheet({ timeZone }, days),
      transactions: transactionSheet(report, eachTransfer(sql, done)),
    };
    const name = wordsOf('month', brand.name, report.month, timeZone);
    if (query.format === 'xlsx') {
      const all = [sheets.month, sheets.days, sheets.transactions] as const;
      return sendExport(reply, { format: 'xlsx', name, sheets: all });
    }
    const part = query.part ?? 'transactions';
    return sendExport(reply, { format: query.format, name: `${part}-of-${name}`, sheets: [sheets[part]] });
  },
});

/** Throws Refusal 400 if the text is no month, or if the month has not begun. */
async function readMonth(
  { sql, now }: { sql: Sql | SqlTransaction; now: () => Date },
  brand: Brand,
  given: string,
): Promise<MonthReport> {
  const month = requireMonth(given);
  if (month > monthOf(dateAt(now(), brand.timeZone)))
    throw new Refusal(400, ['month: this month has not begun']);
  return await monthReport(sql, brand, month, now());
}

function requireMonth(month: string): string {
  if (isMonth(month)) return month;
  throw new Refusal(400, ['month: must be a month, such as 2026-03']);
}

function toWireMonth(
  { month, timeZone, begins, ends, computedAt, days }: MonthReport,
  monthEnds: ReadonlyMap<string, Date>,
) {
  return {
    month,
    timeZone,
    begins: begins.toISOString(),
    ends: ends.toISOString(),
    computedAt: computedAt?.toISOString() ?? null,
    closedAt: monthEnds.get(month)?.toISOString() ?? null,
    currencies: sumMonth(days).map(toWireCurrency),
    days: days.map((day) => ({
      date: day.date,
      computedAt: day.computedAt?.toISOString() ?? null,
      transfers: day.currencies.reduce((sum, { transfers }) => sum + transfers, 0),
    })),
  };
}

function toWireCurrency(one: MonthOfCurrency): Static<typeof SettlementMonth>['currencies'][number] {
  const wire = (minor: bigint) => toWire(minor, one.currency);
  return {
    currency: one.currency,
    opening: wire(wholeMinor(one.opening)),
    in: wire(one.inMinor),
    out: wire(one.outMinor),
    refunded: wire(one.refundedMinor),
    funded: wire(one.fundedMinor),
    afterEnd: wire(one.afterEndMinor),
    closing: wire(wholeMinor(one.closing)),
    transfers: one.transfers,
  };
}
