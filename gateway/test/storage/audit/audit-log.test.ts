// The audit log beside groups of changes (contract 12). The row is in the commit of its change, once, even if the
// acknowledgement is lost. Several processes chain one merchant's rows in one order. A call that decides nothing writes
// nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { verifyAudit } from '../../../src/actions/audit/verify-audit.ts';
import { moveFunding } from '../../../src/actions/ledger/fund-brand.ts';
import { type Decision, decisionEntry, ROOT } from '../../../src/domain/audit/audit.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import type { ApplyJob } from '../../../src/storage/transactions/apply-changes.ts';
import { aTransaction } from '../../stage/builders.ts';
import { applyJob, LATER, openStage, type Stage, settling, stored } from '../store-stage.ts';

const decided = (job: ApplyJob, action: Decision['action']): ApplyJob => ({
  ...job,
  audit: decisionEntry(job.change, { by: ROOT, action }),
});
const cancelled = (transaction: Transaction) =>
  decided(applyJob(transaction, { kind: 'cancelled' }), 'transaction.cancelled');
const approved = (payout: Transaction) => decided(applyJob(payout, { kind: 'approved' }), 'payout.approved');

/** Payouts of 10 that wait for approval, and enough money for this many of them. */
async function waiting(
  { sql, store }: Stage,
  count: number,
  money: bigint,
  merchantId: string = randomUUID(),
): Promise<Transaction[]> {
  const brand = { merchantId, brandId: randomUUID() };
  const funding = { ...brand, currency: 'EUR', amountMinor: money, reference: 'wire', at: LATER };
  await sql.begin((tx) => moveFunding(tx, funding));
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const payout = aTransaction({ ...brand, type: 'PAYOUT', amountMinor: 10n, provider: null });
      await store.open({ transaction: payout, profile: null });
      const job = applyJob(payout, { kind: 'approval-needed', expiresAt: LATER });
      assert.equal(await store.apply(job), 'applied');
      return job.change.after;
    }),
  );
}

async function targets(sql: Sql, transactions: Transaction[]): Promise<string[]> {
  const rows = await sql`select target_id from audit_log
    where target_id = any(${transactions.map((one) => one.id)}::text[]) order by merchant_id, sequence`;
  return rows.map((row) => row.target_id);
}

async function sound(sql: Sql, rows: number): Promise<void> {
  const { faults, checked } = await verifyAudit(sql);
  assert.deepEqual([faults, checked.rows], [[], BigInt(rows)]);
}

test('in a group of approvals each success has a row, and failed approvals have no row', async (t) => {
  const stage = await openStage(t);
  const payouts = await waiting(stage, 10, 60n);
  const moved = payouts.slice(0, 2);
  for (const one of moved) await stage.store.apply(applyJob(one, { kind: 'cancelled' }));
  const answers = await Promise.all(payouts.map((one) => stage.store.approve(approved(one))));
  assert.deepEqual(answers.filter((one) => one === 'lost').length, 2);
  const won = payouts.filter((_, i) => answers[i] === 'approved');
  assert.equal(won.length, 6);
  assert.deepEqual((await targets(stage.sql, payouts)).sort(), won.map((one) => one.id).sort());
  await sound(stage.sql, 6);
});

test('several brands and merchants, from two processes at once, give one chain for each merchant', async (t) => {
  const stage = await openStage(t);
  const [first, second] = [randomUUID(), randomUUID()];
  const groups = await Promise.all(
    [first, first, second, second].map((merchantId) => waiting(stage, 30, 300n, merchantId)),
  );
  const all = groups.flat().toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const answers = await Promise.all(
    all.map((one, i) => (i % 2 ? stage.store : stage.shakyStore).approve(approved(one))),
  );
  assert.ok(answers.every((one) => one === 'approved'));
  await sound(stage.sql, 120);
});

test('only the cancellation that counts has a row, and pay-ins beside it have no row', async (t) => {
  const stage = await openStage(t);
  const transactions = await stored(stage, 20);
  const quiet = await stored(stage, 5);
  const words = transactions.flatMap((one) => [
    stage.store.apply(cancelled(one)),
    stage.shakyStore.apply(cancelled(one)),
  ]);
  const paid = quiet.map((one) => stage.store.apply(applyJob(one, { kind: 'completed' })));
  const answers = await Promise.all(words);
  await Promise.all(paid);
  assert.equal(answers.filter((one) => one === 'applied').length, 20);
  assert.deepEqual((await targets(stage.sql, transactions)).sort(), transactions.map((one) => one.id).sort());
  assert.deepEqual(await targets(stage.sql, quiet), []);
  await sound(stage.sql, 20);
});

test('a commit whose acknowledgement is lost has written its rows once', async (t) => {
  const stage = await openStage(t);
  const { proxy, shakyStore, sql } = stage;
  for (const losses of [1, 2]) {
    const payouts = await waiting(stage, 5, 50n);
    const transactions = await stored(stage, 5);
    proxy.swallowCommits(losses);
    const answers = await settling(Promise.all(payouts.map((one) => shakyStore.approve(approved(one)))));
    assert.deepEqual(answers, Array(5).fill('approved'));
    proxy.swallowCommits(losses);
    const others = await settling(Promise.all(transactions.map((one) => shakyStore.apply(cancelled(one)))));
    assert.deepEqual(others, Array(5).fill('applied'));
    assert.equal((await targets(sql, [...payouts, ...transactions])).length, 10);
  }
  await sound(sql, 20);
});

test('a change whose row cannot be written does not happen, and no other change fails', async (t) => {
  const stage = await openStage(t);
  const { sql, store } = stage;
  const good = await waiting(stage, 2, 20n);
  const bad = await waiting(stage, 2, 20n);
  const words = [...good, ...bad].map(approved);
  // A text that the database cannot store.
  for (const { audit } of words.slice(2)) audit!.by = { ...ROOT, name: 'nul \u0000' };
  const answers = await Promise.allSettled(words.map((one) => store.approve(one)));
  assert.deepEqual(
    answers.map((one) => one.status),
    ['fulfilled', 'fulfilled', 'rejected', 'rejected'],
  );
  for (const { merchantId, id } of bad) assert.equal((await store.find(merchantId, id))!.status, 'PENDING');
  await sound(sql, 2);
});
