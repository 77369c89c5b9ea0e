// POST /v2/payout-suboptions (spec 4.11): the suboptions of one option of a payout session. The answer is like that for
// a pay-in session.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { listSuboptions } from './list-suboptions.ts';
import { payoutSuboptionsOperation } from './v2-schemas.ts';

export function payoutSuboptionsRoute(app: FastifyInstance, context: Context): void {
  listSuboptions(app, context, {
    url: '/v2/payout-suboptions',
    direction: 'PAYOUT',
    schema: payoutSuboptionsOperation,
  });
}
