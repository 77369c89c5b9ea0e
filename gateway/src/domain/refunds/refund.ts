// A refund: money of a completed pay-in on its way back (contract 8). Here are its fields, when one may be made, what a
// provider's answer does to it and to its pay-in, and how it is shown. The pay-in must stay COMPLETED throughout. Pure.
import type { RefundOutcome, RefundReason, Refund as Sent } from '@tollgate/provider-kit/seam/refund';
import { type Dispute, heldByDisputes, holdsMoney, type StandingOfDispute } from '../after-end/dispute.ts';
import { CODE, type CodeOf, type ErrorCode } from '../errors/error-codes.ts';
import {
  type Movement,
  refundCompleted,
  refundedAtProvider,
  refundFailed,
  refundOpened,
  refundSentBack,
} from '../ledger/ledger.ts';
import { toWire } from '../money/money.ts';
import { ABANDONED_AFTER_MS, inquiryDueAt } from '../transactions/outcome-step.ts';
import { capturedMinor, stepAfterEnd, type Transaction } from '../transactions/transaction.ts';

export {
  REFUND_ORIGINS,
  REFUND_REASONS,
  type RefundOrigin,
  type RefundOutcome,
  type RefundReason,
  type RefundStatus,
} from '@tollgate/provider-kit/seam/refund';

export interface Refund extends Sent {
  brandId: string;
  /**
   * The amount that could still be refunded after this refund was made. The answer contains it, and a replay repeats
   * that answer.
   */
  refundableAfterMinor: bigint;
  errorCode: ErrorCode | null;
  /** When we ask the provider next; null: it has ended, or a person decides. */
  dueAt: Date | null;
  updatedAt: Date;
  /** Stays even if the refund fails afterwards (contract 13). */
  completedAt: Date | null;
}

/** A step of a refund. It must be committed as a whole. */
export interface RefundChange {
  /** The pay-in. `before` itself, if the pay-in does not change. */
  before: Transaction;
  after: Transaction;
  refund: Refund;
  movements: Movement[];
}

export interface RefundRequest {
  id: string;
  /** null: everything that is left. */
  amountMinor: bigint | null;
  refundReference: string | null;
  reason: RefundReason | null;
  /** Allow it even while a dispute holds the money: up to what was not refunded. Absent: no. */
  despiteDispute?: boolean;
}

/** Facts read under lock, so that nobody can change them meanwhile. */
export interface RefundGround {
  transaction: Transaction;
  disputes: readonly Dispute[];
  availableMinor: bigint;
  /** The brand's refund under the same reference. */
  first: Refund | null;
  /** Whether the provider of the pay-in can refund. */
  supported: boolean;
}

export type RefundJudgement =
  | { kind: 'opened'; change: RefundChange }
  /** The same request again. */
  | { kind: 'repeated'; refund: Refund }
  /** The reference names another refund. */
  | { kind: 'reference-used'; refund: Refund }
  | { kind: 'refused'; errorCode: RefusalCode; refundableMinor: bigint; ground: RefundGround };

type RefusalCode = CodeOf<
  'refundTooLarge' | 'refundNotPossible' | 'refundDisputed' | 'refundNotSupported' | 'refundNotCovered'
>;

type Refundable = Pick<Transaction, 'type' | 'status' | 'returned'>;

export const mayHaveRefunds = ({ type, status }: Omit<Refundable, 'returned'>): boolean =>
  type === 'PAYIN' && status === 'COMPLETED';

/** A debit that came back has nothing left to refund. */
const isRefundable = (transaction: Refundable): boolean =>
  mayHaveRefunds(transaction) && transaction.returned === null;

type Counted = Refundable & Parameters<typeof capturedMinor>[0] & Pick<Transaction, 'amountRefundedMinor'>;

const notBelowZero = (minor: bigint): bigint => (minor > 0n ? minor : 0n);

/** What was captured, less pending and completed refunds. */
export const unrefundedMinor = (transaction: Counted): bigint =>
  isRefundable(transaction) ? notBelowZero(capturedMinor(transaction) - transaction.amountRefundedMinor) : 0n;

/**
 * What is left to refund: what was captured, less refunds, less what disputes withhold or took. Nothing of a payment
 * that came back. Every screen, answer and rule takes the amount from here.
 */
export const refundableMinor = (transaction: Counted, disputes: readonly StandingOfDispute[]): bigint =>
  notBelowZero(unrefundedMinor(transaction) - heldByDisputes(disputes));

/** Makes a refund of a pay-in, or says why that is impossible (contract 8). */
export function openRefund(request: RefundRequest, ground: RefundGround, now: Date): RefundJudgement {
  const { transaction, disputes, availableMinor, first, supported } = ground;
  if (first) {
    const same =
      first.transactionId === transaction.id &&
      (request.amountMinor === null || request.amountMinor === first.amountMinor);
    return { kind: same ? 'repeated' : 'reference-used', refund: first };
  }
  const isDespite = request.despiteDispute === true;
  const leftMinor = isDespite ? unrefundedMinor(transaction) : refundableMinor(transaction, disputes);
  const refused = (errorCode: RefusalCode): RefundJudgement => ({
    kind: 'refused',
    errorCode,
    refundableMinor: leftMinor,
    ground,
  });
  if (!isRefundable(transaction)) return refused(CODE.refundNotPossible);
  if (!supported) return refused(CODE.refundNotSupported);
  if (disputes.some(holdsMoney) && !isDespite) return refused(CODE.refundDisputed);
  const amountMinor = request.amountMinor ?? leftMinor;
  if (amountMinor > leftMinor || leftMinor === 0n) return refused(CODE.refundTooLarge);
  if (amountMinor > availableMinor) return refused(CODE.refundNotCovered);

  const amountRefundedMinor = transaction.amountRefundedMinor + amountMinor;
  const after = stepAfterEnd(transaction, { amountRefundedMinor }, now);
  const refund: Refund = {
    merchantId: transaction.merchantId,
    transactionId: transaction.id,
    id: request.id,
    brandId: transaction.brandId,
    status: 'PENDING',
    amountMinor,
    refundableAfterMinor: refundableMinor(after, disputes),
    currency: transaction.currency,
    refundReference: request.refundReference,
    origin: 'merchant',
    reason: request.reason,
    errorCode: null,
    provider: transaction.provider,
    providerReference: null,
    inquiries: 0,
    // If this process dies before the provider's answer, the refund sweep continues from here.
    dueAt: new Date(now.getTime() + ABANDONED_AFTER_MS),
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  };
  return {
    kind: 'opened',
    change: { before: transaction, after, refund, movements: refundOpened(amountMinor) },
  };
}

/**
 * A refund that somebody made at the provider (contract 13), in the provider's words. It is COMPLETED when we first
 * hear of it.
 */
export interface RefundAtProvider {
  id: string;
  amountMinor: bigint;
  providerReference: string;
}

/** Records it. null: it exceeds the rest that can be refunded, so it contradicts the stored data. */
export function recordRefund(
  transaction: Transaction,
  { id, amountMinor, providerReference }: RefundAtProvider,
  now: Date,
): RefundChange | null {
  // It was made already, so a dispute does not stand against it.
  const leftMinor = unrefundedMinor(transaction);
  if (!isRefundable(transaction) || amountMinor <= 0n || amountMinor > leftMinor) return null;
  const { merchantId, id: transactionId, brandId, currency, provider } = transaction;
  const refund: Refund = {
    merchantId,
    transactionId,
    id,
    brandId,
    amountMinor,
    currency,
    provider,
    providerReference,
    status: 'COMPLETED',
    refundableAfterMinor: leftMinor - amountMinor,
    refundReference: null,
    origin: 'provider',
    reason: null,
    errorCode: null,
    inquiries: 0,
    dueAt: null,
    createdAt: now,
    updatedAt: now,
    completedAt: now,
  };
  const amountRefundedMinor = transaction.amountRefundedMinor + amountMinor;
  const after = stepAfterEnd(transaction, { amountRefundedMinor }, now);
  return { before: transaction, after, refund, movements: refundedAtProvider(amountMinor) };
}

export interface RefundAnswer {
  outcome: RefundOutcome;
  /** true: this answers an inquiry, not the refund itself. */
  inquired: boolean;
  /** The provider says that a COMPLETED refund has failed after all. Nothing else undoes a refund. */
  afterEnd?: true;
}

/** Applies a provider's answer. null: the refund has already ended. A final status changes only with `afterEnd`. */
export function settleRefund(
  transaction: Transaction,
  before: Refund,
  { outcome, inquired, afterEnd }: RefundAnswer,
  now: Date,
): RefundChange | null {
  const isUndone = afterEnd === true && before.status === 'COMPLETED' && outcome.kind === 'failed';
  if (before.status !== 'PENDING' && !isUndone) return null;
  const { amountMinor } = before;
  const providerReference =
    ('providerReference' in outcome && outcome.providerReference) || before.providerReference;
  const refund: Refund = { ...before, providerReference, dueAt: null, updatedAt: now };
  const same = { before: transaction, after: transaction, movements: [] };
  switch (outcome.kind) {
    case 'completed':
      return {
        before: transaction,
        after: stepAfterEnd(transaction, {}, now),
        refund: { ...refund, status: 'COMPLETED', completedAt: now },
        movements: refundCompleted(amountMinor),
      };
    case 'failed':
      return {
        before: transaction,
        // The merchant may refund a failed amount again.
        after: stepAfterEnd(
          transaction,
          { amountRefundedMinor: transaction.amountRefundedMinor - amountMinor },
          now,
        ),
        refund: { ...refund, status: 'FAILED', errorCode: outcome.errorCode },
        movements: isUndone ? refundSentBack(amountMinor) : refundFailed(amountMinor),
      };
    case 'pending':
    case 'unknown': {
      const inquiries = before.inquiries + (inquired ? 1 : 0);
      const askAgainAt = outcome.kind === 'pending' ? outcome.askAgainAt : undefined;
      const dueAt = askAgainAt ?? inquiryDueAt(inquiries, now);
      return { ...same, refund: { ...refund, inquiries, dueAt } };
    }
  }
}

/** The form in the record and in webhooks (contract 5). */
export function toRefundRecord(refund: Refund) {
  return {
    refundId: refund.id,
    amount: toWire(refund.amountMinor, refund.currency),
    status: refund.status,
    reason: refund.reason,
    refundReference: refund.refundReference,
    origin: refund.origin,
    createdAt: refund.createdAt.toISOString(),
  };
}

/** The answer to the caller, always the same (contract 8): how the refund began, whatever happened later. */
export function toRefundAnswer(refund: Refund) {
  return {
    statusCode: '000',
    refundId: refund.id,
    transactionId: refund.transactionId,
    status: 'PENDING',
    amount: toWire(refund.amountMinor, refund.currency),
    amountRefundable: toWire(refund.refundableAfterMinor, refund.currency),
    result: 'The refund was accepted. Its final status follows by webhook.',
  };
}
