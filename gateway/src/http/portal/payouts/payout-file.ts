// POST /portal/api/brands/:brandId/payouts/file/check and …/file/send: a CSV file of payouts is first checked and then made
// part by part. It must make nothing while one line is wrong. actions/payouts/read-payout-file.ts reads the file.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { type PayoutFile, readPayoutFile } from '../../../actions/payouts/read-payout-file.ts';
import { sendPayoutFile } from '../../../actions/payouts/send-payout-file.ts';
import { errorReason } from '../../../domain/errors/error-codes.ts';
import { toWire } from '../../../domain/money/money.ts';
import { balancesOf } from '../../../storage/ledger/ledger-store.ts';
import type { Operation } from '../../operation.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { amount, currency, nullable, orNull } from './payout-schemas.ts';

/** A thousand lines with every column filled, as JSON. */
const BODY_LIMIT = 1024 * 1024;
/** More faults than a person corrects at once. */
const MOST_FAULTS = 200;
const LARGEST_PART = 50;

const csv = Type.String({
  maxLength: 700_000,
  description: 'The file as text, its first line the names of the columns.',
});
const line = Type.Integer({ description: 'As an editor counts them; the names are line 1.' });

const CheckedFile = Type.Object(
  {
    faults: Type.Array(
      Type.Object({
        line,
        column: orNull('Which cell; null: the line as a whole.'),
        message: Type.String({ description: 'What is wrong and what to do.' }),
      }),
      { description: 'The first 200; empty: the file is right.' },
    ),
    faultCount: Type.Integer({ description: 'How many there are.' }),
    payouts: Type.Array(
      Type.Object({
        line,
        merchantReference: Type.String({ description: 'Its reference.' }),
        method: Type.String({ description: 'How it is paid.' }),
        currency,
        amount: amount('What is paid.'),
        country: orNull('Where to.'),
        madeBefore: nullable(uuid('The payout.'), 'Made before, so it is left alone; null: it is new.'),
      }),
      { description: 'The lines that are right.' },
    ),
    totals: Type.Array(
      Type.Object({
        currency,
        count: Type.Integer({ description: 'How many are new.' }),
        amount: amount('Of the new ones together.'),
        available: amount('What the brand has.'),
      }),
      { description: 'The new ones by currency.' },
    ),
  },
  { title: 'CheckedPayoutFile', description: 'What stands in a file.' },
);

const check = {
  operationId: 'checkPayoutFile',
  tags: ['Portal payouts'],
  summary: 'Look through a file of payouts',
  description: 'Names each fault by line and column. Makes nothing.',
  access: 'portal',
  permission: 'payouts.create',
  params: PortalBrandPath,
  body: closed({ csv }),
  answers: { 200: { description: 'What stands in it.', schema: CheckedFile }, ...portalErrors(413) },
} satisfies Operation;

const Part = closed({
  csv,
  from: Type.Integer({
    minimum: 0,
    maximum: 1_000,
    description: 'How many of its payouts were sent before.',
  }),
  count: Type.Integer({ minimum: 1, maximum: LARGEST_PART, description: 'How many are sent now.' }),
});

const SentPart = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        line,
        merchantReference: Type.String({ description: 'Its reference.' }),
        outcome: choice(
          ['made', 'made-before', 'refused'],
          'made-before: it was there already, and nothing was made. refused: nothing was made.',
        ),
        transactionId: orNull('The payout.'),
        status: orNull('Where it stands.'),
        errorCode: orNull('Why it was declined.'),
        errorReason: orNull('The same in words.'),
        message: orNull('Why it was refused.'),
      }),
      { description: 'One for each line of the part.' },
    ),
    next: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: '`from` of the next part; null: that was the last one.',
    } as never),
  },
  { title: 'SentPayoutFilePart', description: 'What became of a part of the file.' },
);

const send = {
  operationId: 'sendPayoutFile',
  tags: ['Portal payouts'],
  summary: 'Make the payouts of a file',
  description:
    'Makes a part of a file that is right as a whole, else nothing. What is there already under its reference is left alone, so a part may be sent again.',
  access: 'portal',
  permission: 'payouts.create',
  params: PortalBrandPath,
  body: Part,
  answers: { 200: { description: 'What became of each line.', schema: SentPart }, ...portalErrors(413) },
} satisfies Operation;

export function checkPayoutFileRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: { csv: string } }>(
    '/portal/api/brands/:brandId/payouts/file/check',
    { schema: check, bodyLimit: BODY_LIMIT },
    async ({ portal: { brand }, body }) => {
      const [file, balances] = await Promise.all([
        readPayoutFile(context, brand, body.csv),
        balancesOf(context.sql, brand.merchantId, brand.brandId),
      ]);
      const available = new Map(balances.map((one) => [one.currency, one.availableMinor]));
      return { ...shownFile(file), totals: totalsOf(file, available) };
    },
  );
}

export function sendPayoutFileRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Static<typeof Part> }>(
    '/portal/api/brands/:brandId/payouts/file/send',
    { schema: send, bodyLimit: BODY_LIMIT },
    async ({ portal: { actor, brand }, body }) => {
      const { lines, next } = await sendPayoutFile(context, actor, brand, body);
      const shown = lines.map((one) => ({
        ...one,
        errorReason: one.errorCode && errorReason(one.errorCode),
      }));
      return { lines: shown, next };
    },
  );
}

function shownFile({ faults, payouts }: PayoutFile) {
  return {
    faults: faults.slice(0, MOST_FAULTS),
    faultCount: faults.length,
    payouts: payouts.map(({ line, written, amountMinor, optionName, madeBefore }) => ({
      line,
      merchantReference: written.merchantReference,
      method: optionName,
      currency: written.currency,
      amount: toWire(amountMinor, written.currency),
      country: written.country,
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
