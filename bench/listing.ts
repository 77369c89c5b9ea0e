// npm run bench:listing: how long listings, searches and totals take over a million transactions, an export of all of
// them, and the portal's first pages. Starts a database, fills it, folds it, and runs each kind of query many times, in
// turns; prints a table and, with --write, puts it into bench/RESULTS.md. Everything is removed at the end.
import { parseArgs } from 'node:util';
import { openDatabase, type Sql } from '../gateway/src/storage/database/database.ts';
import { fillListing } from '../gateway/src/storage/listing/fill-listing.ts';
import { openFoldingPipeline } from '../gateway/src/storage/listing/fold-changes.ts';
import { startCluster } from './cluster.ts';
import { distribution, ms, whole } from './distribution.ts';
import { measurePortal } from './portal-side.ts';
import { cpuSeconds, describeMachine } from './probes/machine.ts';
import { askedQuestions } from './questions/listing-questions.ts';
import { writeListingResults } from './report/results-listing.ts';
import { seedListing } from './seeds/seed-listing.ts';

const { values: given } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '40' },
    parent: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

const cluster = await startCluster(given.parent);
const database = await cluster.database('listing');
// One connection, so that its processor time is that of the query.
const sql = openDatabase(database.url, { maxConnections: 1 });
try {
  const stored = Number(given.stored);
  const merchant = await seedListing(database.sql, stored, (done) => say(`stored ${whole(done)}`));
  await database.vacuum();
  const pipeline = openFoldingPipeline(sql);
  const began = performance.now();
  while ((await fillListing(sql, pipeline, new Date(), 1_000)) === 'more');
  const filledIn = (performance.now() - began) / 1_000;
  say(`folded in ${Math.round(filledIn)} s, ${Math.round((filledIn / stored) * 1e6)} µs each`);
  const sizes = await database.sql`select relname, pg_relation_size(oid)::float8 / 1e6 as mb from pg_class
    where relname ~ '^(listing|search_terms|daily|quarter|facets|transactions)' and relkind in ('r', 'i') order by relname`;
  for (const { relname, mb } of sizes) say(`  ${relname}: ${Math.round(mb)} MB`);
  const [facets] = await database.sql`select count(*)::int as n from facets`;
  const [days] = await database.sql`select count(*)::int as n from daily_totals`;
  const [quarters] = await database.sql`select count(*)::int as n from quarter_totals`;
  say(`${facets!.n} facets, ${days!.n} daily totals, ${quarters!.n} of quarters of an hour`);
  await cluster.settle();
  const questions = await askedQuestions(sql, merchant);
  const processorOf = await watchBackend(sql);
  const times = new Map<string, number[]>(questions.map(({ name }) => [name, []]));
  const processor = new Map<string, number>(questions.map(({ name }) => [name, 0]));
  for (let round = 0; round < Number(given.times); round++)
    for (const { name, ask } of questions) {
      const [start, processorBefore] = [performance.now(), processorOf()];
      await ask();
      times.get(name)!.push(performance.now() - start);
      processor.set(name, processor.get(name)! + processorOf() - processorBefore);
    }
  const rounds = Number(given.times);
  const rows = questions.map(({ name }) => ({
    name,
    ...distribution(times.get(name)!),
    processorMs: (1_000 * processor.get(name)!) / rounds,
  }));
  for (const { name, p50, p95, max, processorMs } of rows)
    say(
      `${name.padEnd(70)} p50 ${ms(p50)}  p95 ${ms(p95)}  longest ${ms(max)}  processor ${ms(processorMs)}`,
    );
  const portal = await measurePortal(sql, database.url, merchant, say);
  if (given.write) {
    const machine = await describeMachine(cluster.sql as never, cluster.folder);
    writeListingResults({ machine, rows, stored, facets: facets!.n, filledIn, portal });
  }
} finally {
  await sql.end({ timeout: 5 });
  await cluster.remove();
}

/** Processor seconds of the one connection: its process id is read once. */
async function watchBackend(sql: Sql): Promise<() => number> {
  const [row] = await sql`select pg_backend_pid() as pid`;
  return () => cpuSeconds(row!.pid);
}
