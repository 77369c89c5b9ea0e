// POST /operator/brands/{id}/bank-statements (contract 15): takes a message of the bank and answers the result for its
// entries.
import { takeStatement } from '../../../actions/bank/take-statement.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { call } from '../../calls/call.ts';
import { inSmallPieces, takeXmlBodies } from '../../request-body/message-stream.ts';
import { answerStatement, StatementAnswer } from '../../schemas/bank-schemas.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { takenStatement } from './bank-examples.ts';

export const takeBankStatementCall = call({
  address: 'POST /operator/brands/:id/bank-statements',
  operationId: 'takeBankStatement',
  tags: ['Operator'],
  summary: 'Import a bank statement',
  description:
    'The body is the unchanged message of the bank, with `Content-Type: application/xml`: camt.053.001.08, ' +
    'camt.054.001.08 (or .02 of both), or pain.002.001.10; at most 20 MB. Each entry is applied once, even if ' +
    'another file repeats it. If the same file is imported again, the first answer is repeated.',
  access: 'operator',
  params: BrandPath,
  answers: {
    200: {
      description: 'This file was imported before. The first answer again.',
      schema: StatementAnswer,
      examples: takenStatement,
    },
    201: { description: 'The result of its entries.', schema: StatementAnswer, examples: takenStatement },
    ...operatorErrors({
      400:
        'The body is not well-formed, is not a known message, is for another account, or contains a DTD. Nothing ' +
        'was imported.',
      413: 'The body is larger than 20 MB.',
      415: 'The body is not application/xml.',
    }),
  },
  reads: (scope) => takeXmlBodies(scope),
  handle: async (context, { params, operator, body }, reply) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    const taken = await takeStatement(
      context,
      operator,
      { merchantId, brandId },
      inSmallPieces(body as Buffer[] | undefined),
    );
    return reply.code(taken.isNew ? 201 : 200).send(answerStatement(taken));
  },
});
