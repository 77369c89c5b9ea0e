// Whether a page of the simulated bank still waits for its shopper's decision. The bank must not ask when the payment
// has ended, has expired or has gone on.
import { isReturnAwaited } from '../../actions/transactions/resume-transaction.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';

/** The page of 3-D Secure. */
export function isChallengeOpen(transaction: Transaction, now: Date): boolean {
  return transaction.threeDs?.status === 'PENDING' && isOpen(transaction, now);
}

/** The page of a bank, a wallet or a mandate. */
export function isVisitOpen(transaction: Transaction, now: Date): boolean {
  return transaction.threeDs?.status !== 'PENDING' && isOpen(transaction, now);
}

function isOpen(transaction: Transaction, now: Date): boolean {
  const { expiresAt } = transaction;
  return isReturnAwaited(transaction) && expiresAt !== null && expiresAt > now;
}
