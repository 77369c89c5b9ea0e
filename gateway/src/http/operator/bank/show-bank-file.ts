// GET /operator/brands/{id}/bank-files/{fileId} and …/content (contract 15): a file, and its bytes, which never change.
// The audit log records each download.
import { Type } from 'typebox';
import { downloadBankFile, requireBankFile } from '../../../actions/bank/bank-files.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { fileIdOf } from '../../../domain/bank/payment-file.ts';
import { call } from '../../call.ts';
import { answerBankFile, BankFileAnswer } from '../../schemas/bank-schemas.ts';
import { uuid } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { bankFile, content } from './bank-examples.ts';

export const BankFilePath = Type.Object({
  id: uuid('The brand.'),
  fileId: Type.String({ description: 'The file.' }),
});

export const showBankFileCall = call({
  address: 'GET /operator/brands/:id/bank-files/:fileId',
  operationId: 'showBankFile',
  tags: ['Operator'],
  summary: 'Show a payment file',
  description: 'How many payouts it has, and their sum.',
  access: 'operator',
  params: BankFilePath,
  answers: {
    200: { description: 'The file.', schema: BankFileAnswer, examples: bankFile },
    ...operatorErrors(),
  },
  handle: async (context, { params }) => {
    const brand = await requireBrand(context.sql, params.id);
    return answerBankFile(await requireBankFile(context.sql, brand, params.fileId));
  },
});

export const downloadBankFileCall = call({
  address: 'GET /operator/brands/:id/bank-files/:fileId/content',
  operationId: 'downloadBankFile',
  tags: ['Operator'],
  summary: 'Download a payment file',
  description:
    'The file as the bank takes it (pain.001.001.09), the same bytes each time, until a customer in it is erased. Each download is in ' +
    'the audit log.',
  access: 'operator',
  params: BankFilePath,
  answers: {
    200: { description: 'The file.', contentType: 'application/xml', examples: content },
    ...operatorErrors({
      409: 'The file was withdrawn: nobody may send it any more.',
      410: 'Its bytes were erased with the personal data of a payout in it. What is shown of it stays, `sha256` too.',
    }),
  },
  handle: async (context, { params, operator }, reply) => {
    const brand = await requireBrand(context.sql, params.id);
    const { file, content: bytes } = await downloadBankFile(context, operator, brand, params.fileId);
    return reply
      .type('application/xml; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileIdOf(file.id)}.xml"`)
      .send(bytes);
  },
});
