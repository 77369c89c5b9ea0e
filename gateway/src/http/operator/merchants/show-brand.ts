// GET /operator/brands/{id} (contract 2): the settings. It must never show a key or a secret.
import { showBrand } from '../../../actions/merchants/change-brand.ts';
import { call } from '../../calls/call.ts';
import * as examples from '../operator-examples.ts';
import { answerBrand, Brand, BrandPath, operatorErrors } from '../operator-schemas.ts';

export const showBrandCall = call({
  address: 'GET /operator/brands/:id',
  operationId: 'showBrand',
  tags: ['Operator'],
  summary: 'Show a brand',
  description: 'The current settings of a brand.',
  access: 'operator',
  params: BrandPath,
  answers: {
    200: { description: 'The settings.', schema: Brand, examples: examples.brand },
    ...operatorErrors(),
  },
  handle: async (context, { params }) => answerBrand(context, await showBrand(context, params.id)),
});
