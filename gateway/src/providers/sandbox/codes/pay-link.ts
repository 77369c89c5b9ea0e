// The text in the QR code of a method that has no scheme of its own in the sandbox: the method, the reference, the
// amount. No app reads it, so no real money can follow.
import { formatMinor, type Transaction } from '@tollgate/provider-kit';
import { transferReference } from '../bank-accounts.ts';

export function payLink(transaction: Transaction, method: string): string {
  const { amountMinor, currency } = transaction;
  const amount = formatMinor(amountMinor, currency);
  return `${method}:${transferReference(transaction)}?${new URLSearchParams({ amount, currency })}`;
}
