// GET /portal/api/brands/{brandId}/transactions/export: exactly the list with the same filters, as CSV or XLSX, streamed page by
// page, so that a million rows need no more memory than a hundred. A plain read.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { Brand } from '../../../domain/brand.ts';
import { errorReason } from '../../../domain/error-codes.ts';
import type { Transaction } from '../../../domain/transaction.ts';
import { readTransactions } from '../../../storage/listing/read-transactions.ts';
import type { Operation } from '../../operation.ts';
import { choice, closed } from '../../schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { sendExport } from '../spreadsheet/send-export.ts';
import { type Column, wallClock } from '../spreadsheet/sheet.ts';
import { filterFields, type ListRequest, readFilter, readPage } from './transaction-filter.ts';
import { toItem } from './transaction-item.ts';

const Query = closed({ ...filterFields, format: choice(['csv', 'xlsx'], 'Kind of file.') });

/** Rows that are read, and held, at once. */
const BATCH = 500;

const operation = {
  operationId: 'exportTransactions',
  tags: ['Portal transactions'],
  summary: 'Export transactions',
  description:
    'All that the list shows under the same filters, in one file. Times are of the time zone of the brand, which stands in the ' +
    'headings and in the name of the file. References are text, amounts numbers with the decimals of their currency.',
  access: 'portal',
  permission: 'payments.export',
  params: PortalBrandPath,
  querystring: Query,
  answers: {
    200: {
      description: 'The file.',
      contentType: 'text/csv',
      schema: Type.String({ description: 'CSV or XLSX.' }),
    },
    ...portalErrors(),
  },
} satisfies Operation;

const text = (title: string, value: (of: Transaction) => string | null, width?: number) =>
  ({ title, kind: 'text', value, ...(width !== undefined && { width }) }) as const;
const time = (title: string, value: (of: Transaction) => Date | null) =>
  ({ title, kind: 'time', value, width: 24 }) as const;
const item = (name: 'option' | 'customer' | 'card') => (of: Transaction) => toItem(of)[name];

const COLUMNS: readonly Column<Transaction>[] = [
  time('Created', (of) => of.createdAt),
  text('Type', (of) => of.type),
  text('Status', (of) => of.status),
  { title: 'Amount', kind: 'money', value: (of) => ({ minor: of.amountMinor, currency: of.currency }) },
  {
    title: 'Refunded',
    kind: 'money',
    value: (of) => ({ minor: of.amountRefundedMinor, currency: of.currency }),
  },
  text('Currency', (of) => of.currency, 10),
  text('Merchant reference', (of) => of.merchantReference, 40),
  text('Payment reference', (of) => of.details.paymentReference, 40),
  text('Payment option', item('option')),
  text('Card', item('card')),
  text('Customer', item('customer')),
  text('Customer id', (of) => of.userId, 40),
  text('Country', (of) => of.country, 10),
  text('Error code', (of) => of.errorCode, 12),
  text('Error', (of) => of.errorCode && errorReason(of.errorCode), 40),
  text('Provider', (of) => of.provider),
  text('Provider reference', (of) => of.providerReference, 40),
  time('Completed', (of) => of.completedAt),
  time('Updated', (of) => of.updatedAt),
  text('Created (UTC)', (of) => of.createdAt.toISOString(), 26),
  text('Transaction id', (of) => of.id, 38),
];

export function exportTransactionsRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Querystring: Static<typeof Query> }>(
    '/portal/api/brands/:brandId/transactions/export',
    { schema: operation },
    async ({ portal: { brand }, query: { format, ...query } }, reply) => {
      const request = readFilter(query, brand);
      return sendExport(reply, format, fileName(brand, context.now()), [
        {
          name: 'Transactions',
          timeZone: brand.timeZone,
          columns: COLUMNS,
          batches: batches(context, brand, request),
        },
      ]);
    },
  );
}

async function* batches({ sql }: Context, brand: Brand, request: ListRequest): AsyncGenerator<Transaction[]> {
  let before: string | null = null;
  do {
    const page = await readPage(sql, brand, request, { before, limit: BATCH });
    yield await readTransactions(sql, brand.merchantId, page.ids);
    before = page.next;
  } while (before !== null);
}

function fileName({ name, timeZone }: Brand, now: Date): string {
  const words = (of: string) => of.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
  const day = wallClock(timeZone)(now).slice(0, 10);
  return ['transactions', words(name), day, words(timeZone)].filter(Boolean).join('-').toLowerCase();
}
