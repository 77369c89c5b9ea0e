// The contract of a payment provider, the one seam between the gateway and the networks. It is always called outside a
// database transaction and under a deadline. An adapter never touches storage. test/providers/contract.ts tests what every
// adapter must keep.

import type { Confirmation } from '../domain/confirmations/confirmation.ts';
import type { CardDetails } from '../domain/payment-data/card.ts';
import type { PaymentData } from '../domain/payment-data/check-fields.ts';
import type { Refund, RefundOutcome } from '../domain/refunds/refund.ts';
import type { Outcome } from '../domain/transactions/outcome.ts';
import type { Transaction } from '../domain/transactions/transaction.ts';

/** Card data in clear: in memory during the call, never stored or logged. */
export interface CardInHand {
  details: Pick<CardDetails, 'number' | 'expiryMonth' | 'expiryYear'>;
  /** Absent for a saved card and after a challenge. */
  holder: string | null;
  /** Absent after a 3-D Secure challenge: a CVV is never stored. */
  cvv: string | null;
}

/** The means of payment: a card, or the fields of another method, checked and complete (domain/payment-data). */
export type Instrument =
  | { kind: 'card'; card: CardInHand }
  | { kind: 'method'; method: string; data: PaymentData };

/** The buttons for a payer on the page of a bank, a wallet or a mandate. */
export type VisitDecision = 'approve' | 'decline' | 'cancel';

export interface Capabilities {
  /** The methods of the option catalogue for its pay-ins and payouts. */
  payinMethods: readonly string[];
  payoutMethods: readonly string[];
  /** 'any', or the codes that it can process. */
  currencies: 'any' | readonly string[];
  /** Whether pay-ins can be refunded. */
  refund: boolean;
  /** Whether unpaid pay-ins can be cancelled. */
  cancel: boolean;
}

/** The id of the transaction; each further attempt of its shopper is a separate charge. */
export function idempotencyKeyOf({ id, attempts }: Pick<Transaction, 'id' | 'attempts'>): string {
  return attempts > 1 ? `${id}-${attempts}` : id;
}

/**
 * The signal of each call is aborted when its answer no longer counts: at the deadline, and for a pay-in a minute after its
 * beginning, because its late answer is applied. An adapter passes it to its network calls.
 */
export interface Provider {
  id: string;
  capabilities: Capabilities;
  /** The longest wait for an answer; after it the outcome is unknown. */
  deadlineMs: number;
  /**
   * Takes a pay-in. `idempotencyKeyOf` is the provider's idempotency key: with the same key it charges once.
   * `returnUrl`: where a page of the provider sends the payer back to; absent: nowhere.
   */
  payIn(
    transaction: Transaction,
    instrument: Instrument,
    signal?: AbortSignal,
    returnUrl?: string | null,
  ): Promise<Outcome>;
  /** The shopper came back from a 3-D Secure challenge: complete the charge. */
  completeChallenge(transaction: Transaction, card: CardInHand, signal?: AbortSignal): Promise<Outcome>;
  /** The shopper decided on the page of a redirect or a form. `waiting`: the decision has changed nothing. */
  completeVisit(transaction: Transaction, decision: VisitDecision, signal?: AbortSignal): Promise<Outcome>;
  /** The shopper says that the payment was made, with its proof (spec 4.6). */
  confirm(transaction: Transaction, confirmation: Confirmation, signal?: AbortSignal): Promise<Outcome>;
  /** Sends a payout whose money is set aside; here too the id is the idempotency key. */
  payOut(transaction: Transaction, recipient: PaymentData, signal?: AbortSignal): Promise<Outcome>;
  /**
   * Cancels a pay-in. `declined` or `failed`: nothing will be paid. Any other final outcome is an answer too; `unknown`
   * changes nothing.
   */
  cancel(transaction: Transaction, signal?: AbortSignal): Promise<Outcome>;
  /**
   * Asks for the outcome of a transaction. `unheard`: the provider never received it, so certainly nothing was done.
   * `pending`, `waiting` and `unknown` are answers too.
   */
  inquire(transaction: Transaction, signal?: AbortSignal): Promise<Outcome | { kind: 'unheard' }>;
  /** Refunds a completed pay-in. The refund's id is the idempotency key. */
  refund(transaction: Transaction, refund: Refund, signal?: AbortSignal): Promise<RefundOutcome>;
  inquireRefund(
    transaction: Transaction,
    refund: Refund,
    signal?: AbortSignal,
  ): Promise<RefundOutcome | { kind: 'unheard' }>;
}

/** What a process has seen of a provider in the last hour (provider-health.ts). */
export interface ProviderHealth {
  provider: string;
  circuit: 'closed' | 'open';
  /** Since when the circuit has this state; the start of the process if it never changed. */
  circuitSince: Date;
  /** Pay-ins and payouts sent in the last hour. */
  calls: number;
  /** Of these: no answer, an exception, or a technical failure. A decline does not count. */
  failed: number;
  /** Not sent, because the circuit was open. */
  heldBack: number;
  /** The latency that this many of a hundred calls did not exceed; null: there was no call. */
  p50Ms: number | null;
  p95Ms: number | null;
}
