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
import { type DeclinedAttempt, declinesAttempt, fitsCashier } from './attempt.ts';
import type { Outcome } from './outcome.ts';
import {
  type Actor,
  type Authorized,
  type CardSummary,
  isAuthorized,
  isBeingSubmitted,
  isCapturedLater,
  isFinal,
  isLateSuccess,
  isLateWhenTold,
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

/** A provider that names no end of an authorisation keeps it this long at least (contract 16). */
const AUTHORIZED_FOR_MS = 7 * 86_400_000;

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
    (isLateSuccess(before) || (outcome.told === true && isLateWhenTold(before)));
  if (isFinal(before.status) && !late) return null;
  if (step.status !== before.status && !mayMove(before.status, step.status) && !late) return null;
  const admitted = before.type === 'PAYIN' ? admitsPayin(before, outcome) : admitsPayout(before, outcome);
  // If this provider may have acted, no other provider is asked.
  const mayHaveActed = before.errorCode === CODE.outcomeUnknown;
  if (!admitted || (outcome.kind === 'rerouted' && mayHaveActed)) return null;
  if (!fitsCashier(before, outcome, actor)) return null;

  const authorized = outcome.kind === 'authorized' ? authorizedBy(before, outcome, now) : before.authorized;
  const moved = step.status !== before.status || authorized !== before.authorized;
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
    panSealed:
      step.dueAt === null || mayTryAgain || entersCard || isHeldInVain(before, authorized)
        ? null
        : before.panSealed,
    // An open transaction may still have to be sent.
    paymentDataSealed: final ? null : before.paymentDataSealed,
    moneyReserved: outcome.kind === 'approved' || (before.moneyReserved && !final),
    updatedAt: now,
    completedAt: step.status === 'COMPLETED' ? now : before.completedAt,
    authorized,
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

function authorizedBy(
  { amountMinor }: Transaction,
  { captureBefore, takesSeveral = false }: Extract<Outcome, { kind: 'authorized' }>,
  now: Date,
): Authorized {
  return {
    amountMinor,
    capturedMinor: 0n,
    pendingMinor: 0n,
    isFinal: false,
    takesSeveral,
    captureBefore: captureBefore ?? new Date(now.getTime() + AUTHORIZED_FOR_MS),
  };
}

/** Once a pay-in is authorised, only a card that is to be saved is still needed, until a capture completes. */
const isHeldInVain = (before: Transaction, authorized: Authorized | null): boolean =>
  authorized !== null && before.card?.token === undefined;

/**
 * A capture has completed a pay-in that was open or, if it comes `late`, had ended without success. `authorized`: after
 * this capture.
 */
export function completedByCapture(
  before: Transaction,
  authorized: Authorized,
  { now, late = false }: { now: Date; late?: boolean },
): Transaction {
  return {
    ...before,
    ...ended(before, { kind: 'completed' }),
    authorized,
    version: before.version + 1,
    lateSuccess: before.lateSuccess || late,
    card: cardOf(before, 'COMPLETED'),
    panSealed: null,
    paymentDataSealed: null,
    updatedAt: now,
    completedAt: now,
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
  const passed = outcome.kind === 'completed' || outcome.kind === 'authorized';
  if ((over || passed) && before.threeDs?.status === 'PENDING')
    return { ...before.threeDs, status: passed ? 'AUTHENTICATED' : 'ABANDONED' };
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
    case 'authorized': {
      const { captureBefore } = authorizedBy(before, outcome, now);
      const result = { authorized: true, captureBefore: captureBefore.toISOString() };
      const success = { status: 'PROCESSING', resultType: 'success', statusCode: 200 } as const;
      return { ...open, ...success, result, dueAt: captureBefore };
    }
    case 'unknown':
      return unknown(before, now);
    default:
      return isPartlyCaptured(before) ? ended(before, { kind: 'completed' }) : ended(before, outcome);
  }
}

/** Its end releases the rest: what was captured stays paid (contract 16). */
const isPartlyCaptured = (before: Transaction): boolean =>
  isAuthorized(before) && before.authorized!.capturedMinor > 0n;

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

/**
 * Only payouts need approval. A pay-in that is captured later completes by its captures alone
 * (domain/captures/capture.ts). Once it is authorised, only its end can follow, and no end while a capture is pending.
 */
function admitsPayin(before: Transaction, { kind }: Outcome): boolean {
  if (isAuthorized(before)) {
    const ends = kind === 'cancelled' || kind === 'expired' || kind === 'declined';
    return ends && before.authorized!.pendingMinor === 0n;
  }
  const isLater = isCapturedLater(before);
  if (kind === 'authorized') return isLater && !isFinal(before.status);
  if (kind === 'completed') return !isLater;
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
    case 'authorized':
      return false;
    default:
      return true;
  }
}

/** Each capture moves its own money. */
function movementsOf(before: Transaction, after: Transaction): Movement[] {
  if (after.type === 'PAYIN') {
    const isPaid = after.status === 'COMPLETED' && after.authorized === null;
    return isPaid ? payinCompleted(after.amountMinor) : [];
  }
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
  if (isFinal(after.status) && after.authorized) return 'the rest of the authorised amount was released';
  switch (outcome.kind) {
    case 'authorized':
      return 'authorised, waiting for capture';
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
