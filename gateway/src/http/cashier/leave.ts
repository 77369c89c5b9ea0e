// POST /cashier/{token}/leave: the shopper gives up the attempt on the screen and chooses again (state.ts, Leave). 409
// if the attempt has moved since they saw it, or if its provider does not allow it.
import type { FastifyInstance } from 'fastify';
import { leaveAttempt } from '../../actions/cashier/leave-attempt.ts';
import type { Context } from '../../actions/context.ts';
import { leaveSchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';
import type { Leave } from './state/state.ts';

export function leaveRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Leave }>(
    '/cashier/:token/leave',
    { schema: leaveSchema },
    async ({ page, body }, reply) => {
      const { transaction } = page;
      if (body.version !== transaction.version) {
        return answerState(context, reply, page, { taken: false, transaction });
      }
      const after = await leaveAttempt(context, transaction);
      const taken = after.version !== transaction.version;
      return answerState(context, reply, page, { taken, transaction: after });
    },
  );
}
