// Asks the provider what became of a transaction and applies the answer: unknown and pending outcomes, and rows that
// a dying process left in INIT (contract 4). Called by the due sweep for transactions it has claimed.
// Unknown stays unknown: without an answer nothing is ever declared failed.
import type { Outcome } from '../domain/outcome.ts';
import { isFinal, type Transaction } from '../domain/transaction.ts';
import { applyOutcome } from './apply-outcome.ts';
import { askProvider } from './ask-provider.ts';
import type { Context } from './context.ts';

export async function resolveTransaction(context: Context, transaction: Transaction): Promise<Transaction> {
  const outcome = heard(await inquire(context, transaction));
  const after = await applyOutcome(context, transaction, outcome, 'resolver');
  if (!isFinal(after.status) && after.dueAt === null) {
    context.log.warn(
      { transactionId: after.id, brandId: after.brandId, inquiries: after.inquiries },
      'outcome still unknown after the last question; a human decides',
    );
  }
  return after;
}

/** The provider's answer. A transaction that no provider was chosen for was never sent to one. */
export async function inquire(
  context: Context,
  transaction: Transaction,
): Promise<Outcome | { kind: 'unheard' }> {
  if (transaction.provider === null) return { kind: 'unheard' };
  const provider = context.provider(transaction.provider);
  if (!provider) {
    context.log.error(
      { transactionId: transaction.id, provider: transaction.provider },
      'the provider of this transaction is not configured; its outcome stays unknown',
    );
    return { kind: 'unknown' };
  }
  return await askProvider(context, provider, () => provider.inquire(transaction));
}

/** Never received means known not to be done. */
function heard(answer: Outcome | { kind: 'unheard' }): Outcome {
  return answer.kind === 'unheard' ? { kind: 'failed', errorCode: '9002' } : answer;
}
