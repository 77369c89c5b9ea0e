// Makes the tables of months (docs/decisions/0088), for the present month and for the next ones ahead of time. Each
// month's rows are then in tables of their own and can leave as a whole. Migrations and a chore of the worker call it.
import { type Month, monthOf } from '../../domain/archive/month.ts';
import type { Sql } from '../database/database.ts';

/**
 * If no worker runs for this many months, no harm is done. After that, rows go to the default tables, and their month
 * cannot be archived separately.
 */
const AHEAD = 3;

/**
 * Makes the missing tables in one commit; answers the months that it made. Safe to repeat: while another worker does
 * it, it makes none. The present month comes from the database unless a time is given, because the clock of this
 * machine may be wrong by months. It holds its locks only for moments. If somebody holds a table for longer, it soon
 * gives up and the next turn tries again.
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
