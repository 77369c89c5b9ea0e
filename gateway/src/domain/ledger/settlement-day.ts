// The days of a brand's settlement: which stretch of time a day is, in the brand's time zone. Days follow each other
// without a gap, even if the zone changes: the next day begins where the last closed day ended. Pure. It must never
// count a day as 24 hours: some have 23 or 25.

export interface SettlementDay {
  /** As people write it, 2026-03-29. */
  date: string;
  timeZone: string;
  begins: Date;
  /** Exclusive. */
  ends: Date;
}

/** The part of a closed day that determines the next one. */
export type LastDay = Pick<SettlementDay, 'date' | 'ends'>;

/** Transfers get their time shortly before their commit; a later one is a fault (nightly proof). */
const CLOSED_AFTER_MS = 15 * 60_000;

export function dateAt(instant: Date, timeZone: string): string {
  return zoned(instant, timeZone).toPlainDate().toString();
}

/** The calendar day. */
export function dayOf(date: string, timeZone: string): SettlementDay {
  const plain = Temporal.PlainDate.from(date);
  return {
    date,
    timeZone,
    begins: midnight(plain, timeZone),
    ends: midnight(plain.add({ days: 1 }), timeZone),
  };
}

/**
 * The day after `last`. After a change of the zone it may be longer or shorter than a usual day, so that nothing is
 * counted twice or left out.
 */
export function dayAfter(last: LastDay, timeZone: string): SettlementDay {
  const following = Temporal.PlainDate.from(last.date).add({ days: 1 });
  const there = zoned(last.ends, timeZone).toPlainDate();
  const date = Temporal.PlainDate.compare(there, following) > 0 ? there : following;
  return {
    date: date.toString(),
    timeZone,
    begins: last.ends,
    ends: midnight(date.add({ days: 1 }), timeZone),
  };
}

/**
 * The day that is closed next. `began`: the first movement, if no day was closed yet. Both null: no money ever moved.
 */
export function firstOpenDay(
  last: LastDay | null,
  began: Date | null,
  timeZone: string,
): SettlementDay | null {
  if (last) return dayAfter(last, timeZone);
  return began && dayOf(dateAt(began, timeZone), timeZone);
}

/** The days from `first` to the day with this date. */
export function daysTo(first: SettlementDay, date: string): SettlementDay[] {
  const days: SettlementDay[] = [];
  for (let day = first; day.date <= date; day = dayAfter(day, day.timeZone)) days.push(day);
  return days;
}

export function mayClose(day: SettlementDay, now: Date): boolean {
  return now.getTime() >= day.ends.getTime() + CLOSED_AFTER_MS;
}

/** Some days have no midnight, because clocks go forward at night. Such a day begins an hour later. */
function midnight(date: Temporal.PlainDate, timeZone: string): Date {
  return new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
}

function zoned(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}
