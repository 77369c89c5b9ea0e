// POST /portal/api/brands/{brandId}/transactions/{transactionId}/cancel: cancels an unfinished transaction, as the API
// does.
import { cancelTransaction } from '../../../actions/transactions/cancel-transaction.ts';
import { call } from '../../calls/call.ts';
import { closed, maybe, visibleText } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';
import { findTransaction, TransactionPath } from './find-transaction.ts';
import { TransactionPage } from './page-schemas.ts';
import { transactionPage } from './transaction-page.ts';

const Body = closed({ reason: maybe(visibleText(255, 'The reason; shown in the timeline.')) });

export const cancelTransactionCall = call({
  address: 'POST /portal/api/brands/:brandId/transactions/:transactionId/cancel',
  operationId: 'cancelTransaction',
  tags: ['Portal transactions'],
  summary: 'Cancel a transaction',
  description:
    'A pay-in that is not paid yet, or a payout that is not sent yet. If money still arrives, the pay-in ' +
    'completes. The answer is the updated page.',
  access: 'portal',
  permission: 'payments.cancel',
  params: TransactionPath,
  body: Body,
  answers: { 200: { description: 'Cancelled.', schema: TransactionPage }, ...portalErrors() },
  handle: async (context, { portal, params, body }) => {
    const transaction = await findTransaction(context, portal.brand, params);
    const after = await cancelTransaction(context, portal.actor, transaction, body.reason ?? null);
    return transactionPage(context, portal, after);
  },
});
