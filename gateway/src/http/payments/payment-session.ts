// POST /payment-session (spec 4.8): opens a pay-in that the shopper completes in the hosted cashier. Body-signed; empty
// strings become null before the signature is checked, and stay so (spec 5, rule 2). The shopper chooses the option in
// the cashier.
import { nullEmptyStrings } from '../auth/request-signature.ts';
import { call } from '../calls/call.ts';
import { openSessionOf } from '../request-body/session-body.ts';
import { sendSigned } from '../send-signed.ts';
import { paymentSessionOperation } from './session-schemas.ts';

export const paymentSessionCall = call({
  address: 'POST /payment-session',
  ...paymentSessionOperation,
  options: { attachValidation: true, preValidation: nullEmptyStrings },
  handle: async (context, request, reply) => {
    const { brand } = request;
    const { session, cashierUrl } = await openSessionOf(context, brand, request, {
      type: 'PAYIN',
      origin: 'session',
    });
    return sendSigned(reply, brand, { cashierUrl, transactionId: session.id });
  },
});
