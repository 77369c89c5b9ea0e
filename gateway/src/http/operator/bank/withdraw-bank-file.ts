// POST /operator/brands/{id}/bank-files/{fileId}/withdraw (contract 15): takes back a file that was never sent. Its
// payouts then wait for another file.
import { takeBackBankFile } from '../../../actions/bank/bank-files.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { call } from '../../call.ts';
import { answerBankFile, BankFileAnswer } from '../../schemas/bank-schemas.ts';
import { closed, visibleText } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { withdrawal, withdrawn } from './bank-examples.ts';
import { BankFilePath } from './show-bank-file.ts';

const Body = closed({ reason: visibleText(255, 'Why, for the audit log.') });

export const withdrawBankFileCall = call({
  address: 'POST /operator/brands/:id/bank-files/:fileId/withdraw',
  operationId: 'withdrawBankFile',
  tags: ['Operator'],
  summary: 'Withdraw a payment file',
  description:
    'For a file that was never sent to the bank: its payouts wait for another file, and its bytes can no longer be downloaded. What was sent ' +
    'must not be withdrawn, because its payouts would be paid twice.',
  access: 'operator',
  params: BankFilePath,
  body: Body,
  examples: withdrawal,
  answers: {
    200: { description: 'The file.', schema: BankFileAnswer, examples: withdrawn },
    ...operatorErrors({ 409: 'It was withdrawn before, or the bank has reported on it.' }),
  },
  handle: async (context, { params, operator, body }) => {
    const brand = await requireBrand(context.sql, params.id);
    const given = { fileId: params.fileId, reason: body.reason };
    return answerBankFile(await takeBackBankFile(context, operator, brand, given));
  },
});
