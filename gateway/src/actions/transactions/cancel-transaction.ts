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
    const before = current;
    current = await reload(context, before);
    if (isVoidedMeanwhile(before, current)) return current;
  }
}

function requireCancellable(transaction: Transaction): void {
  const fault = whyNotCancellable(transaction);
  if (fault === null) return;
  const errorCode = isAuthorized(transaction) ? CODE.captureNotPossible : null;
  throw refusal(transaction, fault, errorCode);
}

/** The provider has told the void before this call could store its answer. */
function isVoidedMeanwhile(before: Transaction, { status, errorCode, authorized }: Transaction): boolean {
  if (!isAuthorized(before)) return false;
  const isSame = authorized?.capturedMinor === before.authorized!.capturedMinor;
  return isSame && (status === 'COMPLETED' || (status === 'DECLINED' && errorCode === CODE.cancelled));
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
    case 'expired':
      // The authorisation has lapsed there, so nothing can be captured any more.
      if (isAuthorized(transaction)) return;
      throw accepted(transaction);
    case 'completed':
      throw refusal(transaction, await completedMeanwhile(context, transaction, outcome));
    case 'authorized':
      await applyOutcome(context, transaction, outcome, { actor: 'provider' });
      throw refusal(transaction, 'the pay-in has just been authorised; cancel it again to void it');
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
  if (isAuthorized(transaction))
    return `the provider says that the pay-in was captured there, so it cannot be voided; it is ${status}, and a person has to look at it`;
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
