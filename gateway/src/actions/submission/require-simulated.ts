// A forced outcome is the sandbox's alone (contract 13): what was sent to a real provider, in its test environment too,
// ends as that provider says. Asked by everything that plays a provider: outcomes, disputes, returns, refunds, the
// simulator of the cashier's page. It must never be asked for a provider's own news.
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';

/** Throws Refusal 400 that is about `field`. Only real providers have accounts. */
export function requireSimulated(transaction: Transaction, field: 'transactionId' | 'refundId'): void {
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
