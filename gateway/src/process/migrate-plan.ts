// What `migrate --plan` prints: each migration that would run, whether it needs a pause, how many rows its tables have,
// and how long it takes at most.
import type { Sql } from '../storage/database/database.ts';
import { type PlannedMigration, planMigrations } from '../storage/schema/migration-plan.ts';

export const NO_DATABASE_YET = 'there is no database yet: migrate makes it, with all tables and no rows';

export async function describePlan(sql: Sql): Promise<string> {
  const plan = await planMigrations(sql);
  if (plan.length === 0) return 'nothing would run: the database is at the schema of this release';
  const pauses = plan.some(({ older, pause }) => pause !== null || older.length > 0);
  const heading = `${plan.length === 1 ? 'a migration' : `${plan.length} migrations`} would run, ${pauses ? 'with a pause' : 'without a pause'}; nothing was changed`;
  return [heading, ...plan.flatMap(linesOf)].join('\n');
}

function linesOf(planned: PlannedMigration): string[] {
  const { name, tables, seconds, older } = planned;
  const lasts = seconds < 1 ? 'under a second' : `${Math.ceil(seconds)} s at most`;
  return [
    `  ${name}: ${effectOf(planned)}`,
    ...tables.map(({ table, work, rows }) => `    ${work} ${table}: ${rows.toLocaleString('en')} rows`),
    `    takes ${lasts}`,
    ...older.map((one) => `    has to stop before: ${one}`),
  ];
}

function effectOf({ worksFrom, pause }: PlannedMigration): string {
  if (pause !== null) return `pauses: ${pause}`;
  if (worksFrom === 0) return 'only adds; older releases go on working';
  return `releases that know migration ${worksFrom} go on working; older ones have to stop`;
}
