// GET /portal/api/brands/{brandId}/reports, …/{date} and …/{date}/transfers: the settlement reports of a brand, one of
// them, and its transfers. Plain reads. The answer for a closed day never changes.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { dayReport } from '../../../actions/ledger/settlement-days.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { DONE_KINDS } from '../../../domain/ledger/balance-activity.ts';
import { dateAt } from '../../../domain/ledger/settlement-day.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import type { Sql, SqlTransaction } from '../../../storage/database/database.ts';
import { listTransfers } from '../../../storage/ledger/list-transfers.ts';
import { closedDays, type DayReport } from '../../../storage/ledger/settlement-day-store.ts';
import { call } from '../../calls/call.ts';
import { Currency, choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { pageOf, portalErrors } from '../portal-schemas.ts';
import {
  DatePath,
  Kind,
  PAGE_LENGTH,
  PageQuery,
  requireCursor,
  requireDate,
  toWireTransfer,
  transferFields,
} from './money-schemas.ts';
import { SettlementReport, toWireReport } from './report-schemas.ts';

const BrandPath = { brandId: uuid('The brand.') };
export const ReportPath = Type.Object({ ...BrandPath, ...DatePath });
export type ReportPath = { date: string };

const ReportsQuery = closed(PageQuery);
const LineQuery = closed({
  part: choice(
    ['transactions', 'details'],
    'transactions: completed pay-ins, payouts and refunds. details: every transfer.',
  ),
  currency: Type.Optional(Currency),
  kind: Type.Optional(Kind),
  ...PageQuery,
});

const SettlementLine = Type.Object(transferFields, {
  title: 'SettlementLine',
  description: 'One transfer of a report.',
});

export const listReportsCall = call({
  address: 'GET /portal/api/brands/:brandId/reports',
  operationId: 'listReports',
  tags: ['Portal money'],
  summary: 'List the settlement reports',
  description: 'The closed days of the brand, newest first. The current day, which is open, is the first.',
  access: 'portal',
  permission: 'reports.read',
  params: Type.Object(BrandPath),
  querystring: ReportsQuery,
  answers: {
    200: { description: 'A page of reports.', schema: pageOf(SettlementReport, 'Newest first.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, query }) => {
    const limit = Number(query.limit ?? PAGE_LENGTH);
    const before = query.cursor === undefined ? null : requireDate(query.cursor);
    const found = await closedDays(context.sql, brand, before, limit + 1);
    const today = dateAt(context.now(), brand.timeZone);
    const open = before === null ? await openDays(context, brand, found[0], today) : [];
    const items = [...open, ...found.slice(0, limit)].map(toWireReport);
    return { items, next: found.length > limit ? items.at(-1)!.date : null };
  },
});

/** The days that are not closed yet: today, and yesterday until the gateway closes it. */
async function openDays(
  { sql }: Context,
  brand: Brand,
  last: DayReport | undefined,
  today: string,
): Promise<DayReport[]> {
  const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  const dates = [today, yesterday].filter((date) => !last || date > last.date);
  const reports = await Promise.all(dates.map((date) => dayReport(sql, brand, date)));
  return reports.filter((report) => report.currencies.length > 0);
}

export const showReportCall = call({
  address: 'GET /portal/api/brands/:brandId/reports/:date',
  operationId: 'showReport',
  tags: ['Portal money'],
  summary: 'Show the settlement report of a day',
  description:
    'Opening and closing balance, and the transfers in between. A day is closed 15 minutes after its end.',
  access: 'portal',
  permission: 'reports.read',
  params: ReportPath,
  querystring: closed({}),
  answers: {
    200: { description: 'The report.', schema: SettlementReport },
    ...portalErrors(),
  },
  handle: async (context, { portal, params }) =>
    toWireReport(await requireReport(context, portal.brand, params.date)),
});

export const listReportTransfersCall = call({
  address: 'GET /portal/api/brands/:brandId/reports/:date/transfers',
  operationId: 'listReportTransfers',
  tags: ['Portal money'],
  summary: 'List the transfers of a report',
  description: 'The transfers behind the numbers of the report, oldest first.',
  access: 'portal',
  permission: 'reports.read',
  params: ReportPath,
  querystring: LineQuery,
  answers: {
    200: { description: 'A page of transfers.', schema: pageOf(SettlementLine, 'Oldest first.') },
    ...portalErrors(),
  },
  handle: async (context, { portal: { brand }, params, query }) => {
    const { begins, ends } = await requireReport(context, brand, params.date);
    const limit = Number(query.limit ?? PAGE_LENGTH);
    const ofPart = query.part === 'transactions' ? DONE_KINDS : null;
    const found = await listTransfers(context.sql, {
      merchantId: brand.merchantId,
      brandId: brand.brandId,
      begins,
      ends,
      currency: query.currency ?? null,
      kinds: query.kind ? [query.kind] : ofPart,
      from: requireCursor(query.cursor),
      order: 'oldest first',
      limit: limit + 1,
    });
    const items = found.slice(0, limit).map(toWireTransfer);
    return { items, next: found.length > limit ? items.at(-1)!.transferId : null };
  },
});

/** Throws Refusal 400 if the text is no day, or if the day has not begun. */
export async function requireReport(
  { sql, now }: Pick<Context, 'now'> & { sql: Sql | SqlTransaction },
  brand: Brand,
  date: string,
): Promise<DayReport> {
  if (requireDate(date) > dateAt(now(), brand.timeZone))
    throw new Refusal(400, ['date: this day has not begun']);
  return await dayReport(sql, brand, date);
}
