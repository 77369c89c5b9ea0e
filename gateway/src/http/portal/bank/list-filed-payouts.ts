// The payouts of a payment file in the portal (contract 15), each with the bank's answer. staff/bank-files.ts makes,
// downloads and withdraws files.

import { Type } from 'typebox';
import { requireBankFile } from '../../../actions/bank/bank-files.ts';
import type { Context } from '../../../actions/context.ts';
import { payoutsOfFile } from '../../../storage/bank/bank-overview.ts';
import { call } from '../../calls/call.ts';
import type { Operation } from '../../calls/operation.ts';
import { answerFiledPayouts, FiledPayout, NeedsDecision } from '../../schemas/filed-payouts.ts';
import { closed, uuid } from '../../schemas/schema-fields.ts';
import { pageOf, portalErrors } from '../portal-schemas.ts';

const PAGE = 100;

const Path = Type.Object({ brandId: uuid('The brand.'), fileId: Type.String({ description: 'The file.' }) });

const shared = { tags: ['Portal bank'], access: 'portal' } as const satisfies Partial<Operation>;

export const listFiledPayoutsCall = call({
  address: 'GET /portal/api/brands/:brandId/bank/files/:fileId/payouts',
  ...shared,
  operationId: 'listFiledPayouts',
  summary: 'List the payouts of a payment file',
  description: 'Each with the bank’s answer and its name check.',
  permission: 'bank.read',
  params: Path,
  querystring: closed({
    cursor: Type.Optional(uuid('`next` of the page before.')),
    needsDecision: NeedsDecision,
  }),
  answers: {
    200: { description: 'A page.', schema: pageOf(FiledPayout, 'In the order of the file.') },
    ...portalErrors(),
  },
  handle: async (context, { portal, params, query }) => {
    const { id: fileId } = await requireBankFile(context.sql, portal.brand, params.fileId);
    const needsDecision = query.needsDecision === 'true';
    return await pageOfPayouts(context, {
      ...portal.brand,
      fileId,
      needsDecision,
      after: query.cursor ?? null,
    });
  },
});

async function pageOfPayouts(
  context: Context,
  of: { merchantId: string; fileId: string; after: string | null; needsDecision: boolean },
) {
  const ids = await payoutsOfFile(context.sql, { ...of, limit: PAGE + 1 });
  const items = await answerFiledPayouts(context, of, ids.slice(0, PAGE));
  return { items, next: ids.length > PAGE ? ids[PAGE - 1]! : null };
}
