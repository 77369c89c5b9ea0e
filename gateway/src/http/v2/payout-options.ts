// POST /v2/payout-options (spec 4.11): opens a payout session and lists its options, inputs included. The list has the
// shape of /v2/payment-options.
import { call } from '../calls/call.ts';
import { openSessionOf } from '../request-body/session-body.ts';
import { shownOptions } from './shown-options.ts';
import { payoutOptionsOperation } from './v2-schemas.ts';

export const payoutOptionsCall = call({
  address: 'POST /v2/payout-options',
  ...payoutOptionsOperation,
  options: { attachValidation: true },
  handle: async (context, request) => {
    const { session } = await openSessionOf(context, request.brand, request, {
      type: 'PAYOUT',
      origin: 'v2',
    });
    return {
      transactionId: session.id,
      sessionId: session.sessionId,
      payoutOptions: shownOptions(context, request.brand, session),
    };
  },
});
