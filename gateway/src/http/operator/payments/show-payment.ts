// GET /operator/payments/{id} and GET /operator/payments?merchantReference= (contract 2): one payment of any merchant,
// for the people who run the gateway. Plain reads.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { hasOperatorScope } from '../../../domain/keys/operator-scopes.ts';
import { findByReferenceAnywhere } from '../../../storage/transactions/across-merchants.ts';
import { call } from '../../calls/call.ts';
import { Country, closed, uuid } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { operatorPayment } from './operator-payment.ts';
import * as examples from './payment-examples.ts';
import { OperatorPayment } from './payment-schemas.ts';

/** A reference is unique only within a merchant and a country, so several payments may share it. */
const MOST_FOUND = 20;

export const PaymentPath = Type.Object({ id: uuid('The transaction.') });
const Query = closed({
  merchantReference: Type.String({
    minLength: 1,
    maxLength: 255,
    format: 'text',
    description: "The merchant's reference. 1 to 255 characters.",
  }),
  country: Type.Optional(Country),
  merchantId: Type.Optional(uuid('Only payments of this merchant.')),
});

export const seesPeople = ({ operatorScopes }: FastifyRequest) => ({
  seesPeople: hasOperatorScope(operatorScopes, 'support'),
});

export const showOperatorPaymentCall = call({
  address: 'GET /operator/payments/:id',
  operationId: 'showOperatorPayment',
  tags: ['Operator'],
  summary: 'Show a payment',
  description:
    'A pay-in or payout of any merchant: its record, every try of its webhooks, the calls to providers, their ' +
    'notifications, and the ids by which the logs name it. A token without the scope `support` gets no personal ' +
    'data.',
  access: 'operator',
  params: PaymentPath,
  answers: {
    200: { description: 'The payment.', schema: OperatorPayment, examples: examples.payment },
    ...operatorErrors(),
  },
  handle: async (context, request) => {
    const transaction = await context.transactions.findAnywhere(request.params.id);
    const shown = transaction && (await operatorPayment(context, transaction, seesPeople(request)));
    if (!shown) throw new Refusal(404, 'id: no such transaction');
    return shown;
  },
});

export const findOperatorPaymentsCall = call({
  address: 'GET /operator/payments',
  operationId: 'findOperatorPayments',
  tags: ['Operator'],
  summary: 'Find payments by their reference',
  description: `The payments with this reference, at any merchant: zero or more, at most ${MOST_FOUND}, oldest first.`,
  access: 'operator',
  querystring: Query,
  answers: {
    200: { description: 'The payments.', schema: Type.Array(OperatorPayment), examples: examples.payments },
    ...operatorErrors(),
  },
  handle: async (context, request) => {
    const { merchantReference, country, merchantId } = request.query;
    const wanted = { merchantReference, country, merchantId };
    const found = await findByReferenceAnywhere(context.sql, wanted, MOST_FOUND);
    const shown = await Promise.all(found.map((one) => operatorPayment(context, one, seesPeople(request))));
    return shown.filter((one) => one !== null);
  },
});
