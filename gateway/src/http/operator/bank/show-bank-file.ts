// GET /operator/brands/{id}/bank-files/{fileId} (contract 15): a file with what the bank said about its names. A plain
// read.
import { Type } from 'typebox';
import { requireBankFile } from '../../../actions/bank/bank-files.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { call } from '../../calls/call.ts';
import { answerBankFiles, BankFileAnswer } from '../../schemas/bank-schemas.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { bankFile } from './bank-examples.ts';

const BankFilePath = Type.Object({
  id: uuid('The brand.'),
  fileId: Type.String({ description: 'The file.' }),
});

export const showBankFileCall = call({
  address: 'GET /operator/brands/:id/bank-files/:fileId',
  operationId: 'showBankFile',
  tags: ['Operator'],
  summary: 'Show a payment file',
  description: 'The number of its payouts, their sum, and what the bank reported about the names.',
  access: 'operator',
  params: BankFilePath,
  answers: {
    200: { description: 'The file.', schema: BankFileAnswer, examples: bankFile },
    ...operatorErrors(),
  },
  handle: async (context, { params }) => {
    const brand = await requireBrand(context.sql, params.id);
    const file = await requireBankFile(context.sql, brand, params.fileId);
    return (await answerBankFiles(context.sql, [file]))[0]!;
  },
});
