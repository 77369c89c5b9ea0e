// POST /v2/hybrid-payment (spec 4.10, step 3): takes the choice of a pay-in session and answers the cashier link with
// that choice preselected. There is no hybrid payout.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { hybridPayment } from '../../actions/cashier/hybrid-payment.ts';
import type { Context } from '../../actions/context.ts';
import { type HybridPaymentRequest, hybridPaymentOperation } from './v2-schemas.ts';

export function hybridPaymentRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Static<typeof HybridPaymentRequest> }>(
    '/v2/hybrid-payment',
    { schema: hybridPaymentOperation },
    async ({ brand, body }, reply) => {
      const { sessionId, paymentOptionId, optionId } = body;
      const choice = { sessionId, paymentOptionId, optionId: optionId ?? null };
      const { transactionId, cashierUrl } = await hybridPayment(context, brand, choice);
      return reply.code(201).send({
        statusCode: '300',
        resultType: 'redirect',
        result: { redirectUrl: cashierUrl, transactionId },
      });
    },
  );
}
