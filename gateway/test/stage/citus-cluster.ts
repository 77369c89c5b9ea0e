// Test databases on a Citus cluster. CITUS_URL names a database of the coordinator that already knows its workers. Each
// database is cloned from a template on every node. A clone copies files and keeps table ids, so the copied Citus
// catalogue still fits. A clone takes some 100 ms; creating a schema takes two seconds. Never touches a database that
// no test has made.
import { isAlive } from '@tollgate/embedded-postgres';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import type { Sql } from '../../src/storage/database/database.ts';

export const CITUS_URL = process.env.CITUS_URL || null;
/** For tests that need what a cluster does not allow (such as a trigger), or that read PostgreSQL's own plan. */
export const ON_POSTGRESQL = { skip: CITUS_URL !== null && 'it is on a cluster' };

/** Two shards a worker: enough to see that a statement reaches several shards, and half as many files to clone. */
const SHARDS = 4;
const TEMPLATE_LOCK = 7_011_445;

export class CitusCluster {
  readonly #url: string;
  /** The workers' addresses, as the coordinator knows them. */
  readonly #workers: readonly { host: string; port: number }[];

  private constructor(url: string, workers: readonly { host: string; port: number }[]) {
    this.#url = url;
    this.#workers = workers;
  }

  static async open(url: string): Promise<CitusCluster> {
    const sql = connectPostgres(url, { max: 1, onnotice: () => {} });
    try {
      const workers = await sql<{ host: string; port: number }[]>`
        select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and groupid > 0 order by groupid`;
      if (workers.length === 0)
        throw new Error('the database of CITUS_URL knows no workers: call citus_add_node');
      return new CitusCluster(url, workers);
    } finally {
      await sql.end();
    }
  }

  addressOf(name: string): string {
    return pointTo(this.#url, { database: name });
  }

  /** The database's address on every node, the coordinator last. */
  addressesOf(name: string): string[] {
    return [
      ...this.#workers.map((worker) => pointTo(this.#url, { ...worker, database: name })),
      this.addressOf(name),
    ];
  }

  /** `fill` creates the template's schema if the template does not exist yet. It gets the template's address. */
  async create(name: string, template: string, fill: (databaseUrl: string) => Promise<void>): Promise<void> {
    await this.#requireTemplate(template, fill);
    await this.#everywhere(
      (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`,
    );
  }

  async drop(name: string): Promise<void> {
    await this.#dropAll((found) => found === name);
  }

  async dropAbandoned(): Promise<void> {
    await this.#dropAll((name) => {
      const [, pid] = /^(?:test|making)_(\d+)_/.exec(name) ?? [];
      return pid !== undefined && !isAlive(Number(pid));
    });
  }

  /**
   * Forbids new connections on every node before it ends the sessions. Otherwise Citus' daemons reconnect, and the drop
   * gives up after five seconds.
   */
  async #dropAll(isOne: (name: string) => boolean): Promise<void> {
    const urls = [...this.#workers.map((worker) => pointTo(this.#url, worker)), this.#url];
    const nodes = urls.map((url) => connectPostgres(url, { max: 1, onnotice: () => {} }));
    // Ends prepared commits over several nodes that a killed process left behind.
    const endPrepared = async (sql: Sql, name: string, url: string) => {
      const left = await sql<{ gid: string }[]>`select gid from pg_prepared_xacts where database = ${name}`;
      if (left.length === 0) return;
      await sql`alter database ${sql(name)} allow_connections true`;
      await this.#on(pointTo(url, { database: name }), async (inIt) => {
        for (const { gid } of left) await inIt.unsafe(`rollback prepared '${gid}'`);
      });
      await sql`alter database ${sql(name)} allow_connections false`;
      await endSessions(sql, name);
    };
    const each = (work: (sql: Sql, name: string, url: string) => Promise<unknown>) =>
      Promise.all(
        nodes.map(async (sql, node) => {
          const rows = await sql<{ name: string }[]>`select datname as name from pg_database`;
          for (const { name } of rows) if (isOne(name)) await work(sql, name, urls[node]!);
        }),
      );
    try {
      await each((sql, name) => sql`alter database ${sql(name)} allow_connections false`);
      await each(endSessions);
      await each(endPrepared);
      await each((sql, name) => sql`drop database if exists ${sql(name)} with (force)`);
    } finally {
      await Promise.all(nodes.map((sql) => sql.end()));
    }
  }

  async #requireTemplate(template: string, fill: (databaseUrl: string) => Promise<void>): Promise<void> {
    await this.#on(this.#url, async (sql) => {
      const exists = () => sql`select 1 from pg_database where datname = ${template}`;
      if ((await exists()).length > 0) return;
      await sql`select pg_advisory_lock(${TEMPLATE_LOCK}::bigint)`;
      if ((await exists()).length === 0) await this.#makeTemplate(template, fill);
      await sql`select pg_advisory_unlock(${TEMPLATE_LOCK}::bigint)`;
    });
  }

  async #makeTemplate(template: string, fill: (databaseUrl: string) => Promise<void>): Promise<void> {
    await this.dropAbandoned();
    const making = `making_${process.pid}_${template}`;
    await this.#everywhere((sql) => sql`create database ${sql(making)} template template0`);
    await this.#everywhere((sql) => sql`create extension citus`, making);
    const url = new URL(this.#url);
    await this.#on(this.addressOf(making), async (sql) => {
      await sql`select citus_set_coordinator_host(${url.hostname}, ${Number(url.port || 5432)})`;
      for (const { host, port } of this.#workers) await sql`select citus_add_node(${host}, ${port})`;
    });
    await this.#on(this.#url, async (sql) => {
      await sql`alter database ${sql(making)} set citus.shard_count = ${sql.unsafe(String(SHARDS))}`;
    });
    await fill(this.addressOf(making));
    // A template can be cloned only while nobody is connected to it, not even Citus' daemons. The coordinator goes
    // last: its database name proves that all nodes are ready.
    await this.#everywhere(async (sql) => {
      await sql`alter database ${sql(making)} allow_connections false`;
      await endSessions(sql, making);
      await sql`alter database ${sql(making)} rename to ${sql(template)}`;
    });
  }

  /** Runs on all workers at once, then on the coordinator. */
  async #everywhere(work: (sql: Sql) => Promise<unknown>, database?: string): Promise<void> {
    const part = database === undefined ? {} : { database };
    await Promise.all(
      this.#workers.map((worker) => this.#on(pointTo(this.#url, { ...worker, ...part }), work)),
    );
    await this.#on(pointTo(this.#url, part), work);
  }

  async #on(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
    const sql = connectPostgres(url, { max: 1, onnotice: () => {} });
    try {
      await work(sql);
    } finally {
      await sql.end();
    }
  }
}

const endSessions = (sql: Sql, name: string) =>
  sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`;

function pointTo(
  address: string,
  { host, port, database }: { host?: string; port?: number; database?: string },
): string {
  const url = new URL(address);
  if (host !== undefined) url.hostname = host;
  if (port !== undefined) url.port = String(port);
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
}
