// POST /cashier/{token}/simulate: the simulator on the page decides how the payment ends, as POST
// /sandbox/transactions/{id}/outcome does for a developer (contract 7). Test environment only.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { forceOutcome } from '../../actions/transactions/force-outcome.ts';
import { simulationSchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';
import type { Simulation } from './state/state.ts';

export function simulateRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Simulation }>(
    '/cashier/:token/simulate',
    { schema: simulationSchema },
    async ({ page, body }, reply) => {
      const after = await forceOutcome(context, null, page.transaction, body);
      return answerState(context, reply, page, { taken: true, transaction: after });
    },
  );
}
