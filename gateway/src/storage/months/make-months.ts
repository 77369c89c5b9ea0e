// The tables of months (docs/decisions/0088): the present month and the next ones are made ahead, so that the rows of each are in
// tables of their own and can leave as a whole. Called after migrations and by a chore of the worker.
import { type Month, monthOf } from '../../domain/months/month.ts';
import type { Sql } from '../database/database.ts';

/** A worker that is away for so long costs nothing; later, rows go to the other tables, and that month cannot be archived alone. */
const AHEAD = 3;

/**
 * Makes what is missing, in one commit; answers the months that were made. Safe to repeat: where another worker is at it, it makes none.
 * The present month is the database's, unless a time is given: the clock of this machine may be wrong by months.
 * Its locks are for moments. It gives up soon where somebody holds a table for longer, and the next turn tries again.
 */
export async function makeMonths(sql: Sql, given?: Date): Promise<Month[]> {
  const now = given ?? (await databaseNow(sql));
  const months = Array.from({ length: AHEAD + 1 }, (_, ahead) => monthOf(now, ahead));
  const rows = await sql`select month from unnest(${months}::text[]) as month
    where to_regclass('steps_' || replace(left(month, 7), '-', '_')) is null order by month`;
  if (rows.length === 0) return [];
  return await sql.begin(async (tx) => {
    await tx`set local lock_timeout = 1000`;
    const made: Month[] = [];
    for (const { month } of rows) {
      const [row] = await tx`select make_month(${month}::date) as made`;
      if (row!.made) made.push(month);
    }
    return made;
  });
}

async function databaseNow(sql: Sql): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select now() as now`;
  return row!.now;
}
