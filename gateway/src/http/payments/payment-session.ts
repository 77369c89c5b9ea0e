// POST /payment-session (spec 4.8): opens a pay-in that the shopper completes in the hosted cashier. Body-signed; empty
// strings become null before the signature is checked, and stay so (spec 5, rule 2). The shopper chooses the option in
// the cashier.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { nullEmptyStrings } from '../auth/request-signature.ts';
import { openSessionOf, type SessionBody } from '../request-body/session-body.ts';
import { sendSigned } from '../send-signed.ts';
import { paymentSessionOperation } from './session-schemas.ts';

export function paymentSessionRoute(app: FastifyInstance, context: Context): void {
  const options = {
    schema: paymentSessionOperation,
    attachValidation: true,
    preValidation: nullEmptyStrings,
  };
  app.post<{ Body: SessionBody }>('/payment-session', options, async (request, reply) => {
    const { brand } = request;
    const { session, cashierUrl } = await openSessionOf(context, brand, request, {
      type: 'PAYIN',
      origin: 'session',
    });
    return sendSigned(reply, brand, { cashierUrl, transactionId: session.id });
  });
}
