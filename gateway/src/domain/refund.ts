// A refund: money of a completed pay-in on its way back (contract 8). Pure: its fields, its statuses, what a provider can
// say of it, and how it is shown. actions/create-refund.ts makes one, the refund sweep follows it to its end.
import type { ErrorCode } from './error-codes.ts';
import { toWire } from './money.ts';

export type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED';
export const REFUND_REASONS = ['DUPLICATE', 'FRAUD', 'CUSTOMER_REQUEST', 'RETURN', 'OTHER'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

export interface Refund {
  merchantId: string;
  transactionId: string;
  id: string;
  brandId: string;
  status: RefundStatus;
  amountMinor: bigint;
  currency: string;
  /** The merchant's own; the same one again is the same refund. */
  refundReference: string | null;
  reason: RefundReason | null;
  errorCode: ErrorCode | null;
  provider: string | null;
  providerReference: string | null;
  inquiries: number;
  /** When the provider is asked next; null once it has ended, or when a human decides. */
  dueAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export type RefundOutcome =
  | { kind: 'completed'; providerReference?: string }
  /** Known not to be done. */
  | { kind: 'failed'; errorCode: ErrorCode; providerReference?: string }
  | { kind: 'pending'; askAgainAt?: Date; providerReference?: string }
  | { kind: 'unknown' };

/** As the record and webhooks show it (contract 5). */
export function toRefundRecord(refund: Refund) {
  return {
    refundId: refund.id,
    amount: toWire(refund.amountMinor, refund.currency),
    status: refund.status,
    reason: refund.reason,
    refundReference: refund.refundReference,
    createdAt: refund.createdAt.toISOString(),
  };
}
