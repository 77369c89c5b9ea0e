// What can become of a transaction: the answers of a provider, and what the gateway itself decides.
// "unknown" means that nobody can say whether money moved; it is never treated as a failure (contract 4).
import type { ErrorCode } from '../errors/error-codes.ts';
import type { ResultType, ThreeDs } from './transaction.ts';

interface FromPerson {
  /** The words of a person who decided it, for the timeline. */
  reason?: string;
}

/** What a provider says its answer is about. The gateway applies no answer about something else (contract 13). */
export interface AboutCharge {
  /** Our reference (`chargeReference`). */
  reference: string;
  amountMinor: bigint;
  currency: string;
}

interface FromProvider {
  /** Absent: the provider's answer does not say it. */
  of?: AboutCharge;
  /** The provider's own id of the charge, for reconciliation. */
  providerReference?: string;
  threeDs?: ThreeDs;
}

export type Outcome =
  /** Money moved. `told`: by an authentic notification, so it counts after any end of a payment that was sent (contract 13). */
  | ({ kind: 'completed'; told?: true } & FromProvider & FromPerson)
  /** The network or a rule declined it. */
  /** `reason`: in the words of the person who declined it, for the timeline. */
  | ({ kind: 'declined'; errorCode: ErrorCode; reason?: string | null } & FromProvider)
  /**
   * A technical failure after which certainly nothing was done. `answered`: the provider refused it, so it works; its
   * circuit stays closed.
   */
  | ({ kind: 'failed'; errorCode: ErrorCode; answered?: true } & FromProvider & FromPerson)
  /** The shopper must go elsewhere first (3-D Secure, bank). */
  | ({ kind: 'redirect'; redirectUrl: string; expiresAt: Date; askAgainAt?: Date } & FromProvider)
  /** The cashier asks for what is missing; no provider has been asked yet. */
  | { kind: 'cashier'; expiresAt: Date }
  /** The shopper has chosen in the cashier: an attempt that is about to be sent to its provider. */
  | { kind: 'submitted' }
  /** The shopper gives up. */
  | { kind: 'given-up' }
  /** The shopper must act on something shown: QR code, voucher, transfer details (contract 6). */
  | ({
      kind: 'instructions';
      resultType: ResultType;
      statusCode: number;
      fields: Record<string, unknown>;
      expiresAt: Date;
      /** When to ask whether it was paid; absent: at the end. */
      askAgainAt?: Date;
    } & FromProvider)
  /** Accepted; the final answer comes later. `askAgainAt`: when to ask for it. */
  | ({ kind: 'pending'; askAgainAt?: Date } & FromProvider)
  /** To an inquiry: the payer has not acted yet. Only the time of the next inquiry changes. */
  | { kind: 'waiting'; askAgainAt?: Date }
  /**
   * The provider before certainly did not act; this one is about to be asked. `entersCard`: a card is entered there, so the
   * one that was entered here is not that of the payment.
   */
  | { kind: 'rerouted'; provider: string; providerAccount: string | null; entersCard?: boolean }
  /** A payout is complete and waits for its merchant's approval (contract 4). */
  | { kind: 'approval-needed'; expiresAt: Date }
  /** A payout was approved, by its merchant or automatically: its money is set aside, and it is about to be sent. */
  | { kind: 'approved' }
  /** No answer, or one that cannot be read. `answered`: the provider works, it only does not say what became of it. */
  | { kind: 'unknown'; answered?: true }
  /** The time is over (3002). */
  | { kind: 'expired' }
  /** Cancelled by merchant or shopper (3001). `reason`: in their words, for the timeline. */
  | { kind: 'cancelled'; reason?: string | null };
