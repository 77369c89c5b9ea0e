// POST /cashier/{token}/leave: the shopper gives up the attempt on the screen and chooses again. 409
// if the attempt has moved since they saw it, or if its provider does not allow it.
import { leaveAttempt } from '../../actions/cashier/leave-attempt.ts';
import { call } from '../calls/call.ts';
import { leaveSchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';

export const leaveCall = call({
  address: 'POST /cashier/:token/leave',
  ...leaveSchema,
  handle: async (context, { page, body }, reply) => {
    const { transaction } = page;
    if (body.version !== transaction.version) {
      return answerState(context, reply, page, { taken: false, transaction });
    }
    const after = await leaveAttempt(context, transaction);
    const taken = after.version !== transaction.version;
    return answerState(context, reply, page, { taken, transaction: after });
  },
});
