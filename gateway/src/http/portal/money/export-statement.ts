// GET /portal/api/brands/{brandId}/statement/export: exactly the statement with the same filters, as CSV or XLSX,
// streamed page by page. A plain read.
import type { Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { call } from '../../calls/call.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { PortalBrandPath } from '../portal-schemas.ts';
import { exportAnswers, exportFields, exportName, sendExport } from '../spreadsheet/send-export.ts';
import { statementSheet } from './report-sheets.ts';
import {
  readStatement,
  readStretch,
  type StatementPlace,
  type StatementRow,
  statementFields,
} from './show-statement.ts';

const Query = closed({
  ...statementFields,
  ...exportFields,
});
type Query = Static<typeof Query>;

/** How many rows it reads and holds at once. */
const BATCH = 1_000;

export const exportStatementCall = call({
  address: 'GET /portal/api/brands/:brandId/statement/export',
  operationId: 'exportStatement',
  tags: ['Portal money'],
  summary: 'Export the statement of a currency',
  description:
    'All lines of the statement with the same filters, newest first, in one file. Times are in the time zone of ' +
    'the brand; the headings and the name of the file show it. References are text.',
  access: 'portal',
  permission: 'payments.export',
  params: PortalBrandPath,
  querystring: Query,
  answers: exportAnswers,
  handle: async (context, { portal: { brand }, query }, reply) => {
    const { format, currency, progress } = query;
    const name = exportName(`statement-${currency}`, brand, context.now());
    const sheet = statementSheet(brand, batches(context, brand, query));
    return sendExport(reply, { format, name, sheets: [sheet] }, progress ? { expected: null } : null);
  },
});

async function* batches(context: Context, brand: Brand, query: Query): AsyncGenerator<StatementRow[]> {
  const stretch = readStretch(query, context.now());
  let place: StatementPlace | null = null;
  do {
    const page: { lines: StatementRow[]; next: StatementPlace | null } = await readStatement(
      context,
      brand,
      stretch,
      { place, limit: BATCH },
    );
    yield page.lines;
    place = page.next;
  } while (place !== null);
}
