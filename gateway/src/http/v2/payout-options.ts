// POST /v2/payout-options (spec 4.11): opens a payout session and lists its options, inputs included. The list has the
// shape of /v2/payment-options.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { openSessionOf, type SessionBody } from '../request-body/session-body.ts';
import { shownOptions } from './shown-options.ts';
import { payoutOptionsOperation } from './v2-schemas.ts';

export function payoutOptionsRoute(app: FastifyInstance, context: Context): void {
  const options = { schema: payoutOptionsOperation, attachValidation: true };
  app.post<{ Body: SessionBody }>('/v2/payout-options', options, async (request, reply) => {
    const { session } = await openSessionOf(context, request.brand, request, {
      type: 'PAYOUT',
      origin: 'v2',
    });
    return reply.code(201).send({
      transactionId: session.id,
      sessionId: session.sessionId,
      payoutOptions: shownOptions(context, request.brand, session),
    });
  });
}
