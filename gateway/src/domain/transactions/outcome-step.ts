// The part of a transaction that an outcome sets: its status, the answer to the caller, and when it is due again
// (contract 4). transition.ts says which outcomes a status allows, and what else follows. Pure.
import { CODE, type ErrorCode } from '../errors/error-codes.ts';
import type { Outcome } from './outcome.ts';
import { type Authorized, isAuthorized, isBeingSubmitted, type Transaction } from './transaction.ts';

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

export function authorizedBy(
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

export function backToCashier(before: Transaction, errorCode: ErrorCode): Step {
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

export function stepOf(before: Transaction, outcome: Outcome, now: Date): Step {
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
      return { ...open, ...success, result, dueAt: captureBefore, inquiries: 0 };
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

export function ended(before: Transaction, outcome: Ending): Step {
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
