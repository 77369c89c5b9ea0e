// When a bank booked an entry, as its message says it: a day, or a time with or without a zone. The day is the one that the bank wrote,
// whatever day that time is on elsewhere. Pure.
import { isDay } from '../ledger/zoned-days.ts';

export interface Booked {
  /** yyyy-mm-dd */
  day: string;
  /** A day begins at midnight of UTC, and a time without a zone is read in UTC. */
  at: Date;
}

/** null: it is neither, or no day of the calendar since 1970. */
export function readBooked(text: string | null): Booked | null {
  const [, day = '', time, zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text?.trim() ?? '') ?? [];
  if (!isDay(day) || day < '1970-01-01') return null;
  const at = new Date(time === undefined ? `${day}T00:00:00Z` : `${day}${time}${zone}`);
  return Number.isNaN(at.getTime()) || at.getTime() < 0 ? null : { day, at };
}
