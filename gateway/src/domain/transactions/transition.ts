// What an outcome does to a transaction: next status, expiry, ledger movements, timeline entry. Only here does an
// outcome become a status (contract 4). Pure. If the transaction's status does not allow an outcome, the answer is
// null; nothing must ever be forced.

import { CODE, errorReason } from '../errors/error-codes.ts';
import {
  type Movement,
  payinCompleted,
  payoutApproved,
  payoutCompleted,
  payoutFailed,
} from '../ledger/ledger.ts';
import { type DeclinedAttempt, declinesAttempt, isAllowedBetweenAttempts } from './attempt.ts';
import type { Outcome } from './outcome.ts';
import { authorizedBy, backToCashier, ended, stepOf } from './outcome-step.ts';
import {
  type Actor,
  type Authorized,
  type CardSummary,
  capturedMinor,
  isAuthorized,
  isCapturedLater,
  isFinal,
  isLateByNotification,
  isLaterCharge,
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

/** Applies an outcome. null: the transaction's status does not allow it. */
export function transition(before: Transaction, said: Outcome, actor: Actor, now: Date): Change | null {
  const outcome = withoutPayer(before, said);
  const mayTryAgain = outcome.kind === 'declined' && declinesAttempt(before, actor, now);
  const step = mayTryAgain ? backToCashier(before, outcome.errorCode) : stepOf(before, outcome, now);
  const late =
    outcome.kind === 'completed' &&
    (isLateSuccess(before) || (outcome.notified === true && isLateByNotification(before)));
  if (isFinal(before.status) && !late) return null;
  const receivedMinor = outcome.kind === 'completed' ? (outcome.receivedMinor ?? null) : before.receivedMinor;
  if (!isPartOf(before, receivedMinor)) return null;
  if (step.status !== before.status && !mayMove(before.status, step.status) && !late) return null;
  const admitted =
    before.type === 'PAYIN' ? admitsPayin(before, outcome, now) : admitsPayout(before, outcome);
  // If this provider may have acted, no other provider is asked.
  const mayHaveActed = before.errorCode === CODE.outcomeUnknown;
  if (!admitted || (outcome.kind === 'rerouted' && mayHaveActed)) return null;
  if (!isAllowedBetweenAttempts(before, outcome, actor)) return null;

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
    receivedMinor,
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

/** In a later charge the payer is absent, so nobody can take a further step (contract 16). */
function withoutPayer(before: Transaction, outcome: Outcome): Outcome {
  const asksPayer = outcome.kind === 'redirect' || outcome.kind === 'instructions';
  if (!asksPayer || !isLaterCharge(before)) return outcome;
  const { providerReference } = outcome;
  return {
    kind: 'declined',
    errorCode: CODE.threeDsRequired,
    ...(providerReference !== undefined && { providerReference }),
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
  if (outcome.kind === 'authorized' && provider === null && outcome.playedBy !== undefined)
    return { provider: outcome.playedBy, providerAccount: null, reroutes };
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

/**
 * Only payouts need approval. A pay-in that is captured later completes by its captures alone
 * (domain/captures/capture.ts). Once it is authorised, only its end can follow, and no end while a capture is pending.
 * After its time to capture, it may wait for the provider to confirm that end.
 */
function admitsPayin(before: Transaction, { kind }: Outcome, now: Date): boolean {
  if (isAuthorized(before)) {
    const { pendingMinor, captureBefore } = before.authorized!;
    const ends = kind === 'cancelled' || kind === 'expired' || kind === 'declined';
    return (ends || (kind === 'waiting' && captureBefore <= now)) && pendingMinor === 0n;
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

/** A part payment is more than nothing and less than the whole; nothing else was received in part. */
const isPartOf = ({ type, amountMinor }: Transaction, receivedMinor: bigint | null): boolean =>
  receivedMinor === null || (type === 'PAYIN' && receivedMinor > 0n && receivedMinor < amountMinor);

/** Each capture moves its own money. */
function movementsOf(before: Transaction, after: Transaction): Movement[] {
  if (after.type === 'PAYIN') {
    // A pay-in of zero only stores the means of payment.
    const isPaid = after.status === 'COMPLETED' && after.authorized === null && after.amountMinor > 0n;
    return isPaid ? payinCompleted(capturedMinor(after)) : [];
  }
  if (!before.moneyReserved) return after.moneyReserved ? payoutApproved(after.amountMinor) : [];
  if (after.status === 'COMPLETED') return payoutCompleted(after.amountMinor);
  return isFinal(after.status) ? payoutFailed(after.amountMinor) : [];
}

/** In the timeline: the provider holds the money. */
export const AUTHORIZED_REASON = 'authorised, waiting for capture';

function reasonOf(outcome: Outcome, after: Transaction, late: boolean): string | null {
  if (late) return 'money arrived after the payment had ended';
  if (after.errorCode) {
    const said = 'reason' in outcome && outcome.reason ? `: ${outcome.reason}` : '';
    return `${after.errorCode} ${errorReason(after.errorCode)}${said}`;
  }
  if (isFinal(after.status) && after.authorized) return 'the rest of the authorised amount was released';
  switch (outcome.kind) {
    case 'authorized':
      return AUTHORIZED_REASON;
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
