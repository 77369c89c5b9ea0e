// Approving payouts in groups on the real database: all processes together spend a brand's money once, and each caller
// gets the result of its own payout (contract 8, 10).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { moveFunding } from '../../../src/actions/ledger/fund-brand.ts';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { openPipeline, type Sql, withRetries } from '../../../src/storage/database/database.ts';
import { balancesOf } from '../../../src/storage/ledger/ledger-store.ts';
import type { ApplyJob } from '../../../src/storage/transactions/apply-changes.ts';
import { type Approved, approveGroup } from '../../../src/storage/transactions/approve-payouts.ts';
import {
  openTransactionStore,
  type TransactionStore,
} from '../../../src/storage/transactions/transaction-store.ts';
import { aTransaction } from '../../stage/builders.ts';
import { applyJob, LATER, openStage, type Stage, settling, tracesOf } from '../store-stage.ts';

const APPROVED = { status: 'PROCESSING', version: 2, timeline: 2, events: 2, transfers: 1, cards: 0 };
const WAITING = { status: 'PENDING', version: 1, timeline: 1, events: 1, transfers: 0, cards: 0 };

/** A brand with this much money, and payouts of these amounts that wait for approval. */
async function waiting(stage: Stage, availableMinor: bigint, amountsMinor: bigint[]) {
  const brand = { merchantId: randomUUID(), brandId: randomUUID() };
  const { sql, store } = stage;
  if (availableMinor > 0n) await fund(sql, brand, availableMinor);
  const payouts = await Promise.all(amountsMinor.map((amountMinor) => pending(store, brand, amountMinor)));
  return { ...brand, payouts };
}

async function fund(sql: Sql, brand: { merchantId: string; brandId: string }, amountMinor: bigint) {
  const funding = { ...brand, currency: 'EUR', amountMinor, reference: randomUUID(), at: LATER };
  await withRetries(() => sql.begin((tx) => moveFunding(tx, funding)));
}

async function pending(
  store: TransactionStore,
  brand: { merchantId: string; brandId: string },
  amountMinor: bigint,
): Promise<Transaction> {
  const transaction = aTransaction({ ...brand, type: 'PAYOUT', amountMinor, provider: null });
  await store.open({ transaction, profile: null });
  const job = applyJob(transaction, { kind: 'approval-needed', expiresAt: LATER });
  assert.equal(await store.apply(job), 'applied');
  return job.change.after;
}

const approval = (payout: Transaction): ApplyJob => applyJob(payout, { kind: 'approved' });

async function balanceOf({ sql }: Stage, { merchantId, brandId }: { merchantId: string; brandId: string }) {
  const [eur] = await balancesOf(sql, merchantId, brandId);
  return eur ? [eur.availableMinor, eur.reservedMinor] : [0n, 0n];
}

async function soundLedger({ sql }: Stage) {
  const { ok, faults } = await verifyLedger(sql);
  assert.deepEqual({ ok, faults }, { ok: true, faults: [] });
}

test('a group is approved in its order as far as the balance allows, including later smaller payouts', async (t) => {
  const stage = await openStage(t);
  const brand = await waiting(stage, 100n, [60n, 60n, 30n, 11n, 10n]);
  const pipeline = openPipeline(stage.sql);
  const answers = await approveGroup(stage.sql, pipeline, brand.payouts.map(approval));
  assert.deepEqual(answers, ['approved', 'short', 'approved', 'short', 'approved']);
  assert.deepEqual(await balanceOf(stage, brand), [0n, 100n]);
  for (const [i, payout] of brand.payouts.entries()) {
    assert.deepEqual(await tracesOf(stage, payout), answers[i] === 'approved' ? APPROVED : WAITING);
  }
  await soundLedger(stage);
});

test('each brand and currency of a group has its own balance', async (t) => {
  const stage = await openStage(t);
  const rich = await waiting(stage, 1_000n, [400n, 400n]);
  const poor = await waiting(stage, 0n, [1n, 1n]);
  const jobs = [rich.payouts[0]!, poor.payouts[0]!, rich.payouts[1]!, poor.payouts[1]!].map(approval);
  const answers = await approveGroup(stage.sql, openPipeline(stage.sql), jobs);
  assert.deepEqual(answers, ['approved', 'short', 'approved', 'short']);
  assert.deepEqual(await balanceOf(stage, rich), [200n, 800n]);
  assert.deepEqual(await balanceOf(stage, poor), [0n, 0n]);
  await soundLedger(stage);
});

test('two approvals of one payout in one group count once', async (t) => {
  const stage = await openStage(t);
  // There is enough money to send it twice. Only its changed state keeps the second call from sending it again.
  const brand = await waiting(stage, 1_000n, [60n, 50n]);
  const [payout, other] = brand.payouts;
  const jobs = [approval(payout!), approval(payout!), approval(other!), approval(payout!)];
  const answers = await approveGroup(stage.sql, openPipeline(stage.sql), jobs);
  assert.deepEqual(answers, ['approved', 'lost', 'approved', 'lost']);
  assert.deepEqual(await tracesOf(stage, payout!), APPROVED);
  assert.deepEqual(await balanceOf(stage, brand), [890n, 110n]);
  await soundLedger(stage);
});

test('a payout that has changed takes no money, and its amount is available to the others', async (t) => {
  const stage = await openStage(t);
  const brand = await waiting(stage, 100n, [80n, 70n, 90n]);
  const [moved, next, last] = brand.payouts;
  await stage.store.apply(applyJob(moved!, { kind: 'cancelled' }));
  const answers = await approveGroup(
    stage.sql,
    openPipeline(stage.sql),
    [moved!, next!, last!].map(approval),
  );
  assert.deepEqual(answers, ['lost', 'approved', 'short']);
  assert.deepEqual(await balanceOf(stage, brand), [30n, 70n]);
  await soundLedger(stage);
});

test('completed but unfolded money can be paid out', async (t) => {
  const stage = await openStage(t);
  const brand = await waiting(stage, 0n, [25n]);
  const payin = aTransaction({ merchantId: brand.merchantId, brandId: brand.brandId, amountMinor: 25n });
  await stage.store.open({ transaction: payin, profile: null });
  await stage.store.apply(applyJob(payin, { kind: 'completed' }));
  assert.equal(await stage.store.approve(approval(brand.payouts[0]!)), 'approved');
  assert.deepEqual(await balanceOf(stage, brand), [0n, 25n]);
});

test('a group whose acknowledgement is lost gets its correct answers, and no payout is sent twice or wrongly refused', async (t) => {
  const stage = await openStage(t);
  for (const losses of [1, 2]) {
    const brand = await waiting(stage, 100n, [60n, 60n, 40n, 5n]);
    const moved = brand.payouts[3]!;
    await stage.store.apply(applyJob(moved, { kind: 'cancelled' }));
    const before = stage.proxy.swallowed();
    stage.proxy.swallowCommits(losses);
    const answers = await settling(
      Promise.all(brand.payouts.map((payout) => stage.shakyStore.approve(approval(payout)))),
    );
    assert.equal(stage.proxy.swallowed() - before, losses);
    assert.deepEqual(answers, ['approved', 'short', 'approved', answers[3]]);
    assert.notEqual(answers[3], 'approved');
    assert.deepEqual(await balanceOf(stage, brand), [0n, 100n]);
    for (const payout of [brand.payouts[0]!, brand.payouts[2]!]) {
      assert.deepEqual(await tracesOf(stage, payout), APPROVED);
    }
  }
  await soundLedger(stage);
});

test('a hundred simultaneous approvals in two processes succeed as far as the balance covers them', async (t) => {
  const stage = await openStage(t);
  const beside = openTransactionStore(stage.shaky);
  const brand = await waiting(stage, 3_700n, Array<bigint>(100).fill(100n));
  const answers = await Promise.all(
    brand.payouts.map((payout, i) => (i % 2 ? stage.store : beside).approve(approval(payout))),
  );
  assert.deepEqual(tally(answers), { approved: 37, short: 63 });
  assert.deepEqual(await balanceOf(stage, brand), [0n, 3_700n]);
  await soundLedger(stage);
});

test('approvals, ends of payouts, withdrawals and pay-ins at once keep the sum and never make it negative', async (t) => {
  const stage = await openStage(t, { maxConnections: 6 });
  const beside = openTransactionStore(stage.shaky);
  const stores = [stage.store, beside];
  const brand = await waiting(stage, 1_000n, Array<bigint>(100).fill(50n));
  const { merchantId, brandId } = brand;
  const payins = Array.from({ length: 40 }, () => aTransaction({ merchantId, brandId, amountMinor: 30n }));
  await Promise.all(payins.map((transaction) => stage.store.open({ transaction, profile: null })));

  let funded = 1_000n;
  let paidOut = 0n;
  let watching = true;
  const lowest = { available: 0n, reserved: 0n };
  const watch = (async () => {
    while (watching) {
      const [available, reserved] = await balanceOf(stage, brand);
      if (available! < lowest.available) lowest.available = available!;
      if (reserved! < lowest.reserved) lowest.reserved = reserved!;
    }
  })();

  async function settle(payout: Transaction, i: number): Promise<Approved> {
    const job = approval(payout);
    const answer = await stores[i % 2]!.approve(job);
    if (answer !== 'approved' || i % 5 === 0) return answer;
    // Every fifth stays on its way; half of the rest is paid out and half comes back.
    const ends = i % 2 ? ({ kind: 'completed' } as const) : ({ kind: 'failed', errorCode: '9002' } as const);
    assert.equal(await stores[(i + 1) % 2]!.apply(applyJob(job.change.after, ends)), 'applied');
    if (ends.kind === 'completed') paidOut += 50n;
    return answer;
  }
  async function withdraw(sql: Sql): Promise<void> {
    try {
      await fund(sql, brand, -45n);
      funded -= 45n;
    } catch (error) {
      assert.match((error as Error).message, /more than the available balance/);
    }
  }
  const work: Promise<unknown>[] = [
    ...brand.payouts.map(settle),
    ...payins.map((payin, i) => stores[i % 2]!.apply(applyJob(payin, { kind: 'completed' }))),
    ...Array.from({ length: 20 }, (_, i) => withdraw(i % 2 ? stage.sql : stage.shaky)),
  ];
  const answers = (await Promise.all(work)).slice(0, 100) as Approved[];
  watching = false;
  await watch;

  const counted = tally(answers);
  assert.equal((counted.approved ?? 0) + (counted.short ?? 0), 100);
  assert.ok(counted.approved! >= 20, 'most of the money was asked for');
  assert.deepEqual(lowest, { available: 0n, reserved: 0n });
  const [available, reserved] = await balanceOf(stage, brand);
  const onTheirWay = answers.filter((one, i) => one === 'approved' && i % 5 === 0).length;
  assert.equal(reserved, BigInt(onTheirWay) * 50n);
  assert.equal(available! + reserved!, funded + 40n * 30n - paidOut);
  await soundLedger(stage);
});

function tally(answers: Approved[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}
