// What an outcome does to a transaction, as far as an adapter can see it: its status, what the provider said, and when
// the outcome cannot be true. The gateway has its own, larger table; a test of the gateway compares the two.
import { CODE, isAuthorized, isCapturedLater, type Outcome, type Transaction } from '../provider-kit.ts';
import type { AppliedBy } from './stage.ts';

export const isFinal = (status: Transaction['status']): boolean =>
  status === 'COMPLETED' || status === 'DECLINED' || status === 'ERROR';

const DAY_MS = 24 * 60 * 60_000;

/** null: the transaction's status does not allow the outcome. */
export function applyOutcome(
  before: Transaction,
  outcome: Outcome,
  _by: AppliedBy,
  now: Date,
): Transaction | null {
  if (isFinal(before.status) && !isLateSuccess(before, outcome)) return null;
  const isAllowed = before.type === 'PAYIN' ? allowsPayin : allowsPayout;
  if (!isAllowed(before, outcome, now)) return null;
  const next = stepOf(before, outcome);
  // A payout that waits for its approval was sent nowhere.
  if (before.status === 'PENDING' && (next.status === 'COMPLETED' || next.status === 'ERROR')) return null;
  return {
    ...before,
    ...next,
    providerReference:
      ('providerReference' in outcome && outcome.providerReference) || before.providerReference,
    threeDs: ('threeDs' in outcome && outcome.threeDs) || before.threeDs,
    authorized: outcome.kind === 'authorized' ? authorizedBy(before, outcome, now) : before.authorized,
    updatedAt: now,
    completedAt: next.status === 'COMPLETED' ? now : before.completedAt,
  };
}

function authorizedBy(
  { amountMinor }: Transaction,
  { captureBefore, takesSeveral = false }: Extract<Outcome, { kind: 'authorized' }>,
  now: Date,
): Transaction['authorized'] {
  const none = { capturedMinor: 0n, pendingMinor: 0n, isFinal: false };
  // Contract 16: a provider that names no end keeps it for seven days.
  const end = captureBefore ?? new Date(now.getTime() + 7 * DAY_MS);
  return { amountMinor, ...none, takesSeveral, captureBefore: end };
}

/** Money that arrives after a pay-in had expired or was cancelled counts all the same. */
function isLateSuccess({ type, status, errorCode }: Transaction, { kind }: Outcome): boolean {
  const hasEnded = status === 'DECLINED' && (errorCode === CODE.expired || errorCode === CODE.cancelled);
  return type === 'PAYIN' && kind === 'completed' && hasEnded;
}

function allowsPayin(before: Transaction, { kind }: Outcome, now: Date): boolean {
  if (isAuthorized(before)) {
    const { pendingMinor, captureBefore } = before.authorized!;
    const ends = kind === 'cancelled' || kind === 'expired' || kind === 'declined';
    return (ends || (kind === 'waiting' && captureBefore <= now)) && pendingMinor === 0n;
  }
  if (kind === 'authorized') return isCapturedLater(before);
  return kind !== 'completed' || !isCapturedLater(before);
}

/** A payout is sent after its approval. Nobody has a step to take afterwards. */
const allowsPayout = (_before: Transaction, { kind }: Outcome): boolean =>
  kind !== 'redirect' && kind !== 'instructions' && kind !== 'authorized';

type Step = Pick<Transaction, 'status' | 'resultType' | 'statusCode' | 'result' | 'errorCode' | 'expiresAt'>;

function stepOf(before: Transaction, outcome: Outcome): Step {
  const open = { status: 'PROCESSING', result: null, errorCode: null, expiresAt: null } as const;
  const declined = { ...open, status: 'DECLINED', resultType: 'declined', statusCode: 900 } as const;
  const paid = { ...open, status: 'COMPLETED', resultType: 'success', statusCode: 200 } as const;
  // The end of an authorisation releases the rest. What was captured stays paid.
  if (isAuthorized(before) && before.authorized!.capturedMinor > 0n && outcome.kind !== 'waiting')
    return paid;
  switch (outcome.kind) {
    case 'completed':
      return paid;
    case 'authorized':
      return { ...open, resultType: 'success', statusCode: 200, result: { authorized: true } };
    case 'declined':
      return { ...declined, errorCode: outcome.errorCode };
    case 'expired':
      return { ...declined, errorCode: CODE.expired };
    case 'cancelled':
      return { ...declined, errorCode: CODE.cancelled };
    case 'failed': {
      // A payout that could not be submitted is declined; it is not an error (spec 3, 4.4).
      const status = before.type === 'PAYOUT' ? 'DECLINED' : 'ERROR';
      return { ...open, status, resultType: 'error', statusCode: 999, errorCode: outcome.errorCode };
    }
    case 'redirect': {
      const { redirectUrl, expiresAt } = outcome;
      return { ...open, resultType: 'redirect', statusCode: 300, result: { redirectUrl }, expiresAt };
    }
    case 'instructions': {
      const { resultType, statusCode, fields, expiresAt } = outcome;
      return { ...open, resultType, statusCode, result: fields, expiresAt };
    }
    case 'pending':
      return { ...open, resultType: 'success', statusCode: 200 };
    case 'waiting': {
      const { status, resultType, statusCode, result, errorCode, expiresAt } = before;
      // The payer's instructions were lost while it was submitted.
      if (before.provider !== null && resultType === null) return unknown(before);
      return { status, resultType, statusCode, result, errorCode, expiresAt };
    }
    case 'unknown':
      return unknown(before);
  }
}

function unknown({ type }: Transaction): Step {
  const isPayout = type === 'PAYOUT';
  return {
    status: 'PROCESSING',
    resultType: isPayout ? 'success' : 'error',
    statusCode: isPayout ? 200 : 999,
    result: null,
    errorCode: CODE.outcomeUnknown,
    expiresAt: null,
  };
}
