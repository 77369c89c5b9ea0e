// Only the sandbox has forced outcomes (contract 13). A payment at a real provider, even in its test environment, ends
// as that provider says. All code that plays a provider must call this: outcomes, disputes, returns, refunds, the
// simulator of the cashier's page. It must never be called for a provider's own news.
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';

/** Throws Refusal 400 about `field`. Only real providers have accounts. */
export function requireSimulated(
  transaction: Transaction,
  field: 'transactionId' | 'refundId' | 'captureId',
): void {
  const { id: transactionId, provider, providerAccount } = transaction;
  if (providerAccount === null) return;
  throw new Refusal(
    400,
    [
      `${field}: the payment was sent to ${provider}, which decides about it; only payments of the sandbox can be forced`,
    ],
    { transactionId },
  );
}
