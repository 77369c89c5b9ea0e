// POST /operator/brands/{id}/customers/erase (contract 2): a customer asked to be forgotten.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { eraseCustomer } from '../../../actions/erasure/erase-customer.ts';
import type { Operation } from '../../operation.ts';
import { ERASURE_DESCRIPTION, ErasedAnswer, ErasureBody } from '../../schemas/erasure-schemas.ts';
import * as examples from '../operator-examples.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';

const operation = {
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
} satisfies Operation;

export function eraseCustomerRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Params: { id: string }; Body: Static<typeof ErasureBody> }>(
    '/operator/brands/:id/customers/erase',
    { schema: operation },
    async ({ params, body, operator }) => {
      const { userId = null, email = null } = body;
      return await eraseCustomer(context, operator, params.id, { userId, email });
    },
  );
}
