// What a month-end finds in settlements (contract 17): the causes for a settlement, for a line, and for a movement that
// no settlement has. Pure. Each of them may be settled later, so the next month-end looks at it again.
import { OTHER_AMOUNT, SETTLED_BEFORE } from '../settlements/match-line.ts';
import type { LineState } from '../settlements/settlement.ts';
import type { Cause } from './cause.ts';

const DAY_MS = 86_400_000;
/** After this time a payout should be at the bank, and a movement in a settlement. */
export const OVERDUE_MS = 7 * DAY_MS;

export function causeOfLine({ state, reason }: { state: LineState; reason: string | null }): Cause | null {
  if (state === 'matched') return null;
  if (state === 'unmatched') return 'unknown-charge';
  if (reason === SETTLED_BEFORE) return 'settled-twice';
  return reason?.startsWith(OTHER_AMOUNT) ? 'amount-differs' : 'conflict';
}

export interface SettlementFacts {
  /** What is paid out: as the bank says, else as the provider says. null: neither says it. */
  statedMinor: bigint | null;
  /** The sum of all its lines. */
  netMinor: bigint;
  paidAt: Date | null;
  failure: string | null;
  bank: { id: string } | null;
}

/** `ends`: the end of the month. */
export function causesOfSettlement(
  { statedMinor, netMinor, paidAt, failure, bank }: SettlementFacts,
  ends: Date,
): Cause[] {
  const causes: Cause[] = [];
  if (failure !== null) causes.push('conflict');
  if (statedMinor !== null && statedMinor !== netMinor) causes.push('batch-does-not-add-up');
  // A bank is not credited with nothing, and a failed payout never comes.
  const isAwaited = bank === null && failure === null && (statedMinor ?? netMinor) > 0n;
  if (isAwaited && paidAt !== null && ends.getTime() - paidAt.getTime() >= OVERDUE_MS)
    causes.push('settlement-not-at-bank');
  return causes;
}

/** Whole days at the end of the month. */
export const ageInDays = (at: Date, ends: Date): number =>
  Math.floor((ends.getTime() - at.getTime()) / DAY_MS);

/** `isInLater`: a settlement of a later month has it. */
export const causeOfUnsettled = (at: Date, isInLater: boolean, ends: Date): Cause | null =>
  !isInLater && ends.getTime() - at.getTime() > OVERDUE_MS ? 'not-settled' : null;
