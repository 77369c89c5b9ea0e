// POST /payout-session (spec 4.9): opens a payout. Its recipient chooses the option and gives the details in the hosted
// cashier. Body-signed; empty strings become null before the signature is checked (spec 5, rule 2). It never approves
// the payout itself: that is another call, unless the brand approves automatically.
import { nullEmptyStrings } from '../auth/request-signature.ts';
import { call } from '../calls/call.ts';
import { openSessionOf } from '../request-body/session-body.ts';
import { sendSigned } from '../send-signed.ts';
import { payoutSessionOperation } from './session-schemas.ts';

export const payoutSessionCall = call({
  address: 'POST /payout-session',
  ...payoutSessionOperation,
  options: { attachValidation: true, preValidation: nullEmptyStrings },
  handle: async (context, request, reply) => {
    const { brand } = request;
    const { session, cashierUrl } = await openSessionOf(context, brand, request, {
      type: 'PAYOUT',
      origin: 'session',
    });
    return sendSigned(reply, brand, { cashierUrl, transactionId: session.id });
  },
});
