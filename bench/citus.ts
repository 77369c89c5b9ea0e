// npm run bench -- --citus: what a card pay-in costs the database on a Citus cluster, compared with plain PostgreSQL,
// in alternating rounds, with few merchants and with many, and how long the portal's screens take there. The cost is
// the processor time of all server processes on all nodes, so everything must run on this machine. The bench makes
// databases of its own, drops them at the end, and changes nothing else on the servers.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectPostgres } from '../gateway/src/storage/database/connect.ts';
import { openDatabase, type Sql } from '../gateway/src/storage/database/database.ts';
import { migrate } from '../gateway/src/storage/schema/migrate.ts';
import { CitusCluster } from '../gateway/test/stage/citus-cluster.ts';
import { type Child, killChildren, startChild } from './children.ts';
import { startCluster } from './cluster.ts';
import type { GatewayPlan } from './gateway-process.ts';
import type { ClosedRun } from './load.ts';
import { type BenchMerchant, makeMerchant, makeMerchantsLike } from './merchant.ts';
import { timeScreens } from './portal-screens.ts';
import { signInOwner } from './portal-user.ts';
import { describeMachine, parentOf, postgresCpuSeconds } from './probes/machine.ts';
import {
  type CitusResults,
  type CostOfPayment,
  type Side,
  writeCitusResults,
} from './report/results-citus.ts';

interface Given {
  rounds: string;
  seconds: string;
  warmup: string;
  connections: string;
  merchants: string;
  only?: string | undefined;
  parent?: string | undefined;
}

interface Watch {
  say(line: string): void;
  signal: AbortSignal;
}

/** A database, and the servers that do its work. */
interface Home {
  databaseUrl: string;
  /** Its name in the results. */
  version: string;
  postmasters: readonly number[];
  remove(): Promise<void>;
}

interface SideUnderLoad extends Home {
  side: Side;
  gateway: Child;
  url: string;
  merchants: BenchMerchant[];
  sql: Sql;
}

/** On a cluster the gateway folds listings merchant by merchant. */
const DRAIN_MS = 300_000;
/** The bench makes requests for this many payments a second. */
const MOST_PER_SECOND = 3_000;
/** How long the bench watches an idle gateway. */
const IDLE_MS = 10_000;

export async function measureOnCitus(given: Given, { say, signal }: Watch): Promise<void> {
  const citusUrl = process.env.CITUS_URL;
  if (!citusUrl) return say('CITUS_URL does not point to a Citus cluster: nothing was measured');
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const [load, receiver] = await Promise.all([startChild('load.ts'), startChild('receiver.ts', {})]);
    ends.push(
      () => load.stop(),
      () => receiver.stop(),
    );
    const results: CitusResults = { machine: null, versions: null, costs: [], screens: [] };
    for (const count of given.merchants.split(',').map(Number)) {
      const sides: SideUnderLoad[] = [];
      for (const side of ['plain', 'citus'] as const) {
        say(`${side}: ${count} merchants`);
        const home = side === 'plain' ? await openPlain(given.parent) : await openOnCluster(citusUrl);
        ends.unshift(() => home.remove());
        sides.push(await startSide(side, home, { count, receiver }));
        ends.unshift(() => sides.find((one) => one.side === side)!.sql.end({ timeout: 1 }));
        ends.unshift(() => sides.find((one) => one.side === side)!.gateway.stop());
      }
      results.versions ??= { plain: sides[0]!.version, citus: sides[1]!.version };
      results.machine ??= await describeMachine(sides[0]!.sql as never, '.');
      for (let round = 0; round <= Number(given.rounds); round++) {
        // The sides take turns, so that neither is always first. Round 0 does not count: plans and caches are made in
        // it.
        for (const one of round % 2 === 0 ? sides : sides.toReversed()) {
          signal.throwIfAborted();
          const cost = await measureSide(one, { load, receiver, given, counted: round > 0 });
          say(`  ${round} ${describeCost(one.side, cost)}`);
          if (round > 0) results.costs.push({ side: one.side, merchants: count, ...cost });
        }
      }
      for (const one of sides) {
        const { merchantId, brandId } = one.merchants[0]!;
        const cookie = await signInOwner(one.sql, merchantId, one.url);
        const times = await timeScreens(one.url, cookie, brandId);
        results.screens.push(...times.map((time) => ({ side: one.side, merchants: count, ...time })));
        say(`  measured the portal's screens on ${one.side}`);
      }
      for (const end of ends.splice(0, ends.length - 2)) await end();
      // Printed after each part, so that nothing is lost if the next one takes too long.
      console.log(`\n${writeCitusResults(results, { write: given.only === undefined })}`);
    }
  } finally {
    for (const end of ends) await end();
    killChildren();
  }
}

const describeCost = (side: Side, { processorUs, perSecond, p50, p99, idle }: CostOfPayment) =>
  `${side.padEnd(6)} ${Math.round(processorUs)} µs of the database a payment, ${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ms; idle ${idle.toFixed(4)} processors`;

/** The server of PLAIN_URL, or the embedded one. */
async function openPlain(parent: string | undefined): Promise<Home> {
  const given = process.env.PLAIN_URL;
  const name = `bench_${process.pid}_${randomBytes(3).toString('hex')}`;
  const embedded = given ? null : await startCluster(parent);
  if (embedded) {
    const database = await embedded.database(name);
    const version = `${await versionOf(database.sql)}, embedded`;
    return { databaseUrl: database.url, version, postmasters: [embedded.pid()], remove: embedded.remove };
  }
  const maintenance = connectPostgres(given!, { max: 1, onnotice: () => {} });
  await maintenance`create database ${maintenance(name)}`;
  const databaseUrl = Object.assign(new URL(given!), { pathname: `/${name}` }).href;
  const sql = connectPostgres(databaseUrl, { max: 1, onnotice: () => {} });
  await migrate(sql as Sql);
  const postmaster = await postmasterOf(sql as Sql);
  const version = await versionOf(sql as Sql);
  await sql.end();
  return {
    databaseUrl,
    version,
    postmasters: [postmaster],
    async remove() {
      await maintenance`drop database ${maintenance(name)} with (force)`;
      await maintenance.end();
    },
  };
}

/** A database of its own on each node. */
async function openOnCluster(citusUrl: string): Promise<Home> {
  const cluster = await CitusCluster.open(citusUrl);
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  const template = `citus_bench_${process.pid}`;
  await cluster.create(name, template, async (url) => {
    const sql = connectPostgres(url, { max: 1, onnotice: () => {} });
    await migrate(sql as Sql);
    await sql.end();
  });
  const databaseUrl = cluster.addressOf(name);
  const sql = connectPostgres(databaseUrl, { max: 1, onnotice: () => {} }) as Sql;
  const nodes = await sql`select nodename as host, nodeport as port from pg_dist_node order by groupid`;
  const postmasters: number[] = [];
  for (const { host, port } of nodes) {
    const there = Object.assign(new URL(databaseUrl), { hostname: host, port: String(port) }).href;
    const node = connectPostgres(there, { max: 1, onnotice: () => {} }) as Sql;
    postmasters.push(await postmasterOf(node));
    await node.end();
  }
  const [extension] = await sql`select extversion as version from pg_extension where extname = 'citus'`;
  const version = `${await versionOf(sql)}, Citus ${extension!.version}, a coordinator and ${nodes.length - 1} workers`;
  await sql.end();
  const remove = async () => {
    await cluster.drop(name);
    await cluster.drop(template);
  };
  return { databaseUrl, version, postmasters, remove };
}

/** The parent process of every session: the server must be on this machine. */
async function postmasterOf(sql: Sql): Promise<number> {
  const [row] = await sql`select pg_backend_pid() as pid`;
  const postmaster = parentOf(row!.pid);
  if (postmaster === 0) throw new Error('a server is not on this machine: its processor time cannot be read');
  return postmaster;
}

async function versionOf(sql: Sql): Promise<string> {
  const [row] = await sql`select current_setting('server_version_num')::int as number`;
  return `PostgreSQL ${Math.floor(row!.number / 10_000)}.${row!.number % 10_000}`;
}

async function startSide(
  side: Side,
  home: Home,
  { count, receiver }: { count: number; receiver: Child },
): Promise<SideUnderLoad> {
  const operatorToken = `tgo_${randomBytes(16).toString('hex')}`;
  const plan: GatewayPlan = {
    databaseUrl: home.databaseUrl,
    masterKey: randomBytes(32).toString('base64'),
    operatorToken,
    httpOnly: false,
  };
  const gateway = await startChild('gateway-process.ts');
  const { port } = await gateway.ask<{ port: number }>('begin', plan);
  const receiverPort = await receiver.ask<number>('port');
  const first = await makeMerchant(port, operatorToken, receiverPort, 'standard');
  const merchants = await makeMerchantsLike(first, count, receiverPort);
  const sql = openDatabase(home.databaseUrl, { maxConnections: 2 });
  return { ...home, side, gateway, url: `http://127.0.0.1:${port}`, merchants, sql };
}

async function measureSide(
  { postmasters, sql, merchants }: SideUnderLoad,
  { load, receiver, given, counted }: { load: Child; receiver: Child; given: Given; counted: boolean },
): Promise<CostOfPayment> {
  const processor = () => postmasters.reduce((sum, pid) => sum + postgresCpuSeconds(pid), 0);
  const [warmupMs, measureMs] = [Number(given.warmup) * 1_000, Number(given.seconds) * 1_000];
  const requests = Math.ceil((MOST_PER_SECOND * (warmupMs + measureMs)) / 1_000);
  await load.ask('prepare', { kind: 'card', target: merchants[0], targets: merchants, count: requests });
  await receiver.ask('take');
  const stored = async () => (await sql`select count(*)::int as count from transfers`)[0]!.count as number;
  const storedBefore = await stored();
  const quiet = processor();
  if (counted) await sleep(IDLE_MS);
  const before = processor();
  const run = await load.ask<ClosedRun>('closed', {
    connections: Number(given.connections),
    warmupMs,
    measureMs,
  });
  if (run.faults.first !== null) throw new Error(`a payment had a wrong answer: ${run.faults.first}`);
  const end = performance.now() + DRAIN_MS;
  // Wait until its webhooks are delivered and its changes folded: that is work of a payment too.
  const left = async () =>
    (
      await sql`select (select count(*)::int from webhook_queue) + (select count(*)::int from transaction_changes) as left`
    )[0]!.left as number;
  while ((await left()) > 0) {
    if (performance.now() > end) throw new Error('some webhooks or listings were never finished');
    await sleep(250);
  }
  const used = processor() - before;
  const kept = (await stored()) - storedBefore;
  if (kept !== run.completed)
    throw new Error(`${run.completed} payments were answered and ${kept} are stored`);
  const { p50, p99 } = run.latencyMs;
  const idle = counted ? (before - quiet) / (IDLE_MS / 1_000) : 0;
  return { processorUs: (used / run.completed) * 1e6, perSecond: run.perSecond, p50, p99, idle };
}
