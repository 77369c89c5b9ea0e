// A capture as an adapter knows it, and what a provider says about it (contract 16).
import type { ErrorCode } from '../error-codes.ts';

export const CAPTURE_STATUSES = ['PENDING', 'COMPLETED', 'FAILED'] as const;
export type CaptureStatus = (typeof CAPTURE_STATUSES)[number];

export interface Capture {
  merchantId: string;
  transactionId: string;
  /** Its idempotency key and its reference at the provider. */
  id: string;
  status: CaptureStatus;
  amountMinor: bigint;
  currency: string;
  /** No other capture follows: the rest is released. */
  isFinal: boolean;
  provider: string | null;
  providerReference: string | null;
  /** Inquiries at the provider that brought no final answer. */
  inquiries: number;
  createdAt: Date;
}

export type CaptureOutcome =
  | { kind: 'completed'; providerReference?: string }
  /** The provider certainly captured nothing. */
  | { kind: 'failed'; errorCode: ErrorCode; providerReference?: string }
  | { kind: 'pending'; askAgainAt?: Date; providerReference?: string }
  | { kind: 'unknown' };
