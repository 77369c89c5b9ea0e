// The merchant validation of Apple Pay on the cashier's page (decision 138): asks the provider for the session that the
// shopper's browser wants before it shows the payment sheet. It moves no money and stores nothing. It must ask for the
// domain of our own page, never for one that the browser names.
import { isAtCashier, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applePayProvider } from '../payment-means/card-entry.ts';
import { hasCashierExpired } from '../payment-means/cashier-link.ts';

const DEADLINE_MS = 10_000;

/** null: Apple Pay is not offered here, or the provider gives no session. */
export async function openApplePay(
  context: Context,
  transaction: Transaction,
  optionId: string,
): Promise<Readonly<Record<string, unknown>> | null> {
  if (!isAtCashier(transaction) || hasCashierExpired(transaction, context.now())) return null;
  const provider = applePayProvider(context, { ...transaction, optionId });
  if (provider === null) return null;
  const brand = context.brands.byId(transaction.brandId)!;
  const page = { domain: new URL(context.config.publicUrl).hostname, name: brand.name };
  return await provider.openApplePay(page, AbortSignal.timeout(DEADLINE_MS));
}
