// Finds the transaction that a body names by `transactionId`, or by `merchantReference` and `country`: for calls that
// take either (contract 8, 16). If both are given, they must belong to the same transaction.
import type { Context } from '../../actions/context.ts';
import { findByReference } from '../../actions/transactions/find-by-reference.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';

interface Named {
  transactionId?: string | null;
  merchantReference?: string | null;
  country?: string | null;
}

/** Throws Refusal 400 or 404. */
export async function findNamed(context: Context, brand: Brand, body: Named): Promise<Transaction> {
  const { transactionId, merchantReference, country } = body;
  if (transactionId == null) {
    if (merchantReference != null) {
      return await findByReference(context, brand, merchantReference, country ?? null);
    }
    throw new Refusal(400, ['transactionId: required, unless merchantReference is given']);
  }
  const found = await context.transactions.find(brand.merchantId, transactionId);
  if (found?.brandId !== brand.brandId) throw new Refusal(404, 'transactionId: no such transaction');
  if (merchantReference != null && merchantReference !== found.merchantReference) {
    throw new Refusal(400, ['merchantReference: does not belong to this transactionId; send one of the two']);
  }
  if (country != null && country !== found.referenceCountry) {
    throw new Refusal(400, ['country: does not belong to this transactionId; omit it']);
  }
  return found;
}
