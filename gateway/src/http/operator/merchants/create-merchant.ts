// POST /operator/merchants (contract 2).
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { createMerchant } from '../../../actions/merchants/create-merchant.ts';
import type { Operation } from '../../operation.ts';
import { closed, uuid } from '../../schemas/schema-fields.ts';
import * as examples from '../operator-examples.ts';
import { MerchantName, operatorErrors } from '../operator-schemas.ts';

const Body = closed({ name: MerchantName });

const operation = {
  operationId: 'createMerchant',
  tags: ['Operator'],
  summary: 'Create a merchant',
  description: 'A merchant has brands, which make the transactions, and portal users.', // Contract 2
  access: 'operator',
  body: Body,
  examples: examples.newMerchant,
  answers: {
    201: {
      description: 'Created.',
      schema: Type.Object({ merchantId: uuid('The merchant.'), name: MerchantName }),
      examples: examples.merchant,
    },
    ...operatorErrors({ 409: 'Another merchant has this name, but for capital letters and blanks.' }),
  },
} satisfies Operation;

export function createMerchantRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Body: Static<typeof Body> }>(
    '/operator/merchants',
    { schema: operation },
    async (request, reply) => {
      const merchant = await createMerchant(context, request.operator, { name: request.body.name });
      return reply.code(201).send(merchant);
    },
  );
}
