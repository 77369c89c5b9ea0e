// A period of whole days of a brand, and the period before it for comparison. Both have the same number of days. If the
// present period is not over, only the same part of the earlier one counts, so that a morning is never compared with a
// whole day. Pure.
import { dayOf } from './settlement-day.ts';

export interface Period {
  begins: Date;
  /** Exclusive. */
  ends: Date;
}

/** Both days included. */
export function periodOf(
  from: string,
  to: string,
  timeZone: string,
  now: Date,
): { own: Period; former: Period } {
  const begins = dayOf(from, timeZone).begins;
  const whole = { begins, ends: dayOf(to, timeZone).ends };
  const days = Temporal.PlainDate.from(from).until(to).days + 1;
  const formerBegins = dayOf(Temporal.PlainDate.from(from).subtract({ days }).toString(), timeZone).begins;
  const isOver = now >= whole.ends;
  const elapsed = Math.max(0, now.getTime() - begins.getTime());
  const formerEnds = isOver ? begins : new Date(Math.min(begins.getTime(), formerBegins.getTime() + elapsed));
  return { own: whole, former: { begins: formerBegins, ends: formerEnds } };
}

export function lengthInDays(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days + 1;
}
