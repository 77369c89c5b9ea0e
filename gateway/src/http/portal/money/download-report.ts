// GET /portal/api/brands/{brandId}/reports/{date}/file: a settlement report as CSV (one part of it), XLSX or JSON (all
// three), streamed, with the numbers of the screen. It must read an open day in one snapshot, so that its parts agree.
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { type ActivityKind, DONE_KINDS } from '../../../domain/ledger/balance-activity.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import type { Sql, SqlTransaction } from '../../../storage/database/database.ts';
import { eachTransfer, type ShownTransfer } from '../../../storage/ledger/list-transfers.ts';
import type { DayReport } from '../../../storage/ledger/settlement-day-store.ts';
import { call } from '../../calls/call.ts';
import { choice, closed } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { FILE_FORMATS, GERMAN_WORDS, sendExport, wordsOf } from '../spreadsheet/send-export.ts';
import { toWireTransfer } from './money-schemas.ts';
import { toWireReport } from './report-schemas.ts';
import { activitySheet, detailSheet, transactionSheet } from './report-sheets.ts';
import { ReportPath, requireReport } from './show-report.ts';

const PARTS = ['transactions', 'activity', 'details'] as const;

const Query = closed({
  format: choice([...FILE_FORMATS, 'json'], `xlsx and json: all parts. csv: one part. ${GERMAN_WORDS}`),
  part: Type.Optional(choice(PARTS, 'The part in a CSV file; default activity.')),
});

export const downloadReportCall = call({
  address: 'GET /portal/api/brands/:brandId/reports/:date/file',
  operationId: 'downloadReport',
  tags: ['Portal money'],
  summary: 'Download the settlement report of a day',
  description:
    'The report as a file. Times are in the time zone of the report; the headings and the name of the file show ' +
    'it. In CSV, a text that begins like a formula gets an apostrophe in front.',
  access: 'portal',
  permission: 'reports.read',
  params: ReportPath,
  querystring: Query,
  answers: {
    200: { description: 'The file.', contentType: 'application/octet-stream' },
    ...portalErrors(429),
  },
  handle: async (context, { portal: { brand }, params, query }, reply, { snapshots }) => {
    const known = await requireReport(context, brand, params.date);
    // A closed day does not change any more, so it needs no snapshot.
    const isOpen = known.computedAt === null;
    const sql = isOpen ? await snapshots.open(context.sql, reply) : context.sql;
    const report = isOpen ? await requireReport({ ...context, sql }, brand, params.date) : known;
    const transfers = (kinds: readonly ActivityKind[] | null) => transfersOfReport(sql, brand, report, kinds);
    const name = reportName(brand, report);
    if (query.format === 'json') {
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}.json"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(reportJson(report, transfers)));
    }
    const sheets = {
      transactions: transactionSheet(report, transfers(DONE_KINDS)),
      activity: activitySheet(report, [report]),
      details: detailSheet(report, transfers(null)),
    };
    if (query.format === 'xlsx') {
      const all = [sheets.transactions, sheets.activity, sheets.details] as const;
      return sendExport(reply, { format: 'xlsx', name, sheets: all });
    }
    const part = query.part ?? 'activity';
    return sendExport(reply, { format: query.format, name: `${part}-of-${name}`, sheets: [sheets[part]] });
  },
});

/** A day in the brand's time zone. */
const reportName = ({ name }: Brand, { date, timeZone }: DayReport) =>
  wordsOf('settlement', name, date, timeZone);

function transfersOfReport(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: Brand,
  { begins, ends }: DayReport,
  kinds: readonly ActivityKind[] | null,
): AsyncGenerator<ShownTransfer[]> {
  return eachTransfer(sql, { merchantId, brandId, begins, ends, currency: null, kinds });
}

async function* reportJson(
  report: DayReport,
  transfers: (kinds: readonly ActivityKind[] | null) => AsyncIterable<ShownTransfer[]>,
): AsyncGenerator<string> {
  yield JSON.stringify(toWireReport(report)).slice(0, -1);
  for (const [part, kinds] of [
    ['transactions', DONE_KINDS],
    ['details', null],
  ] as const) {
    yield `,"${part}":[`;
    let between = '';
    for await (const batch of transfers(kinds)) {
      yield between + batch.map((one) => JSON.stringify(toWireTransfer(one))).join(',');
      between = ',';
    }
    yield ']';
  }
  yield '}\n';
}
