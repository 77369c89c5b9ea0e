// Records a refund that somebody made at the provider (contract 13): COMPLETED when we first hear of it, with its
// transfer, its pay-in's amountRefunded and its webhook in one commit. Its id is derived from the provider's id, so
// that we record it only once.
import { type Refund, type RefundAtProvider, recordRefund as record } from '../../domain/refunds/refund.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { writeRefund } from './write-refund.ts';

/**
 * `known`: it was recorded before. `refused`: the amount is more than the pay-in has left to refund, and nothing was
 * written.
 */
export async function recordRefund(
  context: Context,
  { merchantId, brandId, currency, id: transactionId }: Transaction,
  made: RefundAtProvider,
): Promise<{ kind: 'recorded' | 'refused' } | { kind: 'known'; refund: Refund }> {
  let known: Refund | null = null;
  const job = { merchantId, brandId, currency, transactionId, refundId: made.id, refundReference: null };
  const change = await writeRefund(
    context,
    { ...job, spends: false, by: null },
    ({ transaction, refund }) => {
      known = refund;
      return refund ? null : record(transaction, made, context.now());
    },
  );
  if (change) return { kind: 'recorded' };
  return known ? { kind: 'known', refund: known } : { kind: 'refused' };
}
