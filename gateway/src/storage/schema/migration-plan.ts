// What `migrate` would do to a database, without doing it: the files, whether each needs a pause, the tables whose rows
// it reads or writes, and the longest time this may take with their number of rows (decision 93). It changes nothing.
import type { Sql } from '../database/database.ts';
import { isOnCitus } from '../database/database.ts';
import {
  type Applied,
  MIGRATIONS_DIR,
  type Migration,
  readMigrations,
  requireOurs,
  worksFrom,
} from './migrate.ts';
import { describeProcess, olderProcesses } from './older-processes.ts';
import { splitStatements } from './split-statements.ts';

/**
 * Rows a second, measured with half a million rows of some 150 bytes on two processors that eight programs shared: an
 * update and a table written anew took 6,500 and 13,000, an index 64,000, a look at each row 750,000. Production
 * machines are faster.
 */
const ROWS_PER_SECOND = { writes: 6_500, indexes: 64_000, reads: 750_000 };

type Work = keyof typeof ROWS_PER_SECOND;

export interface PlannedTable {
  table: string;
  work: Work;
  rows: number;
}

export interface PlannedMigration {
  name: string;
  worksFrom: number;
  pause: string | null;
  tables: PlannedTable[];
  /** At most. */
  seconds: number;
  /** Processes that must stop before the migration, in words. */
  older: string[];
}

export async function planMigrations(
  sql: Sql,
  { migrationsDir = MIGRATIONS_DIR }: { migrationsDir?: string } = {},
): Promise<PlannedMigration[]> {
  const migrations = readMigrations(migrationsDir);
  const [made] = await sql`select to_regclass('public.schema_migrations') is not null as made`;
  const done = made!.made
    ? await sql<Applied[]>`
        select version, name, checksum, ${worksFrom(sql)} as "worksFrom" from schema_migrations m order by version`
    : [];
  requireOurs(done, migrations);
  const plan: PlannedMigration[] = [];
  for (const migration of migrations.slice(done.length)) {
    const tables: PlannedTable[] = [];
    for (const touched of tablesOf(migration)) {
      const rows = await countRows(sql, touched.table);
      if (rows !== null) tables.push({ ...touched, rows });
    }
    const seconds = tables.reduce((sum, { work, rows }) => sum + rows / ROWS_PER_SECOND[work], 0);
    const older = done.length === 0 ? [] : await olderProcesses(sql, migration.worksFrom);
    const { name, pause } = migration;
    plan.push({
      name,
      worksFrom: migration.worksFrom,
      pause,
      tables,
      seconds,
      older: older.map(describeProcess),
    });
  }
  return plan;
}

/** The work of each kind of statement; any other statement is quick whatever the number of rows. */
const TOUCHES: readonly (readonly [RegExp, Work])[] = [
  [/^update (?:only )?(\w+)/, 'writes'],
  [/^delete from (\w+)/, 'writes'],
  [/^insert into .*\bfrom (\w+)/, 'writes'],
  [/^create table \w+ as .*\bfrom (\w+)/, 'writes'],
  [/^alter table (?:if exists )?(?:only )?(\w+) .*\balter (?:column )?\w+ (?:set data )?type /, 'writes'],
  [/^alter table (?:if exists )?(?:only )?(\w+) .*\b(?:primary key|unique)\b/, 'indexes'],
  [/^create (?:unique )?index .*\bon (?:only )?(\w+)/, 'indexes'],
  [
    /^alter table (?:if exists )?(?:only )?(\w+) .*\b(?:check|references|set not null|validate constraint)\b/,
    'reads',
  ],
];

/** The tables that exist before the migration. */
export function tablesOf({ text }: Pick<Migration, 'text'>): Omit<PlannedTable, 'rows'>[] {
  const touched = new Map<string, Omit<PlannedTable, 'rows'>>();
  const made = new Set<string>();
  for (const statement of splitStatements(text)) {
    const plain = statement
      .replaceAll(/--[^\n]*/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase();
    const own = /^create table (?:if not exists )?(\w+)/.exec(plain)?.[1];
    for (const [pattern, work] of TOUCHES) {
      const table = pattern.exec(plain)?.[1];
      if (table === undefined) continue;
      if (!made.has(table)) touched.set(`${table} ${work}`, { table, work });
      break;
    }
    if (own !== undefined) made.add(own);
  }
  return [...touched.values()];
}

/**
 * From the statistics, or else by a count; for a table in months, the sum of all of them. null: there is no such table.
 */
async function countRows(sql: Sql, table: string): Promise<number | null> {
  const parts = await sql<{ rows: number; kind: string }[]>`
    select c.reltuples::float8 as rows, c.relkind as kind from pg_class c
    where c.oid = to_regclass(${table}) or c.oid in (select relid from pg_partition_tree(to_regclass(${table})))`;
  const tables = parts.filter(({ kind }) => kind === 'r');
  if (tables.length === 0) return null;
  if (!isOnCitus(sql) && tables.every(({ rows }) => rows >= 0))
    return tables.reduce((sum, { rows }) => sum + rows, 0);
  const [counted] = await sql<{ rows: number }[]>`select count(*)::float8 as rows from ${sql(table)}`;
  return counted!.rows;
}
