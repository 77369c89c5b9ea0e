// Brings a database to this program's schema: gateway/migrations/NNNN-*.sql, forward only, each in its own transaction.
// Processes that start together wait for each other and find the work done. Statements are sent one at a time.
// If the citus extension is installed, the tables are distributed as the migration's comments say:
//   -- distribute: transactions by merchant_id
//   -- reference: data_keys
// and after that NNNN-*.citus.sql beside the migration is applied, if there is one.
// A mark says which older releases can work on the database after the migration (decision 60), one of:
//   -- expand
//   -- contract: releases from 0022 on
//   -- pause: why no older release can work beside it
// It must never change a database whose schema is newer than the program, or whose migrations are not ours.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { OlderProcessesError, olderProcesses } from './older-processes.ts';
import { SchemaError } from './schema-error.ts';
import { splitStatements, UnsplittableError } from './split-statements.ts';

export type Migration = Readonly<{
  version: number;
  /** The file's name. */
  name: string;
  text: string;
  /** What Citus gets after its tables are distributed; null: nothing. */
  onCitus: string | null;
  checksum: string;
  /** The oldest schema version whose releases can work on the database after this migration (decision 60). */
  worksFrom: number;
  /** Why no older release can work beside it; null: one may. */
  pause: string | null;
  distribute: readonly Readonly<{ table: string; column: string }>[];
  reference: readonly string[];
}>;

export interface Applied {
  version: number;
  name: string;
  checksum: string;
  worksFrom: number;
}

const LOCK_NOT_AVAILABLE = '55P03';
/** How long a payment may wait behind a migration that itself waits for a table. */
const LOCK_TIMEOUT_MS = 1_000;
const LOCK_PAUSE_MS = 500;
const MOST_TRIES = 60;
const LOOK_AGAIN_MS = 1_000;
/** Held during a migration, and while rights on the migrated tables are granted. */
export const MIGRATION_LOCK = 7_011_443;
export const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');

export type MigrateOptions = Readonly<{
  migrationsDir?: string;
  /** Ends the migration between two files. */
  signal?: AbortSignal | undefined;
  /**
   * Somebody has stopped the older processes. Some may have died without signing off: wait until the last sign of each
   * is old enough.
   */
  pauseConfirmed?: boolean;
}>;

/** Answers the files that it applied, in order; none if the schema was up to date. */
export async function migrate(
  sql: Sql,
  { migrationsDir = MIGRATIONS_DIR, signal, pauseConfirmed = false }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const migrations = readMigrations(migrationsDir);
  const applied: string[] = [];
  const beganMs = performance.now();
  // One round more than there are files: the last round finds nothing to do.
  for (;;) {
    signal?.throwIfAborted();
    const name = await applyPatiently(sql, migrations, signal).catch(async (error) => {
      // A process that gave a sign after this began is still running.
      const waits =
        pauseConfirmed && error instanceof OlderProcessesError && error.seenMs > performance.now() - beganMs;
      if (!waits) return explainRights(error);
      await sleep(LOOK_AGAIN_MS, undefined, { signal });
      return undefined;
    });
    if (name === undefined) continue;
    if (name === null) return { applied };
    applied.push(name);
  }
}

/** insufficient_privilege: the gateway's own role connects before the owner has migrated. */
function explainRights(error: Error & { code?: string }): never {
  if (error.code !== '42501') throw error;
  throw new SchemaError(
    `the database is not at this release's schema, and its user may not change it (${error.message}): ` +
      "run `npm run migrate` with the DATABASE_URL of the tables' owner",
  );
}

/** Between two tries, writers that wait behind the migration for the same table can continue. */
async function applyPatiently(
  sql: Sql,
  migrations: readonly Migration[],
  signal?: AbortSignal,
): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await sql.begin((tx) => applyNext(tx, migrations));
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      if (tries === MOST_TRIES) {
        throw new SchemaError(
          `the schema cannot be migrated: another session holds a lock on a table (${(error as Error).message}); ` +
            'see pg_stat_activity, and start again when the lock is released; nothing was changed',
        );
      }
    }
    await sleep(LOCK_PAUSE_MS, undefined, { signal });
  }
}

async function applyNext(tx: SqlTransaction, migrations: readonly Migration[]): Promise<string | null> {
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
  // A pool's statement deadline is for payments; an index on a large table may take longer.
  await tx`set local statement_timeout = 0`;
  // Checked first: a role that may not create tables can start if there is nothing to do.
  const [made] = await tx`select to_regclass('public.schema_migrations') is not null as made`;
  if (!made!.made) {
    await tx`create table schema_migrations (version integer primary key, name text not null, checksum text not null,
      applied_at timestamptz not null, works_from integer)`;
  }
  const done = await tx<Applied[]>`
    select version, name, checksum, ${worksFrom(tx)} as "worksFrom" from schema_migrations m order by version`;
  requireOurs(done, migrations);
  const next = migrations[done.length];
  if (next === undefined) return null;
  const older = await olderProcesses(tx, next.worksFrom);
  if (older.length > 0) throw new OlderProcessesError(next, older);
  await tx`set local lock_timeout = ${tx.unsafe(String(LOCK_TIMEOUT_MS))}`;
  await tx`alter table schema_migrations add column if not exists works_from integer`;
  const [citus] = await tx`select 1 from pg_extension where extname = 'citus'`;
  // On Citus, tables made or changed in this transaction are visible to one connection per worker only.
  if (citus !== undefined) await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
  // One at a time: Citus makes one prepared statement of several commands in a query, and refuses it.
  for (const statement of statementsOf(next, next.text)) await tx.unsafe(statement).simple();
  if (citus !== undefined) await distribute(tx, next);
  await tx`insert into schema_migrations (version, name, checksum, applied_at, works_from)
    values (${next.version}, ${next.name}, ${next.checksum}, now(), ${next.worksFrom})`;
  return next.name;
}

function statementsOf({ name }: Migration, text: string): string[] {
  try {
    return splitStatements(text);
  } catch (error) {
    if (error instanceof UnsplittableError) throw new SchemaError(`migration ${name}, ${error.message}`);
    throw error;
  }
}

async function distribute(tx: SqlTransaction, migration: Migration): Promise<void> {
  for (const table of migration.reference) await tx`select create_reference_table(${table})`;
  for (const { table, column } of migration.distribute)
    await tx`select create_distributed_table(${table}, ${column})`;
  for (const statement of statementsOf(migration, migration.onCitus ?? ''))
    await tx.unsafe(statement).simple();
}

/**
 * It also works for a table that an older release made without the column: then no older release can work beside those
 * migrations.
 */
export const worksFrom = (sql: Sql | SqlTransaction) =>
  sql`coalesce((to_jsonb(m) ->> 'works_from')::int, version)`;

/** The first migration of databases that were made before the first release, when there were some thirty. */
const BEFORE_THE_FIRST_RELEASE = '0001-ground-floor.sql';

export function requireOurs(done: readonly Applied[], migrations: readonly Migration[]): void {
  if (done[0]?.name === BEFORE_THE_FIRST_RELEASE) {
    throw new SchemaError(
      'the database was made before the first release, and this release cannot read it: set DATA_DIR to a new folder, ' +
        'or DATABASE_URL to an empty database',
    );
  }
  const known = migrations.length;
  const newest = done.at(-1);
  const tooNew = done.find((row) => row.version > known && row.worksFrom > known);
  if (newest !== undefined && tooNew !== undefined) {
    throw new SchemaError(
      `the database's schema is at version ${newest.version} (${newest.name}) but this release knows only ${known} migrations, ` +
        `and cannot work after ${tooNew.name}: start a newer release, or use another database`,
    );
  }
  for (const [index, row] of done.slice(0, known).entries()) {
    const ours = migrations[index];
    if (ours?.version !== row.version) {
      throw new SchemaError(
        `the database lacks migration ${index + 1} but has ${row.name}: the database does not belong to this program`,
      );
    }
    if (ours.checksum !== row.checksum) {
      throw new SchemaError(
        `migration ${ours.name} was applied to this database with different content (as ${row.name}): ` +
          'never edit an applied migration; restore the former file, and write the change as a new migration',
      );
    }
  }
}

/**
 * The mark of a migration; null if it has none. After a migration that only adds, the same releases work as before it.
 */
export function readWorksFrom(text: string): number | null {
  if (/^-- expand$/m.test(text)) return 0;
  const [, version] = /^-- contract: releases from (\d{4}) on$/m.exec(text) ?? [];
  return version === undefined ? null : Number(version);
}

/** The folder's migrations in order; throws if numbers are missing or doubled. */
export function readMigrations(migrationsDir: string): Migration[] {
  const names = readdirSync(migrationsDir).filter((name) => /^\d{4}-[^.]+\.sql$/.test(name));
  return names.sort().map((name, index) => {
    const version = Number(name.slice(0, 4));
    if (version !== index + 1)
      throw new SchemaError(`${join(migrationsDir, name)} should be number ${index + 1}`);
    const read = (file: string) => readFileSync(join(migrationsDir, file), 'utf8').replaceAll('\r\n', '\n');
    const text = read(name);
    const ofCitus = name.replace(/sql$/, 'citus.sql');
    const onCitus = existsSync(join(migrationsDir, ofCitus)) ? read(ofCitus) : null;
    return {
      version,
      name,
      text,
      onCitus,
      checksum: createHash('sha256')
        .update(text + (onCitus ?? ''))
        .digest('hex'),
      worksFrom: readWorksFrom(text) ?? version,
      pause: /^-- pause: (.+)$/m.exec(text)?.[1] ?? null,
      distribute: [...text.matchAll(/^-- distribute: (\w+) by (\w+)\s*$/gm)].map(([, table, column]) => ({
        table: table!,
        column: column!,
      })),
      reference: [...text.matchAll(/^-- reference: (\w+)\s*$/gm)].map(([, table]) => table!),
    };
  });
}
