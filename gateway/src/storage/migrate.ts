// Brings a database to this program's schema: gateway/migrations/NNNN-*.sql, forward only, each in a transaction of its
// own. Called by main.ts at every start; processes that start together wait for each other and find the work done.
// Where the citus extension is installed, the tables are distributed as the migration's comments say:
//   -- distribute: transactions by merchant_id
//   -- reference: data_keys
// Must never touch a database whose schema is newer than the program, or whose migrations are not ours.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql, SqlTransaction } from './database.ts';

export class SchemaError extends Error {
  override name = 'SchemaError';
}

export type Migration = Readonly<{
  version: number;
  /** The file's name. */
  name: string;
  text: string;
  checksum: string;
  distribute: readonly Readonly<{ table: string; column: string }>[];
  reference: readonly string[];
}>;

const MIGRATION_LOCK = 7_011_443;
export const MIGRATIONS_DIR = join(import.meta.dirname, '../../migrations');

/** Answers the files it applied, in order; none when the schema was up to date. */
export async function migrate(
  sql: Sql,
  { migrationsDir = MIGRATIONS_DIR }: { migrationsDir?: string } = {},
): Promise<{ applied: string[] }> {
  const migrations = readMigrations(migrationsDir);
  const applied: string[] = [];
  // Once more than there are files: the last round finds nothing to do.
  for (;;) {
    const name = await sql.begin((tx) => applyNext(tx, migrations));
    if (name === null) return { applied };
    applied.push(name);
  }
}

async function applyNext(tx: SqlTransaction, migrations: readonly Migration[]): Promise<string | null> {
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
  // A pool's statement deadline is for payments; an index on a large table takes what it takes.
  await tx`set local statement_timeout = 0`;
  await tx`create table if not exists schema_migrations (
    version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null)`;
  const done = await tx<{ version: number; name: string; checksum: string }[]>`
    select version, name, checksum from schema_migrations order by version`;
  requireOurs(done, migrations);
  const next = migrations[done.length];
  if (next === undefined) return null;
  await tx.unsafe(next.text).simple();
  const [citus] = await tx`select 1 from pg_extension where extname = 'citus'`;
  if (citus !== undefined) await distribute(tx, next);
  await tx`insert into schema_migrations values (${next.version}, ${next.name}, ${next.checksum}, now())`;
  return next.name;
}

async function distribute(tx: SqlTransaction, migration: Migration): Promise<void> {
  // Tables made in this transaction are seen by one connection a worker only.
  await tx`set local citus.multi_shard_modify_mode = 'sequential'`;
  for (const table of migration.reference) await tx`select create_reference_table(${table})`;
  for (const { table, column } of migration.distribute)
    await tx`select create_distributed_table(${table}, ${column})`;
}

function requireOurs(
  done: readonly { version: number; name: string; checksum: string }[],
  migrations: readonly Migration[],
): void {
  const newest = done.at(-1);
  if (newest !== undefined && newest.version > migrations.length) {
    throw new SchemaError(
      `the database's schema is at version ${newest.version} (${newest.name}) and this program knows ` +
        `${migrations.length} of them: start a newer release, or another database`,
    );
  }
  for (const [index, row] of done.entries()) {
    const ours = migrations[index];
    if (ours?.version !== row.version) {
      throw new SchemaError(
        `the database lacks migration ${index + 1} but has ${row.name}: it is not this program's database`,
      );
    }
    if (ours.checksum !== row.checksum) {
      throw new SchemaError(
        `migration ${ours.name} was applied to this database with another content (as ${row.name}): ` +
          'an applied migration is never edited; put the former file back and write the change as a new one',
      );
    }
  }
}

/** The folder's migrations in order; throws where numbers are missing or doubled. */
export function readMigrations(migrationsDir: string): Migration[] {
  const names = readdirSync(migrationsDir).filter((name) => /^\d{4}-.+\.sql$/.test(name));
  return names.sort().map((name, index) => {
    const version = Number(name.slice(0, 4));
    if (version !== index + 1)
      throw new SchemaError(`${join(migrationsDir, name)} should be number ${index + 1}`);
    const text = readFileSync(join(migrationsDir, name), 'utf8').replaceAll('\r\n', '\n');
    return {
      version,
      name,
      text,
      checksum: createHash('sha256').update(text).digest('hex'),
      distribute: [...text.matchAll(/^-- distribute: (\w+) by (\w+)\s*$/gm)].map(([, table, column]) => ({
        table: table!,
        column: column!,
      })),
      reference: [...text.matchAll(/^-- reference: (\w+)\s*$/gm)].map(([, table]) => table!),
    };
  });
}
