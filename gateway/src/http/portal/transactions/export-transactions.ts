// GET /portal/api/brands/{brandId}/transactions/export: exactly the list with the same filters, as CSV or XLSX. It
// streams page by page, so that a million rows need no more memory than a hundred. A plain read.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import type { Column } from '../../../actions/spreadsheet/sheet.ts';
import { withheldBy } from '../../../domain/after-end/dispute.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { withCardMasked } from '../../../domain/payment-data/card-number-in-text.ts';
import { type AfterEnd, NOTHING_AFTER_END } from '../../../domain/records/money-back.ts';
import { capturedMinor, type Transaction } from '../../../domain/transactions/transaction.ts';
import { afterEndOf } from '../../../storage/after-end/after-end-of.ts';
import { countTransactions } from '../../../storage/listing/count-transactions.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import { call } from '../../calls/call.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { PortalBrandPath } from '../portal-schemas.ts';
import { exportAnswers, exportFields, exportName, sendExport } from '../spreadsheet/send-export.ts';
import { statusWord } from './status-words.ts';
import { filterFields, type ListRequest, readFilter, readPage } from './transaction-filter.ts';
import { type TransactionItem, toItem } from './transaction-item.ts';

const Query = closed({
  ...filterFields,
  columns: Type.Optional(
    Type.String({
      maxLength: 300,
      description: 'Columns of the list, comma-separated, in the wanted order. Omitted: all columns.',
    }),
  ),
  ...exportFields,
});

/** How many rows it reads and holds at once. */
const BATCH = 500;

/** A transaction, and its row in the list. */
interface Row {
  of: Transaction;
  item: TransactionItem;
  afterEnd: AfterEnd;
}

const text = (title: string, value: (row: Row) => string | null, width?: number): Column<Row> =>
  ({ title, kind: 'text', value, ...(width !== undefined && { width }) }) as const;
const time = (title: string, value: (row: Row) => Date | null): Column<Row> =>
  ({ title, kind: 'time', value, width: 24 }) as const;
const money = (title: string, minorOf: (of: Transaction) => bigint): Column<Row> => ({
  title,
  kind: 'money',
  value: ({ of }) => ({ minor: minorOf(of), currency: of.currency }),
});

function moved(title: string, minorOf: (of: Transaction, afterEnd: AfterEnd) => bigint): Column<Row> {
  const value: Column<Row>['value'] = ({ of, afterEnd }) => {
    const minor = minorOf(of, afterEnd);
    return minor === 0n ? null : { minor, currency: of.currency };
  };
  return { title, kind: 'money', value };
}

const paidOutMinor = ({ type, status, amountMinor }: Transaction): bigint =>
  type === 'PAYOUT' && status === 'COMPLETED' ? amountMinor : 0n;

const CREATED = time('Created', ({ of }) => of.createdAt);
const TYPE = text('Type', ({ of }) => (of.type === 'PAYIN' ? 'Pay-in' : 'Payout'), 10);
const STATUS = text('Status', ({ of, afterEnd }) => statusWord(of, afterEnd));
const DIRECTION = text('Direction', ({ of }) => (of.type === 'PAYIN' ? 'In' : 'Out'), 10);
const AMOUNT = money('Amount', (of) => of.amountMinor);
/** A payout that comes back adds to the balance; a debit that comes back takes what was captured. */
function returnedMinor({ returned, type, amountMinor, ...of }: Transaction): bigint {
  if (!returned) return 0n;
  return type === 'PAYOUT' ? amountMinor : -capturedMinor({ type, amountMinor, ...of });
}

/**
 * Only money that moved. In, less Out, Refunded and Disputed, plus Returned, is what the transactions changed in the
 * balance.
 */
const IN = moved('In', capturedMinor);
const OUT = moved('Out', paidOutMinor);
const CAPTURE_MODE = text('Capture mode', ({ item }) => item.captureMode, 14);
const AUTHORIZED = money('Authorised', (of) => of.authorized?.amountMinor ?? 0n);
const CAPTURED = money('Captured', capturedMinor);
const CAPTURE_BEFORE = time('Capture before', ({ of }) => of.authorized?.captureBefore ?? null);
const REFUNDED = money('Refunded', (of) => of.amountRefundedMinor);
const DISPUTED = moved('Disputed', (_, { disputes }) => withheldBy(disputes));
const RETURNED = moved('Returned', returnedMinor);
const CURRENCY = text('Currency', ({ of }) => of.currency, 10);
const REFERENCE = text('Merchant reference', ({ of }) => of.merchantReference, 40);
const CUSTOMER = text('Customer', ({ item }) => item.customer);
const COUNTRY = text('Country', ({ of }) => of.country, 10);
const ERROR_CODE = text('Error code', ({ of }) => of.errorCode, 12);
const ERROR = text('Error', ({ item }) => item.errorReason, 40);
const PROVIDER_REFERENCE = text('Provider reference', ({ of }) => of.providerReference, 40);
const ID = text('Transaction id', ({ of }) => of.id, 38);

const ALL: readonly Column<Row>[] = [
  CREATED,
  TYPE,
  DIRECTION,
  STATUS,
  AMOUNT,
  IN,
  OUT,
  CAPTURE_MODE,
  AUTHORIZED,
  CAPTURED,
  CAPTURE_BEFORE,
  REFUNDED,
  DISPUTED,
  RETURNED,
  CURRENCY,
  REFERENCE,
  text('Payment reference', ({ of }) => of.details.paymentReference, 40),
  text('Payment option', ({ item }) => item.option),
  text('Card', ({ item }) => item.card),
  CUSTOMER,
  text('Customer id', ({ of }) => withCardMasked(of.userId), 40),
  // Only payouts have a recipient.
  text('Recipient', ({ of }) => of.recipient?.name ?? null),
  text('Recipient account', ({ of }) => of.recipient?.account ?? null),
  text('Made by', ({ of }) => of.details.maker?.name ?? null),
  COUNTRY,
  ERROR_CODE,
  ERROR,
  text('Provider', ({ of }) => of.provider),
  PROVIDER_REFERENCE,
  time('Completed', ({ of }) => of.completedAt),
  time('Updated', ({ of }) => of.updatedAt),
  text('Created (UTC)', ({ item }) => item.createdAt, 26),
  ID,
];

/** The file's columns for each column of the page (portal/src/screens/transactions/columns.tsx). */
const OF_PAGE: Readonly<Record<string, readonly Column<Row>[]>> = {
  amount: [DIRECTION, AMOUNT, IN, OUT, CURRENCY],
  status: [STATUS],
  captured: [CAPTURE_MODE, AUTHORIZED, CAPTURED],
  captureBefore: [CAPTURE_BEFORE],
  refunded: [REFUNDED],
  disputed: [DISPUTED, RETURNED],
  option: [text('Method', ({ item }) => item.card ?? item.option)],
  customer: [CUSTOMER],
  reference: [REFERENCE],
  type: [TYPE],
  country: [COUNTRY],
  error: [ERROR_CODE, ERROR],
  id: [ID],
  providerReference: [PROVIDER_REFERENCE],
  created: [CREATED],
};

/** Throws Refusal 400 for an unknown column. */
function columnsOf(names: string | undefined): readonly Column<Row>[] {
  if (names === undefined) return ALL;
  const chosen = names.split(',');
  const faults = chosen
    .filter((name) => !Object.hasOwn(OF_PAGE, name))
    .map((name) => `columns: there is no column ${name}`);
  if (faults.length > 0) throw new Refusal(400, faults);
  return chosen.flatMap((name) => OF_PAGE[name]!);
}

export const exportTransactionsCall = call({
  address: 'GET /portal/api/brands/:brandId/transactions/export',
  operationId: 'exportTransactions',
  tags: ['Portal transactions'],
  summary: 'Export transactions',
  description:
    'All transactions of the list with the same filters, in one file. Times are in the time zone of the brand; the ' +
    'headings and the name of the file show it. `columns` are the columns of the page. References are text. ' +
    'Amounts are numbers with the decimals of their currency.',
  access: 'portal',
  permission: 'payments.export',
  params: PortalBrandPath,
  querystring: Query,
  answers: exportAnswers,
  handle: async (context, { portal: { brand }, query: { format, columns, progress, ...query } }, reply) => {
    const request = readFilter(query, brand);
    const sheet = {
      name: 'Transactions',
      timeZone: brand.timeZone,
      columns: columnsOf(columns),
      batches: batches(context, brand, request),
    };
    const name = exportName('transactions', brand, context.now());
    const expected = progress ? { expected: await expectedRows(context, brand, request) } : null;
    return sendExport(reply, { format, name, sheets: [sheet] }, expected);
  },
});

/** null for a search, for authorised payments and by money back: their number of rows is unknown in advance. */
async function expectedRows(
  { sql }: Context,
  { merchantId, brandId }: Brand,
  { filter, text, held, moneyBack }: ListRequest,
) {
  return text === null && held === null && moneyBack.length === 0
    ? countTransactions(sql, { merchantId, brandId, filter })
    : null;
}

async function* batches({ sql, now }: Context, brand: Brand, request: ListRequest): AsyncGenerator<Row[]> {
  let before: string | null = null;
  do {
    const page = await readPage(sql, brand, request, { before, limit: BATCH, now: now() });
    const found = await readTransactions(sql, brand.merchantId, page.ids);
    const happened = await afterEndOf(sql, brand.merchantId, found);
    yield found.map((of) => {
      const afterEnd = happened.get(of.id) ?? NOTHING_AFTER_END;
      return { of, item: toItem(of, afterEnd), afterEnd };
    });
    before = page.next;
  } while (before !== null);
}
