// Groups on a bad network (decision 43): a lost acknowledgement, a reset in the middle, a peer that falls silent.
// Whatever is lost, each caller gets the true answer, and nothing is stored twice.
import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import test from 'node:test';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import { completeLimits } from '../../src/domain/risk/risk.ts';
import { attemptCheck } from '../../src/domain/transactions/counted-attempt.ts';
import { aTransaction } from '../stage/builders.ts';
import { applyJob, CARD, LATER, openStage, settling, stored, tracesOf } from './store-stage.ts';

const ONCE = { status: 'COMPLETED', version: 1, timeline: 1, events: 1, transfers: 1, cards: 0 };
const UNTOUCHED = { status: 'INIT', version: 0, timeline: 0, events: 0, transfers: 0, cards: 0 };

test('an opening group whose acknowledgement is lost gets its correct answers', async (t) => {
  const stage = await openStage(t);
  const { proxy, shakyStore, sql } = stage;
  for (const losses of [1, 2]) {
    const fresh = Array.from({ length: 12 }, () => aTransaction());
    const rival = aTransaction({ ...fresh[0]!, id: aTransaction().id });
    proxy.swallowCommits(losses);
    const before = proxy.swallowed();
    const answers = await settling(
      Promise.all([...fresh, rival].map((transaction) => shakyStore.open({ transaction, profile: null }))),
    );
    assert.equal(proxy.swallowed() - before, losses);
    assert.deepEqual(answers.slice(0, -1), Array(12).fill({ kind: 'opened' }));
    assert.deepEqual(answers.at(-1), { kind: 'duplicate-reference', transactionId: fresh[0]!.id });
    const ids = [...fresh, rival].map((one) => one.id);
    assert.equal((await sql`select 1 from transactions where id = any(${ids})`).length, 12);
  }
});

test('after a lost acknowledgement the winner of a key is still the winner', async (t) => {
  const { proxy, shakyStore } = await openStage(t);
  const idempotency = { key: 'k', fingerprint: Buffer.alloc(32, 1) };
  const first = aTransaction();
  const twin = aTransaction({ merchantId: first.merchantId, brandId: first.brandId });
  proxy.swallowCommits(1);
  const answers = await settling(
    Promise.all(
      [first, twin].map((transaction) => shakyStore.open({ transaction, profile: null, idempotency })),
    ),
  );
  const winner = answers[0]!.kind === 'opened' ? first : twin;
  assert.deepEqual(answers.map((one) => one.kind).sort(), ['in-flight', 'opened']);
  assert.equal(proxy.swallowed(), 1);
  assert.deepEqual(
    answers.find((one) => one.kind === 'in-flight'),
    { kind: 'in-flight', transactionId: winner.id },
  );
});

test('an applying group whose acknowledgement is lost writes everything once, and refused changes stay refused', async (t) => {
  const stage = await openStage(t);
  const { proxy, shakyStore, store } = stage;
  for (const losses of [1, 2]) {
    const transactions = await stored(stage, 10);
    // Another process moved two of them.
    const moved = transactions.slice(0, 2);
    await Promise.all(
      moved.map((one) => store.apply(applyJob(one, { kind: 'declined', errorCode: '2005' }))),
    );
    const before = proxy.swallowed();
    proxy.swallowCommits(losses);
    const answers = await settling(
      Promise.all(transactions.map((one) => shakyStore.apply(applyJob(one, { kind: 'completed' })))),
    );
    assert.equal(proxy.swallowed() - before, losses);
    assert.deepEqual(answers, [...Array(2).fill('lost'), ...Array(8).fill('applied')]);
    for (const [i, one] of transactions.entries()) {
      const declined = { ...ONCE, status: 'DECLINED', transfers: 0 };
      assert.deepEqual(await tracesOf(stage, one), i < 2 ? declined : ONCE);
    }
  }
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('a change that keeps the status is written once and recognised after a lost acknowledgement', async (t) => {
  const stage = await openStage(t);
  const { proxy, shakyStore, store } = stage;
  const [opened] = await stored(stage, 1);
  const pending = applyJob(opened!, { kind: 'pending' });
  await store.apply(pending);
  const again = applyJob(pending.change.after, { kind: 'unknown' });
  assert.equal(again.event, null);
  proxy.swallowCommits(1);
  assert.equal(await settling(shakyStore.apply(again)), 'applied');
  assert.equal(proxy.swallowed(), 1);
  assert.equal((await tracesOf(stage, opened!)).version, 2);
  // Somebody else's change to the same version must not count as ours.
  const late = applyJob(pending.change.after, { kind: 'pending' });
  assert.equal(await settling(store.apply(late)), 'lost');
});

test('a connection that is reset anywhere in a group neither loses nor doubles anything', async (t) => {
  const stage = await openStage(t);
  const { proxy, shakyStore } = stage;
  // The answers to one group have some 600 bytes; the first ones also contain the connection's own beginning.
  for (let bytes = 0; bytes <= 700; bytes += 35) {
    const [opened] = await stored(stage, 1);
    const fresh = aTransaction();
    const apply = shakyStore.apply(applyJob(opened!, { kind: 'completed' }));
    proxy.resetAfter(bytes);
    const open = shakyStore.open({ transaction: fresh, profile: null });
    const answers = await settling(Promise.all([apply, open]));
    assert.deepEqual(answers, ['applied', { kind: 'opened' }], `reset after ${bytes} bytes`);
    assert.deepEqual(await tracesOf(stage, opened!), ONCE, `reset after ${bytes} bytes`);
    assert.deepEqual(await tracesOf(stage, fresh), UNTOUCHED);
  }
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('slow answers, also byte by byte, are accepted', async (t) => {
  const stage = await openStage(t);
  const { proxy, shakyStore } = stage;
  proxy.delay(15);
  proxy.drip(3);
  const transactions = await stored(stage, 5);
  const answers = await settling(
    Promise.all(transactions.map((one) => shakyStore.apply(applyJob(one, { kind: 'completed' })))),
  );
  assert.deepEqual(answers, Array(5).fill('applied'));
  for (const one of transactions) assert.deepEqual(await tracesOf(stage, one), ONCE);
});

test('an idle connection that is lost at any moment costs at most one retry', async (t) => {
  const stage = await openStage(t);
  const { proxy, shaky, shakyStore } = stage;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  for (let turns = 0; turns < 40; turns++) {
    await shaky`select 1`;
    const how = turns % 2 === 0 ? 'reset' : 'end';
    how === 'reset' ? proxy.resetAll() : proxy.endAll();
    for (let i = 0; i < turns / 4; i++) await turn();
    const transaction = aTransaction();
    const opened = await settling(shakyStore.open({ transaction, profile: null }));
    assert.deepEqual(opened, { kind: 'opened' }, `${how}, ${turns / 4} turns before`);
  }
});

test('an attempt whose acknowledgement is lost is counted once, on opening and on submission', async (t) => {
  const { proxy, shakyStore, store, sql } = await openStage(t);
  const limits = completeLimits({ attemptsPerCard: { limit: 2, windowSeconds: 600 } });
  const own = { merchantId: randomUUID(), brandId: randomUUID() };
  const cardOf = (byte: number) => ({ card: CARD, cardKey: Buffer.alloc(16, byte) });
  const told: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    const opened = aTransaction({ ...own, ...cardOf(1) });
    proxy.swallowCommits(1);
    const check = attemptCheck(limits, opened, LATER);
    told.push(await settling(shakyStore.open({ transaction: opened, profile: null, check })));

    const session = aTransaction({ ...own, origin: 'session' });
    await store.open({ transaction: session, profile: null });
    const link = { attempts: 1, cashierTokenHash: hash('sha256', session.id, 'buffer') };
    const job = applyJob({ ...session, ...cardOf(2), ...link }, { kind: 'submitted' });
    proxy.swallowCommits(1);
    const began = { ...job, check: attemptCheck(limits, job.change.after, LATER) };
    told.push(await settling(shakyStore.apply(began)));
  }
  assert.equal(proxy.swallowed(), 6);
  const refusedBy = 'attemptsPerCard';
  assert.deepEqual(told, [
    ...[{ kind: 'opened' }, 'applied', { kind: 'opened' }, 'applied'],
    ...[{ kind: 'opened', refusedBy }, { refusedBy }],
  ]);
  const rows = await sql`select cardinality(marks) as marks from risk_attempts`;
  assert.deepEqual(
    rows.map((row) => row.marks),
    [2, 2],
  );
});
