// GET /payment-links/{transactionId} (contract 8): a plain read.
import { call } from '../../calls/call.ts';
import { brandErrors } from '../../calls/operation.ts';
import {
  findPaymentLink,
  linkExample,
  PaymentLink,
  PaymentLinkPath,
  toPaymentLink,
} from './payment-link-schemas.ts';

export const getPaymentLinkCall = call({
  address: 'GET /payment-links/:transactionId',
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
  handle: async (context, { brand, params }) => {
    const { link, payin } = await findPaymentLink(context, brand, params.transactionId);
    return await toPaymentLink(context, link, payin);
  },
});
