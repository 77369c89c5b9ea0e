// The assignment of a bank entry by a person (contract 15, decision 135): how its reason is written, and until when it
// can be taken back. We know by the reason that a person decided, also after their words were erased with the customer.
import type { StoredEntry } from '../../storage/bank/entry-store.ts';
import type { MonthEnd } from '../../storage/month-end/month-end-store.ts';

const ASSIGNED = 'assigned';

export const assignedWords = (reason: string): string => `${ASSIGNED}: ${reason}`;

export const isAssigned = ({ reason }: Pick<StoredEntry, 'reason'>): boolean =>
  reason === ASSIGNED || reason?.startsWith(`${ASSIGNED}: `) === true;

/**
 * Whether a month-end shows the entry, or the payment that it completed. `last`: the last month-end; absent: there is
 * none.
 */
export function isInClosedMonth(
  { bookedOn }: Pick<StoredEntry, 'bookedOn'>,
  completedAt: Date | null,
  last: Pick<MonthEnd, 'month' | 'ends'> | undefined,
): boolean {
  if (last === undefined) return false;
  const isBooked = bookedOn !== null && bookedOn.slice(0, 7) <= last.month;
  return isBooked || (completedAt !== null && completedAt < last.ends);
}
