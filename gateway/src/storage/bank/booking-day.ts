// The day on which an entry counts, in SQL: as the bank wrote it; where that is not stored (release 0.2.0 kept the time alone), the day of its
// time in UTC; of an entry without any, the day on which its statement came.

/** Of these two aliases. */
export const bookedDay = (entry: string, statement: string): string =>
  `coalesce(${entry}.booked_day, to_char(coalesce(${entry}.booked_at, ${statement}.created_at) at time zone 'UTC', 'YYYY-MM-DD'))`;
