// Expires a transaction, or only an attempt in the cashier; then the shopper may try again (contract 4, Expiry). If a
// provider has heard of it, we ask the provider first: money that moved in the last second must not become a decline.
// An unknown outcome goes to the resolver instead. No new attempt begins while the former one may still be paid
// (docs/decisions/0030).
import { CODE } from '../../domain/errors/error-codes.ts';
import { ATTEMPT_EXPIRED, declinesAttempt } from '../../domain/transactions/attempt.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import { type Actor, chargeReference, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applyOutcome } from '../submission/apply-outcome.ts';
import { cancelAttempt } from './cancel-attempt.ts';
import { inquire } from './resolve-transaction.ts';

/** How long we ask a silent provider to cancel an attempt before the attempt ends the transaction. */
export const CANCEL_RETRIES_MS = 600_000;

interface Ending {
  outcome: Outcome;
  actor: Actor;
}

const RUN_OUT: Ending = { outcome: { kind: 'expired' }, actor: 'expiry' };
const ATTEMPT_RUN_OUT: Ending = { outcome: ATTEMPT_EXPIRED, actor: 'expiry' };

export async function expireTransaction(context: Context, transaction: Transaction): Promise<Transaction> {
  const ending = await endingOf(context, transaction);
  // The transaction is due again after its lease.
  if (ending === null) return transaction;
  const { outcome, actor } = ending;
  // A provider's answer does not count if another provider has the transaction meanwhile. The expiry does not count if
  // somebody has continued the transaction; the next sweep checks again whether its time is over.
  const stillFits = (current: Transaction) =>
    actor !== 'expiry' && chargeReference(current) === chargeReference(transaction);
  return await applyOutcome(context, transaction, outcome, { actor, stillFits });
}

/** null: we do not know the ending yet. */
async function endingOf(context: Context, transaction: Transaction): Promise<Ending | null> {
  // Only payouts that wait for approval are PENDING, and nothing has been sent yet.
  if (transaction.status === 'PENDING') {
    return { outcome: { kind: 'declined', errorCode: CODE.approvalExpired }, actor: 'expiry' };
  }
  if (transaction.status !== 'PROCESSING') return RUN_OUT;
  const answer = await inquire(context, transaction);
  switch (answer.kind) {
    case 'completed':
    case 'authorized':
    case 'declined':
    case 'failed':
    // Accepted or unknown: its money may be on the way, so we wait for the answer, not for the expiry.
    case 'pending':
    case 'unknown':
      return { outcome: answer, actor: 'resolver' };
  }
  if (!declinesAttempt(transaction, 'expiry', context.now())) return RUN_OUT;
  const isOver = answer.kind === 'unheard' || answer.kind === 'expired';
  return isOver ? ATTEMPT_RUN_OUT : await endingOfAttempt(context, transaction);
}

/**
 * The link is valid and attempts are left. So the shopper may try again as soon as this attempt can certainly not be
 * paid any more.
 */
async function endingOfAttempt(context: Context, transaction: Transaction): Promise<Ending | null> {
  const outcome = await cancelAttempt(context, transaction);
  switch (outcome.kind) {
    case 'declined':
    case 'failed':
    case 'expired':
      return ATTEMPT_RUN_OUT;
    case 'completed':
    case 'authorized':
    case 'pending':
      return { outcome, actor: 'resolver' };
    case 'unknown': {
      const overForMs = context.now().getTime() - transaction.expiresAt!.getTime();
      return overForMs < CANCEL_RETRIES_MS ? null : RUN_OUT;
    }
    // The attempt may be paid late. Then the transaction completes after all, and the shopper has paid only once.
    default:
      return RUN_OUT;
  }
}
