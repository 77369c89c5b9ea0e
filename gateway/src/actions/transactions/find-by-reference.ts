// Finds the one transaction that a merchant means by its reference (contract 3): under the named country; without one,
// the transaction without a country, or the only one. Throws Refusal; a transaction of another brand counts as unknown.

import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';

export async function findByReference(
  { transactions }: Pick<Context, 'transactions'>,
  { merchantId, brandId }: Pick<Brand, 'merchantId' | 'brandId'>,
  reference: string,
  country: string | null,
): Promise<Transaction> {
  const found = await transactions.findByReference(merchantId, brandId, reference, country ?? undefined);
  const meant = found.length === 1 ? found[0] : found.find((one) => one.referenceCountry === '');
  if (meant) return meant;
  if (found.length === 0) throw new Refusal(404, 'merchantReference: no such transaction');
  const countries = found.map((one) => one.referenceCountry).join(', ');
  throw new Refusal(400, [
    `country: the reference exists for several countries (${countries}), so name the country`,
  ]);
}
