// Finds the transaction that an address of the portal names. It must belong to the brand in the address.
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import type { Transaction } from '../../../domain/transactions/transaction.ts';
import { uuid } from '../../schemas/schema-fields.ts';

export const TransactionPath = Type.Object({
  brandId: uuid('The brand.'),
  transactionId: uuid('The transaction.'),
});

export interface TransactionParams {
  brandId: string;
  transactionId: string;
}

/** Throws Refusal 404. */
export async function findTransaction(
  context: Context,
  { merchantId, brandId }: Pick<Brand, 'merchantId' | 'brandId'>,
  { transactionId }: TransactionParams,
): Promise<Transaction> {
  const found = await context.transactions.find(merchantId, transactionId.toLowerCase());
  if (found?.brandId !== brandId) throw new Refusal(404, 'transactionId: no such transaction');
  return found;
}
