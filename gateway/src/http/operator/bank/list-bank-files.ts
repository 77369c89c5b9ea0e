// GET /operator/brands/{id}/bank-files (contract 15). A plain read.
import { Type } from 'typebox';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { idOfCompact } from '../../../domain/bank/payment-file.ts';
import { listBankFiles } from '../../../storage/bank/bank-file-store.ts';
import { call } from '../../calls/call.ts';
import { answerBankFiles, BankFileAnswer } from '../../schemas/bank-schemas.ts';
import { closed } from '../../schemas/schema-fields.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { bankFiles } from './bank-examples.ts';

export const USUAL_LIMIT = 20;
export const Limit = Type.Optional(
  Type.String({ pattern: '^([1-9][0-9]?|100)$', description: 'Page size: 1 to 100. Default 20.' }),
);

const Query = closed({
  after: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{32}$', description: 'The id of a file: only files created after it.' }),
  ),
  limit: Limit,
});

export const listBankFilesCall = call({
  address: 'GET /operator/brands/:id/bank-files',
  operationId: 'listBankFiles',
  tags: ['Operator'],
  summary: 'List payment files',
  description:
    'Oldest first, including withdrawn files. For the next page, send the id of the last file as `after`.',
  access: 'operator',
  params: BrandPath,
  querystring: Query,
  answers: {
    200: { description: 'The files.', schema: Type.Array(BankFileAnswer), examples: bankFiles },
    ...operatorErrors(),
  },
  handle: async (context, { params, query }) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const after = query.after === undefined ? null : idOfCompact(query.after);
    const limit = Number(query.limit ?? USUAL_LIMIT);
    const files = await listBankFiles(context.sql, { merchantId, brandId, after, limit });
    return await answerBankFiles(context.sql, files);
  },
});
