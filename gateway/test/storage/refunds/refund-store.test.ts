// Refunds in the database: groups on a bad network, equal references, claims of several processes. Whatever is lost,
// each caller gets the true answer, and nothing is stored twice.
import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import type { RefundOutcome } from '../../../src/domain/refunds/refund.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { balancesOf } from '../../../src/storage/ledger/ledger-store.ts';
import { openRefundStore, type RefundStore } from '../../../src/storage/refunds/refund-store.ts';
import type { RefundJob, RefundWrite } from '../../../src/storage/refunds/write-refunds.ts';
import { ending, opening } from '../refund-jobs.ts';
import { applyJob, LATER, openStage, type Stage, settling, stored } from '../store-stage.ts';

/** Completed pay-ins of 25.00 EUR, all of one brand. */
async function completed(stage: Stage, count: number): Promise<Transaction[]> {
  const opened = await stored(stage, count);
  const jobs = opened.map((one) => applyJob(one, { kind: 'completed' }));
  await Promise.all(jobs.map((job) => stage.store.apply(job)));
  return jobs.map((job) => job.change.after);
}

const amountsOf = async (refunds: RefundStore, { merchantId, id }: Transaction) =>
  (await refunds.ofTransaction(merchantId, id)).map(({ status, amountMinor }) => [status, amountMinor]);

const moneyOf = async ({ sql }: Stage, { merchantId, brandId }: Transaction) => {
  const [balance] = await balancesOf(sql, merchantId, brandId);
  return [balance!.availableMinor, balance!.reservedMinor];
};

test('a group of refunds whose acknowledgement is lost is written once, and its callers get that answer', async (t) => {
  const stage = await openStage(t);
  const refunds = openRefundStore(stage.shaky);
  for (const losses of [1, 2]) {
    const payments = await completed(stage, 6);
    const before = stage.proxy.swallowed();
    stage.proxy.swallowCommits(losses);
    const jobs = payments.flatMap((payment) => [opening(payment, 2000n), opening(payment, 600n)]);
    const writes = await settling(Promise.all(jobs.map((job) => refunds.write(job))));
    assert.equal(stage.proxy.swallowed() - before, losses);
    assert.deepEqual(
      writes.map((write) => write?.change.refund.id ?? null),
      jobs.map((job, i) => (i % 2 === 0 ? job.refundId : null)),
    );
    for (const payment of payments) assert.deepEqual(await amountsOf(refunds, payment), [['PENDING', 2000n]]);
    assert.deepEqual(await moneyOf(stage, payments[0]!), [3000n, 12_000n]);

    stage.proxy.swallowCommits(losses);
    const made = writes.filter((write): write is RefundWrite => write !== null);
    const ended = await settling(
      Promise.all(
        made.map(({ change }, i) => {
          const outcome: RefundOutcome =
            i % 2 === 0 ? { kind: 'completed' } : { kind: 'failed', errorCode: '5005' };
          return refunds.write(ending(change.after, change.refund, outcome));
        }),
      ),
    );
    assert.deepEqual(
      ended.map((write) => write?.change.refund.status),
      ['COMPLETED', 'FAILED', 'COMPLETED', 'FAILED', 'COMPLETED', 'FAILED'],
    );
    assert.deepEqual(await moneyOf(stage, payments[0]!), [9000n, 0n]);
  }
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('a connection that is reset anywhere in a group of refunds neither loses nor doubles anything', async (t) => {
  const stage = await openStage(t);
  const refunds = openRefundStore(stage.shaky);
  const [payment] = await completed(stage, 1);
  let made = 0;
  for (let bytes = 0; bytes <= 4_200; bytes += 140) {
    stage.proxy.resetAfter(bytes);
    const write = await settling(refunds.write(opening(payment!, 10n)));
    made++;
    assert.equal(write?.change.after.sequence, made + 1, `reset after ${bytes} bytes`);
  }
  assert.equal((await amountsOf(openRefundStore(stage.sql), payment!)).length, made);
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('one reference sent at once in two currencies through two processes makes one refund', async (t) => {
  const stage = await openStage(t);
  const [here, there] = [openRefundStore(stage.sql), openRefundStore(stage.shaky)];
  const [euros] = await completed(stage, 1);
  const { merchantId, brandId } = euros!;
  const [dollars] = await stored(stage, 1, { merchantId, brandId, currency: 'USD' });
  const paid = applyJob(dollars!, { kind: 'completed' });
  await stage.store.apply(paid);
  for (let round = 0; round < 10; round++) {
    const writes = await Promise.all([
      here.write(opening(euros!, 10n, `r-${round}`)),
      there.write(opening(paid.change.after, 10n, `r-${round}`)),
    ]);
    assert.equal(writes.filter((write) => write !== null).length, 1);
  }
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('in one group a reference makes one refund, and each refund sees the balance after the former', async (t) => {
  const stage = await openStage(t);
  const refunds = openRefundStore(stage.sql);
  const [payment] = await completed(stage, 1);
  const writes = await Promise.all([
    refunds.write(opening(payment!, 1000n, 'r-1')),
    refunds.write(opening(payment!, 1000n, 'r-1')),
    refunds.write(opening(payment!, 1000n, 'r-2')),
    refunds.write(opening(payment!, 501n)),
    refunds.write(opening(payment!, 500n)),
  ]);
  assert.deepEqual(
    writes.map((write) => write && [write.change.after.sequence, write.change.refund.refundableAfterMinor]),
    [[2, 1500n], null, [3, 500n], null, [4, 0n]],
  );
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('a wrong decision fails only for its caller, because the SQL guard rejects it', async (t) => {
  const stage = await openStage(t);
  const refunds = openRefundStore(stage.sql);
  const [payment, other] = await completed(stage, 2);
  const greedy = opening(payment!, 2500n);
  const decide: RefundJob['decide'] = (standing) => {
    const write = greedy.decide(standing);
    const after = { ...write!.change.after, amountRefundedMinor: 2501n };
    return { ...write!, change: { ...write!.change, after } };
  };
  const answers = await Promise.allSettled([
    refunds.write({ ...greedy, decide }),
    refunds.write(opening(other!, 100n)),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
  assert.deepEqual(await amountsOf(refunds, payment!), []);
  assert.deepEqual(await amountsOf(refunds, other!), [['PENDING', 100n]]);
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('a due refund is claimed by one process, for the length of its lease', async (t) => {
  const stage = await openStage(t);
  const [here, there] = [openRefundStore(stage.sql), openRefundStore(stage.shaky)];
  const payments = await completed(stage, 5);
  await Promise.all(payments.map((payment) => here.write(opening(payment, 100n))));
  const due = new Date(LATER.getTime() + 20_000);
  assert.deepEqual(await here.claimDue(new Date(due.getTime() - 1), 10, 30_000), []);
  const claims = await Promise.all([here.claimDue(due, 10, 30_000), there.claimDue(due, 10, 30_000)]);
  const ids = claims.flat().map((one) => one.transactionId);
  assert.deepEqual([...ids].sort(), payments.map((one) => one.id).sort());
  const leaseEnd = new Date(due.getTime() + 30_000);
  assert.deepEqual(await there.claimDue(new Date(leaseEnd.getTime() - 1), 10, 30_000), []);
  assert.equal((await there.claimDue(leaseEnd, 3, 30_000)).length, 3);
  assert.equal((await here.claimDue(leaseEnd, 10, 30_000)).length, 2);
});

test('processes that claim at the same moment, again and again, never get the same refund', async (t) => {
  const stage = await openStage(t);
  const [here, there] = [openRefundStore(stage.sql), openRefundStore(stage.shaky)];
  const payments = await completed(stage, 40);
  await Promise.all(payments.map((payment) => here.write(opening(payment, 100n))));
  for (let round = 1; round <= 30; round++) {
    const now = new Date(LATER.getTime() + round * 30_000);
    const both = [here, there, here, there].map((store) => store.claimDue(now, 64, 30_000));
    const ids = (await Promise.all(both)).flat().map((one) => one.id);
    assert.deepEqual([ids.length, new Set(ids).size], [40, 40], `round ${round}`);
  }
});
