// POST /cashier/{token}/simulate: the simulator on the page decides how the payment ends, as POST
// /sandbox/transactions/{id}/outcome does for a developer (contract 7), or plays the merchant's captures (contract 16).
// Test environment only.
import { isPlayedCapture, playCapture } from '../../actions/captures/play-capture.ts';
import { forceOutcome } from '../../actions/transactions/force-outcome.ts';
import { call } from '../calls/call.ts';
import { simulationSchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';

export const simulateCall = call({
  address: 'POST /cashier/:token/simulate',
  isTestOnly: true,
  ...simulationSchema,
  handle: async (context, { page, body: { outcome } }, reply) => {
    const { transaction } = page;
    const after = isPlayedCapture(outcome)
      ? await playCapture(context, transaction, outcome)
      : await forceOutcome(context, null, transaction, { outcome });
    return answerState(context, reply, page, { taken: true, transaction: after });
  },
});
