// What can become of a transaction: the answers of a provider, and what the gateway itself decides.
// "unknown" means that nobody can say whether money moved; it is never treated as a failure (contract 4).
import type { ErrorCode } from './error-codes.ts';
import type { ResultType, ThreeDs } from './transaction.ts';

interface FromProvider {
  /** The provider's own id of the charge, for reconciliation. */
  providerReference?: string;
  threeDs?: ThreeDs;
}

export type Outcome =
  /** Money moved. */
  | ({ kind: 'completed' } & FromProvider)
  /** The network or a rule said no. */
  | ({ kind: 'declined'; errorCode: ErrorCode } & FromProvider)
  /** A technical failure, and it is known that nothing was done. */
  | ({ kind: 'failed'; errorCode: ErrorCode } & FromProvider)
  /** The shopper must go elsewhere first (3-D Secure, bank). */
  | ({ kind: 'redirect'; redirectUrl: string; expiresAt: Date } & FromProvider)
  /** The shopper must act on something shown: QR code, voucher, transfer details (contract 6). */
  | ({
      kind: 'instructions';
      resultType: ResultType;
      statusCode: number;
      fields: Record<string, unknown>;
      expiresAt: Date;
    } & FromProvider)
  /** Accepted; the final word comes later. `askAgainAt`: when it is worth asking. */
  | ({ kind: 'pending'; askAgainAt?: Date } & FromProvider)
  /** No answer, or one that cannot be read. */
  | { kind: 'unknown' }
  /** Time is up (3002). */
  | { kind: 'expired' }
  /** Cancelled by merchant or shopper (3001). */
  | { kind: 'cancelled' };
