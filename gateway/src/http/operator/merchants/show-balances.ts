// GET /operator/brands/{id}/balances (contract 2).
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { balancesOf } from '../../../storage/ledger/ledger-store.ts';
import type { Operation } from '../../operation.ts';
import * as examples from '../operator-examples.ts';
import { Balances, BrandPath, operatorErrors, toWireBalances } from '../operator-schemas.ts';

const operation = {
  operationId: 'showBalances',
  tags: ['Operator'],
  summary: "Show a brand's balances",
  description: 'The present balances of the brand.',
  access: 'operator',
  params: BrandPath,
  answers: {
    200: { description: 'The balances.', schema: Balances, examples: examples.balances },
    ...operatorErrors(),
  },
} satisfies Operation;

export function showBalancesRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string } }>(
    '/operator/brands/:id/balances',
    { schema: operation },
    async ({ params }) => {
      const { merchantId, brandId } = await requireBrand(context.sql, params.id);
      return toWireBalances(await balancesOf(context.sql, merchantId, brandId));
    },
  );
}
