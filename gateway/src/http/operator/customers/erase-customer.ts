// POST /operator/brands/{id}/customers/erase (contract 2): a customer asked to be forgotten.
import { eraseCustomer } from '../../../actions/erasure/erase-customer.ts';
import { call } from '../../call.ts';
import { ERASURE_DESCRIPTION, ErasedAnswer, ErasureBody } from '../../schemas/erasure-schemas.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';

export const eraseCustomerCall = call({
  address: 'POST /operator/brands/:id/customers/erase',
  operationId: 'eraseCustomer',
  tags: ['Operator'],
  summary: 'Erase the personal data of a customer',
  description: ERASURE_DESCRIPTION,
  access: 'operator',
  params: BrandPath,
  body: ErasureBody,
  examples: examples.erasures,
  answers: {
    200: { description: 'Erased.', schema: ErasedAnswer, examples: examples.erased },
    ...operatorErrors(),
  },
  handle: async (context, { params, body, operator }) => {
    const { userId = null, email = null } = body;
    return await eraseCustomer(context, operator, params.id, { userId, email });
  },
});
