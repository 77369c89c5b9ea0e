// The payer's answer at the bank, wallet or mandate to which a pay-in has led them, carried to the provider and then into
// the transaction. Harmless to repeat: an answer to a visit that is no longer open changes nothing. A 3-D Secure challenge
// is never answered here; that is complete-challenge.ts.
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { VisitDecision } from '../../providers/provider.ts';
import type { Context } from '../context.ts';
import { applyOutcome } from '../submission/apply-outcome.ts';
import { askProvider } from '../submission/ask-provider.ts';

/** Whether the payer is still expected at the provider's page. Without a provider they were sent to the cashier. */
export function isVisitOpen(transaction: Transaction, now: Date): boolean {
  return (
    transaction.type === 'PAYIN' &&
    transaction.status === 'PROCESSING' &&
    (transaction.resultType === 'redirect' || transaction.resultType === 'form') &&
    transaction.provider !== null &&
    transaction.threeDs?.status !== 'PENDING' &&
    transaction.expiresAt !== null &&
    transaction.expiresAt > now
  );
}

/** Answers the transaction as it is afterwards. */
export async function completeVisit(
  context: Context,
  transaction: Transaction,
  decision: VisitDecision,
): Promise<Transaction> {
  if (!isVisitOpen(transaction, context.now())) return transaction;
  const provider = context.provider(transaction.provider!);
  if (!provider)
    throw new Error(`transaction ${transaction.id} cannot be decided: its provider no longer exists`);
  const outcome = await askProvider(context, provider, (signal) =>
    provider.completeVisit(transaction, decision, signal),
  );
  // If two answers arrive together, the first counts: a payment that is being made cannot be declined any more.
  const stillFits = (current: Transaction) => isVisitOpen(current, context.now());
  return await applyOutcome(context, transaction, outcome, { actor: 'shopper', stillFits });
}
