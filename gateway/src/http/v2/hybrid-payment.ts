// POST /v2/hybrid-payment (spec 4.10, step 3): takes the choice of a pay-in session and answers the cashier link with
// that choice preselected. There is no hybrid payout.
import { hybridPayment } from '../../actions/cashier/hybrid-payment.ts';
import { call } from '../calls/call.ts';
import { hybridPaymentOperation } from './v2-schemas.ts';

export const hybridPaymentCall = call({
  address: 'POST /v2/hybrid-payment',
  ...hybridPaymentOperation,
  handle: async (context, { brand, body }) => {
    const { sessionId, paymentOptionId, optionId } = body;
    const choice = { sessionId, paymentOptionId, optionId: optionId ?? null };
    const { transactionId, cashierUrl } = await hybridPayment(context, brand, choice);
    return {
      statusCode: '300',
      resultType: 'redirect',
      result: { redirectUrl: cashierUrl, transactionId },
    };
  },
});
