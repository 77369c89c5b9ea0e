// POST /cashier/{token}/simulate: the simulator on the page decides how the payment ends, as POST
// /sandbox/transactions/{id}/outcome does for a developer (contract 7). Test environment only.
import { forceOutcome } from '../../actions/transactions/force-outcome.ts';
import { call } from '../calls/call.ts';
import { simulationSchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';

export const simulateCall = call({
  address: 'POST /cashier/:token/simulate',
  isTestOnly: true,
  ...simulationSchema,
  handle: async (context, { page, body }, reply) => {
    const after = await forceOutcome(context, null, page.transaction, body);
    return answerState(context, reply, page, { taken: true, transaction: after });
  },
});
