// GET /operator/merchants/{id}/brands (contract 2): a merchant's brands with their settings, by name.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { showBrands } from '../../../actions/merchants/change-brand.ts';
import type { Operation } from '../../operation.ts';
import { closed, text } from '../../schemas/schema-fields.ts';
import * as examples from '../access-examples.ts';
import { answerBrand, Brand, MerchantPath, operatorErrors } from '../operator-schemas.ts';

const Query = closed({
  name: Type.Optional(
    text(255, 'Only brands whose name contains this, in small or capital letters.', { minLength: 1 }),
  ),
});

const operation = {
  operationId: 'listBrands',
  tags: ['Operator'],
  summary: 'List the brands of a merchant',
  description: 'All of them with their settings, sorted by name.',
  access: 'operator',
  params: MerchantPath,
  querystring: Query,
  answers: {
    200: { description: 'The brands.', schema: Type.Array(Brand), examples: examples.brands },
    ...operatorErrors(),
  },
} satisfies Operation;

export function listBrandsRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string }; Querystring: Static<typeof Query> }>(
    '/operator/merchants/:id/brands',
    { schema: operation },
    async ({ params, query }) => {
      const brands = await showBrands(context, params.id, query);
      return brands.map((brand) => answerBrand(context, brand));
    },
  );
}
