// What can happen to a transaction: the answers of a provider (provider-kit), and the decisions of the gateway.
import type { Outcome as Answer } from '@tollgate/provider-kit/seam/outcome';

export type { AboutCharge, StoredMeans } from '@tollgate/provider-kit/seam/outcome';

/** A person may force an outcome. `reason`: in their words, for the timeline. */
interface Forced {
  reason?: string;
}

/** A person accepted less than the amount of a pay-in (decision 135). Absent: the whole amount came. */
interface Received {
  receivedMinor?: bigint;
}

type MaybeForced<One> = One extends { kind: 'completed' }
  ? One & Forced & Received
  : One extends { kind: 'failed' }
    ? One & Forced
    : // The payment was sent to no provider; this one gets its captures and its void.
      One extends { kind: 'authorized' }
      ? One & { playedBy?: string }
      : One;

export type Outcome =
  | MaybeForced<Answer>
  /** The cashier asks for the missing fields; no provider has been asked yet. */
  | { kind: 'cashier'; expiresAt: Date }
  /** The shopper has chosen in the cashier: the gateway is about to send the attempt to its provider. */
  | { kind: 'submitted' }
  /** The shopper gives up. */
  | { kind: 'given-up' }
  /**
   * The former provider certainly did nothing, and this one is asked next. `entersCard`: the shopper enters a card
   * there, so the card that was entered here is not the payment's card.
   */
  | { kind: 'rerouted'; provider: string; providerAccount: string | null; entersCard?: boolean }
  /** A payout is complete and waits for its merchant's approval (contract 4). */
  | { kind: 'approval-needed'; expiresAt: Date }
  /** A payout was approved, by its merchant or automatically: its money is set aside, and it is about to be sent. */
  | { kind: 'approved' };
