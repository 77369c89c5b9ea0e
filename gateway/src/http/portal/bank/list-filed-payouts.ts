// The payouts of a payment file in the portal (contract 15), each with the bank's answer. staff/bank-files.ts makes,
// downloads and withdraws files.

import { Type } from 'typebox';
import { requireBankFile } from '../../../actions/bank/bank-files.ts';
import type { Context } from '../../../actions/context.ts';
import { errorReason } from '../../../domain/errors/error-codes.ts';
import { toWire } from '../../../domain/money/money.ts';
import { payoutsOfFile } from '../../../storage/bank/bank-overview.ts';
import { readTransactions } from '../../../storage/transactions/read-transactions.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { choice, closed, textOrNull, uuid } from '../../schemas/schema-fields.ts';
import { pageOf, portalErrors } from '../portal-schemas.ts';

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
      'What the bank reported. open: nothing final yet. paid: it paid. rejected: it did not pay. returned: it ' +
        'paid, and the money came back.',
    ),
    reason: textOrNull('Why it was rejected or came back.'),
  },
  { title: 'FiledPayout', description: 'A payout of a payment file.' },
);

const shared = { tags: ['Portal bank'], access: 'portal' } as const satisfies Partial<Operation>;

export const listFiledPayoutsCall = call({
  address: 'GET /portal/api/brands/:brandId/bank/files/:fileId/payouts',
  ...shared,
  operationId: 'listFiledPayouts',
  summary: 'List the payouts of a payment file',
  description: 'Each with the bank’s answer.',
  permission: 'bank.read',
  params: Path,
  querystring: closed({ cursor: Type.Optional(uuid('`next` of the page before.')) }),
  answers: {
    200: { description: 'A page.', schema: pageOf(FiledPayout, 'In the order of the file.') },
    ...portalErrors(),
  },
  handle: async (context, { portal, params, query }) => {
    const { id: fileId } = await requireBankFile(context.sql, portal.brand, params.fileId);
    return await pageOfPayouts(context, { ...portal.brand, fileId, after: query.cursor ?? null });
  },
});

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
      transactionId,
      merchantReference,
      answer,
      recipient: recipient?.name ?? null,
      amount: toWire(amountMinor, 'EUR'),
      reason: returned?.reason ?? (errorCode ? `${errorCode} ${errorReason(errorCode)}` : null),
    };
  });
  return { items, next: ids.length > PAGE ? ids[PAGE - 1]! : null };
}
