// A Citus cluster for the fault suite: a coordinator and two workers on free ports, in a temporary folder; scenarios
// may add workers. CITUS_BIN names the program folder of a PostgreSQL with the extension. A node can be killed and
// started again; `remove` ends all of them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive, lockFilePid, userNamed } from '@tollgate/embedded-postgres';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import type { PrivateServer } from '../../stage/harness-database.ts';
import { endsWithThisProcess } from '../../stage/leftovers.ts';

export const CITUS_BIN = process.env.CITUS_BIN || null;

const DATABASE = 'tollgate';
const READY_WITHIN_MS = 30_000;
/** Six shards move evenly from two workers to three. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
shared_preload_libraries = 'citus'
max_connections = 300
max_prepared_transactions = 600
max_worker_processes = 64
max_replication_slots = 64
max_wal_senders = 64
max_logical_replication_workers = 32
wal_level = logical
shared_buffers = 64MB
fsync = off
citus.shard_count = 6
citus.node_conninfo = 'sslmode=disable'
citus.enable_statistics_collection = off
`;

class Node {
  readonly dataDir: string;
  readonly port: number;

  constructor(dataDir: string, port: number) {
    this.dataDir = dataDir;
    this.port = port;
  }

  url(database = DATABASE): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** initdb does not run as root. */
  static async make(folder: string, number: number): Promise<Node> {
    const node = new Node(join(folder, String(number)), await freePort());
    mkdirSync(node.dataDir, { mode: 0o700 });
    const user = owner();
    if (user) chownSync(node.dataDir, user.uid, user.gid);
    const options = '-U postgres --auth=trust -E UTF8 --locale=C.UTF-8 -N'.split(' ');
    await promisify(execFile)(join(CITUS_BIN!, 'initdb'), ['-D', node.dataDir, ...options], { ...user });
    const own = `port = ${node.port}\nunix_socket_directories = '${node.dataDir}'\n`;
    appendFileSync(join(node.dataDir, 'postgresql.conf'), SETTINGS + own);
    await node.start();
    return node;
  }

  async start(): Promise<void> {
    const options = ['-D', this.dataDir];
    spawn(join(CITUS_BIN!, 'postgres'), options, { ...owner(), detached: true, stdio: 'ignore' }).unref();
    const end = performance.now() + READY_WITHIN_MS;
    for (;;) {
      try {
        await on(this.url('postgres'), (sql) => sql`select 1`);
        return;
      } catch (error) {
        if (performance.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const pid = lockFilePid(this.dataDir);
    if (pid === null || !isAlive(pid)) return;
    process.kill(pid, signal);
    const end = performance.now() + READY_WITHIN_MS;
    while (isAlive(pid) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export class CitusNodes implements PrivateServer {
  readonly dataDir: string;
  readonly #nodes: Node[] = [];

  private constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  static async start(): Promise<CitusNodes> {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-citus-'));
    chmodSync(folder, 0o711);
    endsWithThisProcess({ dataDir: folder });
    const cluster = new CitusNodes(folder);
    try {
      for (let n = 0; n < 3; n++) await cluster.#makeNode();
      const [coordinator, ...workers] = cluster.#nodes;
      await on(coordinator!.url(), async (sql) => {
        await sql`select citus_set_coordinator_host('127.0.0.1', ${coordinator!.port})`;
        for (const { port } of workers) await sql`select citus_add_node('127.0.0.1', ${port})`;
      });
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  get databaseUrl(): string {
    return this.#nodes[0]!.url();
  }

  async #makeNode(): Promise<Node> {
    const node = await Node.make(this.dataDir, this.#nodes.length);
    this.#nodes.push(node);
    await on(node.url('postgres'), (sql) => sql`create database ${sql(DATABASE)}`);
    await on(node.url(), (sql) => sql`create extension citus`);
    return node;
  }

  /** The worker with this merchant's rows. */
  async workerOf(merchantId: string): Promise<Node> {
    const [row] = await on(
      this.databaseUrl,
      (sql) => sql`select nodeport as port from citus_shards
        where shardid = get_shard_id_for_distribution_column('openings', ${merchantId}::uuid)`,
    );
    return this.#nodes.find(({ port }) => port === row!.port)!;
  }

  /** How many workers the gateways reach without the coordinator. */
  async reachedStraight(): Promise<number> {
    return await on(this.databaseUrl, async (sql) => {
      const rows = await sql`select result from run_command_on_workers(
        $$select count(*) from pg_stat_activity where application_name = 'tollgate' and datname = current_database()$$)`;
      return rows.filter(({ result }) => Number(result) > 0).length;
    });
  }

  /** Adds a third worker and moves some shards to it. Returns how many moved and how long it took. */
  async addWorker(): Promise<{ moved: number; tookMs: number }> {
    const node = await this.#makeNode();
    const began = performance.now();
    return await on(this.databaseUrl, async (sql) => {
      await sql`select citus_add_node('127.0.0.1', ${node.port})`;
      await sql`select rebalance_table_shards(shard_transfer_mode := 'force_logical')`;
      const [row] = await sql`select count(*)::int as moved from citus_shards
        where nodeport = ${node.port} and table_name = 'openings'::regclass`;
      return { moved: row!.moved, tookMs: performance.now() - began };
    });
  }

  async kill(): Promise<void> {
    await this.#nodes[0]!.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#nodes[0]!.end('SIGINT');
  }

  async start(): Promise<void> {
    await this.#nodes[0]!.start();
  }

  async remove(): Promise<void> {
    for (const node of this.#nodes) await node.end('SIGQUIT');
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

const owner = () => {
  if (process.getuid?.() !== 0) return undefined;
  const user = userNamed('postgres');
  if (!user) throw new Error('root needs a user "postgres" that the servers run as');
  return { uid: user.uid, gid: user.gid };
};

async function on<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connectPostgres(url, { max: 1, onnotice: () => {} }) as Sql;
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
