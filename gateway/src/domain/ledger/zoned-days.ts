// Days of a time zone as moments: a brand's "3 March" begins and ends at other times on the UTC clock.
// Pure. It must never assume that a day begins at midnight.

/** `YYYY-MM-DD` that is a calendar day. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && normal(text);
}

/** 30 February is not a day, nor is any day of a year 0. */
const normal = (text: string) =>
  text >= '0001' && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

/** The first moment of a day in a time zone (IANA name), even if the day has no midnight. */
export function startOfDay(day: string, timeZone: string): Date {
  const begins = Temporal.PlainDate.from(day).toZonedDateTime(timeZone);
  return new Date(begins.epochMilliseconds);
}

/** The first moment of the day after. */
export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), timeZone);
}
