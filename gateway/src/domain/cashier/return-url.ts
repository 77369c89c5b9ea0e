// The address that leads from our page back to the merchant: its redirectUrl with the transaction's id and reference in
// the query. It must prove nothing about the payment (spec 1). Pure.
import type { Transaction } from '../transactions/transaction.ts';

/**
 * null: the request named no redirectUrl. Parameters with the same names are replaced (contract 8): if there were two,
 * a shop might trust the wrong one. The rest of the merchant's query is not changed.
 */
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
  const own = url.search.slice(1).split('&');
  // Not searchParams.set: it would rewrite the merchant's own parameters.
  const kept = own.filter((parameter) => parameter !== '' && !added.has(nameOf(parameter)));
  url.search = [...kept, added].join('&');
  return url.href;
}

/** The name as the shop's server will read it: `transaction%49d` is the same name. */
const nameOf = (parameter: string): string => new URLSearchParams(parameter).keys().next().value ?? '';
