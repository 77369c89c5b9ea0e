// In the sandbox a merchant's developer decides how an open transaction ends (contract 7), in the test environment
// only. The outcome is applied like any other, so ledger, webhook and timeline are real. It never reopens a final
// transaction, except for money that arrives late.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { CODE, type ErrorCode } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Outcome } from '../../domain/transactions/outcome.ts';
import { timeOrderedId } from '../../domain/transactions/time-ordered-id.ts';
import {
  isAuthorized,
  isCapturedLater,
  isFinal,
  isLateSuccess,
  type ThreeDs,
  type Transaction,
} from '../../domain/transactions/transaction.ts';
import { transition } from '../../domain/transactions/transition.ts';
import { recordCapture } from '../captures/record-capture.ts';
import type { Context } from '../context.ts';
import { applyOutcome, reload } from '../submission/apply-outcome.ts';
import { callAbout } from '../submission/ask-about-charge.ts';
import { askProvider } from '../submission/ask-provider.ts';
import { providerOf } from '../submission/provider-of.ts';
import { requireSimulated } from '../submission/require-simulated.ts';

/** The provider that plays what nobody was asked. */
const SANDBOX = 'sandbox';

export type ForcedOutcome = 'COMPLETED' | 'DECLINED' | 'ERROR' | 'EXPIRED';

interface Forced {
  outcome: ForcedOutcome;
  /** For DECLINED and ERROR; absent: 2005 and 9002. */
  errorCode?: ErrorCode | null;
}

/** Throws Refusal 400 if the transaction's status does not allow it, or a real provider has it. */
export async function forceOutcome(
  context: Context,
  /** null: a shopper, who used a button on the payment page that plays the bank. */
  by: AuditActor | null,
  transaction: Transaction,
  { outcome: forced, errorCode = null }: Forced,
): Promise<Transaction> {
  requireSimulated(transaction, 'transactionId');
  if (forced === 'COMPLETED' && isCapturable(transaction)) return await captureRest(context, by, transaction);
  const outcome = await withStored(context, transaction, outcomeOf(transaction, forced, errorCode));
  const planned = transition(transaction, outcome, 'sandbox', context.now());
  if (!planned) throw notAdmitted(transaction, forced);
  const decision = by && ({ by, action: 'outcome.forced' } as const);
  const after = await applyOutcome(context, transaction, outcome, { actor: 'sandbox', decision });
  // Between our read and our commit the transaction went to a real provider, in an attempt that this outcome does not
  // concern.
  requireSimulated(after, 'transactionId');
  // Another outcome ended the transaction between our read and our commit.
  if (after.status !== planned.after.status) throw notAdmitted(after, forced);
  return after;
}

const isCapturable = (transaction: Transaction): boolean =>
  isAuthorized(transaction) || (isCapturedLater(transaction) && isLateSuccess(transaction));

/** Plays a capture of the whole rest at the provider; after the end of the authorisation it is a late success. */
async function captureRest(
  context: Context,
  by: AuditActor | null,
  transaction: Transaction,
): Promise<Transaction> {
  const { authorized, amountMinor } = transaction;
  const restMinor = authorized
    ? authorized.amountMinor - authorized.capturedMinor - authorized.pendingMinor
    : amountMinor;
  const id = timeOrderedId(context.now());
  const made = {
    id,
    amountMinor: restMinor,
    providerReference: id,
    payment: null,
    isFinal: true,
    actor: 'sandbox',
  } as const;
  const recorded = await recordCapture(context, transaction, made, by);
  const after = await reload(context, transaction);
  if (recorded.kind === 'refused') throw notAdmitted(after, 'COMPLETED');
  return after;
}

/** The sandbox stores at once what the payer agreed to, like in its own answers (contract 16). */
async function withStored(context: Context, transaction: Transaction, outcome: Outcome): Promise<Outcome> {
  const isAgreed = outcome.kind === 'completed' || outcome.kind === 'authorized';
  if (!isAgreed || transaction.details.mandate === undefined) return outcome;
  const provider = providerOf(context, transaction);
  if (!provider?.findStored) return outcome;
  const { findStored } = provider;
  const answer = await askProvider(context, provider, async (signal) => ({
    stored: await findStored(transaction, callAbout(context, transaction, signal)),
  }));
  const stored = 'stored' in answer ? answer.stored : null;
  return stored === null || stored === 'none' ? outcome : { ...outcome, stored };
}

function outcomeOf(transaction: Transaction, forced: ForcedOutcome, errorCode: ErrorCode | null): Outcome {
  switch (forced) {
    case 'COMPLETED': {
      const threeDs = challengeEnded(transaction, 'AUTHENTICATED');
      return isCapturedLater(transaction)
        ? { kind: 'authorized', takesSeveral: true, playedBy: SANDBOX, ...threeDs }
        : { kind: 'completed', ...threeDs };
    }
    case 'DECLINED': {
      const code = errorCode ?? CODE.doNotHonour;
      const ended =
        code === CODE.threeDsFailed
          ? 'FAILED'
          : code === CODE.threeDsAbandoned
            ? 'ABANDONED'
            : 'AUTHENTICATED';
      return { kind: 'declined', errorCode: code, ...challengeEnded(transaction, ended) };
    }
    case 'ERROR':
      return { kind: 'failed', errorCode: errorCode ?? CODE.providerFailed };
    case 'EXPIRED':
      return transaction.status === 'PENDING'
        ? { kind: 'declined', errorCode: CODE.approvalExpired }
        : { kind: 'expired' };
  }
}

/** The outcome also ends an open bank page. */
function challengeEnded(transaction: Transaction, status: ThreeDs['status']): { threeDs?: ThreeDs } {
  return transaction.threeDs?.status === 'PENDING' ? { threeDs: { flow: 'CHALLENGE', status } } : {};
}

function notAdmitted(transaction: Transaction, forced: ForcedOutcome): Refusal {
  const { id, status, errorCode } = transaction;
  const rule = isAuthorized(transaction)
    ? whyNotForced(transaction, forced)
    : isLateSuccess(transaction)
      ? 'it can be forced only to COMPLETED'
      : isFinal(status)
        ? 'that is final'
        : `a payout must be approved, and its amount set aside, before it can become ${forced}`;
  const now = errorCode ? `${status} (${errorCode})` : status;
  return new Refusal(400, `transactionId: the transaction is ${now}; ${rule}`, { transactionId: id });
}

function whyNotForced({ authorized }: Transaction, forced: ForcedOutcome): string {
  const isPending = authorized!.pendingMinor > 0n;
  if (isPending) return 'a capture of it is pending; force an outcome when the capture has ended';
  return `it is authorised, so it cannot become ${forced}`;
}
