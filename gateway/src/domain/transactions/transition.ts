// What an outcome does to a transaction: next status, expiry, ledger movements, timeline entry. Only here does an
// outcome become a status (contract 4). Pure. If the transaction's status does not allow an outcome, the answer is
// null; nothing must ever be forced.

import { CODE, type ErrorCode, errorReason } from '../errors/error-codes.ts';
import {
  type Movement,
  payinCompleted,
  payoutApproved,
  payoutCompleted,
  payoutFailed,
} from '../ledger/ledger.ts';
import { type DeclinedAttempt, declinesAttempt, isAllowedBetweenAttempts } from './attempt.ts';
import type { Outcome } from './outcome.ts';
import {
  type Actor,
  type CardSummary,
  isBeingSubmitted,
  isFinal,
  isLateByNotification,
  isLateSuccess,
  mayMove,
  type Status,
  type ThreeDs,
  type Transaction,
} from './transaction.ts';

export interface TimelineEntry {
  sequence: number;
  at: Date;
  from: Status;
  to: Status;
  actor: Actor;
  reason: string | null;
}

export interface Change {
  before: Transaction;
  after: Transaction;
  /** null: the status does not change. */
  entry: TimelineEntry | null;
  declinedAttempt: DeclinedAttempt | null;
  movements: Movement[];
}

/** Milliseconds before each inquiry about an unknown outcome; after the last one a person decides (contract 4). */
export const INQUIRY_DELAYS_MS = [
  10_000, 60_000, 300_000, 3_600_000, 86_400_000, 86_400_000, 86_400_000, 86_400_000, 86_400_000,
] as const;

/** The process of an INIT row of this age has died: no provider call lasts that long. */
export const ABANDONED_AFTER_MS = 20_000;

export function inquiryDueAt(inquiries: number, now: Date): Date | null {
  const delay = INQUIRY_DELAYS_MS[inquiries];
  return delay === undefined ? null : new Date(now.getTime() + delay);
}

/** Applies an outcome. null: the transaction's status does not allow it. */
export function transition(before: Transaction, outcome: Outcome, actor: Actor, now: Date): Change | null {
  const mayTryAgain = outcome.kind === 'declined' && declinesAttempt(before, actor, now);
  const step = mayTryAgain ? backToCashier(before, outcome.errorCode) : stepOf(before, outcome, now);
  const late =
    outcome.kind === 'completed' &&
    (isLateSuccess(before) || (outcome.notified === true && isLateByNotification(before)));
  if (isFinal(before.status) && !late) return null;
  if (step.status !== before.status && !mayMove(before.status, step.status) && !late) return null;
  const admitted = before.type === 'PAYIN' ? admitsPayin(outcome) : admitsPayout(before, outcome);
  // If this provider may have acted, no other provider is asked.
  const mayHaveActed = before.errorCode === CODE.outcomeUnknown;
  if (!admitted || (outcome.kind === 'rerouted' && mayHaveActed)) return null;
  if (!isAllowedBetweenAttempts(before, outcome, actor)) return null;

  const moved = step.status !== before.status;
  const entersCard = outcome.kind === 'rerouted' && outcome.entersCard === true && before.type === 'PAYIN';
  const final = isFinal(step.status);
  const after: Transaction = {
    ...before,
    ...step,
    // If the provider answers "later" until the last inquiry, the outcome is as unknown as without an answer.
    errorCode: step.status === 'PROCESSING' && step.dueAt === null ? CODE.outcomeUnknown : step.errorCode,
    ...sentTo(before, outcome, mayTryAgain),
    sequence: before.sequence + (moved ? 1 : 0),
    version: before.version + 1,
    lateSuccess: before.lateSuccess || late,
    providerReference:
      ('providerReference' in outcome && outcome.providerReference) || before.providerReference,
    threeDs: threeDsOf(before, outcome, final || mayTryAgain),
    card: entersCard ? null : cardOf(before, step.status),
    // We keep the number only while it may be needed: for a challenge, or for an outcome that is not known yet.
    panSealed: step.dueAt === null || mayTryAgain || entersCard ? null : before.panSealed,
    // An open transaction may still have to be sent.
    paymentDataSealed: final ? null : before.paymentDataSealed,
    moneyReserved: outcome.kind === 'approved' || (before.moneyReserved && !final),
    updatedAt: now,
    completedAt: step.status === 'COMPLETED' ? now : before.completedAt,
  };
  return {
    before,
    after,
    entry: moved
      ? {
          sequence: after.sequence,
          at: now,
          from: before.status,
          to: after.status,
          actor,
          reason: reasonOf(outcome, after, late),
        }
      : null,
    declinedAttempt: mayTryAgain
      ? {
          attempt: before.attempts,
          sequence: after.sequence,
          at: now,
          optionId: before.optionId,
          errorCode: outcome.errorCode,
          actor,
        }
      : null,
    movements: movementsOf(before, after),
  };
}

/** A finished attempt has no provider. A next provider is stored before it is asked. */
function sentTo(
  before: Transaction,
  outcome: Outcome,
  isOver: boolean,
): Pick<Transaction, 'provider' | 'providerAccount' | 'reroutes'> {
  if (isOver) return { provider: null, providerAccount: null, reroutes: 0 };
  const { provider, providerAccount, reroutes } = before;
  if (outcome.kind !== 'rerouted') return { provider, providerAccount, reroutes };
  return {
    provider: outcome.provider,
    providerAccount: outcome.providerAccount,
    reroutes: reroutes + 1,
  };
}

/** A token promises that the card can be used again; without the number that is impossible (contract 5). */
function cardOf(before: Transaction, status: Status): CardSummary | null {
  if (!before.card?.token) return before.card;
  const saved = status === 'COMPLETED' && before.panSealed !== null;
  if (saved || !isFinal(status)) return before.card;
  const { token: _, ...card } = before.card;
  return card;
}

/**
 * A paid challenge counts as authenticated. A challenge that is still open at its end, or when its shopper leaves the
 * attempt, counts as abandoned.
 */
function threeDsOf(before: Transaction, outcome: Outcome, over: boolean): ThreeDs | null {
  if ('threeDs' in outcome && outcome.threeDs) return outcome.threeDs;
  if (over && before.threeDs?.status === 'PENDING')
    return { ...before.threeDs, status: outcome.kind === 'completed' ? 'AUTHENTICATED' : 'ABANDONED' };
  return before.threeDs;
}

function backToCashier(before: Transaction, errorCode: ErrorCode): Step {
  const { cashierExpiresAt } = before;
  return { ...atCashier(before, cashierExpiresAt!), errorCode, inquiries: 0 };
}

function atCashier(before: Transaction, expiresAt: Date): Step {
  return {
    status: 'PROCESSING',
    resultType: 'redirect',
    statusCode: 300,
    // The merchant gets its address once; we do not store it.
    result: null,
    errorCode: null,
    dueAt: expiresAt,
    expiresAt,
    inquiries: before.inquiries,
  };
}

type Step = Pick<
  Transaction,
  'status' | 'resultType' | 'statusCode' | 'result' | 'errorCode' | 'dueAt' | 'expiresAt' | 'inquiries'
>;

function stepOf(before: Transaction, outcome: Outcome, now: Date): Step {
  const open = { result: null, errorCode: null, dueAt: null, expiresAt: null, inquiries: before.inquiries };
  switch (outcome.kind) {
    case 'cashier':
      return atCashier(before, outcome.expiresAt);
    case 'submitted':
      return {
        ...open,
        status: 'PROCESSING',
        // Being submitted: no answer yet.
        resultType: null,
        statusCode: null,
        // If this process dies before the provider's answer, the resolver continues from here.
        dueAt: new Date(now.getTime() + ABANDONED_AFTER_MS),
        inquiries: 0,
      };
    case 'redirect':
    case 'instructions':
      return {
        ...open,
        status: 'PROCESSING',
        ...(outcome.kind === 'redirect'
          ? { resultType: 'redirect', statusCode: 300, result: { redirectUrl: outcome.redirectUrl } }
          : { resultType: outcome.resultType, statusCode: outcome.statusCode, result: outcome.fields }),
        dueAt: earlier(outcome.askAgainAt, outcome.expiresAt),
        expiresAt: outcome.expiresAt,
      };
    case 'waiting':
      return stillWaiting(before, outcome.askAgainAt, now);
    case 'rerouted':
      return { ...asItStands(before), dueAt: new Date(now.getTime() + ABANDONED_AFTER_MS) };
    case 'approval-needed': {
      const { expiresAt } = outcome;
      return {
        ...open,
        status: 'PENDING',
        resultType: 'success',
        statusCode: 200,
        dueAt: expiresAt,
        expiresAt,
      };
    }
    case 'approved': {
      // If this process dies before the provider's answer, the resolver continues from here.
      const dueAt = new Date(now.getTime() + ABANDONED_AFTER_MS);
      return { ...open, status: 'PROCESSING', resultType: 'success', statusCode: 200, dueAt };
    }
    case 'pending':
      return {
        ...open,
        status: 'PROCESSING',
        resultType: 'success',
        statusCode: 200,
        dueAt: outcome.askAgainAt ?? inquiryDueAt(before.inquiries, now),
        inquiries: before.inquiries + (before.status === 'PROCESSING' ? 1 : 0),
      };
    case 'unknown':
      return unknown(before, now);
    default:
      return ended(before, outcome);
  }
}

type Ending = Extract<
  Outcome,
  { kind: 'completed' | 'declined' | 'expired' | 'given-up' | 'cancelled' | 'failed' }
>;

function ended(before: Transaction, outcome: Ending): Step {
  const done = { result: null, dueAt: null, expiresAt: null, inquiries: before.inquiries };
  const declined = { ...done, status: 'DECLINED', resultType: 'declined', statusCode: 900 } as const;
  switch (outcome.kind) {
    case 'completed':
      return { ...done, status: 'COMPLETED', resultType: 'success', statusCode: 200, errorCode: null };
    case 'declined':
      return { ...declined, errorCode: outcome.errorCode };
    case 'expired':
    case 'given-up': {
      // If an attempt was declined, that is the reason why nothing was paid (contract 4).
      const ofLastAttempt = before.provider === null ? before.errorCode : null;
      return {
        ...declined,
        errorCode: ofLastAttempt ?? (outcome.kind === 'expired' ? CODE.expired : CODE.cancelled),
      };
    }
    case 'cancelled':
      return { ...declined, errorCode: CODE.cancelled };
    case 'failed': {
      // A payout that could not be submitted is declined; it is not an error (spec 3, 4.4).
      const status = before.type === 'PAYOUT' ? 'DECLINED' : 'ERROR';
      return { ...done, status, resultType: 'error', statusCode: 999, errorCode: outcome.errorCode };
    }
  }
}

function stillWaiting(before: Transaction, askAgainAt: Date | undefined, now: Date): Step {
  const { expiresAt } = before;
  // The process died while it submitted this, and the payer's instructions were lost. So the outcome is unknown.
  if (isBeingSubmitted(before)) return unknown(before, now);
  if (expiresAt) return { ...asItStands(before), dueAt: earlier(askAgainAt, expiresAt) };
  // Without an expiry the schedule of inquiries applies; after the last inquiry a person decides.
  const inquiries = before.inquiries + 1;
  return { ...asItStands(before), dueAt: askAgainAt ?? inquiryDueAt(inquiries, now), inquiries };
}

function unknown(before: Transaction, now: Date): Step {
  // The first unknown answer starts the schedule. Each later one is an inquiry without an answer.
  const inquiries = before.errorCode === CODE.outcomeUnknown ? before.inquiries + 1 : 0;
  // A payout was submitted, and its final status follows later (contract 7).
  const isPayout = before.type === 'PAYOUT';
  return {
    status: 'PROCESSING',
    resultType: isPayout ? 'success' : 'error',
    statusCode: isPayout ? 200 : 999,
    result: null,
    errorCode: CODE.outcomeUnknown,
    dueAt: inquiryDueAt(inquiries, now),
    expiresAt: null,
    inquiries,
  };
}

/** An inquiry never postpones the end. */
function earlier(askAgainAt: Date | undefined, expiresAt: Date): Date {
  return askAgainAt && askAgainAt < expiresAt ? askAgainAt : expiresAt;
}

function asItStands(before: Transaction): Step {
  const { status, resultType, statusCode, result, errorCode, dueAt, expiresAt, inquiries } = before;
  return { status, resultType, statusCode, result, errorCode, dueAt, expiresAt, inquiries };
}

/** Only payouts need approval. */
function admitsPayin({ kind }: Outcome): boolean {
  return kind !== 'approval-needed' && kind !== 'approved';
}

/**
 * A payout is sent only after its amount was set aside, so a provider's answer before that is not accepted. After it
 * was sent, nobody asks for a recipient or an approval. A payout never has instructions to pay.
 */
function admitsPayout(before: Transaction, outcome: Outcome): boolean {
  switch (outcome.kind) {
    case 'completed':
    case 'pending':
    case 'unknown':
    case 'rerouted':
    case 'waiting':
      return before.moneyReserved;
    case 'approval-needed':
    case 'cashier':
      return !before.moneyReserved && before.status !== 'PENDING';
    case 'approved':
      return !before.moneyReserved;
    case 'redirect':
    case 'instructions':
    case 'submitted':
      return false;
    default:
      return true;
  }
}

function movementsOf(before: Transaction, after: Transaction): Movement[] {
  if (after.type === 'PAYIN') return after.status === 'COMPLETED' ? payinCompleted(after.amountMinor) : [];
  if (!before.moneyReserved) return after.moneyReserved ? payoutApproved(after.amountMinor) : [];
  if (after.status === 'COMPLETED') return payoutCompleted(after.amountMinor);
  return isFinal(after.status) ? payoutFailed(after.amountMinor) : [];
}

function reasonOf(outcome: Outcome, after: Transaction, late: boolean): string | null {
  if (late) return 'money arrived after the payment had ended';
  if (after.errorCode) {
    const said = 'reason' in outcome && outcome.reason ? `: ${outcome.reason}` : '';
    return `${after.errorCode} ${errorReason(after.errorCode)}${said}`;
  }
  switch (outcome.kind) {
    case 'cashier':
      return 'sent to the payment page';
    case 'submitted':
      return 'submitted on the payment page';
    case 'redirect':
      return outcome.threeDs ? '3-D Secure challenge' : 'sent to the payment page';
    case 'instructions':
      return 'waiting for the payer';
    case 'approval-needed':
      return 'waiting for approval';
    case 'approved':
      return 'approved';
    case 'pending':
      return 'accepted, final status follows';
    case 'completed':
      return outcome.reason ?? null;
    default:
      return null;
  }
}
