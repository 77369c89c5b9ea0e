// A refund as an adapter knows it, and what a provider says about it (contract 8).
import type { ErrorCode } from '../error-codes.ts';

export type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED';
export const REFUND_REASONS = ['DUPLICATE', 'FRAUD', 'CUSTOMER_REQUEST', 'RETURN', 'OTHER'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export const REFUND_ORIGINS = ['merchant', 'provider'] as const;
export type RefundOrigin = (typeof REFUND_ORIGINS)[number];

export interface Refund {
  merchantId: string;
  transactionId: string;
  /** Its idempotency key and its reference at the provider (contract 13). */
  id: string;
  status: RefundStatus;
  amountMinor: bigint;
  currency: string;
  /** The merchant's own reference. The same reference again means the same refund. */
  refundReference: string | null;
  /** Who made it: the merchant through this gateway, or somebody at the provider (contract 13). */
  origin: RefundOrigin;
  reason: RefundReason | null;
  provider: string | null;
  providerReference: string | null;
  /** Inquiries at the provider that brought no final answer. */
  inquiries: number;
  createdAt: Date;
}

export type RefundOutcome =
  | { kind: 'completed'; providerReference?: string }
  /** The provider certainly did nothing. */
  | { kind: 'failed'; errorCode: ErrorCode; providerReference?: string }
  | { kind: 'pending'; askAgainAt?: Date; providerReference?: string }
  | { kind: 'unknown' };
