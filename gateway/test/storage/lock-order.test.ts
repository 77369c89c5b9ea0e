// Every writer takes row locks in one order (ARCHITECTURE, Storage): balances, transactions, refunds, the rest, each by
// its keys. Writers of two processes that meet on the same rows then wait for each other and never deadlock. PostgreSQL
// must count no deadlock; each would delay an answer by a second.
import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { moveFunding } from '../../src/actions/ledger/fund-brand.ts';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import type { RefundChange } from '../../src/domain/refunds/refund.ts';
import { completeLimits, type RiskLimits } from '../../src/domain/risk/risk.ts';
import { attemptCheck } from '../../src/domain/transactions/counted-attempt.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import { openRefundStore, type RefundStore } from '../../src/storage/refunds/refund-store.ts';
import { deleteOldCounts } from '../../src/storage/risk/risk-counters.ts';
import {
  openTransactionStore,
  type TransactionStore,
} from '../../src/storage/transactions/transaction-store.ts';
import { aTransaction } from '../stage/builders.ts';
import { ON_POSTGRESQL } from '../stage/citus-cluster.ts';
import { analyze, createTestDatabase, openTestPool } from '../stage/harness-database.ts';
import { ending, opening } from './refund-jobs.ts';
import { applyJob, CARD, LATER } from './store-stage.ts';

interface Process {
  sql: Sql;
  store: TransactionStore;
  refunds: RefundStore;
}

interface Stage {
  sql: Sql;
  processes: Process[];
  analyze(table: string): Promise<void>;
  /** Deadlocks of the whole test. Ends the processes first, because a backend reports its last ones only then. */
  deadlocks(): Promise<number>;
}

async function openStage(t: TestContext): Promise<Stage> {
  const database = await createTestDatabase();
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 1 });
  const processes = await Promise.all(
    [1, 2].map(async () => {
      const own = await openTestPool(database.databaseUrl, { maxConnections: 4 });
      return { sql: own, store: openTransactionStore(own), refunds: openRefundStore(own) };
    }),
  );
  const stop = () => Promise.all(processes.map((one) => one.sql.end({ timeout: 5 })));
  t.after(async () => {
    await stop();
    await sql.end({ timeout: 1 });
    await database.drop();
  });
  return {
    sql,
    processes,
    analyze: (table) => analyze(database.databaseUrl, table),
    async deadlocks() {
      await stop();
      const others = () => sql`select 1 from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
      while ((await others()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      const [row] = await sql`select deadlocks::int from pg_stat_database where datname = current_database()`;
      return row!.deadlocks;
    },
  };
}

/** Payouts of several merchants that wait for approval, all due. Their rows are not stored in key order. */
async function waiting({ sql, processes }: Stage, merchants: number, each: number): Promise<Transaction[]> {
  const { store } = processes[0]!;
  const made: Transaction[] = [];
  for (let i = 0; i < merchants; i++) {
    const brand = { merchantId: randomUUID(), brandId: randomUUID() };
    const funding = { ...brand, currency: 'EUR', amountMinor: 1_000_000n, reference: 'all', at: LATER };
    await sql.begin((tx) => moveFunding(tx, funding));
    for (let j = 0; j < each; j++)
      made.push(aTransaction({ ...brand, id: randomUUID(), type: 'PAYOUT', provider: null }));
  }
  for (const transaction of made) await store.open({ transaction, profile: null });
  return await Promise.all(
    made.map(async (transaction) => {
      const job = applyJob(transaction, { kind: 'approval-needed', expiresAt: LATER });
      await store.apply(job);
      return job.change.after;
    }),
  );
}

const muchLater = new Date(LATER.getTime() + 3_600_000);

test('approvals, refusals and cancellations of the same payouts and the sweep of due rows never deadlock', async (t) => {
  const stage = await openStage(t);
  const [here, there] = stage.processes as [Process, Process];
  let moved = 0;
  for (let round = 0; round < 12; round++) {
    const payouts = await waiting(stage, 3, 20);
    if (round === 6) await stage.analyze('transactions');
    const sweeps = Promise.all([here, there, here, there].map((one) => one.store.claimDue(muchLater, 64, 0)));
    const told = await Promise.all([
      ...payouts.map((one) => here.store.approve(applyJob(one, { kind: 'approved' }))),
      ...payouts.toReversed().map((one) => there.store.approve(applyJob(one, { kind: 'approved' }))),
      ...payouts.map((one) => there.store.apply(applyJob(one, { kind: 'declined', errorCode: '4005' }))),
      ...payouts.map((one) => here.store.apply(applyJob(one, { kind: 'declined', errorCode: '3001' }))),
    ]);
    await sweeps;
    moved += told.filter((one) => one === 'approved' || one === 'applied').length;
    // Exactly one of the four moved each payout.
    assert.equal(moved, (round + 1) * payouts.length);
  }
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
  assert.equal(await stage.deadlocks(), 0);
});

interface Own {
  merchantId: string;
  brandId: string;
}

async function tryCards({ store }: Process, own: Own, cards: Buffer[], limits: RiskLimits, at: Date) {
  await Promise.all(
    cards.map(async (cardKey) => {
      const attempt = aTransaction({ ...own, card: CARD, cardKey });
      const check = attemptCheck(limits, attempt, at);
      assert.equal((await store.open({ transaction: attempt, profile: null, check })).kind, 'opened');
    }),
  );
}

const cardKeys = (count: number) =>
  Array.from({ length: count }, (_, card) => hash('sha256', `${card}`, 'buffer').subarray(0, 16));
const limitedTo = (limit: number) => completeLimits({ attemptsPerCard: { limit, windowSeconds: 60 } });

test('attempts with the same cards in two processes, at brands with their own rules, never deadlock', async (t) => {
  const stage = await openStage(t);
  const [here, there] = stage.processes as [Process, Process];
  const cards = cardKeys(20);
  const brands = [1, 2, 3].map((limit) => ({
    own: { merchantId: randomUUID(), brandId: randomUUID() },
    limits: limitedTo(limit),
  }));
  for (let round = 0; round < 12; round++)
    await Promise.all([
      ...brands.map(({ own, limits }) => tryCards(here, own, cards, limits, LATER)),
      ...brands
        .toReversed()
        .map(({ own, limits }) => tryCards(there, own, cards.toReversed(), limits, LATER)),
    ]);
  assert.equal(await stage.deadlocks(), 0);
});

test(
  'the deletion of old attempts waits for cards that are tried again, and never deadlocks',
  ON_POSTGRESQL,
  async (t) => {
    const stage = await openStage(t);
    const [here, there] = stage.processes as [Process, Process];
    const merchantId = randomUUID();
    const [first, last] = [randomUUID(), randomUUID()].sort().map((brandId) => ({ merchantId, brandId })) as [
      Own,
      Own,
    ];
    const inOrder = cardKeys(10).toSorted(Buffer.compare);
    const [ofFirst, ofLast] = [inOrder.slice(5), inOrder.slice(0, 5)];
    // One by one and backwards, so that the rows are not stored in key order.
    for (const card of ofLast.toReversed()) await tryCards(here, last, [card], limitedTo(1), LATER);
    for (const card of ofFirst.toReversed()) await tryCards(here, first, [card], limitedTo(2), LATER);
    await stage.analyze('risk_attempts');
    const waitForLocks = async (count: number) => {
      const waiting = () => stage.sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
      for (let look = 0; look < 1_000 && (await waiting()).length < count; look++)
        await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const other = await there.sql.reserve();
    await other`begin`;
    await other`select 1 from risk_attempts where merchant_id = ${merchantId}
    and card_key = ${ofFirst[2]!} for update`;
    const deletion = deleteOldCounts(here.sql, muchLater, 1_000);
    await waitForLocks(1);
    // The first one goes alone; all others that arrive meanwhile form one group.
    const attempts = Promise.all([
      tryCards(there, { merchantId, brandId: randomUUID() }, [inOrder[0]!], limitedTo(1), muchLater),
      tryCards(there, last, ofLast, limitedTo(1), muchLater),
      tryCards(there, first, ofFirst, limitedTo(2), muchLater),
    ]);
    await waitForLocks(2);
    await other`commit`;
    other.release();
    await Promise.all([deletion, attempts]);
    assert.equal(await stage.deadlocks(), 0);
  },
);

/** As many completed pay-ins of these payouts' brands. Their rows are not stored in key order either. */
async function paid({ processes }: Stage, payouts: Transaction[]): Promise<Transaction[]> {
  const { store } = processes[0]!;
  return await Promise.all(
    payouts.map(async ({ merchantId, brandId }) => {
      const transaction = aTransaction({ merchantId, brandId, id: randomUUID() });
      await store.open({ transaction, profile: null });
      const job = applyJob(transaction, { kind: 'completed' });
      await store.apply(job);
      return job.change.after;
    }),
  );
}

test('refunds and approvals of the same brands in opposite orders, and their sweeps, never deadlock', async (t) => {
  const stage = await openStage(t);
  const [here, there] = stage.processes as [Process, Process];
  for (let round = 0; round < 8; round++) {
    const payouts = await waiting(stage, 3, 12);
    const payments = await paid(stage, payouts);
    if (round === 4) await stage.analyze('transactions');
    const approve = ({ store }: Process, one: Transaction) =>
      store.approve(applyJob(one, { kind: 'approved' }));
    const [made, more, approved, again] = await Promise.all([
      Promise.all(payments.map((one) => here.refunds.write(opening(one, 10n)))),
      Promise.all(payments.toReversed().map((one) => there.refunds.write(opening(one, 20n)))),
      Promise.all(payouts.map((one) => approve(here, one))),
      Promise.all(payouts.toReversed().map((one) => approve(there, one))),
    ]);
    const refunds = [...made, ...more].map((write) => write!.change);
    assert.equal(refunds.length, 2 * payments.length);
    assert.equal([...approved, ...again].filter((one) => one === 'approved').length, payouts.length);
    // Each refund ends once, whichever process hears of it first, while others of the same pay-ins are made.
    const end = ({ refunds: store }: Process, { after, refund }: RefundChange) =>
      store.write(ending(after, refund, { kind: 'completed' }));
    const [ended, late] = await Promise.all([
      Promise.all(refunds.map((one) => end(here, one))),
      Promise.all(refunds.toReversed().map((one) => end(there, one))),
      Promise.all(payments.map((one) => there.refunds.write(opening(one, 5n)))),
      Promise.all(payments.toReversed().map((one) => here.refunds.write(opening(one, 5n)))),
      ...[here, there].map((one) => one.refunds.claimDue(muchLater, 64, 0)),
      ...[here, there].map((one) => one.store.claimDue(muchLater, 64, 0)),
    ]);
    assert.equal([...ended, ...late].filter((one) => one !== null).length, refunds.length);
  }
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
  assert.equal(await stage.deadlocks(), 0);
});
