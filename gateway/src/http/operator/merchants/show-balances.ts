// GET /operator/brands/{id}/balances (contract 2).
import { requireBrand } from '../../../actions/merchants/change-brand.ts';
import { balancesOf } from '../../../storage/ledger/ledger-store.ts';
import { call } from '../../calls/call.ts';
import * as examples from '../operator-examples.ts';
import { Balances, BrandPath, operatorErrors, toWireBalances } from '../operator-schemas.ts';

export const showBalancesCall = call({
  address: 'GET /operator/brands/:id/balances',
  operationId: 'showBalances',
  tags: ['Operator'],
  summary: "Show a brand's balances",
  description: 'The current balances of the brand.',
  access: 'operator',
  params: BrandPath,
  answers: {
    200: { description: 'The balances.', schema: Balances, examples: examples.balances },
    ...operatorErrors(),
  },
  handle: async (context, { params }) => {
    const { merchantId, brandId } = await requireBrand(context.sql, params.id);
    return toWireBalances(await balancesOf(context.sql, merchantId, brandId));
  },
});
