// Finds the transaction by the token in the address of the bank's 3-D Secure page.
import type { Context } from '../../actions/context.ts';
import { CODE } from '../../domain/errors/error-codes.ts';
import { readPageToken } from '../../domain/transactions/page-token.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { PageQuery } from './return-address.ts';

export async function findChallenge(
  context: Context,
  token: string,
): Promise<{ transaction: Transaction; brandName: string } | null> {
  const id = readPageToken('3ds-page', token, (text) => context.vault.fingerprint(text));
  const transaction = id === null ? null : await context.transactions.findAnywhere(id);
  if (transaction?.threeDs?.flow !== 'CHALLENGE') return null;
  return { transaction, brandName: context.brands.byId(transaction.brandId)?.name ?? 'the shop' };
}

/** No answer came in time, whether or not the expiry loop has handled it. */
export function hasExpired(transaction: Transaction, now: Date): boolean {
  if (transaction.status === 'DECLINED') return transaction.errorCode === CODE.expired;
  return transaction.expiresAt !== null && transaction.expiresAt <= now;
}

/** Each attempt in the cashier has its own page: the page of a former attempt no longer decides anything. */
export function leadsToChallenge({ result }: Transaction, { back }: PageQuery): boolean {
  const address = result?.redirectUrl;
  if (typeof address !== 'string') return back === undefined;
  return back === undefined ? !address.includes('?back=') : address.endsWith(`?back=${back}`);
}
