// The way back to the merchant after a page of ours: its redirectUrl with the transaction's id and reference in the query.
// It proves nothing about the payment (spec 1). Pure.
import type { Transaction } from '../transactions/transaction.ts';

/**
 * null where the request named no redirectUrl. Parameters of the same names are replaced (contract 8): of two, a shop might
 * believe the one that somebody else wrote. The rest of the merchant's own query is kept as it was written.
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
  // Not searchParams.set: it would write the merchant's own parameters anew.
  const kept = own.filter((parameter) => parameter !== '' && !added.has(nameOf(parameter)));
  url.search = [...kept, added].join('&');
  return url.href;
}

/** As the shop's server will read it: `transaction%49d` is the name, too. */
const nameOf = (parameter: string): string => new URLSearchParams(parameter).keys().next().value ?? '';
