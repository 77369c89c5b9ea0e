// The contract of a payment provider, the one seam between the gateway and the networks. Called by actions and by
// the resolver, always outside a database transaction and under a deadline. An adapter never touches storage.

import type { Outcome } from '../domain/outcome.ts';
import type { CardDetails } from '../domain/payment-data/card.ts';
import type { Transaction } from '../domain/transaction.ts';

/** Card data in clear: lives in memory for the length of the call, is never stored or logged. */
export interface CardInHand {
  details: Pick<CardDetails, 'number' | 'expiryMonth' | 'expiryYear'>;
  /** Absent for a saved card and after a challenge. */
  holder: string | null;
  /** Absent after a 3-D Secure challenge: a CVV is never kept. */
  cvv: string | null;
}

export interface Provider {
  id: string;
  /** Longest wait for an answer; past it the outcome is unknown. */
  deadlineMs: number;
  /** Takes a card pay-in. The transaction's id is the provider's idempotency key: the same id charges once. */
  chargeCard(transaction: Transaction, card: CardInHand): Promise<Outcome>;
  /** The shopper came back from a 3-D Secure challenge: finish the charge. */
  completeChallenge(transaction: Transaction, card: CardInHand): Promise<Outcome>;
  /**
   * What became of a transaction? `unheard`: the provider never received it, so it is known not to be done.
   * `pending` and `unknown` are answers too.
   */
  inquire(transaction: Transaction): Promise<Outcome | { kind: 'unheard' }>;
}
