// POST /portal/api/brands/:brandId/payouts/file/check and …/file/send: checks a CSV file of payouts, then makes the
// payouts part by part. It must make nothing while one line is wrong. actions/payouts/read-payout-file.ts reads the
// file.
import { type Static, Type } from 'typebox';
import {
  ALL_COLUMNS,
  type Mapping as FileMapping,
  MOST_COLUMNS,
} from '../../../actions/payouts/payout-columns.ts';
import { type PayoutFile, readPayoutFile } from '../../../actions/payouts/read-payout-file.ts';
import { sendPayoutFile } from '../../../actions/payouts/send-payout-file.ts';
import { errorReason } from '../../../domain/errors/error-codes.ts';
import { toWire } from '../../../domain/money/money.ts';
import { balancesOf } from '../../../storage/ledger/ledger-store.ts';
import { call } from '../../calls/call.ts';
import { choice, closed, maybe, textOrNull, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { amount, currency, nullable } from './payout-schemas.ts';

/** A thousand lines with every column filled, as JSON. */
const BODY_LIMIT = 1024 * 1024;
/** More faults than a person corrects at once. */
const MOST_FAULTS = 200;
const LARGEST_PART = 50;

const csv = Type.String({
  maxLength: 700_000,
  description: 'The file as text. Its first line has the names of the columns.',
});
const Mapping = {
  columns: maybe(
    Type.Array(Type.Union([choice(ALL_COLUMNS, 'The name of the column.'), Type.Null()]), {
      maxItems: MOST_COLUMNS,
      description: 'What each column of the file is, by its place; null: skip it. Absent: the names decide.',
    }),
  ),
  values: maybe(
    closed(
      {
        method: maybe(visibleText(100, 'The method.')),
        currency: maybe(visibleText(10, 'Currency code.')),
        country: maybe(visibleText(10, 'Country code.')),
      },
      { description: 'Values for all lines that have none.' },
    ),
  ),
};
const MappingBody = closed(Mapping);
const mappingOf = ({ columns, values }: Static<typeof MappingBody>): FileMapping => ({
  columns: columns ?? null,
  values: Object.fromEntries(
    Object.entries(values ?? {}).flatMap(([column, value]) => (value == null ? [] : [[column, value]])),
  ),
});

const line = Type.Integer({ description: 'Line number as in an editor; the column names are line 1.' });

const Fault = Type.Object({
  line,
  column: textOrNull('The column; null: the whole line.'),
  message: Type.String({ description: 'The fault, and how to correct it.' }),
});

const CheckedFile = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Its name in the file; empty: it has none.' }),
        column: textOrNull('What it is; null: the name is unknown, or the column is skipped.'),
        exact: Type.Boolean({ description: 'false: the name is not our own, and a person should check it.' }),
        sample: textOrNull('Its first value; null: there is none, or it holds a card number.'),
      }),
      { description: 'The columns of the file, in their order; empty: the file cannot be read.' },
    ),
    faults: Type.Array(Fault, { description: 'The first 200 faults; empty: the file is valid.' }),
    faultCount: Type.Integer({ description: 'Number of all faults.' }),
    warnings: Type.Array(Fault, {
      description: 'Names in which a letter seems to be lost, the first 200. They do not stop the file.',
    }),
    payouts: Type.Array(
      Type.Object({
        line,
        merchantReference: Type.String({ description: 'Reference of the payout.' }),
        method: Type.String({ description: 'The payout option.' }),
        currency,
        amount: amount('The amount to pay.'),
        country: textOrNull('Country of the recipient.'),
        recipientName: textOrNull('The recipient, as in the file; null: a saved card.'),
        recipientAccount: textOrNull('The account, masked except for its last four characters.'),
        madeBefore: nullable(
          uuid('The payout.'),
          'The existing payout, which is skipped; null: the payout is new.',
        ),
      }),
      { description: 'The valid lines.' },
    ),
    totals: Type.Array(
      Type.Object({
        currency,
        count: Type.Integer({ description: 'Number of new payouts.' }),
        amount: amount('Sum of the new payouts.'),
        available: amount('The available balance of the brand.'),
      }),
      { description: 'The new payouts by currency.' },
    ),
  },
  { title: 'CheckedPayoutFile', description: 'The content of a payout file.' },
);

const Part = closed({
  csv,
  ...Mapping,
  fileName: Type.Optional(
    visibleText(255, 'The name of the file, shown to the people who approve its payouts.'),
  ),
  from: Type.Integer({
    minimum: 0,
    maximum: 1_000,
    description: 'How many payouts of the file were sent before.',
  }),
  count: Type.Integer({ minimum: 1, maximum: LARGEST_PART, description: 'How many payouts are sent now.' }),
});

const SentPart = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        line,
        merchantReference: Type.String({ description: 'Reference of the payout.' }),
        outcome: choice(
          ['made', 'made-before', 'refused'],
          'made-before: the payout existed already, and nothing was created. refused: nothing was created.',
        ),
        transactionId: textOrNull('The payout.'),
        status: textOrNull('The current status.'),
        errorCode: textOrNull('Why it was declined.'),
        errorReason: textOrNull('The text of the error code.'),
        message: textOrNull('Why it was refused.'),
      }),
      { description: 'One for each line of the part.' },
    ),
    next: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: '`from` of the next part; null: this was the last one.',
    } as never),
  },
  { title: 'SentPayoutFilePart', description: 'The result of a part of the file.' },
);

export const checkPayoutFileCall = call({
  address: 'POST /portal/api/brands/:brandId/payouts/file/check',
  operationId: 'checkPayoutFile',
  tags: ['Portal payouts'],
  summary: 'Check a payout file',
  description: 'Names each fault with its line and column. Creates nothing.',
  access: 'portal',
  permission: 'payouts.create',
  params: PortalBrandPath,
  body: closed({ csv, ...Mapping }),
  answers: { 200: { description: 'The content of the file.', schema: CheckedFile }, ...portalErrors(413) },
  options: { bodyLimit: BODY_LIMIT },
  handle: async (context, { portal: { brand }, body }) => {
    const [file, balances] = await Promise.all([
      readPayoutFile(context, brand, body.csv, mappingOf(body)),
      balancesOf(context.sql, brand.merchantId, brand.brandId),
    ]);
    const available = new Map(balances.map((one) => [one.currency, one.availableMinor]));
    return { ...shownFile(file), totals: totalsOf(file, available) };
  },
});

export const sendPayoutFileCall = call({
  address: 'POST /portal/api/brands/:brandId/payouts/file/send',
  operationId: 'sendPayoutFile',
  tags: ['Portal payouts'],
  summary: 'Create the payouts of a file',
  description:
    'Creates the payouts of a part if the whole file is valid, otherwise nothing. A payout whose reference exists ' +
    'already is skipped, so you may send a part again.',
  access: 'portal',
  permission: 'payouts.create',
  params: PortalBrandPath,
  body: Part,
  answers: { 200: { description: 'The result of each line.', schema: SentPart }, ...portalErrors(413) },
  options: { bodyLimit: BODY_LIMIT },
  handle: async (context, { portal: { actor, brand }, body }) => {
    const { csv, from, count, fileName = null } = body;
    const part = { csv, from, count, fileName, mapping: mappingOf(body) };
    const { lines, next } = await sendPayoutFile(context, actor, brand, part);
    const shown = lines.map((one) => ({
      ...one,
      errorReason: one.errorCode && errorReason(one.errorCode),
    }));
    return { lines: shown, next };
  },
});

function shownFile({ columns, faults, warnings, payouts }: PayoutFile) {
  return {
    columns,
    warnings: warnings.slice(0, MOST_FAULTS),
    faults: faults.slice(0, MOST_FAULTS),
    faultCount: faults.length,
    payouts: payouts.map(({ line, written, amountMinor, optionName, recipient, madeBefore }) => ({
      line,
      merchantReference: written.merchantReference,
      method: optionName,
      currency: written.currency,
      amount: toWire(amountMinor, written.currency),
      country: written.country,
      recipientName: recipient?.name ?? null,
      recipientAccount: recipient?.account ?? null,
      madeBefore: madeBefore?.transactionId ?? null,
    })),
  };
}

function totalsOf({ payouts }: PayoutFile, available: ReadonlyMap<string, bigint>) {
  const sums = new Map<string, { count: number; amountMinor: bigint }>();
  for (const { written, amountMinor, madeBefore } of payouts) {
    if (madeBefore) continue;
    const sum = sums.get(written.currency) ?? { count: 0, amountMinor: 0n };
    sums.set(written.currency, { count: sum.count + 1, amountMinor: sum.amountMinor + amountMinor });
  }
  return [...sums].sort().map(([code, { count, amountMinor }]) => ({
    currency: code,
    count,
    amount: toWire(amountMinor, code),
    available: toWire(available.get(code) ?? 0n, code),
  }));
}
