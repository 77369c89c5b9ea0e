// The way back to the merchant after a page of ours: its redirectUrl with the transaction's id and reference appended
// to the query. Used wherever the customer's browser returns; it proves nothing about the payment (spec 1). Pure.
import type { Transaction } from './transaction.ts';

/** null where the request named no redirectUrl. What stands in the merchant's own query is kept as it was written. */
export function returnUrl(
  transaction: Pick<Transaction, 'id' | 'merchantReference' | 'details'>,
): string | null {
  const { redirectUrl } = transaction.details;
  if (redirectUrl === null) return null;
  const url = new URL(redirectUrl);
  const added = new URLSearchParams({
    transactionId: transaction.id,
    merchantReference: transaction.merchantReference,
  });
  // Not searchParams.append: it would write the merchant's own parameters anew.
  url.search = `${url.search === '' ? '?' : `${url.search}&`}${added}`;
  return url.href;
}
