// Payment files in the portal, under /portal/api/brands/{brandId}/bank/files (contract 15): make one, download it, see
// the bank's answer for each payout, withdraw it. The actions are the operator's, with the user as the actor.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { downloadBankFile, requireBankFile, takeBackBankFile } from '../../../actions/bank/bank-files.ts';
import { makeBankFile } from '../../../actions/bank/make-bank-file.ts';
import type { Context } from '../../../actions/context.ts';
import { fileIdOf } from '../../../domain/bank/payment-file.ts';
import { errorReason } from '../../../domain/errors/error-codes.ts';
import { toWire } from '../../../domain/money/money.ts';
import { payoutsOfFile } from '../../../storage/bank/bank-overview.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import type { Operation } from '../../operation.ts';
import { ErrorBody } from '../../schemas/answer-schemas.ts';
import { choice, closed, maybe, textOrNull, uuid, visibleText } from '../../schemas/schema-fields.ts';
import { PortalBrandPath, pageOf, portalErrors } from '../portal-schemas.ts';
import { PortalBankFile, shownFile } from './show-bank.ts';

const PAGE = 100;

const Path = Type.Object({ brandId: uuid('The brand.'), fileId: Type.String({ description: 'The file.' }) });

const FiledPayout = Type.Object(
  {
    transactionId: uuid('The payout.'),
    merchantReference: Type.String({ description: 'Its reference.' }),
    recipient: textOrNull('The name of the recipient.'),
    amount: Type.Number({ description: 'In euro.' }),
    answer: choice(
      ['open', 'paid', 'rejected', 'returned'],
      'What the bank has said: nothing final yet; it paid; it rejected; it paid, and the money came back.',
    ),
    reason: textOrNull('Why it was rejected or came back.'),
  },
  { title: 'FiledPayout', description: 'A payout of a payment file.' },
);

const shared = { tags: ['Portal bank'], access: 'portal' } as const satisfies Partial<Operation>;

const MAKE = {
  ...shared,
  operationId: 'makePaymentFile',
  summary: 'Make a payment file',
  description: 'Of every payout that waits for one.',
  permission: 'bank.exchange',
  params: PortalBrandPath,
  body: closed({
    executionDate: maybe(
      Type.String({
        maxLength: 10,
        description: 'A day; default: today, or the next one on which banks settle.',
      }),
    ),
  }),
  answers: { 201: { description: 'The file.', schema: PortalBankFile }, ...portalErrors(409) },
} satisfies Operation;

const CONTENT = {
  ...shared,
  operationId: 'downloadPaymentFile',
  summary: 'Download a payment file',
  description: 'The same bytes each time. Each download is in the audit log.',
  permission: 'bank.exchange',
  params: Path,
  answers: {
    200: { description: 'The file.', contentType: 'application/xml' },
    ...portalErrors(409),
    410: {
      description: 'Its bytes were erased with the personal data of a payout in it.',
      schema: ErrorBody,
    },
  },
} satisfies Operation;

const PAYOUTS = {
  ...shared,
  operationId: 'listFiledPayouts',
  summary: 'List the payouts of a payment file',
  description: 'With the bank’s answer for each.',
  permission: 'bank.read',
  params: Path,
  querystring: closed({ cursor: Type.Optional(uuid('`next` of the page before.')) }),
  answers: {
    200: { description: 'A page.', schema: pageOf(FiledPayout, 'In their order.') },
    ...portalErrors(),
  },
} satisfies Operation;

const WITHDRAW = {
  ...shared,
  operationId: 'withdrawPaymentFile',
  summary: 'Withdraw a payment file',
  description: 'For a file that was never sent: its payouts wait for another one.',
  permission: 'bank.decide',
  params: Path,
  body: closed({ reason: visibleText(255, 'Why, for the audit log.') }),
  answers: { 200: { description: 'The file.', schema: PortalBankFile }, ...portalErrors(409) },
} satisfies Operation;

export function bankFileRoutes(app: FastifyInstance, context: Context): void {
  const files = '/portal/api/brands/:brandId/bank/files';
  app.post<{ Body: Static<typeof MAKE.body> }>(files, { schema: MAKE }, async ({ portal, body }, reply) => {
    const made = await makeBankFile(context, portal.actor, portal.brand, body.executionDate ?? null);
    return reply.code(201).send({ ...shownFile(made), open: made.payouts });
  });
  app.get<{ Params: Static<typeof Path> }>(
    `${files}/:fileId/content`,
    { schema: CONTENT },
    async ({ portal, params }, reply) => {
      const { file, content } = await downloadBankFile(context, portal.actor, portal.brand, params.fileId);
      return reply
        .type('application/xml; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileIdOf(file.id)}.xml"`)
        .send(content);
    },
  );
  app.get<{ Params: Static<typeof Path>; Querystring: Static<typeof PAYOUTS.querystring> }>(
    `${files}/:fileId/payouts`,
    { schema: PAYOUTS },
    async ({ portal, params, query }) => {
      const { id: fileId } = await requireBankFile(context.sql, portal.brand, params.fileId);
      return await pageOfPayouts(context, { ...portal.brand, fileId, after: query.cursor ?? null });
    },
  );
  app.post<{ Params: Static<typeof Path>; Body: Static<typeof WITHDRAW.body> }>(
    `${files}/:fileId/withdraw`,
    { schema: WITHDRAW },
    async ({ portal, params, body }) => {
      const given = { fileId: params.fileId, reason: body.reason };
      return shownFile(await takeBackBankFile(context, portal.actor, portal.brand, given));
    },
  );
}

async function pageOfPayouts(
  { sql }: Context,
  { merchantId, fileId, after }: { merchantId: string; fileId: string; after: string | null },
) {
  const ids = await payoutsOfFile(sql, { merchantId, fileId, after, limit: PAGE + 1 });
  const shown = await readTransactions(sql, merchantId, ids.slice(0, PAGE));
  const items = shown.map((one) => {
    const { id: transactionId, merchantReference, recipient, amountMinor, status, errorCode, returned } = one;
    const answer = returned
      ? 'returned'
      : status === 'COMPLETED'
        ? 'paid'
        : status === 'DECLINED'
          ? 'rejected'
          : 'open';
    return {
      ...{ transactionId, merchantReference, answer },
      recipient: recipient?.name ?? null,
      amount: toWire(amountMinor, 'EUR'),
      reason: returned?.reason ?? (errorCode ? `${errorCode} ${errorReason(errorCode)}` : null),
    };
  });
  return { items, next: ids.length > PAGE ? ids[PAGE - 1]! : null };
}
