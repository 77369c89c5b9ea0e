// POST /operator/brands/{id}/bank-files (contract 15): a file of every payout that waits for one.
import { Type } from 'typebox';
import { makeBankFile } from '../../../actions/bank/make-bank-file.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { call } from '../../call.ts';
import { answerBankFile, BankFileAnswer } from '../../schemas/bank-schemas.ts';
import { closed, maybe } from '../../schemas/schema-fields.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { bankFile, fileRequest } from './bank-examples.ts';

const FileBody = closed(
  {
    executionDate: maybe(
      Type.String({
        maxLength: 10,
        description:
          'When the bank is asked to pay, such as `2026-03-02`; default: today. A day on which banks do not settle becomes the next one.',
      }),
    ),
  },
  { title: 'BankFileRequest', description: 'A file of payouts.' },
);

export const makeBankFileCall = call({
  address: 'POST /operator/brands/:id/bank-files',
  operationId: 'makeBankFile',
  tags: ['Operator'],
  summary: 'Make a payment file',
  description:
    'Puts every approved payout that waits for a file of the brand’s bank account into a new one: pain.001.001.09, within the rules of the ' +
    'EPC for SEPA. Each payout is in one file only, whoever asks at the same time. Payouts that were approved for a former account are ' +
    'a batch of their own, from that account.',
  access: 'operator',
  params: BrandPath,
  body: FileBody,
  examples: fileRequest,
  answers: {
    201: { description: 'The file.', schema: BankFileAnswer, examples: bankFile },
    ...operatorErrors({ 409: 'No payout waits for a file.' }),
  },
  handle: async (context, { params, operator, body }) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const made = await makeBankFile(context, operator, { merchantId, brandId }, body.executionDate ?? null);
    return answerBankFile(made);
  },
});
