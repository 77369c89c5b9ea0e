// Locks held from outside on every row that a payment of merchant A needs: merchant B's payments continue at once, A's
// others too, and waiting jobs are done when the lock is gone. A job that has waited too long gets a true answer.
// Without the lock_timeout of pipelines, or without the separate line, everything waits as long as the lock is held,
// and these tests fail.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { moveFunding } from '../../src/actions/ledger/fund-brand.ts';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import { Refusal } from '../../src/domain/errors/refusal.ts';
import { STANDARD_LIMITS } from '../../src/domain/risk/risk.ts';
import { attemptCheck } from '../../src/domain/transactions/counted-attempt.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { connectPostgres } from '../../src/storage/database/connect.ts';
import { openPipeline } from '../../src/storage/database/database.ts';
import { Recordset } from '../../src/storage/pipeline/recordset.ts';
import { openRefundStore } from '../../src/storage/refunds/refund-store.ts';
import type { OpenJob, OpenResult } from '../../src/storage/transactions/open-transactions.ts';
import { OPENING_COLUMNS, toRow } from '../../src/storage/transactions/transaction-row.ts';
import { moveEvents } from '../../src/storage/webhooks/webhook-store.ts';
import { aTransaction } from '../stage/builders.ts';
import { asOwner } from '../stage/harness-database.ts';
import { opening } from './refund-jobs.ts';
import { applyJob, CARD, LATER, openStage, type Stage, settling, stored, tracesOf } from './store-stage.ts';

const OPENINGS = new Recordset(OPENING_COLUMNS);

/** Runs `meanwhile` while another session has done `work` and does not commit. */
async function whileHeld<T>(
  { databaseUrl }: Stage,
  work: (tx: ReturnType<typeof connectPostgres>) => Promise<unknown>,
  meanwhile: () => Promise<T>,
): Promise<T> {
  const stranger = connectPostgres(asOwner(databaseUrl), { max: 1, onnotice: () => {} });
  try {
    const answer = await stranger.begin(async (tx) => {
      await work(tx as never);
      return { of: await meanwhile() };
    });
    return answer.of as T;
  } finally {
    await stranger.end({ timeout: 1 });
  }
}

const isDone = async (work: Promise<unknown>) =>
  await Promise.race([work.then(() => true), new Promise((resolve) => setTimeout(resolve, 5, false))]);

/** Pay-ins of another merchant, opened and completed one after the other. Each rejects if it has to wait for long. */
async function passesBy(stage: Stage, count = 5): Promise<void> {
  const own = { merchantId: randomUUID(), brandId: randomUUID() };
  for (let i = 0; i < count; i++) {
    const transaction = aTransaction(own);
    assert.deepEqual(await settling(stage.store.open({ transaction, profile: null })), { kind: 'opened' });
    assert.equal(await settling(stage.store.apply(applyJob(transaction, { kind: 'completed' }))), 'applied');
  }
}

/** A group in which some job waits. The first job keeps the pipeline busy, so that the others share the next commit. */
const openAll = (stage: Stage, jobs: OpenJob[]) =>
  Promise.allSettled([{ transaction: aTransaction(), profile: null }, ...jobs].map(stage.store.open));

test('a locked transaction delays only its own outcome', async (t) => {
  const stage = await openStage(t);
  const [locked, ...others] = await stored(stage, 20);
  const strangers = await stored(stage, 20);
  const held = await whileHeld(
    stage,
    (tx) => tx`select 1 from open_work
      where merchant_id = ${locked!.merchantId} and transaction_id = ${locked!.id} for update`,
    async () => {
      // One group with all of them.
      const outcome = (one: Transaction) => stage.store.apply(applyJob(one, { kind: 'completed' }));
      const waiting = outcome(locked!);
      const rest = [...others, ...strangers].map(outcome);
      assert.deepEqual(await settling(Promise.all(rest)), Array(39).fill('applied'));
      assert.equal(await isDone(waiting), false);
      await passesBy(stage);
      // Another job of the same merchant, which comes later.
      const [late] = await stored(stage, 1, { merchantId: locked!.merchantId, brandId: locked!.brandId });
      assert.equal(await settling(outcome(late!)), 'applied');
      assert.equal(await isDone(waiting), false);
      return { waiting };
    },
  );
  assert.equal(await settling(held.waiting), 'applied');
  const once = { status: 'COMPLETED', version: 1, timeline: 1, events: 1, transfers: 1, cards: 0 };
  for (const one of [locked!, ...others, ...strangers]) assert.deepEqual(await tracesOf(stage, one), once);
  await settling(stage.store.settled());
  await passesBy(stage);
});

test('a reference that is being taken delays only requests for the same reference', async (t) => {
  const stage = await openStage(t);
  const rival = aTransaction();
  const { merchantId, brandId, merchantReference } = rival;
  const mine = aTransaction({ merchantId, brandId, merchantReference });
  const others = Array.from({ length: 10 }, () => aTransaction({ merchantId, brandId }));
  const held = await whileHeld(
    stage,
    (tx) =>
      tx.unsafe(
        `insert into openings (${OPENINGS.names}) select ${OPENINGS.names} from ${OPENINGS.rows}`,
        OPENINGS.parameters([toRow(rival)]).map((column) => column?.asText() ?? null),
      ),
    async () => {
      const open = (transaction: Transaction) => stage.store.open({ transaction, profile: null });
      const waiting = open(mine);
      const answers = await settling(Promise.all(others.map(open)));
      assert.deepEqual(answers, Array(10).fill({ kind: 'opened' }));
      await passesBy(stage);
      assert.equal(await isDone(waiting), false);
      return { waiting };
    },
  );
  const answer: OpenResult = await settling(held.waiting);
  assert.deepEqual(answer, { kind: 'duplicate-reference', transactionId: rival.id });
});

test('a locked count of a card delays only attempts with that card', async (t) => {
  const stage = await openStage(t);
  const own = { merchantId: randomUUID(), brandId: randomUUID() };
  const withCard = (card: number): OpenJob => {
    const transaction = aTransaction({ ...own, card: CARD, cardKey: Buffer.alloc(16, card) });
    return { transaction, profile: null, check: attemptCheck(STANDARD_LIMITS, transaction, LATER) };
  };
  await stage.store.open(withCard(1));
  const held = await whileHeld(
    stage,
    (tx) => tx`select 1 from risk_attempts where merchant_id = ${own.merchantId} for update`,
    async () => {
      const waiting = stage.store.open(withCard(1));
      const answers = await settling(Promise.all([2, 3, 4].map((card) => stage.store.open(withCard(card)))));
      assert.deepEqual(answers, Array(3).fill({ kind: 'opened' }));
      await passesBy(stage);
      assert.equal(await isDone(waiting), false);
      return { waiting };
    },
  );
  assert.deepEqual(await settling(held.waiting), { kind: 'opened' });
});

test('a locked balance delays only operations that spend it', async (t) => {
  const stage = await openStage(t);
  const { sql, store } = stage;
  const refunds = openRefundStore(sql);
  const brands = [0, 1].map(() => ({ merchantId: randomUUID(), brandId: randomUUID() }));
  const [payouts, payins] = [[] as Transaction[][], [] as Transaction[][]];
  for (const own of brands) {
    const funding = { ...own, currency: 'EUR', amountMinor: 90_000n, reference: randomUUID(), at: LATER };
    await sql.begin((tx) => moveFunding(tx, funding));
    const fresh = await stored(stage, 6, { ...own, type: 'PAYOUT', provider: null });
    const needed = fresh.map((one) => applyJob(one, { kind: 'approval-needed', expiresAt: LATER }));
    await Promise.all(needed.map(store.apply));
    payouts.push(needed.map(({ change }) => change.after));
    const paid = (await stored(stage, 6, own)).map((one) => applyJob(one, { kind: 'completed' }));
    await Promise.all(paid.map(store.apply));
    payins.push(paid.map(({ change }) => change.after));
  }
  const approve = (payout: Transaction) => store.approve(applyJob(payout, { kind: 'approved' }));
  const refund = (payin: Transaction) => refunds.write(opening(payin, 100n));
  const held = await whileHeld(
    stage,
    (tx) => tx`select 1 from balances where merchant_id = ${brands[0]!.merchantId} for update`,
    async () => {
      const waiting = [...payouts[0]!.map(approve), ...payins[0]!.map(refund)];
      const passing = [...payouts[1]!.map(approve), ...payins[1]!.map(refund)];
      const answers = await settling(Promise.all(passing));
      assert.deepEqual(answers.slice(0, 6), Array(6).fill('approved'));
      assert.ok(answers.every((answer) => answer !== null));
      await passesBy(stage);
      for (const one of waiting) assert.equal(await isDone(one), false);
      return waiting;
    },
  );
  const answers = await settling(Promise.all(held));
  assert.deepEqual(answers.slice(0, 6), Array(6).fill('approved'));
  assert.ok(answers.every((answer) => answer !== null));
  assert.deepEqual((await verifyLedger(sql)).faults, []);
});

test('a locked head of an audit log delays only changes that are audited there', async (t) => {
  const stage = await openStage(t);
  const refunds = openRefundStore(stage.sql);
  const own = { merchantId: randomUUID(), brandId: randomUUID() };
  const jobs = (await stored(stage, 5, own)).map((one) => applyJob(one, { kind: 'completed' }));
  await Promise.all(jobs.map(stage.store.apply));
  const [first, ...others] = jobs.map(({ change }) => change.after);
  const refund = (payin: Transaction) => refunds.write(opening(payin, 100n));
  await refund(first!);
  const held = await whileHeld(
    stage,
    (tx) => tx`select 1 from audit_heads where merchant_id = ${own.merchantId} for update`,
    async () => {
      const waiting = others.map(refund);
      await passesBy(stage);
      // The statements behind the waiting one fail with it; they are not the cause.
      const answer = await Promise.race([
        ...waiting,
        new Promise((resolve) => setTimeout(resolve, 600, 'waits')),
      ]);
      assert.equal(answer, 'waits');
      return waiting;
    },
  );
  assert.ok((await settling(Promise.all(held))).every((answer) => answer !== null));
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('a locked due transaction or event is claimed later, and the others now', async (t) => {
  const stage = await openStage(t);
  const { sql, store } = stage;
  const due = await stored(stage, 12, { dueAt: LATER });
  const [locked] = due;
  const claim = (at: Date) => settling(store.claimDue(at, 64, 60_000));
  const claimed = await whileHeld(
    stage,
    (tx) => tx`select 1 from open_work
      where merchant_id = ${locked!.merchantId} and transaction_id = ${locked!.id} for update`,
    () => claim(LATER),
  );
  assert.deepEqual(new Set(claimed.map(({ id }) => id)), new Set(due.slice(1).map(({ id }) => id)));
  assert.deepEqual(
    (await claim(LATER)).map(({ id }) => id),
    [locked!.id],
  );

  const jobs = due.map((one) => applyJob(one, { kind: 'completed' }));
  await Promise.all(jobs.map(store.apply));
  await sql`update webhook_queue set state = 'pending', next_try_at = ${LATER}`;
  const pipeline = openPipeline(sql);
  const at = new Date(LATER.getTime() + 3_600_000);
  const moves = jobs.map(({ event }) => ({
    merchantId: event!.merchantId,
    transactionId: event!.transactionId,
    sequence: event!.sequence,
    state: 'pending' as const,
    nextTryAt: new Date(at.getTime() + 1),
    dueBy: at,
    hold: true,
    newTurn: false,
  }));
  const held = await whileHeld(
    stage,
    (tx) => tx`select 1 from webhook_queue
      where merchant_id = ${locked!.merchantId} and transaction_id = ${locked!.id} for update`,
    () => settling(moveEvents(pipeline, moves)),
  );
  assert.equal(held.length, 11);
  assert.equal((await moveEvents(pipeline, moves)).length, 1);
});

test('a locked table is reported correctly and in time, and work continues when it is free', async (t) => {
  const stage = await openStage(t);
  const paid = await stored(stage, 3);
  const fresh = Array.from({ length: 30 }, () => aTransaction());
  const { told, outcomes } = await whileHeld(
    stage,
    (tx) => tx`lock table transactions in share row exclusive mode`,
    async () => {
      const outcomes = Promise.allSettled(
        paid.map((one) => stage.store.apply(applyJob(one, { kind: 'completed' }))),
      );
      const jobs = fresh.map((transaction) => ({ transaction, profile: null }));
      return { told: await settling(openAll(stage, jobs)), outcomes: await settling(outcomes) };
    },
  );
  for (const one of [...told, ...outcomes]) {
    assert.ok(one.status === 'rejected' && one.reason instanceof Refusal, String(one.status));
    assert.equal(one.reason.httpStatus, 503);
    assert.equal(one.reason.extras.retryAfterSeconds, 1);
  }
  const said = new Set(told.map((one) => one.status === 'rejected' && one.reason.message));
  assert.deepEqual(
    [...said],
    ['the service cannot write this now; nothing was stored, try again in a moment'],
  );
  assert.equal((await stage.sql`select 1 from transactions`).length, 3);
  // No caller waits for these jobs any more, but the store still writes them.
  await settling(stage.store.settled());
  for (const one of paid) assert.equal((await tracesOf(stage, one)).status, 'COMPLETED');
  await passesBy(stage);
});
