// A shopper in the cashier changes their mind: they leave the attempt they began and choose again, or give the whole
// payment up (contract 4). If a provider has heard of the attempt, its answer decides, as when a merchant cancels. An
// attempt that may have been paid never becomes declined.

import { CODE } from '../../domain/errors/error-codes.ts';
import { MOST_ATTEMPTS } from '../../domain/transactions/attempt.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import { chargeReference, isAtCashier, isBeingSubmitted } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { hasCashierExpired } from '../payment-means/cashier-link.ts';
import { applyOutcome } from '../submission/apply-outcome.ts';
import { cancelAttempt } from '../transactions/cancel-attempt.ts';

/** The attempt waits for its payer, and another one could follow it. */
export function mayLeave(transaction: Transaction, now: Date): boolean {
  const { origin, attempts, cashierExpiresAt } = transaction;
  return (
    waitsForPayer(transaction) &&
    origin !== 'v3' &&
    attempts < MOST_ATTEMPTS &&
    cashierExpiresAt !== null &&
    cashierExpiresAt > now
  );
}

/** As far as we know nothing was paid, and no request is asking the provider now. */
function mayAbandon(transaction: Transaction): boolean {
  return isAtCashier(transaction) || (transaction.origin !== 'v3' && waitsForPayer(transaction));
}

function waitsForPayer(transaction: Transaction): boolean {
  const { type, status, provider, attempts, expiresAt, errorCode } = transaction;
  return (
    type === 'PAYIN' &&
    status === 'PROCESSING' &&
    provider !== null &&
    attempts > 0 &&
    expiresAt !== null &&
    errorCode !== CODE.outcomeUnknown &&
    !isBeingSubmitted(transaction)
  );
}

/** Answers the transaction as it is afterwards; unchanged if the attempt cannot be left. */
export async function leaveAttempt(context: Context, transaction: Transaction): Promise<Transaction> {
  if (hasExpired(context, transaction) || !mayLeave(transaction, context.now())) return transaction;
  return await cancelCharge(context, transaction);
}

/** Answers the transaction as it is afterwards: DECLINED, or its other state. */
export async function abandonPayment(context: Context, transaction: Transaction): Promise<Transaction> {
  if (hasExpired(context, transaction) || !mayAbandon(transaction)) return transaction;
  const current = isAtCashier(transaction) ? transaction : await cancelCharge(context, transaction);
  if (!isAtCashier(current)) return current;
  return await applyOutcome(
    context,
    current,
    { kind: 'given-up' },
    { actor: 'shopper', stillFits: isAtCashier },
  );
}

/** The expiry sweep finds out the outcome. */
function hasExpired(context: Context, transaction: Transaction): boolean {
  return hasCashierExpired(transaction, context.now());
}

async function cancelCharge(context: Context, transaction: Transaction): Promise<Transaction> {
  const outcome = await cancelAttempt(context, transaction);
  switch (outcome.kind) {
    case 'declined':
    case 'failed': {
      const errorCode = outcome.kind === 'declined' ? outcome.errorCode : CODE.cancelled;
      const left = { kind: 'declined', errorCode } as const;
      // The provider has called off this charge. That counts, whatever else has changed meanwhile.
      const stillFits = (current: Transaction) =>
        waitsForPayer(current) && chargeReference(current) === chargeReference(transaction);
      return await applyOutcome(context, transaction, left, { actor: 'shopper', stillFits });
    }
    case 'completed':
    case 'authorized':
    case 'pending':
      return await applyOutcome(context, transaction, outcome, { actor: 'provider' });
    default:
      return transaction;
  }
}
