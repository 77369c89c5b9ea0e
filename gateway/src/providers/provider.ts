// The contract of a payment provider, the one seam between the gateway and the networks. It is always called outside a
// database transaction and under a deadline. An adapter never touches storage. test/providers/contract.ts tests what every
// adapter must keep.

import type { Confirmation } from '../domain/confirmations/confirmation.ts';
import type { CardDetails } from '../domain/payment-data/card.ts';
import type { PaymentData } from '../domain/payment-data/check-fields.ts';
import type { Refund, RefundOutcome } from '../domain/refunds/refund.ts';
import type { Outcome } from '../domain/transactions/outcome.ts';
import type { Transaction } from '../domain/transactions/transaction.ts';

/** Card data in clear: lives in memory for the length of the call, is never stored or logged. */
export interface CardInHand {
  details: Pick<CardDetails, 'number' | 'expiryMonth' | 'expiryYear'>;
  /** Absent for a saved card and after a challenge. */
  holder: string | null;
  /** Absent after a 3-D Secure challenge: a CVV is never kept. */
  cvv: string | null;
}

/** The means of payment: a card, or the fields of another method, checked and complete (domain/payment-data). */
export type Instrument =
  | { kind: 'card'; card: CardInHand }
  | { kind: 'method'; method: string; data: PaymentData };

/** What a shopper can press on the page of a bank, a wallet or a mandate. */
export type VisitDecision = 'approve' | 'decline' | 'cancel';

export interface Capabilities {
  /** Methods of the option catalogue it takes pay-ins with, and sends payouts with. */
  payinMethods: readonly string[];
  payoutMethods: readonly string[];
  /** 'any', or the codes it moves. */
  currencies: 'any' | readonly string[];
  /** Pay-ins can be given back. */
  refund: boolean;
  /** Pay-ins that nobody has paid yet can be called off. */
  cancel: boolean;
}

/** The id of the transaction; each further attempt of its shopper is a charge of its own. */
export function idempotencyKeyOf({ id, attempts }: Pick<Transaction, 'id' | 'attempts'>): string {
  return attempts > 1 ? `${id}-${attempts}` : id;
}

/**
 * The signal of each call is aborted when the deadline has passed: whoever asked has given up by then, and whatever
 * is answered later is not heard. An adapter hands it to its network calls.
 */
export interface Provider {
  id: string;
  capabilities: Capabilities;
  /** Longest wait for an answer; past it the outcome is unknown. */
  deadlineMs: number;
  /**
   * Takes a pay-in. `idempotencyKeyOf` is the provider's idempotency key: under the same key it charges once.
   * `returnUrl`: where the payer is brought back to from a page of the provider's; absent: nowhere.
   */
  payIn(
    transaction: Transaction,
    instrument: Instrument,
    signal?: AbortSignal,
    returnUrl?: string | null,
  ): Promise<Outcome>;
  /** The shopper came back from a 3-D Secure challenge: finish the charge. */
  completeChallenge(transaction: Transaction, card: CardInHand, signal?: AbortSignal): Promise<Outcome>;
  /**
   * The shopper decided on the page that a redirect or a form led to. `waiting`: what was decided has changed nothing.
   */
  completeVisit(transaction: Transaction, decision: VisitDecision, signal?: AbortSignal): Promise<Outcome>;
  /** The shopper says that the payment was made, and what proves it (spec 4.6). */
  confirm(transaction: Transaction, confirmation: Confirmation, signal?: AbortSignal): Promise<Outcome>;
  /** Sends a payout whose money is set aside; the id is the idempotency key here, too. */
  payOut(transaction: Transaction, recipient: PaymentData, signal?: AbortSignal): Promise<Outcome>;
  /**
   * Calls off a pay-in. `declined` or `failed`: nothing will be paid. Whatever else has become of it is an answer as
   * well; `unknown` leaves it as it was.
   */
  cancel(transaction: Transaction, signal?: AbortSignal): Promise<Outcome>;
  /**
   * What became of a transaction? `unheard`: the provider never received it, so it is known not to be done.
   * `pending`, `waiting` and `unknown` are answers too.
   */
  inquire(transaction: Transaction, signal?: AbortSignal): Promise<Outcome | { kind: 'unheard' }>;
  /** Gives money of a completed pay-in back. The refund's id is the idempotency key. */
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
  /** Since when the circuit stands so; the start of the process where it never changed. */
  circuitSince: Date;
  /** Pay-ins and payouts sent in the last hour. */
  calls: number;
  /** Of these: no answer, an exception, or a technical failure. A decline does not count. */
  failed: number;
  /** Not sent, because the circuit was open. */
  heldBack: number;
  /** At most so long, for so many of a hundred calls; null: there was none. */
  p50Ms: number | null;
  p95Ms: number | null;
}
