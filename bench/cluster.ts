// The embedded PostgreSQL of the bench, with the product's settings (fsync on), in a separate folder under the system's
// temporary folder, deleted at the end. Each part has its own database, so that the workers of the measured gateway
// never find another part's webhooks.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@tollgate/embedded-postgres';
import { createDataDir } from '../gateway/src/process/data-dir.ts';
import { connectPostgres } from '../gateway/src/storage/database/connect.ts';
import type { Sql } from '../gateway/src/storage/database/database.ts';
import { MIGRATIONS_DIR, migrate } from '../gateway/src/storage/schema/migrate.ts';
import { timeFlushes } from './probes/disk.ts';

export interface BenchDatabase {
  url: string;
  sql: Sql;
  /** Deletes all payments, and keeps merchants, brands and keys. */
  empty(): Promise<void>;
  vacuum(): Promise<void>;
  /** Transactions that the fold has not added to the listing yet; one that changed twice counts twice. */
  unfolded(): Promise<number>;
  /** Size of the rows of one payment, from the first thousand of each table; without balances. */
  rowBytes(): Promise<number>;
  /** Database transactions committed so far; the server counts those of a session at most a second later. */
  commits(): Promise<number>;
}

export interface Cluster {
  folder: string;
  sql: Sql;
  pid(): number;
  /** A new database with the gateway's tables. `release`: the checkout that defines the tables; default: this one. */
  database(name: string, release?: string): Promise<BenchDatabase>;
  /** With the tables of the time when (a) was frozen, so that (a) still writes the same rows. */
  frozen(name: string): Promise<BenchDatabase>;
  /** Called before each measurement, so that no measurement pays for the writes of the former one. */
  settle(): Promise<void>;
  remove(): Promise<void>;
}

const PAYMENT_TABLES = [
  'openings',
  'idempotency_keys',
  'steps',
  'open_work',
  // Tables of former releases, and of reference (a).
  'transactions',
  'timeline',
  'customers',
  'cards',
  'transfers',
  'balances',
  'balance_changes',
  'fundings',
  'webhook_events',
  'events',
  'webhook_queue',
  'webhook_tries',
  'risk_attempts',
  'risk_declines',
  'transaction_changes',
  'facets',
  'listing',
  'search_terms',
  'daily_totals',
  'quarter_totals',
  'event_log',
];
const ROWS_OF_A_PAYMENT = [
  'transactions',
  'timeline',
  'customers',
  'cards',
  'transfers',
  'webhook_events',
  'events',
  'risk_attempts',
];

const FROZEN_TABLES = join(import.meta.dirname, 'reference/one-by-one.sql');

export async function startCluster(
  parent = tmpdir(),
  tryOut: readonly string[] = [],
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const folder = join(parent, `tollgate-bench-${process.pid}`);
  const dataDir = join(folder, 'data');
  createDataDir(dataDir);
  const silent = { info() {}, warn: (_: object, message: string) => console.error(message) };
  const server = await startEmbeddedPostgres({
    dataDir,
    log: silent,
    connect: connectPostgres,
    database: 'bench',
    // Six gateways keep their pools open, and (a) wants up to 32 more.
    settings: { max_connections: 300, ...settings },
  });
  const sql = connectPostgres(server.databaseUrl, { max: 2, onnotice: () => {} });
  await timeFlushes(sql);
  const opened: Sql[] = [sql];

  async function make(name: string, migrateIt: (own: Sql) => Promise<unknown>): Promise<BenchDatabase> {
    await sql`create database ${sql(name)}`;
    for (const setting of tryOut) {
      const [, key = '', value = ''] = /^([a-z_]+)=(.*)$/.exec(setting) ?? [];
      await sql.unsafe(`alter database ${name} set ${key} = '${value.replaceAll("'", "''")}'`);
    }
    const url = server.databaseUrl.replace(/[^/]*$/, name);
    const own = connectPostgres(url, { max: 2, onnotice: () => {} });
    opened.push(own);
    await migrateIt(own as Sql);
    const made = (await own`select tablename from pg_tables where schemaname = 'public'`).map(
      (row) => row.tablename as string,
    );
    const payments = PAYMENT_TABLES.filter((table) => made.includes(table)).join(', ');
    return {
      url,
      sql: own,
      async empty() {
        await own.unsafe(`truncate ${payments}`);
      },
      async unfolded() {
        if (!made.includes('transaction_changes')) return 0;
        const [row] = await own`
          select coalesce(sum(cardinality(transaction_ids)), 0)::int as count from transaction_changes`;
        return row!.count;
      },
      async rowBytes() {
        const sizes = ROWS_OF_A_PAYMENT.filter((table) => made.includes(table)).map(
          (table) => `select avg(pg_column_size(r)) as size from (select * from ${table} limit 1000) r`,
        );
        const [row] = await own.unsafe(
          `select sum(size)::float8 as bytes from (${sizes.join(' union all ')}) s`,
        );
        return row?.bytes ?? 0;
      },
      async commits() {
        const [row] = await own`
            select xact_commit::int as commits from pg_stat_database where datname = current_database()`;
        return row!.commits;
      },
      async vacuum() {
        await own.unsafe('vacuum (analyze)');
      },
    };
  }

  return {
    folder,
    sql,
    pid: () => server.pid() ?? 0,
    database(name, release) {
      // Only the files: a former release may keep its code elsewhere.
      const migrationsDir = release ? join(release, 'gateway/migrations') : MIGRATIONS_DIR;
      return make(name, (own) => migrate(own, { migrationsDir }));
    },
    frozen: (name) => make(name, (own) => own.unsafe(readFileSync(FROZEN_TABLES, 'utf8')).simple()),
    async settle() {
      await sql`checkpoint`;
    },
    async remove() {
      for (const one of opened) await one.end({ timeout: 5 });
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
