// Asks the provider what became of a transaction and applies the answer: unknown and pending outcomes, and rows that a dying
// process left in INIT (contract 4). Unknown stays unknown: without an answer nothing is ever marked as failed.
import type { Outcome } from '../../domain/transactions/outcome.ts';
import { isBeingSubmitted, isFinal, type Transaction } from '../../domain/transactions/transaction.ts';
import { submitKeptConfirmation } from '../confirmations/submit-confirmation.ts';
import type { Context } from '../context.ts';
import { applyOutcome } from './apply-outcome.ts';
import { askProvider } from './ask-provider.ts';

export async function resolveTransaction(context: Context, transaction: Transaction): Promise<Transaction> {
  const answer = await inquire(context, transaction);
  // What one provider says decides nothing about a transaction that another has taken on meanwhile, and what was never
  // sent may have gone on since.
  const stillFits = (current: Transaction) =>
    answer.kind !== 'unheard' && current.provider === transaction.provider;
  const outcome = heard(answer, transaction);
  const after = await applyOutcome(context, transaction, outcome, { actor: 'resolver', stillFits });
  if (!isFinal(after.status) && after.dueAt === null) {
    context.log.warn(
      { transactionId: after.id, brandId: after.brandId, inquiries: after.inquiries },
      'outcome still unknown after the last question; a human decides',
    );
  }
  return after;
}

/** The provider's answer. A transaction without a provider, and a payout whose money was not set aside, was never sent. */
export async function inquire(
  context: Context,
  transaction: Transaction,
): Promise<Outcome | { kind: 'unheard' }> {
  const unsent = transaction.type === 'PAYOUT' && !transaction.moneyReserved;
  if (transaction.provider === null || unsent) return { kind: 'unheard' };
  const provider = context.provider(transaction.provider);
  if (!provider) {
    context.log.error(
      { transactionId: transaction.id, provider: transaction.provider },
      'the provider of this transaction is not configured; its outcome stays unknown',
    );
    return { kind: 'unknown' };
  }
  const answer = await askProvider(context, provider, (signal) => provider.inquire(transaction, signal));
  if (answer.kind !== 'waiting') return answer;
  // The payer has acted, but the provider may not have heard of it.
  return (await submitKeptConfirmation(context, transaction)) ?? answer;
}

/**
 * Never received means known not to be done. Received, and the answer died with its process: the payer was never told how
 * to pay, so nobody can say what becomes of it.
 */
function heard(answer: Outcome | { kind: 'unheard' }, transaction: Transaction): Outcome {
  if (answer.kind === 'unheard') return { kind: 'failed', errorCode: '9002' };
  // Of an attempt in the cashier: that is over, and the link may still live.
  if (answer.kind === 'expired' && transaction.attempts > 0) return { kind: 'declined', errorCode: '3002' };
  return answer.kind === 'waiting' && isBeingSubmitted(transaction) ? { kind: 'unknown' } : answer;
}
