// GET /portal/api/brands/{brandId}/transactions/{transactionId}: the page of a transaction. A plain read.
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../actions/context.ts';
import type { Operation } from '../../operation.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, type TransactionParams, TransactionPath } from './find-transaction.ts';
import { TransactionPage } from './page-schemas.ts';
import { transactionPage } from './transaction-page.ts';

const operation = {
  operationId: 'showTransaction',
  tags: ['Portal transactions'],
  summary: 'Show a transaction',
  description:
    'What happened, in a sentence; then its facts, timeline, attempts, exchange with the provider, refunds, ' +
    'webhooks, transfers, risk, notes, tags and other transactions of the customer. `actions` lists what the ' +
    'caller may do with it now.',
  access: 'portal',
  permission: 'payments.read',
  params: TransactionPath,
  answers: { 200: { description: 'The transaction.', schema: TransactionPage }, ...portalErrors() },
} satisfies Operation;

export function showTransactionRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Params: TransactionParams }>(
    '/portal/api/brands/:brandId/transactions/:transactionId',
    { schema: operation },
    async ({ portal, params }) =>
      transactionPage(context, portal, await findTransaction(context, portal.brand, params)),
  );
}
