// GET /operator/brands/{id}/bank-files/{fileId}/payouts (contract 15): the payouts of a file, with the bank's answers.
// A plain read.
import { Type } from 'typebox';
import { requireBankFile } from '../../../actions/bank/bank-files.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { payoutsOfFile } from '../../../storage/bank/bank-overview.ts';
import { call } from '../../calls/call.ts';
import { answerFiledPayouts, FiledPayout, NeedsDecision } from '../../schemas/filed-payouts.ts';
import { closed, uuid } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { filedPayouts } from './bank-examples.ts';
import { Limit, USUAL_LIMIT } from './list-bank-files.ts';

const Path = Type.Object({
  id: uuid('The brand.'),
  fileId: Type.String({ description: 'The file.' }),
});

const Query = closed({
  after: Type.Optional(uuid('The id of a payout: only payouts after it.')),
  limit: Limit,
  needsDecision: NeedsDecision,
});

export const listOperatorFiledPayoutsCall = call({
  address: 'GET /operator/brands/:id/bank-files/:fileId/payouts',
  operationId: 'listBankFilePayouts',
  tags: ['Operator'],
  summary: 'List the payouts of a payment file',
  description:
    'Each with the bank’s answer and its name check, in the order of the file. For the next page, send the id of the ' +
    'last payout as `after`.',
  access: 'operator',
  params: Path,
  querystring: Query,
  answers: {
    200: { description: 'The payouts.', schema: Type.Array(FiledPayout), examples: filedPayouts },
    ...operatorErrors(),
  },
  handle: async (context, { params, query }) => {
    const brand = await requireBrand(context.sql, params.id);
    const { id: fileId, merchantId } = await requireBankFile(context.sql, brand, params.fileId);
    const { after = null, limit } = query;
    const needsDecision = query.needsDecision === 'true';
    const wanted = { merchantId, fileId, after, needsDecision, limit: Number(limit ?? USUAL_LIMIT) };
    return await answerFiledPayouts(context, wanted, await payoutsOfFile(context.sql, wanted));
  },
});
