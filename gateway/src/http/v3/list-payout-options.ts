// GET /v3/payout-options (spec 4.3): the brand's options for paying out. Like list-payment-options.ts.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { payoutOptionsOperation } from '../schemas/schemas.ts';
import { discoverFor, type OptionsQuery } from './list-payment-options.ts';

export function listPayoutOptionsRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Querystring: OptionsQuery }>(
    '/v3/payout-options',
    { schema: payoutOptionsOperation },
    async ({ brand, query }) => discoverFor(context, 'PAYOUT', brand, query),
  );
}
