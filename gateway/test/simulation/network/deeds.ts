// What the simulated network has done and is about to report (network.ts), in the form that the checks read.
import type { Outcome } from '@tollgate/provider-kit';
import type { ErrorCode } from '../../../src/domain/errors/error-codes.ts';
import type { SentNotice } from './notices.ts';

/**
 * open: nobody has paid yet, and somebody may. challenged: charged only when the gateway asks for it. under way: will
 * end on its own. held: waits for captures.
 */
type State = 'open' | 'challenged' | 'under way' | 'held' | 'paid' | 'refused';

export interface Deed {
  /** The idempotency key of its request. */
  id: string;
  transactionId: string;
  /** The shopper's attempt; 0 for a transaction that was never in the cashier. */
  attempt: number;
  kind: 'pay-in' | 'payout' | 'refund' | 'capture';
  /** Its money is held until it is captured. */
  isCapturedLater: boolean;
  /** Its payer agrees to later charges with it. */
  agrees: boolean;
  reference: string;
  amountMinor: bigint;
  currency: string;
  state: State;
  /** If it is refused, the answer has this code. */
  refusedWith: ErrorCode;
  /** How often money moved; it must never be more than once. */
  payments: number;
  /** The gateway has heard that it was refused or cancelled. */
  knownRefused: boolean;
  /** The first answer, for repetitions of the same call. */
  first: Outcome;
}

export interface Callback extends SentNotice {
  transactionId: string;
  /** The key of its charge. */
  key: string;
  /** null: the notification is about what was stored. */
  outcome: Outcome | null;
}

export interface CardCharge {
  /** What it counts for: the card's number, or the mandate of a later charge. */
  subject: string;
  transactionId: string;
  attempt: number;
  atMs: number;
}
