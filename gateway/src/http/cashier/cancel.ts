// POST /cashier/{token}/cancel: the shopper gives up the whole payment. It takes no body. It answers 409 if the shopper
// may have paid already, because then the payment must not be given up.
import type { FastifyInstance } from 'fastify';
import { giveUp } from '../../actions/cashier/leave-attempt.ts';
import type { Context } from '../../actions/context.ts';
import { answerState } from './state/answer-state.ts';

export function cancelRoute(app: FastifyInstance, context: Context): void {
  app.post('/cashier/:token/cancel', async ({ page }, reply) => {
    const after = await giveUp(context, page.transaction);
    return answerState(context, reply, page, { taken: after.status === 'DECLINED', transaction: after });
  });
}
