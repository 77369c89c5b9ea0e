// Faults of a Citus cluster: a worker is killed and comes back; a worker is added and some shards move to it. Each
// scenario starts its own cluster from the programs that CITUS_BIN names. Without CITUS_BIN they are skipped.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Complain } from '../../crash/complaint.ts';
import type { Load } from '../load.ts';
import type { Scenario } from '../play.ts';
import { CITUS_BIN } from '../world/citus-nodes.ts';
import { type Merchant, until, type World } from '../world.ts';

const AWAY_MS = 10_000;
/**
 * Calls in flight to the lost node may fail for this long. After that, a gateway tries a connection to it at most once
 * more.
 */
const MOMENT_MS = 2_000;
/** The most that an unaffected payment may take, and how long all payments of a merchant may be refused. */
const UNHARMED_MS = 5_000;

const cannot = () =>
  CITUS_BIN === null ? 'CITUS_BIN names no folder of programs of a PostgreSQL with Citus' : null;

interface Probed {
  tried: number;
  /** Payments not taken, after the first moment. */
  failed: number;
  slowestMs: number;
  /** The longest time from a payment that was not taken to the next that was. */
  longestGapMs: number;
}

/** Payments of one merchant, one after the other, at both gateways in turn, until `isOver`. */
async function probe(load: Load, merchant: Merchant, isOver: () => boolean): Promise<Probed> {
  const seen: Probed = { tried: 0, failed: 0, slowestMs: 0, longestGapMs: 0 };
  const start = performance.now();
  let failingSince: number | null = null;
  while (!isOver()) {
    const began = performance.now();
    const order = await load.probe(seen.tried++ % 2, merchant);
    const end = performance.now();
    seen.slowestMs = Math.max(seen.slowestMs, Math.round(end - began));
    if (order !== null) failingSince = null;
    else {
      failingSince ??= began;
      if (began - start > MOMENT_MS) seen.failed++;
    }
    if (failingSince !== null)
      seen.longestGapMs = Math.max(seen.longestGapMs, Math.round(end - failingSince));
    await sleep(100);
  }
  return seen;
}

const told = ({ tried, failed, slowestMs, longestGapMs }: Probed) =>
  `${tried} payments tried, ${failed} not taken after the first ${MOMENT_MS / 1_000} s, slowest ${slowestMs} ms, none taken for ${longestGapMs} ms at most`;

/**
 * Requires straight connections to both workers before the fault; otherwise the scenario would not test the route that
 * payments take.
 */
async function requireStraight({ cluster }: World, complain: Complain): Promise<void> {
  if (!(await until(async () => (await cluster!.reachedStraight()) === 2)))
    complain('untrue signal', 'groups do not go straight to the workers');
}

/** The share that readiness reports; null: no answer, or an answer without it. */
async function servedShare(world: World, gateway: number): Promise<{ status: number; share: number | null }> {
  const answer = await world.gateways[gateway]!.call('GET', '/health/ready');
  const said = /"servedMerchants":([\d.]+)/.exec(answer?.text ?? '')?.[1];
  return { status: answer?.status ?? 0, share: said === undefined ? null : Number(said) };
}

async function killWorker(world: World, load: Load, complain: Complain): Promise<string> {
  const { cluster, merchants } = world;
  const [lost, other] = merchants as [Merchant, Merchant];
  const worker = await cluster!.workerOf(lost.merchantId);
  await requireStraight(world, complain);
  await worker.end('SIGKILL');
  let isOver = false;
  const probes = Promise.all([lost, other].map((one) => probe(load, one, () => isOver)));
  await sleep(AWAY_MS / 2);
  const { status, share } = await servedShare(world, 0);
  await sleep(AWAY_MS / 2);
  isOver = true;
  const [ofLost, ofOther] = (await probes) as [Probed, Probed];
  await worker.start();
  const said = `merchant of the other worker: ${told(ofOther)}; of the lost one: ${ofLost.failed} of ${ofLost.tried} not taken; readiness ${status}, "servedMerchants":${share}`;
  if (ofOther.failed > 0 || ofOther.slowestMs > UNHARMED_MS) complain('reached another', said);
  if (ofLost.failed === 0) complain('untrue signal', 'payments of the lost worker were taken');
  if (status !== 200) complain('untrue signal', `readiness says ${status}`);
  if (share === null || share <= 0 || share >= 1)
    complain('untrue signal', `with a worker away, readiness says that ${share} of the merchants are served`);
  return said;
}

/** With all workers back, each gateway reports that it serves everybody. */
async function requireAllServed(world: World, complain: Complain): Promise<void> {
  for (const gateway of world.gateways.keys())
    if (!(await until(async () => (await servedShare(world, gateway)).share === 1)))
      complain('untrue signal', `gateway ${gateway} does not say again that all merchants are served`);
}

async function addWorker(world: World, load: Load, complain: Complain): Promise<string> {
  const { cluster, merchants } = world;
  await requireStraight(world, complain);
  const before = load.failedCalls();
  let isOver = false;
  const probes = Promise.all(merchants.map((one) => probe(load, one, () => isOver)));
  const { moved, tookMs } = await cluster!.addWorker();
  isOver = true;
  const seen = await probes;
  const after = load.failedCalls();
  const reached = await cluster!.reachedStraight();
  const said = `${reached} workers reached straight in the end; ${moved} shards of each table moved in ${(tookMs / 1_000).toFixed(1)} s; ${after.failed - before.failed} of ${after.all - before.all} calls failed; ${seen.map(told).join('; ')}`;
  if (moved === 0) complain('untrue signal', 'no shard moved');
  if (seen.some((one) => one.longestGapMs > UNHARMED_MS)) complain('reached another', said);
  return said;
}

export const CITUS_FAULTS: readonly Scenario[] = [
  {
    name: 'citus-worker-killed',
    promise:
      'A worker of a Citus cluster is killed and comes back after 10 s: no payment is lost, and merchants of the other worker are served meanwhile.',
    citus: true,
    cannot,
    fault: killWorker,
    afterwards: requireAllServed,
    recoversWithinMs: 60_000,
    quietWithinMs: 180_000,
  },
  {
    name: 'citus-node-added',
    promise:
      'A worker is added to a Citus cluster and shards move to it under load: no merchant is refused for longer than 5 s.',
    citus: true,
    cannot,
    fault: addWorker,
    recoversWithinMs: 60_000,
    quietWithinMs: 180_000,
  },
];
