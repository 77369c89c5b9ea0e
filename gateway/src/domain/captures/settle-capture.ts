// What a provider's answer or news does to a capture and to its pay-in (contract 16): it completes, fails, or fails
// after it had completed; somebody made a capture at the provider. Captured and pending captures together must never be
// more than what was authorised. Pure.
import { CODE, errorReason } from '../errors/error-codes.ts';
import { captureCompleted, captureSentBack } from '../ledger/ledger.ts';
import { formatMinor } from '../money/money.ts';
import { inquiryDueAt } from '../transactions/outcome-step.ts';
import {
  type Actor,
  type Authorized,
  capturableMinor,
  isAuthorized,
  isCapturedLater,
  isErased,
  isLateSuccess,
  type Status,
  type Transaction,
} from '../transactions/transaction.ts';
import { completedByCapture, type TimelineEntry } from '../transactions/transition.ts';
import {
  type Capture,
  type CaptureChange,
  type CaptureEvent,
  type CaptureOutcome,
  partsOf,
  withAuthorized,
} from './capture.ts';

export interface CaptureAnswer {
  outcome: CaptureOutcome;
  actor: Actor;
  /** The answer to the call that made it. */
  isFirst?: true;
  /** The answer to an inquiry. */
  isInquiry?: true;
  /** The provider says that a completed capture has failed after all. Nothing else undoes a capture. */
  afterEnd?: true;
  /** What disputes of the pay-in withhold; absent: nothing. That money has left already. */
  withheldMinor?: bigint;
  /** Why it failed, in the provider's words. */
  reason?: string | null;
  /** The provider must be told to give the rest back. */
  releasesRest?: boolean;
}

/** Applies a provider's answer. null: the capture has already ended. */
export function settleCapture(
  transaction: Transaction,
  before: Capture,
  answer: CaptureAnswer,
  now: Date,
): CaptureChange | null {
  const { outcome } = answer;
  const isUndone = answer.afterEnd === true && before.status === 'COMPLETED' && outcome.kind === 'failed';
  if (before.status !== 'PENDING' && !isUndone) return null;
  const authorized = transaction.authorized;
  if (authorized === null) return null;
  const providerReference =
    ('providerReference' in outcome && outcome.providerReference) || before.providerReference;
  const capture: Capture = { ...before, providerReference, dueAt: null, updatedAt: now };
  switch (outcome.kind) {
    case 'completed':
      return completed(transaction, capture, answer, now);
    case 'failed':
      return isUndone
        ? undone(transaction, capture, answer, now)
        : failed(transaction, { ...capture, errorCode: outcome.errorCode }, answer, now);
    case 'pending':
    case 'unknown': {
      const inquiries = before.inquiries + (answer.isInquiry ? 1 : 0);
      const askAgainAt = outcome.kind === 'pending' ? outcome.askAgainAt : undefined;
      const waiting = { ...capture, inquiries, dueAt: askAgainAt ?? inquiryDueAt(inquiries, now) };
      const same = { before: transaction, after: transaction, entry: null, movements: [], events: [] };
      return { ...same, capture: waiting };
    }
  }
}

function completed(
  before: Transaction,
  capture: Capture,
  { actor, isFirst, releasesRest }: CaptureAnswer,
  now: Date,
): CaptureChange {
  const { amountMinor } = capture;
  const was = before.authorized!;
  const authorized = {
    ...was,
    capturedMinor: was.capturedMinor + amountMinor,
    pendingMinor: was.pendingMinor - amountMinor,
  };
  const hasRest = authorized.capturedMinor + authorized.pendingMinor < authorized.amountMinor;
  const dueAt = releasesRest && capture.isFinal && hasRest ? now : null;
  return withCaptured(
    before,
    authorized,
    { ...capture, status: 'COMPLETED', completedAt: now, dueAt },
    { actor, now, isFirst: isFirst === true },
  );
}

interface Step {
  actor: Actor;
  now: Date;
  isFirst?: boolean;
  /** The pay-in had ended without success. */
  late?: boolean;
}

/** Money came in. The pay-in completes with a final capture, and with a capture that leaves no rest. */
function withCaptured(
  before: Transaction,
  authorized: Authorized,
  capture: Capture,
  { actor, now, isFirst = false, late = false }: Step,
): CaptureChange {
  const isEnd = capture.isFinal || authorized.capturedMinor === authorized.amountMinor;
  const ends = late || (before.status === 'PROCESSING' && isEnd);
  const events: CaptureEvent[] = ends ? ['capture.completed', 'payin.completed'] : ['capture.completed'];
  const changedBy = ends
    ? completedByCapture(before, authorized, { now, late })
    : withAuthorized(before, now, authorized);
  const after = { ...changedBy, sequence: before.sequence + events.length };
  const amount = `${formatMinor(capture.amountMinor, capture.currency)} ${capture.currency}`;
  const reason = late ? `captured ${amount} after the payment had ended` : `captured ${amount}`;
  return {
    before,
    after,
    entry: entryOf(before, after, { actor, now, reason }),
    capture: isFirst ? answered(capture, after) : capture,
    movements: captureCompleted(capture.amountMinor),
    events,
  };
}

/** After the end of the pay-in, its captures add no entry to the timeline: the statuses stay. */
function entryOf(
  before: Transaction,
  after: Transaction,
  { actor, now, reason }: { actor: Actor; now: Date; reason: string },
): TimelineEntry | null {
  if (before.status === 'COMPLETED') return null;
  return { sequence: after.sequence, at: now, from: before.status, to: after.status, actor, reason };
}

const answered = (capture: Capture, after: Transaction): Capture => ({
  ...capture,
  answeredStatus: capture.status,
  answeredCapturableMinor: capturableMinor(after),
});

/** Its amount can be captured again while the authorisation lasts. */
function failed(
  before: Transaction,
  capture: Capture,
  { actor, isFirst, reason }: CaptureAnswer,
  now: Date,
): CaptureChange {
  const was = before.authorized!;
  const changedBy = withAuthorized(before, now, {
    ...was,
    pendingMinor: was.pendingMinor - capture.amountMinor,
    isFinal: was.isFinal && !capture.isFinal,
  });
  const events: CaptureEvent[] = isNothingLeft(changedBy)
    ? ['capture.failed', 'payin.returned']
    : ['capture.failed'];
  const words = wordsOf(before, reason);
  const after: Transaction = {
    ...changedBy,
    sequence: before.sequence + events.length,
    // The money went back before, with the captures that failed after they had completed.
    ...(events.length > 1 ? { returned: { amountMinor: '0', reason: words, at: now.toISOString() } } : {}),
  };
  const ended: Capture = { ...capture, status: 'FAILED' };
  const said = `${capture.errorCode} ${errorReason(capture.errorCode!)}${words ? `: ${words}` : ''}`;
  return {
    before,
    after,
    entry: entryOf(before, after, { actor, now, reason: said }),
    capture: isFirst ? answered(ended, after) : ended,
    movements: [],
    events,
  };
}

/** A COMPLETED pay-in whose captures have all failed, and none of them can still complete. */
const isNothingLeft = ({ status, authorized, returned }: Transaction): boolean =>
  status === 'COMPLETED' &&
  returned === null &&
  authorized!.capturedMinor === 0n &&
  authorized!.pendingMinor === 0n;

/** The provider's words may name people, so we keep none of them after the customer was erased. */
const wordsOf = (transaction: Transaction, reason: string | null | undefined): string | null =>
  isErased(transaction) ? null : (reason ?? null);

/**
 * The money of a completed capture goes back. If none is left of a completed pay-in, the pay-in has come back. If the
 * whole pay-in came back before, this money went back with it, and what a dispute withholds cannot go back again. So a
 * person must look.
 */
function undone(
  before: Transaction,
  capture: Capture,
  { outcome, actor, reason, withheldMinor = 0n }: CaptureAnswer,
  now: Date,
): CaptureChange | null {
  if (before.returned !== null) return null;
  const { amountMinor } = capture;
  const was = before.authorized!;
  const authorized = { ...was, capturedMinor: was.capturedMinor - amountMinor };
  if (withheldMinor > authorized.capturedMinor) return null;
  const isLast = isNothingLeft({ ...before, authorized });
  const events: CaptureEvent[] = isLast ? ['capture.failed', 'payin.returned'] : ['capture.failed'];
  const returned = {
    amountMinor: String(amountMinor),
    reason: wordsOf(before, reason),
    at: now.toISOString(),
  };
  const after: Transaction = {
    ...withAuthorized(before, now, authorized),
    sequence: before.sequence + events.length,
    returned: isLast ? returned : before.returned,
  };
  const errorCode = outcome.kind === 'failed' ? outcome.errorCode : CODE.captureFailed;
  return {
    before,
    after,
    entry: entryOf(before, after, { actor, now, reason: `${errorCode} ${errorReason(errorCode)}` }),
    capture: { ...capture, status: 'FAILED', errorCode },
    movements: captureSentBack(amountMinor),
    events,
  };
}

/** A capture that somebody made at the provider, in the provider's words. It is COMPLETED when we first hear of it. */
export interface CaptureAtProvider {
  id: string;
  /** `total`: everything that was captured of the pay-in; what is not in the books yet is this capture. */
  amountMinor: bigint | { total: bigint };
  /** The provider's id of the capture; null: it has none. */
  providerReference: string | null;
  /** The provider's id of the payment; null: it does not say. */
  payment: string | null;
  /** The provider releases the rest with it. */
  isFinal: boolean;
  actor: Actor;
  /** Where its charge was sent. A payment that ended between two attempts names no provider. */
  sentTo?: SentTo;
}

type SentTo = Pick<Transaction, 'provider' | 'providerAccount' | 'reroutes'>;

/** Refunds go to the account that has the money. */
export const asSentTo = (transaction: Transaction, sentTo: SentTo): Transaction =>
  transaction.provider === null ? { ...transaction, ...sentTo } : transaction;

/**
 * Records it. After the end of the authorisation it counts too: a pay-in that had ended without success is a late
 * success, one that is COMPLETED has brought more. null: it is more than what is left, or the pay-in is not authorised,
 * so it contradicts the stored data.
 */
export function recordCapture(
  stored: Transaction,
  { id, amountMinor: made, providerReference, payment, isFinal, actor, sentTo }: CaptureAtProvider,
  now: Date,
): CaptureChange | null {
  const transaction = sentTo ? asSentTo(stored, sentTo) : stored;
  // The sandbox may play money also for a payment that was sent to nobody (contract 7).
  const isPlayed = actor === 'sandbox' && isCapturedLater(transaction) && isLateSuccess(transaction);
  const late = isPlayed || isLateCapture(transaction);
  if (!late && !isAuthorized(transaction) && !isCapturedFurther(transaction)) return null;
  const was = transaction.authorized ?? neverAuthorized(transaction, now);
  // A pending capture may be a part of the total.
  if (typeof made === 'object' && was.pendingMinor > 0n) return null;
  const amountMinor = typeof made === 'object' ? made.total - was.capturedMinor : made;
  const restMinor = was.amountMinor - was.capturedMinor - was.pendingMinor;
  if (amountMinor <= 0n || amountMinor > restMinor) return null;
  const authorized = {
    ...was,
    capturedMinor: was.capturedMinor + amountMinor,
    isFinal: was.isFinal || isFinal,
  };
  const capture: Capture = {
    ...partsOf(transaction, now),
    id,
    amountMinor,
    providerReference,
    isFinal,
    status: 'COMPLETED',
    requestedMinor: null,
    captureReference: null,
    origin: 'provider',
    answeredStatus: 'COMPLETED',
    answeredCapturableMinor: restMinor - amountMinor,
    dueAt: null,
    completedAt: now,
  };
  const known = transaction.providerReference;
  const named =
    known === null && payment !== null ? { ...transaction, providerReference: payment } : transaction;
  const change = withCaptured(named, authorized, capture, { actor, now, late });
  return { ...change, before: stored };
}

/** It completed with a part of what was authorised, and somebody captures another part at the provider. */
export const isCapturedFurther = ({
  status,
  authorized,
  returned,
}: Pick<Transaction, 'status' | 'authorized' | 'returned'>): boolean =>
  status === 'COMPLETED' && authorized !== null && returned === null;

/** Money for a pay-in that had ended without success (contract 4, 13), and that was sent to a provider. */
export function isLateCapture({
  type,
  status,
  provider,
  details,
}: Pick<Transaction, 'type' | 'status' | 'provider' | 'details'>): boolean {
  const endedWithout: Status[] = ['DECLINED', 'ERROR'];
  return (
    type === 'PAYIN' && isCapturedLater({ details }) && provider !== null && endedWithout.includes(status)
  );
}

function neverAuthorized({ amountMinor }: Transaction, now: Date): Authorized {
  const nothing = { capturedMinor: 0n, pendingMinor: 0n, isFinal: false, takesSeveral: false };
  return { ...nothing, amountMinor, captureBefore: now };
}
