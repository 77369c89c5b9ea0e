// The rows of a month-end's files as they are written: a movement, a bank entry, a difference, a change to an earlier
// month. They must never name a customer: they hold ids, references of the merchant, amounts and days.
import type { CAUSES, CHANGES, Proof } from '../../domain/month-end/cause.ts';
import type { MonthEntry, MonthMovement } from '../../storage/month-end/movements-and-entries.ts';

type Cause = keyof typeof CAUSES;

export interface MovementRow extends MonthMovement {
  proof: Proof;
  cause: Cause | null;
  /** The month in which its payment was opened; null: it has no payment. */
  openedIn: string | null;
  /**
   * settled: by the end of the month. later: in a settlement of a later month. open: in none. even: it came back before
   * any of it was settled. null: it belongs into none.
   */
  settlement: 'settled' | 'later' | 'open' | 'even' | null;
  /** The day that decides the month of the settlement. */
  settledOn: string | null;
}

export interface EntryRow extends MonthEntry {
  cause: Cause | null;
  /** The months in which the ledger moved its money. */
  movedIn: readonly string[];
}

export interface DifferenceRow {
  cause: Cause;
  of: 'movement' | 'bank entry' | 'payment' | 'notification' | 'account' | 'settlement' | 'settlement line';
  /** The month that the difference belongs to: an earlier month if the difference was already open then. */
  month: string;
  id: string;
  paymentId: string | null;
  reference: string | null;
  account: string | null;
  currency: string | null;
  minor: string | null;
}

export interface ChangeRow {
  change: keyof typeof CHANGES;
  /** The earlier month, and whether it was closed. */
  month: string;
  isClosed: boolean;
  of: 'movement' | 'bank entry' | 'settlement' | 'settlement line';
  kind: string;
  id: string;
  paymentId: string | null;
  reference: string | null;
  currency: string | null;
  minor: string | null;
  /** The cause of a difference that is settled now. */
  formerCause: string | null;
}
