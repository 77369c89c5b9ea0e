// Cancels an unfinished transaction for the merchant (contract 8): a pay-in that is INIT or PROCESSING, a payout that
// is INIT or PENDING. If a provider has heard of the pay-in, its answer decides, and an unknown outcome is never
// cancelled. Money that arrives later still counts (contract 4).
import type { AuditActor } from '../../domain/audit/audit.ts';
import { CODE, type ErrorCode, errorReason } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { mayBeClosed, whyNotCancellable } from '../../domain/records/transaction-actions.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import { isAuthorized, type Transaction } from '../../domain/transactions/transaction.ts';
import type { Context } from '../context.ts';
import { applyOnce, applyOutcome, reload } from '../submission/apply-outcome.ts';
import { askAboutCharge } from '../submission/ask-about-charge.ts';
import { providerOf } from '../submission/provider-of.ts';

/** Answers the cancelled transaction. Throws Refusal 400 if it cannot be cancelled. */
export async function cancelTransaction(
  context: Context,
  by: AuditActor,
  transaction: Transaction,
  reason: string | null,
): Promise<Transaction> {
  let current = transaction;
  for (;;) {
    requireCancellable(current);
    await callOff(context, current);
    const decision = { by, action: 'transaction.cancelled' } as const;
    const cancelled = await applyOnce(
      context,
      current,
      { kind: 'cancelled', reason },
      { actor: 'merchant', decision },
    );
    if (cancelled) return cancelled;
    // It has changed meanwhile; start again with the new state.
    current = await reload(context, current);
    // The provider agreed, and a notification told us so before its answer did.
    if (isVoided(current)) return current;
  }
}

function isVoided({ status, errorCode, authorized }: Transaction): boolean {
  if (status === 'DECLINED') return errorCode === CODE.cancelled;
  return status === 'COMPLETED' && authorized !== null && authorized.capturedMinor < authorized.amountMinor;
}

function requireCancellable(transaction: Transaction): void {
  const fault = whyNotCancellable(transaction);
  if (fault === null) return;
  const errorCode = isAuthorized(transaction) ? CODE.captureNotPossible : null;
  throw refusal(transaction, fault, errorCode);
}

/** The pay-in may still be paid until a provider that received it agrees. Throws if it does not agree. */
async function callOff(context: Context, transaction: Transaction): Promise<void> {
  if (transaction.type === 'PAYOUT' || transaction.provider === null) return;
  const provider = providerOf(context, transaction);
  if (!provider?.capabilities.cancel) {
    if (mayBeClosed(transaction)) return;
    throw accepted(transaction);
  }
  const outcome = await askAboutCharge(context, provider, transaction, {
    ask: (call) => provider.cancel(transaction, call),
    ofAnother: { kind: 'unknown' },
  });
  switch (outcome.kind) {
    case 'declined':
    case 'failed':
      return;
    case 'completed':
      throw refusal(transaction, await completedMeanwhile(context, transaction, outcome));
    case 'unknown':
      throw refusal(
        transaction,
        'the provider did not say whether the pay-in was cancelled, so its status is unchanged; try again',
      );
    case 'pending':
      // It was paid while it still seemed to wait: from now on we wait for the answer, not for its expiry.
      if (transaction.expiresAt !== null)
        await applyOutcome(context, transaction, outcome, { actor: 'provider' });
      throw accepted(transaction);
    default:
      throw accepted(transaction);
  }
}

async function completedMeanwhile(
  context: Context,
  transaction: Transaction,
  outcome: Outcome,
): Promise<string> {
  const { status } = await applyOutcome(context, transaction, outcome, { actor: 'provider' });
  return status === 'COMPLETED'
    ? 'the pay-in has just been paid: it is COMPLETED, and that is final'
    : `the provider says that the pay-in was paid, but it is ${status}; a person has to look at it`;
}

function accepted(transaction: Transaction): Refusal {
  return refusal(
    transaction,
    'the provider has accepted the pay-in, so it can no longer be cancelled; refund it once it is paid',
  );
}

function refusal({ id }: Transaction, fault: string, errorCode: ErrorCode | null = null): Refusal {
  const code = errorCode === null ? {} : { errorCode, members: { errorReason: errorReason(errorCode) } };
  return new Refusal(400, `transactionId: ${fault}`, { transactionId: id, ...code });
}
