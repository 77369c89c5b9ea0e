// When the digest of a brand goes out: every day at the hour that the brand has set, in its time zone. Pure.

/** The latest such moment that is not after `now`. If clocks skip the hour, it is the first moment after it. */
export function lastDigestAt(
  { digestHour, timeZone }: { digestHour: number; timeZone: string },
  now: Date,
): Date {
  const there = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const momentOf = (day: Temporal.PlainDate) =>
    new Date(
      day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(digestHour) }).epochMilliseconds,
    );
  const today = momentOf(there.toPlainDate());
  return today <= now ? today : momentOf(there.toPlainDate().subtract({ days: 1 }));
}
