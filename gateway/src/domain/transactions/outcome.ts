// What can become of a transaction: the answers of a provider, and what the gateway itself decides.
// "unknown" means that nobody can say whether money moved; it is never treated as a failure (contract 4).
import type { ErrorCode } from '../errors/error-codes.ts';
import type { ResultType, ThreeDs } from './transaction.ts';

interface FromPerson {
  /** Of a person who decided it, in their words, for the timeline. */
  reason?: string;
}

interface FromProvider {
  /** The provider's own id of the charge, for reconciliation. */
  providerReference?: string;
  threeDs?: ThreeDs;
}

export type Outcome =
  /** Money moved. */
  | ({ kind: 'completed' } & FromProvider & FromPerson)
  /** The network or a rule said no. */
  /** `reason`: in the words of whoever declined it, for the timeline. */
  | ({ kind: 'declined'; errorCode: ErrorCode; reason?: string | null } & FromProvider)
  /** A technical failure, and it is known that nothing was done. */
  | ({ kind: 'failed'; errorCode: ErrorCode } & FromProvider & FromPerson)
  /** The shopper must go elsewhere first (3-D Secure, bank). */
  | ({ kind: 'redirect'; redirectUrl: string; expiresAt: Date; askAgainAt?: Date } & FromProvider)
  /** What is missing the cashier asks for; no provider has heard of the transaction yet. */
  | { kind: 'cashier'; expiresAt: Date }
  /** The shopper has chosen in the cashier: an attempt, about to be handed to its provider. */
  | { kind: 'submitted' }
  /** The shopper does not want to go on. */
  | { kind: 'given-up' }
  /** The shopper must act on something shown: QR code, voucher, transfer details (contract 6). */
  | ({
      kind: 'instructions';
      resultType: ResultType;
      statusCode: number;
      fields: Record<string, unknown>;
      expiresAt: Date;
      /** When it is worth asking whether it was paid; absent: at the end. */
      askAgainAt?: Date;
    } & FromProvider)
  /** Accepted; the final word comes later. `askAgainAt`: when it is worth asking. */
  | ({ kind: 'pending'; askAgainAt?: Date } & FromProvider)
  /** Asked again: the payer has not acted yet. Nothing changes but when to ask next. */
  | { kind: 'waiting'; askAgainAt?: Date }
  /** The provider before is known not to have acted; this one is about to be asked. */
  | { kind: 'rerouted'; provider: string }
  /** A payout is complete and waits for its merchant's word (contract 4). */
  | { kind: 'approval-needed'; expiresAt: Date }
  /** A payout was approved, by its merchant or automatically: its money is set aside, and it is about to be sent. */
  | { kind: 'approved' }
  /** No answer, or one that cannot be read. */
  | { kind: 'unknown' }
  /** Time is up (3002). */
  | { kind: 'expired' }
  /** Cancelled by merchant or shopper (3001). `reason`: in their words, for the timeline. */
  | { kind: 'cancelled'; reason?: string | null };
