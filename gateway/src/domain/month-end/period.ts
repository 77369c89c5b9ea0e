// Which month a month-end covers, and from when to when. The months of a brand must follow each other without a gap, in
// the brand's time zone, even if the zone changes. Pure.
import { dayOf, mayClose, type SettlementDay } from '../ledger/settlement-day.ts';
import { daysOfMonth } from '../ledger/settlement-month.ts';

export interface MonthPeriod {
  month: string;
  timeZone: string;
  begins: Date;
  /** Exclusive. */
  ends: Date;
  /** The bank's booking days: calendar days, without a time zone. */
  firstDay: string;
  lastDay: string;
}

/** `formerEnds`: where the month-end before ended; null: this is the first. */
export function periodOf(month: string, timeZone: string, formerEnds: Date | null): MonthPeriod {
  const { first, last } = daysOfMonth(month);
  const begins = formerEnds ?? dayOf(first, timeZone).begins;
  return {
    month,
    timeZone,
    begins,
    ends: dayOf(last, timeZone).ends,
    firstDay: first,
    lastDay: last,
  };
}

/** Transfers get their time shortly before their commit, so a month is over a little after its end. */
export function isOver({ lastDay, timeZone }: MonthPeriod, now: Date): boolean {
  const last: SettlementDay = dayOf(lastDay, timeZone);
  return mayClose(last, now);
}

export const monthAfter = (month: string): string =>
  Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
