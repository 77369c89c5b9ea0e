// A group of changes is one round trip and one commit (bench/MEASUREMENTS.md). It is written completely or not at all,
// and a change that has lost its race makes no other change fail.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import { transition } from '../../../src/domain/transactions/transition.ts';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import { openPipeline, type SqlTransaction } from '../../../src/storage/database/database.ts';
import { ONE_BY_ONE } from '../../../src/storage/database/row-order.ts';
import { type ApplyJob, applyGroup, changesOf } from '../../../src/storage/transactions/apply-changes.ts';
import { moveWork } from '../../../src/storage/transactions/write-steps.ts';
import { ON_POSTGRESQL } from '../../stage/citus-cluster.ts';
import { asOwner } from '../../stage/harness-database.ts';
import { applyJob, LATER, openStage, type Stage, stored, tracesOf } from '../store-stage.ts';

const COMPLETED: Outcome = { kind: 'completed' };
const DECLINED: Outcome = { kind: 'declined', errorCode: '2005' };
const UNTOUCHED = { status: 'INIT', version: 0, timeline: 0, events: 0, transfers: 0, cards: 0 };
const ONCE = { status: 'COMPLETED', version: 1, timeline: 1, events: 1, transfers: 1, cards: 0 };

/** Writes a group directly, without the waiting that would form it. */
async function openGroups(t: TestContext) {
  const stage = await openStage(t);
  const pipeline = openPipeline(stage.sql);
  return { ...stage, write: (jobs: ApplyJob[]) => applyGroup(stage.sql, pipeline, jobs) };
}

/** Counts the database transactions that wrote these rows; one means one commit. */
async function commitsOf({ sql }: Stage, ids: string[]): Promise<number> {
  const rows = await sql`
    select xmin::text from steps where transaction_id = any(${ids})
    union select xmin::text from events where transaction_id = any(${ids})
    union select xmin::text from webhook_queue where transaction_id = any(${ids})
    union select xmin::text from transfers where transaction_id = any(${ids})`;
  return rows.length;
}

test('all changes of a group are in one commit', async (t) => {
  const stage = await openGroups(t);
  const transactions = await stored(stage, 20);
  const answers = await stage.write(transactions.map((one) => applyJob(one, COMPLETED)));
  assert.deepEqual(answers, Array(20).fill('applied'));
  for (const one of transactions) assert.deepEqual(await tracesOf(stage, one), ONCE);
  const ids = transactions.map(({ id }) => id);
  assert.equal(await commitsOf(stage, ids), 1);
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('a change of an outdated version writes nothing, and fails no other change', async (t) => {
  const stage = await openGroups(t);
  // The loser at the beginning, in the middle, at the end; several; all.
  for (const losers of [[0], [4], [9], [1, 5, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    const transactions = await stored(stage, 10);
    const moved = transactions.filter((_, i) => losers.includes(i));
    await stage.write(moved.map((one) => applyJob(one, DECLINED)));
    const answers = await stage.write(
      transactions.map((one) => applyJob(one, COMPLETED, { card: null, userId: 'of the group' })),
    );
    assert.deepEqual(
      answers,
      transactions.map((_, i) => (losers.includes(i) ? 'lost' : 'applied')),
    );
    for (const [i, one] of transactions.entries()) {
      const declined = { ...ONCE, status: 'DECLINED', transfers: 0 };
      assert.deepEqual(await tracesOf(stage, one), losers.includes(i) ? declined : ONCE);
    }
    const won = transactions.filter((_, i) => !losers.includes(i)).map(({ id }) => id);
    if (won.length > 0) assert.equal(await commitsOf(stage, won), 1, 'the others still share a commit');
  }
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('a change that keeps the status is refused like any other if the version has changed', async (t) => {
  const stage = await openGroups(t);
  const [processing, other] = await stored(stage, 2);
  const pending = applyJob(processing!, { kind: 'pending' });
  assert.deepEqual(await stage.write([pending]), ['applied']);
  const first = applyJob(pending.change.after, { kind: 'unknown' });
  const second = applyJob(pending.change.after, { kind: 'pending' });
  assert.deepEqual(await stage.write([first]), ['applied']);
  assert.deepEqual(await stage.write([second, applyJob(other!, COMPLETED)]), ['lost', 'applied']);
  const after = await stage.store.find(processing!.merchantId, processing!.id);
  assert.deepEqual([after?.version, after?.errorCode], [2, '9001']);
  assert.deepEqual(await tracesOf(stage, other!), ONCE);
});

test('two changes of one transaction in a group both apply if one follows the other, else only the first', async (t) => {
  const stage = await openGroups(t);
  const [rivals, follows, other] = await stored(stage, 3);
  const pending = applyJob(follows!, { kind: 'pending' });
  const change = transition(pending.change.after, COMPLETED, 'resolver', LATER)!;
  const completed = { ...applyJob(pending.change.after, COMPLETED), change };
  const answers = await stage.write([
    applyJob(rivals!, COMPLETED),
    pending,
    applyJob(rivals!, DECLINED),
    applyJob(other!, COMPLETED),
    completed,
  ]);
  assert.deepEqual(answers, ['applied', 'applied', 'lost', 'applied', 'applied']);
  for (const one of [rivals!, other!]) assert.deepEqual(await tracesOf(stage, one), ONCE);
  assert.deepEqual(await tracesOf(stage, follows!), { ...ONCE, version: 2, timeline: 2, events: 2 });
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('an error in the middle of a group rolls back the whole group', async (t) => {
  const stage = await openGroups(t);
  const transactions = await stored(stage, 6);
  const poisoned: Record<string, (job: ApplyJob) => void> = {
    'the status': ({ change }) => Object.assign(change.after, { card: { brand: 'a\u0000b' } }),
    'the timeline': ({ change }) => Object.assign(change.entry!, { reason: 'a\u0000b' }),
    'a transfer': ({ change }) => Object.assign(change.movements[0]!, { amountMinor: 0n }),
    'the webhook event': ({ event }) => Object.assign(event!, { body: 'a\u0000b' }),
  };
  for (const [where, poison] of Object.entries(poisoned)) {
    const jobs = transactions.map((one) => applyJob(one, COMPLETED));
    poison(jobs[3]!);
    await assert.rejects(stage.write(jobs), { name: 'PostgresError' }, where);
    for (const one of transactions) assert.deepEqual(await tracesOf(stage, one), UNTOUCHED, where);
  }
  assert.equal((await stage.sql`select 1 from balance_changes`).length, 0);
  // Nothing blocks the next group.
  const answers = await stage.write(transactions.map((one) => applyJob(one, COMPLETED)));
  assert.deepEqual(answers, Array(6).fill('applied'));
});

test('an error beside an outdated change is still an error, and nothing is written', async (t) => {
  const stage = await openGroups(t);
  const [moved, sound, poisoned] = await stored(stage, 3);
  await stage.write([applyJob(moved!, DECLINED)]);
  const jobs = [moved!, sound!, poisoned!].map((one) => applyJob(one, COMPLETED));
  Object.assign(jobs[2]!.event!, { body: 'a\u0000b' });
  await assert.rejects(stage.write(jobs), { name: 'PostgresError' });
  assert.deepEqual(await tracesOf(stage, sound!), UNTOUCHED);
  assert.deepEqual((await tracesOf(stage, moved!)).status, 'DECLINED');
});

test('in the store a change that causes an error fails only for its own caller', async (t) => {
  const stage = await openGroups(t);
  const transactions = await stored(stage, 12);
  const jobs = transactions.map((one) => applyJob(one, COMPLETED));
  Object.assign(jobs[7]!.event!, { body: 'a\u0000b' });
  await stage.write([applyJob(transactions[2]!, DECLINED)]);
  const settled = await Promise.allSettled(jobs.map((job) => stage.store.apply(job)));
  const answers = settled.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
  const expected = Array(12).fill('applied');
  expected[2] = 'lost';
  expected[7] = 'failed';
  assert.deepEqual(answers, expected);
  assert.deepEqual(await tracesOf(stage, transactions[7]!), UNTOUCHED);
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('one of competing changes to a transaction is applied, and the others learn that they lost', async (t) => {
  const stage = await openGroups(t);
  const transactions = await stored(stage, 15);
  const outcomes: Outcome[] = [COMPLETED, DECLINED, { kind: 'unknown' }, { kind: 'cancelled' }];
  const stores = [stage.store, stage.shakyStore];
  const answers = await Promise.all(
    transactions.flatMap((one, i) =>
      outcomes.map((outcome, j) => stores[(i + j) % 2]!.apply(applyJob(one, outcome))),
    ),
  );
  for (const [i, one] of transactions.entries()) {
    const own = answers.slice(i * outcomes.length, (i + 1) * outcomes.length);
    assert.equal(own.filter((answer) => answer === 'applied').length, 1);
    const traces = await tracesOf(stage, one);
    assert.deepEqual([traces.version, traces.timeline, traces.events], [1, 1, 1]);
    assert.equal(traces.transfers, own[0] === 'applied' ? 1 : 0);
  }
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('a group looks up its rows one by one, also in a table without statistics', ON_POSTGRESQL, async (t) => {
  const stage = await openGroups(t);
  stage.wearOut();
  // Nobody has analyzed the table, and nobody will while this runs.
  const owner = connectPostgres(asOwner(stage.databaseUrl), { max: 1, onnotice: () => {} });
  await owner`alter table open_work set (autovacuum_enabled = off)`;
  await owner.end();
  const transactions = await stored(stage, 2_000);
  const jobs = transactions.slice(0, 20).map((one) => applyJob(one, COMPLETED));
  const plan = await stage.sql.begin(async (tx) => {
    for (const setting of ['set local enable_seqscan = off', ...ONE_BY_ONE]) await tx.unsafe(setting);
    const explained = {
      unsafe: (text: string, ...rest: [never[], object]) => tx.unsafe(`explain ${text}`, ...rest),
    } as unknown as SqlTransaction;
    const rows = (await moveWork(explained, changesOf(jobs))) as Record<string, string>[];
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  assert.match(plan, /Index Cond: \(.*transaction_id = r\.id/);
  assert.doesNotMatch(plan, /Materialize|Seq Scan/);
});
