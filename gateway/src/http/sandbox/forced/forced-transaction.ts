// Shared by the sandbox's calls that play a provider: finding a transaction of the brand, and the answer with its
// record.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { liveCashierUrl } from '../../../actions/payment-means/cashier-link.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { toRecord } from '../../../domain/records/record.ts';
import { isUuid } from '../../../domain/text.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';

/** No format: a malformed id gets the same answer as an unknown one. */
export const TransactionPath = Type.Object({
  transactionId: Type.String({ description: 'Identifies the transaction.' }),
});

/** Throws Refusal 404, also for a transaction of another brand. */
export async function findTransaction(
  { transactions }: Context,
  { merchantId, brandId }: Brand,
  id: string,
): Promise<Transaction> {
  const transaction = isUuid(id) ? await transactions.find(merchantId, id) : null;
  if (transaction?.brandId !== brandId) throw new Refusal(404, 'transactionId: no such transaction');
  return transaction;
}

/** The record as GET /payments shows it now (contract 5). */
export async function recordOf(context: Context, { merchantId, id }: Pick<Transaction, 'merchantId' | 'id'>) {
  const recorded = await context.transactions.record(merchantId, id);
  if (!recorded) throw new Error(`transaction ${id} has vanished`);
  const { transaction, timeline, ...afterEnd } = recorded;
  const cashierUrl = liveCashierUrl(context, transaction, context.now());
  return toRecord(transaction, timeline, { ...afterEnd, cashierUrl });
}
