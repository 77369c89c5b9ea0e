// GET /v3/payout-options (spec 4.3): the brand's options for paying out. Like list-payment-options.ts.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { payoutOptions } from '../examples/examples.ts';
import { brandErrors, type Operation } from '../operation.ts';
import { PaymentOption } from '../schemas/answer-schemas.ts';
import { discoverFor, type OptionsQuery, payinOptionsOperation } from './list-payment-options.ts';

const payoutOptionsOperation = {
  ...payinOptionsOperation,
  operationId: 'listPayoutOptions',
  summary: 'List payout options',
  description:
    'The payout options that are enabled for the brand, filtered by country and currency. Creates nothing.', // Spec 4.3
  answers: {
    200: {
      description: 'The options.',
      schema: Type.Array(PaymentOption),
      examples: { options: { summary: 'For DE and EUR', value: payoutOptions } },
    },
    ...brandErrors(),
  },
} satisfies Operation;

export function listPayoutOptionsRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Querystring: OptionsQuery }>(
    '/v3/payout-options',
    { schema: payoutOptionsOperation },
    async ({ brand, query }) => discoverFor(context, 'PAYOUT', brand, query),
  );
}
