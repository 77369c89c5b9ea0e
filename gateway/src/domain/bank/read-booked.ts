// When a bank booked an entry, as its message says: a day, or a time with or without a zone. The bank's written day
// counts, even if that moment falls on another day elsewhere. Pure.
import { isDay } from '../ledger/zoned-days.ts';

export interface Booked {
  /** yyyy-mm-dd */
  day: string;
  /** A day begins at midnight UTC. A time without a zone counts as UTC. */
  at: Date;
}

/** null: it is neither a day nor a time, or not a calendar day since 1970. */
export function readBooked(text: string | null): Booked | null {
  const [, day = '', time, zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text?.trim() ?? '') ?? [];
  if (!isDay(day) || day < '1970-01-01') return null;
  const at = new Date(time === undefined ? `${day}T00:00:00Z` : `${day}${time}${zone}`);
  return Number.isNaN(at.getTime()) || at.getTime() < 0 ? null : { day, at };
}
