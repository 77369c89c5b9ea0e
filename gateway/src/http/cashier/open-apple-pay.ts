// POST /cashier/{token}/apple-pay: the session with which the browser shows Apple's payment sheet. 409 with the page's
// state if Apple Pay is not offered, or the provider gives no session.
import { openApplePay } from '../../actions/cashier/open-apple-pay.ts';
import { call } from '../calls/call.ts';
import { applePaySchema } from './call-schemas.ts';
import { answerState } from './state/answer-state.ts';

export const openApplePayCall = call({
  address: 'POST /cashier/:token/apple-pay',
  ...applePaySchema,
  handle: async (context, { page: { transaction, reader }, body }, reply) => {
    const session = await openApplePay(context, transaction, body.optionId);
    if (session !== null) return session;
    return await answerState(context, reply, { reader }, { taken: false, transaction });
  },
});
