// POST /cashier/{token}/cancel: the shopper gives up the whole payment. It takes no body. It answers 409 if the shopper
// may have paid already, because then the payment must not be given up.
import { abandonPayment } from '../../actions/cashier/leave-attempt.ts';
import { call } from '../calls/call.ts';
import { answerState } from './state/answer-state.ts';

export const cancelCall = call({
  address: 'POST /cashier/:token/cancel',
  handle: async (context, { page }, reply) => {
    const after = await abandonPayment(context, page.transaction);
    return answerState(context, reply, page, { taken: after.status === 'DECLINED', transaction: after });
  },
});
