// The other paths of the API, each beside the same rows written one by one: (p) payouts that wait for approval, (t)
// their approvals, all of one brand, (m) pay-ins by bank transfer, and (r) reads of records. After each run the answers
// are compared with the stored rows; a difference stops the bench.
import { randomUUIDv7 } from 'node:crypto';
import type { BenchDatabase } from './cluster.ts';
import type { ApprovalSample, Sample } from './gateway-process.ts';
import type { ClosedRun } from './load.ts';
import {
  type Bench,
  type Conditions,
  closedLoop,
  type GatewayUnderLoad,
  type Measured,
  startGateway,
} from './measure.ts';
import { fundBrand } from './merchant.ts';
import type { Received } from './receiver.ts';
import { type OneByOne, openOneByOne } from './reference/one-by-one.ts';
import { approvalScript, requestScript, type Script, seededId } from './reference/one-by-one-scripts.ts';
import type { RequestKind } from './requests.ts';
import { seedPayments } from './seeds/seed-million.ts';
import { seedPayouts } from './seeds/seed-payouts.ts';

export type WritingPath = 'p' | 't' | 'm';
export const WRITING_PATHS = ['p', 't', 'm'] as const satisfies readonly WritingPath[];

const KINDS = { p: 'payout', t: 'settle', m: 'transfer' } as const satisfies Record<WritingPath, RequestKind>;
const CONNECTIONS_TRIED = [4, 8, 16, 32] as const;
/** Records to read, as one merchant has them. */
export const READABLE = 100_000;
/** More than all payouts of a run need. */
const FUNDS = 900_000_000;
/** Requests a second to prepare, until a run has shown more. */
const PACE = 4_000;
/** More approvals a second than one by one can reach. */
const ONE_BY_ONE_AT_MOST = 4_000;

export interface PathRate {
  perSecond: number;
  oneByOne: number;
  measured: Measured<ClosedRun>;
}

export interface PathStage {
  gateway: GatewayUnderLoad;
  latest: Partial<Record<WritingPath, number>>;
  /** A payout that waits for its approval. */
  payout: Sample;
  oneByOne: { database: BenchDatabase; writers: Record<WritingPath, OneByOne> };
  reader: { gateway: GatewayUnderLoad; ids: string[] } | null;
}

export interface PathTuning {
  connections: number;
  tried: [connections: number, perSecond: number][];
}

export async function setPaths(
  bench: Bench,
  parts: ReadonlySet<string>,
  cardSample: Sample,
  options: { postgresMajor: number; driver: boolean },
): Promise<PathStage> {
  const { cluster } = bench;
  const gateway = await startGateway(bench, 'paths', await cluster.database('paths'));
  const database = await cluster.frozen('paths_one_by_one');
  const open = (script: Script) => openOneByOne(database.url, script, cluster.folder, options.driver);
  const major = options.postgresMajor;
  const payout = await sampleOf<Sample>(bench, gateway, 'p', null);
  const approval = await sampleOf<ApprovalSample>(bench, gateway, 't', payout);
  const transfer = await sampleOf<Sample>(bench, gateway, 'm', null);
  const writers = {
    p: open(requestScript('payout', payout, major)),
    t: open(approvalScript('approval', approval, major)),
    m: open(requestScript('transfer', transfer, major)),
  };
  let reader: PathStage['reader'] = null;
  if (parts.has('r')) {
    const stored = await cluster.database('reads');
    const reads = await startGateway(bench, 'r', stored, {
      async history(merchant) {
        await seedPayments(stored, { sample: cardSample, merchant, count: READABLE });
        await stored.vacuum();
      },
    });
    reads.lastPerSecond = 9_000;
    const rows = await reads.database.sql`select id from transactions`;
    reader = { gateway: reads, ids: rows.map((row) => row.id) };
  }
  return { gateway, latest: {}, payout, oneByOne: { database, writers }, reader };
}

/** The sample of one request or a few, so that both sides write the same. */
async function sampleOf<Kind>(
  bench: Bench,
  gateway: GatewayUnderLoad,
  path: WritingPath,
  payout: Sample | null,
): Promise<Kind> {
  const few = { connections: 1, warmupMs: 0, measureMs: 50 };
  await gateway.child.ask('forgetSample');
  await closedLoop(bench, gateway, { ...few, ...conditionsOf(gateway, path, payout) });
  return await gateway.child.ask<Kind>('sample');
}

export async function tunePath(stage: PathStage, path: WritingPath): Promise<PathTuning> {
  const tried: [number, number][] = [];
  for (const connections of CONNECTIONS_TRIED) {
    tried.push([connections, await writeOneByOne(stage, path, connections, 1)]);
  }
  const [best] = [...tried].sort((x, y) => y[1] - x[1]);
  return { connections: best![0], tried };
}

export async function playPath(
  bench: Bench,
  stage: PathStage,
  path: WritingPath,
  tuning: PathTuning,
): Promise<PathRate> {
  await bench.cluster.settle();
  const oneByOne = await writeOneByOne(stage, path, tuning.connections, Math.ceil(bench.measureMs / 1_000));
  const measured = await measurePath(bench, stage, path);
  return { perSecond: measured.run.perSecond, oneByOne, measured };
}

export async function measurePath(
  bench: Bench,
  { gateway, payout, latest }: PathStage,
  path: WritingPath,
): Promise<Measured<ClosedRun>> {
  // Each path has its own rate, which decides how many requests are prepared.
  gateway.lastPerSecond = Math.max(PACE, latest[path] ?? 0);
  const measured = await closedLoop(bench, gateway, conditionsOf(gateway, path, payout));
  latest[path] = measured.run.perSecond;
  return measured;
}

/** Reads write nothing, so the stored rows are those from before; each answer must name the requested id. */
export async function playReads(
  bench: Bench,
  { gateway, ids }: NonNullable<PathStage['reader']>,
): Promise<Measured<ClosedRun>> {
  return await closedLoop(bench, gateway, {
    keep: true,
    webhooks: false,
    kind: 'read',
    stage: async () => ids,
    async check() {
      const [row] = await gateway.database.sql`select count(*)::int as stored from transactions`;
      expectEqual('r', { 'records before': ids.length, 'records after': row!.stored });
    },
  });
}

function conditionsOf(gateway: GatewayUnderLoad, path: WritingPath, payout: Sample | null): Conditions {
  const { sql } = gateway.database;
  return {
    webhooks: true,
    kind: KINDS[path],
    async stage(requests) {
      if (path !== 't') return [];
      const ids = Array.from({ length: requests }, () => randomUUIDv7());
      await seedPayouts(sql, payout!, ids);
      await fundBrand(gateway.merchant, FUNDS, 'bench');
      await gateway.database.vacuum();
      return ids;
    },
    check: (completed, received) => checkPath(gateway, path, completed, received!),
  };
}

async function writeOneByOne(
  { oneByOne: { database, writers }, payout }: PathStage,
  path: WritingPath,
  connections: number,
  seconds: number,
): Promise<number> {
  const writer = writers[path];
  await database.empty();
  if (path === 't') {
    // Enough for each client, even if their shares differ.
    const each = Math.ceil((ONE_BY_ONE_AT_MOST * (seconds + 0.5)) / connections);
    const run = writer.nextRun();
    const ids = Array.from({ length: connections * each }, (_, i) =>
      seededId(run, i % connections, Math.floor(i / connections) + 1),
    );
    await seedPayouts(database.sql, payout, ids);
    const { merchantId, brandId, currency } = payout.open.transaction;
    await database.sql`insert into balances (merchant_id, brand_id, currency, available_minor, reserved_minor)
      values (${merchantId}, ${brandId}, ${currency}, ${FUNDS * 100}, 0)`;
    await database.vacuum();
  }
  const { perSecond, done } = await writer.run('plain', connections, seconds);
  const wanted = { p: 'PENDING', t: 'PROCESSING', m: 'PROCESSING' }[path];
  const [row] = await database.sql`
    select count(*)::int as stored, (select count(*)::int from webhook_events where state = 'pending') as events
    from transactions where status = ${wanted}`;
  expectEqual(`${path}, one by one`, { done, stored: row!.stored, events: row!.events });
  return perSecond;
}

async function checkPath(
  { database }: GatewayUnderLoad,
  path: WritingPath,
  completed: number,
  received: Received,
): Promise<void> {
  const [row] = await database.sql`
    select count(*) filter (where type = 'PAYOUT' and status = 'PENDING')::int as waiting,
      count(*) filter (where type = 'PAYOUT' and status = 'PROCESSING' and money_reserved)::int as approved,
      count(*) filter (where type = 'PAYIN' and status = 'PROCESSING')::int as shown,
      coalesce(sum(amount_minor) filter (where money_reserved), 0)::bigint as approved_minor,
      (select count(*)::int from transfers where to_account = 'reserved') as transfers,
      (select coalesce(sum(amount_minor), 0)::bigint from transfers where to_account = 'reserved') as transferred_minor,
      (select coalesce(sum(reserved_minor), 0)::bigint from balances) as reserved_minor,
      (select count(*)::int from webhook_events where state = 'delivered' and sequence = ${path === 't' ? 2 : 1}) as delivered
    from transactions`;
  const stored = row![{ p: 'waiting', t: 'approved', m: 'shown' }[path]];
  expectEqual(path, { answered: completed, stored, delivered: row!.delivered });
  if (received.count < completed) throw new Error(`${path}: of ${completed} webhooks ${received.count} came`);
  if (path !== 't') return;
  expectEqual('t, transfers', { answered: completed, transfers: row!.transfers });
  const { approved_minor, transferred_minor, reserved_minor } = row!;
  expectEqual('t, money', { approved_minor, transferred_minor, reserved_minor });
}

/** Numbers of a side that loses data are worthless. */
function expectEqual(what: string, values: Record<string, number | bigint>): void {
  if (new Set(Object.values(values)).size === 1) return;
  const list = Object.entries(values).map(([name, value]) => `${name} ${value}`);
  throw new Error(`${what}: these should be equal: ${list.join(', ')}`);
}
