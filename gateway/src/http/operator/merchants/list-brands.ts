// GET /operator/merchants/{id}/brands (contract 2): a merchant's brands with their settings, by name.
import { Type } from 'typebox';
import { showBrands } from '../../../actions/merchants/change-brand.ts';
import { call } from '../../calls/call.ts';
import { closed, text } from '../../schemas/schema-fields.ts';
import * as examples from '../access-examples.ts';
import { answerBrand, Brand, MerchantPath, operatorErrors } from '../operator-schemas.ts';

const Query = closed({
  name: Type.Optional(
    text(255, 'Only brands whose name contains this text, in upper or lower case.', { minLength: 1 }),
  ),
});

export const listBrandsCall = call({
  address: 'GET /operator/merchants/:id/brands',
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
  handle: async (context, { params, query }) => {
    const brands = await showBrands(context, params.id, query);
    return brands.map((brand) => answerBrand(context, brand));
  },
});
