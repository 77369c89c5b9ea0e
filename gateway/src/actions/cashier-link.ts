// The address of the cashier page of a transaction, where a shopper goes on with it (spec 1, contract 4). Every action that
// sends somebody there makes it here; http/cashier reads the token.
import type { Outcome } from '../domain/outcome.ts';
import { pageToken } from '../domain/page-token.ts';
import type { Context } from './context.ts';

/** A link is open this long (contract 4). */
export const CASHIER_LINK_LIFETIME_MS = 3_600_000;

export function cashierUrl(context: Pick<Context, 'config' | 'vault'>, transactionId: string): string {
  const token = pageToken('cashier', transactionId, (text) => context.vault.fingerprint(text));
  return `${context.config.publicUrl}/cashier/${token}`;
}

/** What is missing the cashier asks for; no provider has heard of the transaction yet. */
export function toCashier(
  context: Pick<Context, 'config' | 'vault' | 'now'>,
  transactionId: string,
): Outcome {
  return {
    kind: 'redirect',
    redirectUrl: cashierUrl(context, transactionId),
    expiresAt: new Date(context.now().getTime() + CASHIER_LINK_LIFETIME_MS),
  };
}
