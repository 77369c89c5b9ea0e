// POST /v2/payment-options (spec 4.10, step 1): opens a pay-in session and lists the options for it, inputs included.
// Unlike v3, the list knows the amount, so it leaves out options with limits that the amount breaks.
import { call } from '../calls/call.ts';
import { openSessionOf } from '../request-body/session-body.ts';
import { shownOptions } from './shown-options.ts';
import { paymentOptionsOperation } from './v2-schemas.ts';

export const paymentOptionsCall = call({
  address: 'POST /v2/payment-options',
  ...paymentOptionsOperation,
  options: { attachValidation: true },
  handle: async (context, request) => {
    const { session } = await openSessionOf(context, request.brand, request, { type: 'PAYIN', origin: 'v2' });
    return {
      transactionId: session.id,
      sessionId: session.sessionId,
      paymentOptions: shownOptions(context, request.brand, session),
    };
  },
});
