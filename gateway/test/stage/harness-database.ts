// Databases for tests, cloned in some 10 ms from a template with the migrated schema: one for each gateway or test, or
// for all that the files of a process share. Always real PostgreSQL, and a real Citus cluster where CITUS_URL names one
// (citus-cluster.ts). At the end the process drops every database that its files did not drop.

import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type EmbeddedPostgres, SUPERUSER, startEmbeddedPostgres } from '@tollgate/embedded-postgres';
import { monthOf } from '../../src/domain/archive/month.ts';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { askForCitus, openDatabase, type Sql } from '../../src/storage/database/database.ts';
import { asAppRole, GRANTS, grantAppRole } from '../../src/storage/schema/app-role.ts';
import { MIGRATIONS_DIR, migrate, readMigrations } from '../../src/storage/schema/migrate.ts';
import { CITUS_URL, CitusCluster } from './citus-cluster.ts';
import { putNewCluster } from './new-cluster.ts';
import {
  connectMaintenance,
  dropAbandonedDatabases,
  FORGETFUL,
  joinSharedServer,
  silentLog,
  temporaryDataDir,
} from './shared-server.ts';

export type TestDatabase = Readonly<{
  /**
   * Connects as the gateway's own role, which may change neither the schema nor the audit log. For an empty database:
   * as its owner.
   */
  databaseUrl: string;
  drop(): Promise<void>;
}>;

/** The same database as its owner, for tests that do what the gateway may not. */
export function asOwner(databaseUrl: string): string {
  // Recognised by the database name, because a proxy may hide the host. Private servers use other names.
  const isOnCitus = CITUS_URL !== null && /\/test_\d+_\w+$/.test(new URL(databaseUrl).pathname);
  const owner = isOnCitus ? /\/\/([^@]*)@/.exec(CITUS_URL!)![1] : SUPERUSER;
  return databaseUrl.replace(/^([a-z]+:\/\/)[^@]*@/, `$1${owner}@`);
}

/** Outside tests a pipeline plans a statement again after 250 ms (decision 21); a test would for nearly every write. */
export const PLAN_LIFETIME_MS = 10_000;

/** A pool like the gateway's: it knows whether it is on a cluster. */
export async function openTestPool(
  databaseUrl: string,
  options?: Parameters<typeof openDatabase>[1],
): Promise<Sql> {
  const sql = openDatabase(databaseUrl, options);
  // Otherwise a pool that a test does not use opens no connection.
  if (CITUS_URL !== null) await askForCitus(sql);
  return sql;
}

/**
 * Runs `analyze` on one table or on all, as the owner: PostgreSQL skips it for the gateway's role with only a warning.
 */
export async function analyze(databaseUrl: string, table?: string): Promise<void> {
  const owner = connectPostgres(asOwner(databaseUrl), { max: 1, onnotice: () => {} });
  await owner`analyze ${table === undefined ? owner`` : owner(table)}`;
  await owner.end({ timeout: 1 });
}

/** The owner's address on every node of a cluster. */
export async function everyNode(databaseUrl: string): Promise<string[]> {
  if (CITUS_URL === null) return [asOwner(databaseUrl)];
  const cluster = await CitusCluster.open(CITUS_URL);
  return cluster.addressesOf(new URL(databaseUrl).pathname.slice(1));
}

/**
 * Whether a session with a query like this waits for a lock. On a cluster it looks at every node, where Citus writes
 * keywords in capitals.
 */
export async function waitsForLock(databaseUrl: string, query: string): Promise<boolean> {
  for (const url of await everyNode(databaseUrl)) {
    const sql = connectPostgres(url, { max: 1, onnotice: () => {} });
    try {
      const rows = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike ${query}`;
      if (rows.length > 0) return true;
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
  return false;
}

const TEMPLATE_LOCK = 7_011_444;

/** Where the test databases live: the shared server, or a cluster. */
interface Home {
  addressOf(name: string): string;
  create(name: string, empty: boolean): Promise<void>;
  drop(name: string): Promise<void>;
  leave(): Promise<void>;
}

let home: Promise<Home> | null = null;
const left = new Set<string>();

/** A database with the schema of all migrations and nothing in it. */
export async function createTestDatabase({ empty = false }: { empty?: boolean } = {}): Promise<TestDatabase> {
  home ??= join();
  const { addressOf, create, drop } = await home;
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  left.add(name);
  await create(name, empty);
  return {
    databaseUrl: empty ? addressOf(name) : asAppRole(addressOf(name)),
    async drop() {
      left.delete(name);
      await drop(name);
    },
  };
}

export type PrivateServer = Readonly<{
  /** An empty database on this server. */
  databaseUrl: string;
  dataDir: string;
  /** kill -9 of the server, whatever it is doing. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** Starts it after kill or stop: same data, same address. */
  start(): Promise<void>;
  /** Stops the server and deletes its data. Every test that starts one must call this. */
  remove(): Promise<void>;
}>;

/** A server for one test alone, which may break it. `durable` turns fsync on, for crash tests. */
export async function startPrivateServer({ durable = false } = {}): Promise<PrivateServer> {
  const dataDir = temporaryDataDir();
  const options = {
    dataDir,
    log: silentLog,
    connect: connectPostgres,
    revive: false,
    holdProcess: false,
    settings: { shared_buffers: '64MB', ...(durable ? {} : FORGETFUL) },
  };
  const start = () => startEmbeddedPostgres(options);
  await putNewCluster(dataDir);
  let server = await start();
  return {
    databaseUrl: server.databaseUrl,
    dataDir,
    async kill() {
      const pid = server.pid();
      if (pid !== null) await killWithSessions(pid, server.databaseUrl);
      while (server.pid() !== null) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    stop: () => server.stop(),
    async start() {
      server = await start();
    },
    async remove() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * On a busy machine a session outlives its server for a moment and may still commit what it receives. So this pauses
 * the server first, which then starts no new session. Then it kills the server together with its sessions.
 */
async function killWithSessions(pid: number, databaseUrl: string): Promise<void> {
  const sql = connectPostgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`select 1`;
    process.kill(pid, 'SIGSTOP');
    const sessions = await sql`select pid from pg_stat_activity where backend_type = 'client backend'`;
    for (const session of sessions) process.kill(session.pid, 'SIGKILL');
  } catch {
    // The server takes no connection, or a session has just ended. Kill the server anyway.
  } finally {
    process.kill(pid, 'SIGKILL');
    await sql.end({ timeout: 0 });
  }
}

async function join(): Promise<Home> {
  const joined = await (CITUS_URL === null ? joinServer() : joinCluster(CITUS_URL));
  // Nothing here keeps the process alive, so this event comes when the tests are over. It also comes once earlier,
  // before the hooks of the test runner. So the first round drops nothing.
  let rounds = 0;
  process.on('beforeExit', async () => {
    rounds += 1;
    if (rounds === 1) setImmediate(() => {});
    if (rounds !== 2) return;
    for (const name of left) await joined.drop(name);
    await joined.leave();
  });
  return joined;
}

async function joinServer(): Promise<Home> {
  const server = await joinSharedServer();
  const maintenance = new Maintenance(server);
  let template: Promise<string> | undefined;
  return {
    addressOf: (name) => addressOf(server, name),
    create: (name, empty) =>
      maintenance.use(async (sql) => {
        if (!empty) template ??= requireTemplate(server, sql);
        const from = empty ? 'template0' : await template!;
        // `file_copy` takes 10 ms, the default strategy 90.
        await sql`create database ${sql(name)} template ${sql(from)} strategy file_copy`;
      }),
    drop: (name) =>
      maintenance.use(async (sql) => {
        await sql`drop database if exists ${sql(name)} with (force)`;
      }),
    leave: async () => {
      await maintenance.end();
      await server.stop();
    },
  };
}

async function joinCluster(url: string): Promise<Home> {
  const cluster = await CitusCluster.open(url);
  const template = `citus_${contentOfTemplate()}`;
  return {
    addressOf: (name) => cluster.addressOf(name),
    create: (name, empty) =>
      empty ? cluster.create(name, 'citus_empty', async () => {}) : cluster.create(name, template, fill),
    drop: (name) => cluster.drop(name),
    leave: async () => {},
  };
}

/** An open connection keeps the process alive. */
const LONGEST_REST_MS = 500;

/**
 * A connection to the maintenance database that ends soon after its last use. When a test drops its database, the next
 * test often makes one.
 */
class Maintenance {
  readonly #server: EmbeddedPostgres;
  #sql: Sql | null = null;
  #users = 0;
  #rest: NodeJS.Timeout | undefined;

  constructor(server: EmbeddedPostgres) {
    this.#server = server;
  }

  async use<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    clearTimeout(this.#rest);
    this.#users++;
    this.#sql ??= connectMaintenance(this.#server);
    try {
      return await work(this.#sql);
    } finally {
      this.#users--;
      if (this.#users === 0) this.#rest = setTimeout(() => void this.end(), LONGEST_REST_MS);
    }
  }

  async end(): Promise<void> {
    clearTimeout(this.#rest);
    const sql = this.#sql;
    this.#sql = null;
    await sql?.end();
  }
}

/** Fewer than the gateway makes: each has four tables with their indexes, in each test database. */
const monthsOfTests = () => [0, 1].map((ahead) => monthOf(new Date(), ahead));

/** A short hash of the template's content. */
function contentOfTemplate(): string {
  const migrations = readMigrations(MIGRATIONS_DIR).map((migration) => migration.checksum);
  const content = [...migrations, ...GRANTS, ...monthsOfTests()];
  return createHash('sha256').update(content.join()).digest('hex').slice(0, 12);
}

async function fill(databaseUrl: string): Promise<void> {
  const fresh = connectPostgres(databaseUrl, { max: 1, onnotice: () => {} });
  await migrate(fresh);
  for (const month of monthsOfTests()) await fresh`select make_month(${month}::date)`;
  await grantAppRole(fresh);
  await fresh.end();
}

/** The template's name, which depends on its content. The first process that needs the template creates it. */
async function requireTemplate(server: EmbeddedPostgres, sql: Sql): Promise<string> {
  const template = `template_${contentOfTemplate()}`;
  const exists = () => sql`select 1 from pg_database where datname = ${template}`;
  if ((await exists()).length > 0) return template;
  await sql`select pg_advisory_lock(${TEMPLATE_LOCK}::bigint)`;
  if ((await exists()).length === 0) {
    await dropAbandonedDatabases(sql);
    const stale = await sql<
      { name: string }[]
    >`select datname as name from pg_database where datname ~ '^(template|making)_[0-9a-f]'`;
    for (const { name } of stale) await sql`drop database if exists ${sql(name)} with (force)`;
    const making = template.replace('template', 'making');
    await sql`create database ${sql(making)} template template0`;
    await fill(addressOf(server, making));
    await sql`alter database ${sql(making)} rename to ${sql(template)}`;
  }
  await sql`select pg_advisory_unlock(${TEMPLATE_LOCK}::bigint)`;
  return template;
}

function addressOf(server: EmbeddedPostgres, name: string): string {
  const url = new URL(server.databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}
