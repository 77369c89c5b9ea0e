// What a provider says about a charge. "unknown" means that nobody can say whether money moved; it must never be
// treated as a failure (contract 4).
import type { ErrorCode } from '../error-codes.ts';
import type { ResultType, ThreeDs } from './transaction.ts';

/**
 * Which charge a provider's answer is about. The gateway must not apply an answer about another charge (contract 13).
 */
export interface AboutCharge {
  /** Our reference (`chargeReference`). */
  reference: string;
  amountMinor: bigint;
  currency: string;
}

/** What a provider stored for later charges (contract 16). It must come from an authenticated answer. */
export interface StoredMeans {
  /** The provider's own id of it. News about it names this id. */
  id: string;
  /** Further ids that the adapter needs to charge it, such as the id of a customer. Never a card number or a secret. */
  more?: Readonly<Record<string, string>>;
  /** The card network's id of the payment in which the payer agreed; absent: the provider does not tell it. */
  networkTransactionId?: string;
  /** The account of another method than a card, masked. */
  account?: string;
}

interface FromProvider {
  /** Absent: the provider's answer does not say it. */
  of?: AboutCharge;
  /** The provider's own id of the charge, for reconciliation. */
  providerReference?: string;
  threeDs?: ThreeDs;
  /** For a payment that asked for a mandate. Absent: the provider tells it later, or is asked (`findStored`). */
  stored?: StoredMeans;
}

export type Outcome =
  /**
   * Money moved. `notified`: an authentic notification said so. Then it counts after any end of a payment that was sent
   * (contract 13).
   */
  | ({ kind: 'completed'; notified?: true } & FromProvider)
  /**
   * The provider holds the money until a capture (contract 16). `captureBefore`: as the provider says; absent: it says
   * nothing. `takesSeveral`: it takes several captures of this payment.
   */
  | ({ kind: 'authorized'; captureBefore?: Date; takesSeveral?: boolean } & FromProvider)
  /**
   * The network or a rule declined it. `reason`: in the words of whoever declined it, for the timeline. `withdrawn`: in
   * a later charge, the provider itself says that it no longer has what it had stored under the id that was charged.
   */
  | ({ kind: 'declined'; errorCode: ErrorCode; reason?: string | null; withdrawn?: true } & FromProvider)
  /**
   * A technical failure; certainly nothing was done. `answered`: the provider itself refused, so it works and its
   * circuit stays closed.
   */
  | ({ kind: 'failed'; errorCode: ErrorCode; answered?: true } & FromProvider)
  /** The shopper must go elsewhere first (3-D Secure, bank). */
  | ({ kind: 'redirect'; redirectUrl: string; expiresAt: Date; askAgainAt?: Date } & FromProvider)
  /** The shopper must act on something shown: QR code, voucher, transfer details (contract 6). */
  | ({
      kind: 'instructions';
      resultType: ResultType;
      statusCode: number;
      fields: Record<string, unknown>;
      expiresAt: Date;
      /** When to ask whether the shopper has paid; absent: at the end. */
      askAgainAt?: Date;
    } & FromProvider)
  /** Accepted; the final answer comes later. `askAgainAt`: when to ask for it. */
  | ({ kind: 'pending'; askAgainAt?: Date } & FromProvider)
  /** To an inquiry: the payer has not acted yet. Only the time of the next inquiry changes. */
  | { kind: 'waiting'; askAgainAt?: Date }
  /** No answer, or an unreadable one. `answered`: the provider works, but does not say what happened to the payment. */
  | { kind: 'unknown'; answered?: true }
  /** The time is over (3002). */
  | { kind: 'expired' }
  /** Cancelled by merchant or shopper (3001). `reason`: in their words, for the timeline. */
  | { kind: 'cancelled'; reason?: string | null };
