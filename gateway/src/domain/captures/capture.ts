// A capture: the whole or a part of an authorised pay-in that is charged (contract 16). Here are its fields, when a
// capture may be made, and how it is shown. Captured and pending captures together must never be more than what was
// authorised. Pure.
import type { CaptureStatus, Capture as Sent } from '@tollgate/provider-kit/seam/capture';
import { CODE, type CodeOf, type ErrorCode } from '../errors/error-codes.ts';
import type { Movement } from '../ledger/ledger.ts';
import { toWire } from '../money/money.ts';
import { ABANDONED_AFTER_MS } from '../transactions/outcome-step.ts';
import {
  type Authorized,
  capturableMinor,
  isAuthorized,
  type Transaction,
} from '../transactions/transaction.ts';
import type { TimelineEntry } from '../transactions/transition.ts';

export { CAPTURE_STATUSES, type CaptureOutcome } from '@tollgate/provider-kit/seam/capture';

export interface Capture extends Sent {
  brandId: string;
  /** The amount in the request; null: the request named none. The same reference must come with the same amount. */
  requestedMinor: bigint | null;
  /** The merchant's own reference. The same reference for the same pay-in means the same capture. */
  captureReference: string | null;
  /** Who made it: the merchant through this gateway, or somebody at the provider. */
  origin: 'merchant' | 'provider';
  /** How the call that made it was answered; a repeated call gets the same answer. */
  answeredStatus: CaptureStatus;
  answeredCapturableMinor: bigint;
  errorCode: ErrorCode | null;
  /** When we ask the provider next, or tell it to release the rest; null: it has ended, or a person decides. */
  dueAt: Date | null;
  updatedAt: Date;
  /** Stays even if the capture fails afterwards. */
  completedAt: Date | null;
}

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

/** The outcome is unknown, and the gateway no longer asks the provider: a person decides (contract 4). */
export function isUndecidedCapture({ status, dueAt }: Pick<Capture, 'status' | 'dueAt'>): boolean {
  return status === 'PENDING' && dueAt === null;
}

/** The call that made it has no answer of the provider yet, and may still get one. */
export function isBeingSent({ status, inquiries, createdAt, dueAt }: Capture, now: Date): boolean {
  return (
    status === 'PENDING' && inquiries === 0 && dueAt !== null && dueAt > now && isUntouched(createdAt, dueAt)
  );
}

/** Any answer sets another time. */
const isUntouched = (createdAt: Date, dueAt: Date): boolean =>
  dueAt.getTime() - createdAt.getTime() === ABANDONED_AFTER_MS;

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
  const after = withAuthorized(transaction, now, {
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

export const partsOf = ({ merchantId, id, brandId, currency, provider }: Transaction, now: Date) => ({
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

export function withAuthorized(transaction: Transaction, now: Date, authorized: Authorized): Transaction {
  const dueAt = isAuthorized(transaction) ? dueWith(transaction, authorized) : transaction.dueAt;
  return { ...transaction, authorized, dueAt, version: transaction.version + 1, updatedAt: now };
}

/** While a capture is pending, an authorised pay-in can only wait. The end of that capture makes it due again. */
function dueWith({ authorized: before, dueAt }: Transaction, authorized: Authorized): Date | null {
  if (authorized.pendingMinor > 0n) return null;
  return before !== null && before.pendingMinor > 0n ? authorized.captureBefore : dueAt;
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
