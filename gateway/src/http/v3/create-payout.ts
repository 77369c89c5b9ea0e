// POST /v3/payout (spec 4.4): checks the body, translates it into the domain's words and calls
// actions/transactions/create-transaction.ts. Faults must be answered before anything is stored. It reads no signature and
// no idempotency key, and the answer is not signed (spec 5, rule 6).
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { createTransaction } from '../../actions/transactions/create-transaction.ts';
import { checkMethodFields, checkTransactionBody, requestFields } from '../request-body/transaction-body.ts';
import { type PayoutRequest, payoutOperation } from './payout-schemas.ts';

export function createPayoutRoute(app: FastifyInstance, context: Context): void {
  const options = { schema: payoutOperation, attachValidation: true };
  app.post<{ Body: Static<typeof PayoutRequest> }>('/v3/payout', options, async (request, reply) => {
    const { brand, body } = request;
    const amountMinor = checkTransactionBody(context, brand, body, request.validationError);
    const paymentData = checkMethodFields('PAYOUT', body, context.now());
    const answer = await createTransaction(context, {
      type: 'PAYOUT',
      brand,
      origin: 'v3',
      optionId: body.paymentOptionId,
      amountMinor,
      ...requestFields(body),
      card: null,
      paymentData,
      // A payout has no replay (spec 4.4).
      idempotency: null,
    });
    return reply.code(201).type('application/json; charset=utf-8').send(answer.body);
  });
}
