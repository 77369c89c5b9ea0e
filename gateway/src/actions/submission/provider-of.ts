// Finds the provider to which a transaction was sent, and the address to which it sends a shopper back. It must never
// call a provider or store anything.
import type { Provider } from '@tollgate/provider-kit';
import { returnSealContext, returnToken } from '../../domain/transactions/return-token.ts';
import { chargeReference, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';

/** undefined: the transaction was sent to no provider, or that provider is no longer configured. */
export function providerOf(
  context: Pick<Context, 'provider'>,
  { provider, providerAccount }: Pick<Transaction, 'provider' | 'providerAccount'>,
): Provider | undefined {
  return provider === null ? undefined : context.provider(provider, providerAccount);
}

/** The part that a transaction stores about the provider that is about to get it. */
export const sentTo = ({ id, accountId }: Provider) =>
  ({ provider: id, providerAccount: accountId, reroutes: 0 }) as const;

/** `cashierToken`: of the page that the shopper leaves; null: they do not come from there. */
export function returnAddress(
  { config, vault }: Pick<Context, 'config' | 'vault'>,
  transaction: Transaction,
  cashierToken: string | null,
): string {
  const { merchantId, id } = transaction;
  const sealed =
    cashierToken === null ? null : vault.seal(cashierToken, returnSealContext(id)).toString('base64url');
  const token = returnToken({ merchantId, reference: chargeReference(transaction) }, sealed, (text) =>
    vault.fingerprint(text),
  );
  return `${config.publicUrl}/return/${token}`;
}
