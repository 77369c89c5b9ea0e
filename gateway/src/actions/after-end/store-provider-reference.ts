// Stores the provider's id of a payment as soon as the provider reports the id. A payment lacks the id if a person
// decided that it is COMPLETED. Without the id the payment could not be refunded, and a second payment would look like
// the first. A known id is never replaced.
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { writeReference } from '../../storage/after-end/write-after-end.ts';
import type { Context } from '../context.ts';

/** Answers the transaction as it is afterwards: another request may have stored another id first. */
export async function storeProviderReference(
  context: Context,
  transaction: Pick<Transaction, 'merchantId' | 'id'>,
  providerReference: string,
): Promise<Transaction> {
  return await writeReference(context.sql, transaction, (before) => {
    const isOpen = before.status === 'COMPLETED' && before.providerReference === null;
    return isOpen
      ? { ...before, providerReference, version: before.version + 1, updatedAt: context.now() }
      : before;
  });
}
