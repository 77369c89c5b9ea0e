// One measurement of each kind, as run.ts and paths.ts repeat them in rounds: the whole gateway in a closed loop (b, g
// and the other paths) and at a fixed rate (d), its HTTP side alone (H), the storage side alone (D). Each begins with
// empty tables (except g and r) and directly after a checkpoint, and ends when the webhooks are delivered.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from './children.ts';
import type { BenchDatabase, Cluster } from './cluster.ts';
import type { Distribution } from './distribution.ts';
import type { GatewayPlan } from './gateway-process.ts';
import type { ClosedRun, Faults, OpenRun } from './load.ts';
import { type BenchMerchant, makeMerchant } from './merchant.ts';
import { type DiskSeen, watchDisk } from './probes/disk.ts';
import { busySeconds, cpuSeconds, memoryOf, postgresCpuSeconds, stolenSeconds } from './probes/machine.ts';
import type { Received } from './receiver.ts';
import type { RequestKind } from './requests.ts';
import type { StorageRun } from './storage-side.ts';

export interface Bench {
  cluster: Cluster;
  load: Child;
  receiver: Child;
  connections: number;
  warmupMs: number;
  measureMs: number;
  /** The brand's rules against card testing. */
  risk: string;
}

export interface GatewayUnderLoad {
  name: string;
  child: Child;
  database: BenchDatabase;
  merchant: BenchMerchant;
  /** Payments a second of the last run, to decide how many requests to prepare. */
  lastPerSecond: number;
  runs: number;
}

export interface Webhooks {
  delayMs: Distribution;
  perSecond: number;
  /** Webhooks that were undelivered when the load stopped. */
  backlog: number;
  drainMs: number;
}

/** Processors kept busy, 1 is one whole core. */
export interface Cores {
  gateway: number;
  postgres: number;
  load: number;
  receiver: number;
  /** Processors used by the kernel's threads and other programs; with a high number the results are unreliable. */
  others: number;
  /** Time that the hypervisor gave to other machines. */
  stolen: number;
}

export interface Conditions {
  /** The tables keep their rows, and the bench compares nothing with them. */
  keep?: boolean;
  webhooks: boolean;
  /** Default: card pay-ins. */
  kind?: RequestKind;
  /** Creates the rows that so many requests need, after the tables were emptied, and answers the ids that they name. */
  stage?: (requests: number) => Promise<readonly string[]>;
  /** Throws if the stored rows differ from the answers. */
  check?: (completed: number, received: Received | null) => Promise<void>;
}

export interface Measured<Run> {
  run: Run;
  webhooks: Webhooks | null;
  cores: Cores;
  walBytesEach: number;
  commitsPerSecond: number;
  disk: DiskSeen;
  /** Changes that the listing did not have when the load stopped. */
  unfolded: number;
  rowBytes: number;
  residentMb: number;
}

interface StartOptions {
  httpOnly?: boolean;
  /** The folder of a former release. */
  release?: string;
  /** Stores what the merchant did before, while no gateway runs. */
  history?: (merchant: BenchMerchant) => Promise<void>;
}

const DRAIN_TIMEOUT_MS = 60_000;

export async function startGateway(
  bench: Bench,
  name: string,
  database: BenchDatabase,
  { httpOnly = false, release, history }: StartOptions = {},
): Promise<GatewayUnderLoad> {
  const operatorToken = `tgo_${randomBytes(16).toString('hex')}`;
  const plan: GatewayPlan = {
    databaseUrl: database.url,
    masterKey: randomBytes(32).toString('base64'),
    operatorToken,
    httpOnly,
  };
  const begin = async () => {
    const child = await startChild('gateway-process.ts', undefined, release && join(release, 'bench'));
    const { port } = await child.ask<{ port: number }>('begin', plan);
    return { child, port };
  };
  let { child, port } = await begin();
  let merchant = await makeMerchant(
    port,
    operatorToken,
    await bench.receiver.ask<number>('port'),
    bench.risk,
  );
  if (history) {
    await child.stop();
    await history(merchant);
    ({ child, port } = await begin());
    merchant = { ...merchant, port };
  }
  return { name, child, database, merchant, lastPerSecond: 6_000, runs: 0 };
}

export async function closedLoop(
  bench: Bench,
  gateway: GatewayUnderLoad,
  options: Conditions & { connections?: number; warmupMs?: number; measureMs?: number },
): Promise<Measured<ClosedRun>> {
  const warmupMs = options.warmupMs ?? bench.warmupMs;
  const measureMs = options.measureMs ?? bench.measureMs;
  const connections = options.connections ?? bench.connections;
  const expected = Math.ceil(gateway.lastPerSecond * 1.4 * ((warmupMs + measureMs) / 1_000));
  const measured = await observed(bench, gateway, { ...options, requests: expected }, () =>
    bench.load.ask<ClosedRun>('closed', { connections, warmupMs, measureMs }),
  );
  gateway.lastPerSecond = Math.max(500, measured.run.perSecond);
  return measured;
}

export async function fixedRate(
  bench: Bench,
  gateway: GatewayUnderLoad,
  perSecond: number,
): Promise<Measured<OpenRun>> {
  const { warmupMs, measureMs } = bench;
  const expected = Math.ceil(perSecond * 1.05 * ((warmupMs + measureMs) / 1_000));
  return observed(bench, gateway, { webhooks: true, requests: expected }, () =>
    bench.load.ask<OpenRun>('open', { connections: 256, perSecond, warmupMs, measureMs }),
  );
}

export async function storageAlone(
  bench: Bench,
  child: Child,
  database: BenchDatabase,
): Promise<StorageRun & { rowBytes: number }> {
  await database.empty();
  await bench.cluster.settle();
  const { connections, warmupMs, measureMs } = bench;
  const run = await child.ask<StorageRun>('run', { connections, warmupMs, measureMs });
  return { ...run, rowBytes: await database.rowBytes() };
}

/** `requests`: how many are made beforehand. */
async function observed<Run extends { completed: number; faults: Faults }>(
  bench: Bench,
  gateway: GatewayUnderLoad,
  { requests, ...conditions }: Conditions & { requests: number },
  work: () => Promise<Run>,
): Promise<Measured<Run>> {
  const { cluster, load, receiver } = bench;
  const { keep = false, webhooks, kind = 'card', stage } = conditions;
  gateway.runs++;
  if (!keep) await gateway.database.empty();
  const ids = await stage?.(requests);
  await load.ask('prepare', { kind, target: gateway.merchant, count: requests, ids });
  // The first change of each page after a checkpoint costs more. If old rows stay, that must not be measured.
  if (!keep) await cluster.settle();
  await receiver.ask('take');
  const pids = { gateway: gateway.child.pid, load: load.pid, receiver: receiver.pid };
  const used = (): Cores => {
    const parts = {
      gateway: cpuSeconds(pids.gateway),
      postgres: postgresCpuSeconds(cluster.pid()),
      load: cpuSeconds(pids.load),
      receiver: cpuSeconds(pids.receiver),
    };
    const others = busySeconds() - Object.values(parts).reduce((sum, one) => sum + one);
    return { ...parts, others, stolen: stolenSeconds() };
  };
  const seenOfDisk = await watchDisk(cluster.sql, cluster.folder);
  const usedBefore = used();
  const walBefore = await walPosition(cluster);
  const commitsBefore = await gateway.database.commits();
  const startedAt = performance.now();

  const run = await work();

  const seconds = (performance.now() - startedAt) / 1_000;
  const stoppedAt = performance.now();
  const disk = await seenOfDisk();
  const backlog = webhooks ? await undelivered(gateway.database) : 0;
  const unfolded = await gateway.database.unfolded();
  const usedAfter = used();
  const walAfter = await walPosition(cluster);
  const commits = (await gateway.database.commits()) - commitsBefore;
  const { residentMb } = memoryOf(pids.gateway);
  const first = run.faults.first;
  if (first !== null)
    throw new Error(`${gateway.name}: ${run.faults.count} answers were wrong; the first one: ${first}`);
  const told = webhooks ? await drain(bench, gateway, backlog, stoppedAt) : null;
  const received = told?.received ?? null;
  if (conditions.check) await conditions.check(run.completed, received);
  else if (webhooks && !keep) await checkPayins(gateway, run.completed, received!);
  const share = (part: keyof Cores) => (usedAfter[part] - usedBefore[part]) / seconds;
  return {
    run,
    webhooks: told && { ...told, delayMs: told.received.delayMs, perSecond: told.received.perSecond },
    cores: {
      gateway: share('gateway'),
      postgres: share('postgres'),
      load: share('load'),
      receiver: share('receiver'),
      others: share('others'),
      stolen: share('stolen'),
    },
    walBytesEach: run.completed === 0 ? 0 : Number(walAfter - walBefore) / run.completed,
    residentMb,
    commitsPerSecond: commits / seconds,
    disk,
    unfolded,
    rowBytes: await gateway.database.rowBytes(),
  };
}

async function walPosition({ sql }: Cluster): Promise<bigint> {
  const [row] = await sql`select (pg_current_wal_lsn() - '0/0')::bigint as bytes`;
  return BigInt(row!.bytes);
}

async function undelivered({ sql }: BenchDatabase): Promise<number> {
  // A former release has the queue in the events themselves.
  const [made] = await sql`select to_regclass('webhook_queue') is not null as queue`;
  const [row] =
    await sql`select count(*)::int as count from ${sql(made!.queue ? 'webhook_queue' : 'webhook_events')}
    where next_try_at is not null`;
  return row!.count;
}

async function drain(bench: Bench, gateway: GatewayUnderLoad, backlog: number, stoppedAt: number) {
  let left = backlog;
  while (left > 0) {
    if (performance.now() - stoppedAt > DRAIN_TIMEOUT_MS)
      throw new Error(`${left} webhooks were never delivered`);
    await sleep(25);
    left = await undelivered(gateway.database);
  }
  const drainMs = performance.now() - stoppedAt;
  return { backlog, drainMs, received: await bench.receiver.ask<Received>('take') };
}

/** Numbers of a gateway that loses payments are worthless. */
async function checkPayins(gateway: GatewayUnderLoad, completed: number, received: Received): Promise<void> {
  const [row] = await gateway.database.sql`
    select count(*)::int as stored, (select count(*)::int from transfers) as transfers,
      (select count(*)::int from webhook_events where state = 'delivered') as delivered
    from transactions where status = 'COMPLETED'`;
  const { stored, transfers, delivered } = row!;
  if (
    stored !== completed ||
    transfers !== completed ||
    delivered !== completed ||
    received.count < completed
  ) {
    throw new Error(
      `${gateway.name}: ${completed} payments were answered as completed, but ${stored} are stored, ${transfers} have ` +
        `a transfer, ${delivered} webhooks are marked delivered and ${received.count} came`,
    );
  }
}
