// What the simulated network has done and is about to tell (network.ts), as the checks read it.
import type { Outcome } from '../../src/domain/transactions/outcome.ts';
import type { SentNotice } from './notices.ts';

/**
 * open: nobody has paid yet, and somebody may; challenged: it is charged once the gateway says so, and never before; under
 * way: it will end without anybody's doing.
 */
type State = 'open' | 'challenged' | 'under way' | 'paid' | 'refused';

export interface Deed {
  /** The idempotency key it came under. */
  id: string;
  transactionId: string;
  /** Of its shopper; 0 for what never was in the cashier. */
  attempt: number;
  kind: 'pay-in' | 'payout' | 'refund';
  reference: string;
  amountMinor: bigint;
  currency: string;
  state: State;
  /** Times money moved; more than one is what must never be. */
  payments: number;
  /** Somebody at the gateway has heard that it was refused, or called off. */
  knownRefused: boolean;
  /** How it was first answered, for a repetition of the same call. */
  first: Outcome;
}

export interface Callback extends SentNotice {
  transactionId: string;
  /** Of the charge it is about. */
  key: string;
  outcome: Outcome;
}

export interface CardCharge {
  number: string;
  transactionId: string;
  attempt: number;
  atMs: number;
}
