// GET /portal/api/brands/{brandId}/transactions/{transactionId}: the page of a transaction. A plain read.
import { call } from '../../calls/call.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, TransactionPath } from './find-transaction.ts';
import { TransactionPage } from './page-schemas.ts';
import { transactionPage } from './transaction-page.ts';

export const showTransactionCall = call({
  address: 'GET /portal/api/brands/:brandId/transactions/:transactionId',
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
  handle: async (context, { portal, params }) =>
    transactionPage(context, portal, await findTransaction(context, portal.brand, params)),
});
