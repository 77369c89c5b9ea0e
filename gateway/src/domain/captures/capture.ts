// A capture: the whole or a part of an authorised pay-in that is charged (contract 16). Here are its fields, when one may
// be made, what a provider's answer does to it and to its pay-in, and how it is shown. Captured and pending captures
// together must never be more than what was authorised. Pure.
import { CODE, type CodeOf, type ErrorCode, errorReason } from '../errors/error-codes.ts';
import { captureCompleted, captureSentBack, type Movement } from '../ledger/ledger.ts';
import { formatMinor, toWire } from '../money/money.ts';
import {
  type Actor,
  type Authorized,
  capturableMinor,
  isAuthorized,
  isCapturedLater,
  type Status,
  type Transaction,
} from '../transactions/transaction.ts';
import {
  ABANDONED_AFTER_MS,
  completedByCapture,
  inquiryDueAt,
  type TimelineEntry,
} from '../transactions/transition.ts';

export const CAPTURE_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export type CaptureStatus = (typeof CAPTURE_STATUSES)[number];

export interface Capture {
  merchantId: string;
  transactionId: string;
  id: string;
  brandId: string;
  status: CaptureStatus;
  amountMinor: bigint;
  currency: string;
  /** The amount in the request; null: the request named none. The same reference must come with the same amount. */
  requestedMinor: bigint | null;
  /** The merchant's own reference. The same reference for the same pay-in means the same capture. */
  captureReference: string | null;
  /** No other capture follows: the rest is released. */
  isFinal: boolean;
  /** Who made it: the merchant through this gateway, or somebody at the provider. */
  origin: 'merchant' | 'provider';
  /** How the call that made it was answered; a repeated call gets the same answer. */
  answeredStatus: CaptureStatus;
  answeredCapturableMinor: bigint;
  errorCode: ErrorCode | null;
  provider: string | null;
  providerReference: string | null;
  /** Inquiries at the provider that brought no final answer. */
  inquiries: number;
  /** When we ask the provider next, or tell it to release the rest; null: it has ended, or a person decides. */
  dueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** Stays even if the capture fails afterwards. */
  completedAt: Date | null;
}

export type CaptureOutcome =
  | { kind: 'completed'; providerReference?: string }
  /** The provider certainly captured nothing. */
  | { kind: 'failed'; errorCode: ErrorCode; providerReference?: string }
  | { kind: 'pending'; askAgainAt?: Date; providerReference?: string }
  | { kind: 'unknown' };

/** The name of an event that a step sends. */
export type CaptureEvent = 'capture.completed' | 'capture.failed' | 'payin.completed' | 'payin.returned';

/** A step of a capture. It must be committed as a whole. */
export interface CaptureChange {
  /** The pay-in. `before` itself, if the pay-in does not change. */
  before: Transaction;
  after: Transaction;
  entry: TimelineEntry | null;
  capture: Capture;
  movements: Movement[];
  /** In their order; the last one has the sequence of `after`. */
  events: CaptureEvent[];
}

export interface CaptureRequest {
  id: string;
  /** null: everything that is left. */
  amountMinor: bigint | null;
  isFinal: boolean;
  captureReference: string | null;
}

/** Facts read under lock, so that nobody can change them meanwhile. */
export interface CaptureGround {
  transaction: Transaction;
  /** The pay-in's capture under the same reference, or with the same id. */
  first: Capture | null;
}

export type CaptureJudgement =
  | { kind: 'opened'; change: CaptureChange }
  /** The same request again. */
  | { kind: 'repeated'; capture: Capture }
  /** The reference names another capture. */
  | { kind: 'reference-used'; capture: Capture }
  | { kind: 'refused'; errorCode: CaptureRefusal; capturableMinor: bigint; transaction: Transaction };

export type CaptureRefusal = CodeOf<'captureTooLarge' | 'captureNotPossible' | 'oneCaptureAlone'>;

/** Makes a capture of a pay-in, or says why that is impossible. */
export function openCapture(request: CaptureRequest, ground: CaptureGround, now: Date): CaptureJudgement {
  const { transaction, first } = ground;
  if (first) {
    const same = request.amountMinor === first.requestedMinor && request.isFinal === first.isFinal;
    return { kind: same ? 'repeated' : 'reference-used', capture: first };
  }
  const restMinor = capturableMinor(transaction);
  const refused = (errorCode: CaptureRefusal): CaptureJudgement => ({
    kind: 'refused',
    errorCode,
    capturableMinor: restMinor,
    transaction,
  });
  const { authorized } = transaction;
  if (!isAuthorized(transaction) || authorized === null || authorized.isFinal)
    return refused(CODE.captureNotPossible);
  if (authorized.captureBefore <= now) return refused(CODE.captureNotPossible);
  if (!request.isFinal && !authorized.takesSeveral) return refused(CODE.oneCaptureAlone);
  const amountMinor = request.amountMinor ?? restMinor;
  if (amountMinor > restMinor || restMinor === 0n) return refused(CODE.captureTooLarge);
  const after = changed(transaction, now, {
    ...authorized,
    pendingMinor: authorized.pendingMinor + amountMinor,
    isFinal: request.isFinal,
  });
  const capture: Capture = {
    ...partsOf(transaction, now),
    id: request.id,
    status: 'PENDING',
    amountMinor,
    requestedMinor: request.amountMinor,
    captureReference: request.captureReference,
    isFinal: request.isFinal,
    origin: 'merchant',
    answeredStatus: 'PENDING',
    answeredCapturableMinor: capturableMinor(after),
    // If this process dies before the provider's answer, the capture sweep continues from here.
    dueAt: new Date(now.getTime() + ABANDONED_AFTER_MS),
  };
  const change = { before: transaction, after, entry: null, capture, movements: [], events: [] };
  return { kind: 'opened', change };
}

const partsOf = ({ merchantId, id, brandId, currency, provider }: Transaction, now: Date) => ({
  merchantId,
  transactionId: id,
  brandId,
  currency,
  provider,
  providerReference: null,
  errorCode: null,
  inquiries: 0,
  createdAt: now,
  updatedAt: now,
  completedAt: null,
});

function changed(transaction: Transaction, now: Date, authorized: Authorized): Transaction {
  return { ...transaction, authorized, version: transaction.version + 1, updatedAt: now };
}

export interface CaptureAnswer {
  outcome: CaptureOutcome;
  actor: Actor;
  /** The answer to the call that made it. */
  isFirst?: true;
  /** The answer to an inquiry. */
  isInquiry?: true;
  /** The provider says that a completed capture has failed after all. Nothing else undoes a capture. */
  afterEnd?: true;
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
    : changed(before, now, authorized);
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
  const changedBy = changed(before, now, {
    ...was,
    pendingMinor: was.pendingMinor - capture.amountMinor,
    isFinal: was.isFinal && !capture.isFinal,
  });
  const after = { ...changedBy, sequence: before.sequence + 1 };
  const ended: Capture = { ...capture, status: 'FAILED' };
  const said = `${capture.errorCode} ${errorReason(capture.errorCode!)}${reason ? `: ${reason}` : ''}`;
  return {
    before,
    after,
    entry: entryOf(before, after, { actor, now, reason: said }),
    capture: isFirst ? answered(ended, after) : ended,
    movements: [],
    events: ['capture.failed'],
  };
}

/** The money of a completed capture goes back. If none is left of a completed pay-in, the pay-in has come back. */
function undone(
  before: Transaction,
  capture: Capture,
  { outcome, actor, reason = null }: CaptureAnswer,
  now: Date,
): CaptureChange {
  const { amountMinor } = capture;
  const was = before.authorized!;
  const isOpen = before.status === 'PROCESSING';
  const authorized = { ...was, capturedMinor: was.capturedMinor - amountMinor };
  const isLast = !isOpen && authorized.capturedMinor === 0n && before.returned === null;
  const events: CaptureEvent[] = isLast ? ['capture.failed', 'payin.returned'] : ['capture.failed'];
  const returned = { amountMinor: String(amountMinor), reason, at: now.toISOString() };
  const after: Transaction = {
    ...changed(before, now, authorized),
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
  amountMinor: bigint;
  providerReference: string | null;
  /** The provider releases the rest with it. */
  isFinal: boolean;
  actor: Actor;
}

/**
 * Records it. After the end of the authorisation it is a late success. null: it is more than what is left, or the
 * pay-in is not authorised, so it contradicts the stored data.
 */
export function recordCapture(
  transaction: Transaction,
  { id, amountMinor, providerReference, isFinal, actor }: CaptureAtProvider,
  now: Date,
): CaptureChange | null {
  const late = isLateCapture(transaction);
  if (!late && !isAuthorized(transaction)) return null;
  const was = transaction.authorized ?? neverAuthorized(transaction, now);
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
  return withCaptured(transaction, authorized, capture, { actor, now, late });
}

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

/** The form in the record (contract 16). */
export function toCaptureRecord(capture: Capture) {
  return {
    captureId: capture.id,
    captureReference: capture.captureReference,
    amount: toWire(capture.amountMinor, capture.currency),
    status: capture.status,
    final: capture.isFinal,
    errorCode: capture.errorCode,
    createdAt: capture.createdAt.toISOString(),
  };
}

const RESULTS = {
  PENDING: 'The capture was accepted. Its final status follows by webhook.',
  COMPLETED: 'The amount was captured.',
  FAILED: 'The provider did not capture the amount.',
} as const satisfies Record<CaptureStatus, string>;

/** The answer to the caller, always the same (contract 16): how the capture began, whatever happened later. */
export function toCaptureAnswer(capture: Capture) {
  const { id, transactionId, currency, answeredStatus: status } = capture;
  return {
    statusCode: '000',
    captureId: id,
    transactionId,
    status,
    amount: toWire(capture.amountMinor, currency),
    amountCapturable: toWire(capture.answeredCapturableMinor, currency),
    result: RESULTS[status],
  };
}
