// GET /payment-links/{transactionId} (contract 8): a plain read.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { brandErrors, type Operation } from '../../operation.ts';
import {
  findPaymentLink,
  linkExample,
  PaymentLink,
  PaymentLinkPath,
  toPaymentLink,
} from './payment-link-schemas.ts';

const operation = {
  operationId: 'getPaymentLink',
  tags: ['Sessions'],
  summary: 'Retrieve a payment link',
  description: 'The link in its current state, with its address. The payment itself is at GET /payments.',
  access: 'brand',
  scopes: ['read'],
  signed: 'never',
  params: PaymentLinkPath,
  answers: {
    200: {
      description: 'The link.',
      schema: PaymentLink,
      examples: { open: { summary: 'The link', value: linkExample } },
    },
    ...brandErrors(404),
  },
} satisfies Operation;

export function getPaymentLinkRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Params: Static<typeof PaymentLinkPath> }>(
    '/payment-links/:transactionId',
    { schema: operation },
    async ({ brand, params }) => {
      const { link, payin } = await findPaymentLink(context, brand, params.transactionId);
      return await toPaymentLink(context, link, payin);
    },
  );
}
