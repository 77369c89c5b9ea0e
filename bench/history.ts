// npm run bench:history: a payment, its look-ups, listings and searches, the fold and the nightly proof, with the
// history of a large merchant (seeds/seed-history.ts) beside an empty database, in alternating rounds. Prints what it
// finds. A long history needs much room where --parent points.
import { parseArgs } from 'node:util';
import { proveLedger } from '../gateway/src/actions/ledger/prove-ledger.ts';
import { openDatabase, type Sql } from '../gateway/src/storage/database/database.ts';
import { listTransactions } from '../gateway/src/storage/listing/list-transactions.ts';
import { searchTransactions } from '../gateway/src/storage/listing/search-transactions.ts';
import { openTransactionStore } from '../gateway/src/storage/transactions/transaction-store.ts';
import { killChildren, startChild } from './children.ts';
import { type BenchDatabase, startCluster } from './cluster.ts';
import { distribution, median, ms, whole } from './distribution.ts';
import type { Sample } from './gateway-process.ts';
import { type Bench, closedLoop, type GatewayUnderLoad, startGateway } from './measure.ts';
import type { BenchMerchant } from './merchant.ts';
import { hurry } from './probes/hurry.ts';
import { cpuSeconds, postgresCpuSeconds } from './probes/machine.ts';
import { say, sayLoad } from './report/progress.ts';
import { seedHistory } from './seeds/seed-history.ts';

const { values: given } = parseArgs({
  options: {
    each: { type: 'string', default: '50000' },
    spans: { type: 'string', default: '24' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    times: { type: 'string', default: '400' },
    parent: { type: 'string' },
    /** --no-questions: no look-ups, lists and searches. */
    questions: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const [each, spans] = [Number(given.each), Number(given.spans)];
/** The seed's amounts are lower than 500.00. */
const NOBODY_PAID = 60_000n;
/** Percent of the openings from which questions take their values. */
const sampled = Math.min(100, 2_000_000 / (each * spans));
/** A database of this size gets more memory than the 256 MB of the embedded one. */
const MEMORY = { shared_buffers: '2GB', max_wal_size: '2GB' };
/** After that time the extra cost of each page's first change after a checkpoint is over. */
const WARM_UP_MS = 10_000;

const cluster = await startCluster(given.parent, [], MEMORY);
try {
  const [receiver, load] = await Promise.all([startChild('receiver.ts', {}), startChild('load.ts')]);
  hurry(load);
  const measureMs = Number(given.seconds) * 1_000;
  const bench: Bench = {
    cluster,
    receiver,
    load,
    connections: 256,
    warmupMs: 2_000,
    measureMs,
    risk: 'standard',
  };
  const empty = await startGateway(bench, 'empty', await cluster.database('empty'));
  await closedLoop(bench, empty, { connections: 1, warmupMs: 0, measureMs: 50, webhooks: false });
  const sample = await empty.child.ask<Sample>('sample');
  const database = await cluster.database('history');
  const full = await startGateway(bench, 'history', database, {
    history: (merchant) => seedHistory(cluster, database, { sample, merchant, each, spans }, say),
  });
  await describeSize(database);
  await pay(bench, empty, full);
  if (given.questions) {
    await read(database, full.merchant);
    await lookUp(bench, full);
  }
  await fold(database, full);
  await prove(database);
} finally {
  killChildren();
  await cluster.remove();
}

async function describeSize({ sql }: BenchDatabase): Promise<void> {
  const rows = await sql`
    select coalesce(parent.relname, own.relname) as name, sum(own.reltuples)::float8 as rows,
      sum(pg_table_size(own.oid))::float8 / 1e9 as data, sum(pg_indexes_size(own.oid))::float8 / 1e9 as indexes
    from pg_class own left join pg_inherits i on i.inhrelid = own.oid left join pg_class parent on parent.oid = i.inhparent
    where own.relkind = 'r' and own.relnamespace = 'public'::regnamespace and own.relname not like 'first_%'
    group by 1 having sum(pg_total_relation_size(own.oid)) > 1e7 order by 2 desc`;
  for (const { name, rows: count, data, indexes } of rows)
    say(`  ${name}: ${whole(count)} rows, ${data.toFixed(2)} GB and ${indexes.toFixed(2)} GB of indexes`);
  say(`  together ${whole(rows.reduce((sum, row) => sum + Math.max(0, row.rows), 0))} rows`);
}

async function pay(bench: Bench, empty: GatewayUnderLoad, full: GatewayUnderLoad): Promise<void> {
  const ratios: number[] = [];
  const calm = { ...bench, warmupMs: 0, measureMs: WARM_UP_MS };
  for (let round = 1; round <= Number(given.rounds); round++) {
    const rates = [];
    for (const gateway of [empty, full]) {
      await closedLoop(calm, gateway, { webhooks: true, keep: true });
      const measured = await closedLoop(bench, gateway, { webhooks: true, keep: true });
      rates.push(sayLoad(gateway.name.padEnd(8), measured).perSecond);
    }
    ratios.push(rates[1]! / rates[0]!);
    await empty.database.empty();
  }
  say(
    `pay-ins with the history, relative to an empty database: ${ratios.map((one) => one.toFixed(2)).join(' ')}`,
  );
  say(`  median ${median(ratios).toFixed(2)}`);
}

/** Asks each question many times, in turns, with values from anywhere in the history. */
async function read(database: BenchDatabase, { merchantId, brandId }: BenchMerchant): Promise<void> {
  const sql = openDatabase(database.url, { maxConnections: 1 });
  try {
    const [row] = await sql`select pg_backend_pid() as pid`;
    const pid = row!.pid as number;
    const some = (await sql`
      select id, merchant_reference, user_id, amount_minor, created_at from openings tablesample system (${sampled})
      order by random() limit 5000`) as unknown as Some[];
    const any = () => some[Math.floor(Math.random() * some.length)]!;
    for (const [name, ask] of questionsOf(sql, { merchantId, brandId }, any)) {
      const times: number[] = [];
      const before = cpuSeconds(pid);
      for (let i = 0; i < Number(given.times); i++) {
        const start = performance.now();
        await ask();
        times.push(performance.now() - start);
      }
      const { p50, p95, p99, max } = distribution(times);
      const processor = (1_000 * (cpuSeconds(pid) - before)) / times.length;
      say(
        `${name.padEnd(34)} p50 ${ms(p50)}  p95 ${ms(p95)}  p99 ${ms(p99)}  longest ${ms(max)}  processor ${ms(processor)}`,
      );
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

interface Some {
  id: string;
  merchant_reference: string;
  user_id: string;
  amount_minor: bigint;
  created_at: Date;
}

function questionsOf(
  sql: Sql,
  { merchantId, brandId }: { merchantId: string; brandId: string },
  any: () => Some,
): [string, () => Promise<unknown>][] {
  const store = openTransactionStore(sql);
  const page = { merchantId, brandId, before: null as string | null, limit: 50 };
  const search = (textOf: () => string) => () =>
    searchTransactions(sql, { ...page, filter: {}, text: textOf() });
  const list = (of: () => Partial<Parameters<typeof listTransactions>[1]>) => () =>
    listTransactions(sql, { ...page, filter: {}, ...of() });
  const days = (from: Date, count: number) => ({
    createdFrom: from,
    createdTo: new Date(from.getTime() + count * 86_400_000),
  });
  return [
    ['look-up by id', () => store.find(merchantId, any().id)],
    ['look-up by reference', () => store.findByReference(merchantId, brandId, any().merchant_reference)],
    ['its timeline', () => store.timeline(merchantId, any().id)],
    ['list: newest', list(() => ({}))],
    ['list: deep page', list(() => ({ before: any().id }))],
    ['list: a status', list(() => ({ filter: { statuses: ['COMPLETED'] } }))],
    ['list: a filter without a match', list(() => ({ filter: { statuses: ['DECLINED'] } }))],
    ['list: five days of the past', list(() => ({ filter: days(any().created_at, 5) }))],
    [
      'list: an exact amount',
      list(() => {
        const { amount_minor } = any();
        return {
          filter: { amountFromMinor: amount_minor, amountToMinor: amount_minor, currencies: ['EUR'] },
        };
      }),
    ],
    [
      'list: an amount that nobody paid',
      list(() => ({
        filter: { amountFromMinor: NOBODY_PAID, amountToMinor: NOBODY_PAID, currencies: ['EUR'] },
      })),
    ],
    ['search: a merchant reference', search(() => any().merchant_reference)],
    ['search: a user', search(() => any().user_id)],
    ['search: four digits, all cards', search(() => '4242')],
    ['search: a text without a match', search(() => 'nobody@nowhere.example')],
  ];
}

/** Over HTTP, four requests at a time. */
async function lookUp(bench: Bench, full: GatewayUnderLoad): Promise<void> {
  const rows = await full.database
    .sql`select id from openings tablesample system (${sampled}) order by random() limit 20000`;
  const ids = rows.map((row) => row.id as string);
  const { run } = await closedLoop({ ...bench, warmupMs: 1_000 }, full, {
    keep: true,
    webhooks: false,
    kind: 'read',
    connections: 4,
    stage: async () => ids,
    async check() {},
  });
  const { p50, p95, p99 } = run.latencyMs;
  say(`look-up over HTTP, 4 at a time: p50 ${ms(p50)}  p95 ${ms(p95)}  p99 ${ms(p99)}`);
}

/** Shows whether the fold keeps up: how much is left when the load ends. */
async function fold({ sql }: BenchDatabase, full: GatewayUnderLoad): Promise<void> {
  const began = performance.now();
  const left = await full.database.unfolded();
  for (let tries = 0; tries < 2_400 && (await full.database.unfolded()) > 0; tries++)
    await new Promise((done) => setTimeout(done, 50));
  const [listed] =
    await sql`select count(*)::int as n from listing where day = (select max(day) from listing)`;
  say(
    `fold: ${left} changes left, folded ${ms(performance.now() - began)} later; ${whole(listed!.n)} of today listed`,
  );
}

async function prove({ url }: BenchDatabase): Promise<void> {
  const sql = openDatabase(url, { maxConnections: 2, patient: true });
  try {
    for (const which of ['first proof, which reads everything', 'proof of what changed since']) {
      const [began, used] = [performance.now(), postgresCpuSeconds(cluster.pid())];
      const { ok, checked, faults } = await proveLedger(sql, sql, new Date());
      const [took, processor] = [performance.now() - began, postgresCpuSeconds(cluster.pid()) - used];
      say(
        `${which}: ${ok ? 'holds' : faults.slice(0, 3).join(' ')}, ${whole(took / 1_000)} s, ${whole(processor)} s of PostgreSQL's processors; ${JSON.stringify(checked)}`,
      );
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}
