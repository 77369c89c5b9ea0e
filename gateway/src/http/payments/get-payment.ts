// GET /payments/{transactionId} (spec 4.7, contract 5): a plain read.
import { Type } from 'typebox';
import type { Context } from '../../actions/context.ts';
import { liveCashierUrl } from '../../actions/payment-means/cashier-link.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { KeyScope } from '../../domain/keys/key-scopes.ts';
import { toRecord } from '../../domain/records/record.ts';
import { isUuid } from '../../domain/text.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Recorded } from '../../storage/transactions/grouped-reads.ts';
import { call } from '../calls/call.ts';
import { brandErrors } from '../calls/operation.ts';
import { records } from '../examples/examples.ts';
import { TransactionRecord } from '../schemas/record-schemas.ts';

export const getPaymentCall = call({
  address: 'GET /payments/:transactionId',
  operationId: 'getPayment',
  tags: ['Transactions'],
  summary: 'Retrieve a transaction',
  description:
    'The current state of a pay-in or payout. Rely on this and on the webhooks, not on the return of the ' +
    "customer's browser.", // Spec 4.7
  access: 'brand',
  scopes: ['read'],
  signed: 'never',
  // No format: a malformed id gets the same answer as an unknown one.
  params: Type.Object({ transactionId: Type.String({ description: 'Identifies the transaction.' }) }),
  answers: {
    200: {
      description: 'The transaction.',
      schema: TransactionRecord,
      examples: records,
    },
    ...brandErrors(404),
  },
  handle: async (context, { brand, params, keyScopes }) => {
    // Unknown, malformed and another brand's id get the same answer.
    const recorded = isUuid(params.transactionId)
      ? await context.transactions.record(brand.merchantId, params.transactionId)
      : null;
    if (recorded?.transaction.brandId !== brand.brandId) {
      throw new Refusal(404, 'transactionId: no such transaction');
    }
    return shown(context, recorded, keyScopes);
  },
});

/** The page of a payout lets somebody choose where its money goes, so the right to read is not enough. */
const mayOpen = ({ type }: Pick<Transaction, 'type'>, scopes: readonly KeyScope[] | null): boolean =>
  type === 'PAYIN' || scopes === null || scopes.includes('payouts');

export function shown(
  context: Context,
  { transaction, timeline, ...afterEnd }: Recorded,
  scopes: readonly KeyScope[] | null,
) {
  const cashierUrl = mayOpen(transaction, scopes)
    ? liveCashierUrl(context, transaction, context.now())
    : null;
  return toRecord(transaction, timeline, { ...afterEnd, cashierUrl });
}
