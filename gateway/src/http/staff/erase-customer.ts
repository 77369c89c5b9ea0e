// A customer asked to be forgotten (contract 2). Nobody can undo it, so a user confirms the password first.
import { eraseCustomer } from '../../actions/erasure/erase-customer.ts';
import * as examples from '../operator/operator-examples.ts';
import { ERASURE_DESCRIPTION, ErasedAnswer, ErasureBody } from '../schemas/erasure-schemas.ts';
import { staffCalls } from './staff-calls.ts';

export const eraseCustomerCalls = staffCalls({
  under: 'brand',
  address: 'POST /customers/erase',
  summary: 'Erase the personal data of a customer',
  description: ERASURE_DESCRIPTION,
  body: ErasureBody,
  answers: { 200: { description: 'Erased.', schema: ErasedAnswer, examples: examples.erased } },
  operator: { operationId: 'eraseCustomer', examples: examples.erasures },
  portal: {
    operationId: 'eraseBrandCustomer',
    tags: ['Portal money'],
    permission: 'customers.erase',
    needsConfirmation: true,
  },
  handle: async (context, { actor, brand }, { body: { userId = null, email = null } }) =>
    await eraseCustomer(context, actor, brand.brandId, { userId, email }),
});
