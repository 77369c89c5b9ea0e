// POST /operator/brands/{id}/bank-statements (contract 15): takes a message of the bank and answers the result for its
// entries.
import { takeStatement } from '../../../actions/bank/take-statement.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { call } from '../../call.ts';
import { inTurns, takeXmlBodies } from '../../request-body/message-stream.ts';
import { answerStatement, StatementAnswer } from '../../schemas/bank-schemas.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { takenStatement } from './bank-examples.ts';

export const takeBankStatementCall = call({
  address: 'POST /operator/brands/:id/bank-statements',
  operationId: 'takeBankStatement',
  tags: ['Operator'],
  summary: 'Take a statement of the bank',
  description:
    'The body is the message as the bank gave it, with `Content-Type: application/xml`: camt.053.001.08, camt.054.001.08 (or .02 of both), or ' +
    'pain.002.001.10; at most 20 MB. Each entry is applied once, whatever file it comes in again. The same file again gets the first answer.',
  access: 'operator',
  params: BrandPath,
  answers: {
    200: {
      description: 'The first answer: this file had come before.',
      schema: StatementAnswer,
      examples: takenStatement,
    },
    201: { description: 'What became of its entries.', schema: StatementAnswer, examples: takenStatement },
    ...operatorErrors({
      400: 'It is not well-formed, not a known message, of another account, or has a DTD. Nothing was stored.',
      413: 'It is larger than 20 MB.',
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
      inTurns(body as Buffer[] | undefined),
    );
    return reply.code(taken.isNew ? 201 : 200).send(answerStatement(taken));
  },
});
