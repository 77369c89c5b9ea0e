// The day on which an entry counts, in SQL: the day that the bank wrote. If that is not stored (release 0.2.0 kept only
// the time), it is the day of the entry's time in UTC. Without a time, it is the day on which the statement came.

/** `entry` and `statement` are the aliases of the two tables. */
export const bookedDay = (entry: string, statement: string): string =>
  `coalesce(${entry}.booked_day, to_char(coalesce(${entry}.booked_at, ${statement}.created_at) at time zone 'UTC', 'YYYY-MM-DD'))`;
