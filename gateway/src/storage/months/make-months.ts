// The tables of months (docs/decisions/0088): the present month and the next ones are made ahead, so that the rows of each are in
// tables of their own and can leave as a whole. Called after migrations and by a chore of the worker.
import type { Sql } from '../database/database.ts';

/** A worker that is away for so long costs nothing; later, rows go to the other tables, and that month cannot be archived alone. */
const AHEAD = 3;

/** The first day of a month, UTC, as in its name. */
export type Month = `${number}-${number}-01`;

/** Makes what is missing; answers the months that were made. Safe to repeat, and for several at once. */
export async function makeMonths(sql: Sql, now: Date): Promise<Month[]> {
  const made: Month[] = [];
  for (let ahead = 0; ahead <= AHEAD; ahead++) {
    const month = monthOf(now, ahead);
    if (await makeMonth(sql, month)) made.push(month);
  }
  return made;
}

/** Its locks are for moments. It gives up soon where somebody holds a table for longer, and the next turn tries again. */
async function makeMonth(sql: Sql, month: Month): Promise<boolean> {
  const [known] =
    await sql`select to_regclass(${`steps_${month.slice(0, 7).replace('-', '_')}`}) is not null as made`;
  if (known!.made) return false;
  return await sql.begin(async (tx) => {
    await tx`set local lock_timeout = 1000`;
    const [row] = await tx`select make_month(${month}::date) as made`;
    return row!.made as boolean;
  });
}

/** `ahead` months after that of `now`. */
function monthOf(now: Date, ahead = 0): Month {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
  return `${first.toISOString().slice(0, 7)}-01` as Month;
}
