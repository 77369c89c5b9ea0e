// The shopper's answer on the bank's 3-D Secure page, carried to its end: declined, given up, or authenticated and charged.
// Harmless to repeat: an answer to a challenge that is no longer open changes nothing. The number is opened for the length
// of the provider's call; a CVV is never there (it was not kept).
import { CODE, type CodeOf } from '../../domain/errors/error-codes.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import type { ThreeDs, Transaction } from '../../domain/transactions/transaction.ts';
import type { CardInHand } from '../../providers/provider.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import type { Context } from '../context.ts';
import { applyOnce, applyOutcome, reload } from '../submission/apply-outcome.ts';
import { askProvider } from '../submission/ask-provider.ts';

export type ChallengeDecision = 'approve' | 'decline' | 'cancel';

/** When the resolver checks a charge whose process died; longer than a provider's deadline. */
const CHARGE_LOOKED_AFTER_MS = 20_000;

/** Whether the bank's page still waits for an answer. */
export function isChallengeOpen(transaction: Transaction, now: Date): boolean {
  return (
    transaction.status === 'PROCESSING' &&
    transaction.threeDs?.status === 'PENDING' &&
    transaction.expiresAt !== null &&
    transaction.expiresAt > now
  );
}

/** Answers the transaction as it is afterwards. */
export async function completeChallenge(
  context: Context,
  transaction: Transaction,
  decision: ChallengeDecision,
): Promise<Transaction> {
  if (!isChallengeOpen(transaction, context.now())) return transaction;
  // If two answers arrive together, the first counts: a charge that is being made cannot be declined any more.
  const stillFits = (current: Transaction) => isChallengeOpen(current, context.now());
  const cause = { actor: 'shopper', stillFits } as const;
  switch (decision) {
    case 'decline':
      return await applyOutcome(context, transaction, refused(CODE.threeDsFailed, 'FAILED'), cause);
    case 'cancel':
      return await applyOutcome(context, transaction, refused(CODE.threeDsAbandoned, 'ABANDONED'), cause);
    case 'approve':
      return await charge(context, transaction);
  }
}

function refused(
  errorCode: CodeOf<'threeDsFailed' | 'threeDsAbandoned'>,
  status: ThreeDs['status'],
): Outcome {
  return { kind: 'declined', errorCode, threeDs: { flow: 'CHALLENGE', status } };
}

async function charge(context: Context, transaction: Transaction): Promise<Transaction> {
  const provider = transaction.provider === null ? undefined : context.provider(transaction.provider);
  if (!provider || !transaction.panSealed || !transaction.card) {
    throw new Error(`transaction ${transaction.id} cannot be charged: its provider or its card is gone`);
  }
  // Stored before the charge: from here on it cannot expire, and after a crash the resolver asks.
  const askAgainAt = new Date(context.now().getTime() + CHARGE_LOOKED_AFTER_MS);
  const authenticated = await applyOnce(
    context,
    transaction,
    { kind: 'pending', askAgainAt, threeDs: { flow: 'CHALLENGE', status: 'AUTHENTICATED' } },
    { actor: 'shopper' },
  );
  // Only the writer of this change charges; a second click has lost the race and must not.
  if (!authenticated) return await reload(context, transaction);
  // Too late to be sure of an answer before the resolver asks, so it is left to the resolver.
  if (context.now().getTime() + provider.deadlineMs > askAgainAt.getTime()) return authenticated;

  const number = await context.vault.open(transaction.panSealed, sealContext.pan(transaction.merchantId));
  const { expiryMonth, expiryYear } = transaction.card;
  const card: CardInHand = {
    details: { number: number.toString('utf8'), expiryMonth, expiryYear },
    holder: null,
    cvv: null,
  };
  const outcome = await askProvider(context, provider, (signal) =>
    provider.completeChallenge(authenticated, card, signal),
  );
  return await applyOutcome(context, authenticated, outcome, { actor: 'provider' });
}
