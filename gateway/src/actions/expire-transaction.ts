// Ends a transaction whose time is up (contract 4, Expiry). Called by the due sweep for transactions it has claimed.
// Where a provider has heard of it, it is asked first: money that moved in the last second must not become a decline,
// and an unknown outcome is handed to the resolver instead.
import type { Outcome } from '../domain/outcome.ts';
import type { Actor, Transaction } from '../domain/transaction.ts';
import { applyOutcome } from './apply-outcome.ts';
import type { Context } from './context.ts';
import { inquire } from './resolve-transaction.ts';

export async function expireTransaction(context: Context, transaction: Transaction): Promise<Transaction> {
  const { outcome, actor } = await ending(context, transaction);
  // What one provider says decides nothing about a transaction that another has taken on meanwhile, and the clock nothing
  // about one that somebody has gone on with: if its time is still up, the next sweep finds that out.
  const stillFits = (current: Transaction) => actor !== 'expiry' && current.provider === transaction.provider;
  return await applyOutcome(context, transaction, outcome, actor, stillFits);
}

async function ending(
  context: Context,
  transaction: Transaction,
): Promise<{ outcome: Outcome; actor: Actor }> {
  // Only what waits for its approval is PENDING, and nothing has been sent yet.
  if (transaction.status === 'PENDING') {
    return { outcome: { kind: 'declined', errorCode: '4006' }, actor: 'expiry' };
  }
  if (transaction.status === 'PROCESSING') {
    const answer = await inquire(context, transaction);
    switch (answer.kind) {
      case 'completed':
      case 'declined':
      case 'failed':
      // Accepted, or nobody knows: its money may be on the way, so it waits for the answer, not for the clock.
      case 'pending':
      case 'unknown':
        return { outcome: answer, actor: 'resolver' };
    }
  }
  return { outcome: { kind: 'expired' }, actor: 'expiry' };
}
