// npm run bench: what payments cost, each path of the API beside the best that this machine can do. Starts a database
// and the processes it needs, measures everything in alternating rounds, prints a table and writes bench/RESULTS.md.
// Everything listens on 127.0.0.1 and is removed at the end.
import { type Child, killChildren, startChild } from './children.ts';
import { measureOnCitus } from './citus.ts';
import { type BenchDatabase, type Cluster, startCluster } from './cluster.ts';
import type { Sample } from './gateway-process.ts';
import {
  type Bench,
  closedLoop,
  fixedRate,
  type GatewayUnderLoad,
  startGateway,
  storageAlone,
} from './measure.ts';
import type { BenchMerchant } from './merchant.ts';
import { given, type Part, partsToRun, USAGE } from './options.ts';
import {
  measurePath,
  type PathStage,
  playPath,
  playReads,
  setPaths,
  tunePath,
  WRITING_PATHS,
} from './paths.ts';
import { hurry } from './probes/hurry.ts';
import { describeMachine } from './probes/machine.ts';
import { type FormerTree, findFormer, openFormer } from './reference/former-release.ts';
import { CONNECTION_COUNTS, type OneByOne, openOneByOne, VARIANTS } from './reference/one-by-one.ts';
import { requestScript } from './reference/one-by-one-scripts.ts';
import { writeOtherResults } from './report/parts.ts';
import { perSecond, say, sayLoad } from './report/progress.ts';
import { describe } from './report/results.ts';
import type { AtRate, Results, Round } from './report/rounds.ts';
import { seedPayments } from './seeds/seed-million.ts';
import { measureStartup } from './startup.ts';

/** Runs of a path are shorter: there are many of them, and their ratios need no more time. */
const SHARE_OF_A_PATH = 0.5;
const FEW_CONNECTIONS = 4;
/**
 * After another measurement's checkpoint the first change of each page writes the whole page. By then most of that is
 * over.
 */
const WARM_UP_OF_STORED_MS = 10_000;
/** Half the rate that an earlier release reached at full load on the first bench machine. */
const FORMER_HALF_RATE = 930;
/** The share of payments sent late or never; with more, a run at a fixed rate is void. */
const MOST_LATE = 0.01;
const TRIES_AT_A_RATE = 3;

const interruption = new AbortController();

interface Stage {
  bench: Bench;
  oneByOne: { writer: OneByOne; database: BenchDatabase } | null;
  gateway: GatewayUnderLoad | null;
  /** The gateway of a former release. */
  former: GatewayUnderLoad | null;
  http: GatewayUnderLoad;
  storage: { child: Child; database: BenchDatabase } | null;
  million: GatewayUnderLoad | null;
  paths: PathStage | null;
}

async function setStage(cluster: Cluster, parts: Set<Part>, release: FormerTree | null): Promise<Stage> {
  const [receiver, load] = await Promise.all([startChild('receiver.ts', {}), startChild('load.ts')]);
  hurry(load);
  const bench: Bench = {
    cluster,
    receiver,
    load,
    connections: Number(given.connections),
    warmupMs: Number(given.warmup) * 1_000,
    measureMs: Number(given.seconds) * 1_000,
    risk: given.risk,
  };
  say('starting the gateways');
  const http = await startGateway(bench, 'http', await cluster.database('http_side'), { httpOnly: true });
  // One payment, so that every part writes the same rows as the gateway.
  const one = { connections: 1, warmupMs: 0, measureMs: 50, webhooks: false };
  await closedLoop(bench, http, one);
  const sample = await http.child.ask<Sample>('sample');

  const [shown] = await cluster.sql`select current_setting('server_version_num')::int as number`;
  const postgresMajor = Math.floor(shown!.number / 10_000);
  let oneByOne: Stage['oneByOne'] = null;
  if (parts.has('a')) {
    const database = await cluster.frozen('one_by_one');
    const script = requestScript('card', sample, postgresMajor);
    oneByOne = { writer: openOneByOne(database.url, script, cluster.folder, given.driver), database };
  }
  let gateway: GatewayUnderLoad | null = null;
  if (parts.has('b') || parts.has('d') || parts.has('n')) {
    gateway = await startGateway(bench, 'b', await cluster.database('gateway'));
  }
  let former: GatewayUnderLoad | null = null;
  if (release) {
    const database = await cluster.database('former', release.folder);
    former = await startGateway(bench, 'x', database, { release: release.folder });
  }
  let storage: Stage['storage'] = null;
  if (parts.has('s')) {
    const database = await cluster.database('storage_side');
    storage = { child: await startChild('storage-side.ts', { databaseUrl: database.url, sample }), database };
  }
  let million: GatewayUnderLoad | null = null;
  if (parts.has('g')) {
    const database = await cluster.database('stored');
    const history = (merchant: BenchMerchant) => storeHistory(bench, database, { sample, merchant });
    million = await startGateway(bench, 'g', database, { history });
  }
  let paths: Stage['paths'] = null;
  if ([...WRITING_PATHS, 'r' as const].some((path) => parts.has(path))) {
    say('starting the gateways of the other paths');
    paths = await setPaths(bench, parts, sample, { postgresMajor, driver: given.driver });
  }
  return { bench, oneByOne, gateway, former, http, storage, million, paths };
}

async function storeHistory(
  { cluster }: Bench,
  database: BenchDatabase,
  of: { sample: Sample; merchant: BenchMerchant },
): Promise<void> {
  const count = Number(given.stored);
  const started = performance.now();
  const seconds = () => `${Math.round((performance.now() - started) / 1_000)} s`;
  await seedPayments(database, { ...of, count }, (done) => {
    interruption.signal.throwIfAborted();
    say(`stored payments for (g): ${done.toLocaleString('en')} in ${seconds()}`);
  });
  say('vacuuming and analysing them');
  await database.vacuum();
  await cluster.settle();
  say(`stored, vacuumed and analysed in ${seconds()}`);
}

function benchOfPaths(bench: Bench): Bench {
  const { warmupMs, measureMs } = bench;
  return { ...bench, warmupMs: warmupMs * SHARE_OF_A_PATH, measureMs: measureMs * SHARE_OF_A_PATH };
}

async function tunePaths(stage: Stage, parts: Set<Part>): Promise<Results['pathTuning']> {
  const tuning: Results['pathTuning'] = {};
  for (const path of stage.paths ? WRITING_PATHS.filter((one) => parts.has(one)) : []) {
    const tuned = await tunePath(stage.paths!, path);
    tuning[path] = tuned;
    say(`(${path}) one by one: ${tuned.tried.map(([n, rate]) => `${n} → ${Math.round(rate)}`).join(', ')}`);
  }
  return tuning;
}

async function tune(stage: Stage): Promise<Results['tuning']> {
  const tuning: Results['tuning'] = {};
  if (!stage.oneByOne) return tuning;
  const { writer, database } = stage.oneByOne;
  for (const variant of VARIANTS) {
    const tried: [number, number][] = [];
    for (const connections of CONNECTION_COUNTS) {
      await database.empty();
      tried.push([connections, (await writer.run(variant, connections, 2)).perSecond]);
    }
    const [best] = [...tried].sort((x, y) => y[1] - x[1]);
    tuning[variant] = { connections: best![0], tried };
    say(`(a) ${variant}: ${tried.map(([n, rate]) => `${n} → ${Math.round(rate)}`).join(', ')}`);
  }
  return tuning;
}

async function warmUp(
  { bench, gateway, former, http, storage, paths }: Stage,
  parts: Set<Part>,
): Promise<void> {
  const calm = { ...bench, warmupMs: 0, measureMs: 3_000 };
  if (gateway) await closedLoop(calm, gateway, { webhooks: true });
  if (former) await closedLoop(calm, former, { webhooks: true });
  await closedLoop(calm, http, { webhooks: false });
  if (storage) await storageAlone(calm, storage.child, storage.database);
  for (const path of paths ? WRITING_PATHS.filter((one) => parts.has(one)) : []) {
    await measurePath({ ...calm, measureMs: 1_500 }, paths!, path);
  }
  if (paths?.reader) await playReads({ ...calm, measureMs: 1_500 }, paths.reader);
}

async function playRound(
  stage: Stage,
  parts: Set<Part>,
  { tuning, pathTuning }: Pick<Results, 'tuning' | 'pathTuning'>,
): Promise<Round> {
  const { bench, oneByOne, gateway, former, http, storage, million, paths } = stage;
  const round: Round = { oneByOne: {}, voided: 0, paths: {} };
  for (const variant of oneByOne ? VARIANTS : []) {
    await oneByOne!.database.empty();
    await bench.cluster.settle();
    const seconds = bench.measureMs / 1_000;
    const { perSecond: rate } = await oneByOne!.writer.run(variant, tuning[variant]!.connections, seconds);
    round.oneByOne[variant] = rate;
    round.oneByOneRowBytes = await oneByOne!.database.rowBytes();
    say(`  (a) ${variant.padEnd(10)} ${perSecond(rate)}`);
  }
  if (gateway && parts.has('b'))
    round.gateway = sayLoad('(b) gateway   ', await closedLoop(bench, gateway, { webhooks: true }));
  if (former) {
    round.former = sayLoad('(x) former    ', await closedLoop(bench, former, { webhooks: true }));
  }
  if (parts.has('h')) {
    round.http = sayLoad('H   HTTP side ', await closedLoop(bench, http, { webhooks: false }));
  }
  if (storage) {
    round.storage = await storageAlone(bench, storage.child, storage.database);
    say(`  D   storage    ${perSecond(round.storage.perSecond)}`);
  }
  if (gateway && parts.has('n')) {
    const few = { webhooks: true, connections: FEW_CONNECTIONS };
    round.few = sayLoad('(n) four      ', await closedLoop(bench, gateway, few));
  }
  if (gateway && parts.has('d')) {
    const half = Number(given.rate ?? (round.gateway?.perSecond ?? gateway.lastPerSecond) / 2);
    round.halfRate = await playAtRate(bench, gateway, half, round);
    round.formerHalf = await playAtRate(bench, gateway, FORMER_HALF_RATE, round);
  }
  if (million) {
    const calm = { ...bench, warmupMs: 0, measureMs: WARM_UP_OF_STORED_MS };
    await closedLoop(calm, million, { webhooks: true, keep: true });
    round.million = sayLoad(
      '(g) stored    ',
      await closedLoop(bench, million, { webhooks: true, keep: true }),
    );
  }
  for (const path of paths ? WRITING_PATHS.filter((one) => parts.has(one)) : []) {
    const rate = await playPath(benchOfPaths(bench), paths!, path, pathTuning[path]!);
    round.paths[path] = rate;
    say(`  (${path}) one by one ${perSecond(rate.oneByOne)}`);
    sayLoad(`(${path}) gateway   `, rate.measured);
  }
  if (paths?.reader) {
    const measured = await playReads(benchOfPaths(bench), paths.reader);
    round.reads = measured;
    sayLoad('(r) reads     ', measured);
  }
  return round;
}

/** Undefined if every run was void. */
async function playAtRate(
  bench: Bench,
  gateway: GatewayUnderLoad,
  rate: number,
  round: Round,
): Promise<AtRate | undefined> {
  for (let tries = 1; tries <= TRIES_AT_A_RATE; tries++) {
    const measured = await fixedRate(bench, gateway, rate);
    const { scheduled, sentLate, unsent } = measured.run;
    const load = sayLoad('(d) fixed rate', measured, rate);
    if (sentLate + unsent > 0) say(`      of ${scheduled}: ${sentLate} sent late, ${unsent} not at all`);
    if (sentLate + unsent <= MOST_LATE * scheduled) return { ...load, scheduled, sentLate, unsent };
    round.voided++;
    say('      more than 1 % left late: this run is void');
  }
}

async function main(): Promise<void> {
  if (given.citus) return await measureOnCitus(given, { say, signal: interruption.signal });
  const parts = partsToRun();
  if (given.against === undefined) return await measure(parts, null, null);
  if (!parts.has('b'))
    throw new Error('--against needs (b): the former release is measured in turns with it');
  const former = findFormer(given.against);
  const release = await openFormer(former, { say, signal: interruption.signal });
  try {
    await measure(parts, release, former.name);
  } finally {
    release.remove();
  }
}

async function measure(
  parts: Set<Part>,
  release: FormerTree | null,
  formerName: string | null,
): Promise<void> {
  say('starting PostgreSQL');
  const cluster = await startCluster(given.parent, given.set);
  let stage: Stage | undefined;
  try {
    interruption.signal.throwIfAborted();
    const machine = await describeMachine(cluster.sql as never, cluster.folder);
    say(`${machine.processors}; Node.js ${machine.node}; PostgreSQL ${machine.postgres}; ${machine.flush}`);
    let startup = null;
    if (parts.has('f')) {
      say('start-up times');
      startup = await measureStartup(cluster.folder, 3);
      const list = (values: number[]) => values.map((value) => `${Math.round(value)} ms`).join(', ');
      say(`  first ${list(startup.firstMs)}; later ${list(startup.laterMs)}`);
    }
    const results: Results = {
      machine,
      tool: null,
      tuning: {},
      pathTuning: {},
      connections: Number(given.connections),
      seconds: Number(given.seconds),
      rounds: [],
      startup,
      storedPayments: Number(given.stored),
      against: formerName,
    };
    if ([...parts].some((part) => part !== 'f')) {
      stage = await setStage(cluster, parts, release);
      results.tool = stage.oneByOne?.writer.tool ?? null;
      results.tuning = await tune(stage);
      results.pathTuning = await tunePaths(stage, parts);
      say('warming up');
      await warmUp(stage, parts);
      for (let i = 1; i <= Number(given.rounds); i++) {
        say(`round ${i} of ${given.rounds}`);
        results.rounds.push(await playRound(stage, parts, results));
      }
    }
    const { markdown, missed } = describe(results);
    console.log(`\n${markdown}`);
    if (given.only === undefined) writeOtherResults(markdown);
    say(missed === 0 ? 'every measured target is met' : `${missed} of the targets missed`);
  } finally {
    const { bench, gateway, former, http, storage, million, paths } = stage ?? {};
    for (const child of [
      bench?.load,
      gateway?.child,
      former?.child,
      http?.child,
      million?.child,
      paths?.gateway.child,
      paths?.reader?.gateway.child,
      storage?.child,
      bench?.receiver,
    ]) {
      await child?.stop();
    }
    killChildren();
    await cluster.remove();
  }
}

if (given.help) {
  console.log(USAGE);
} else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // When the children are gone, the present measurement fails and the finally above runs.
    process.once(signal, () => {
      interruption.abort();
      killChildren();
    });
  }
  await main().catch((error) => {
    if (!interruption.signal.aborted) throw error;
    say('interrupted; everything was cleaned up');
    process.exitCode = 130;
  });
}
