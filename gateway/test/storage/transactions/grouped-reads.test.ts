// Reads that share a query. Each caller gets the answer that its own query would have given, all from one moment. A
// caller that asks for nothing gets nothing. A failure makes only these callers fail, not the next ones.
import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { toRecord } from '../../../src/domain/records/record.ts';
import { openRefund } from '../../../src/domain/refunds/refund.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { refundEvent } from '../../../src/domain/webhooks/webhook-event.ts';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import { openRefundStore } from '../../../src/storage/refunds/refund-store.ts';
import { aTransaction } from '../../stage/builders.ts';
import { ON_POSTGRESQL } from '../../stage/citus-cluster.ts';
import { eventually } from '../../stage/harness.ts';
import { asOwner } from '../../stage/harness-database.ts';
import { applyJob, LATER, openStage, type Stage, settling, stored } from '../store-stage.ts';

const SENDER = {
  notificationUrl: null,
  signingSecrets: [{ id: randomUUID(), secret: 'tgs_of_the_stage' }],
};
const HUGE = 2n ** 62n + 7n;

/** Completed, then refunded in two parts. */
async function refunded(stage: Stage, amountMinor: bigint): Promise<Transaction> {
  const opened = (await stored(stage, 1, { amountMinor }))[0]!;
  const job = applyJob(opened, { kind: 'completed' });
  await stage.store.apply(job);
  const refunds = openRefundStore(stage.sql);
  for (const part of [amountMinor - 100n, 100n]) {
    const id = randomUUIDv7();
    await refunds.write({
      merchantId: opened.merchantId,
      brandId: opened.brandId,
      currency: opened.currency,
      transactionId: opened.id,
      refundId: id,
      refundReference: null,
      spends: true,
      by: null,
      decide(standing) {
        const request = { id, amountMinor: part, refundReference: null, reason: 'RETURN' as const };
        const judged = openRefund(request, { ...standing, supported: true }, LATER);
        if (judged.kind !== 'opened') throw new Error(judged.kind);
        const { change } = judged;
        const event = refundEvent(change.after, change.refund, id, SENDER);
        return { change, event, taken: false, audit: null };
      },
    });
  }
  await refunds.settled();
  return opened;
}

/** Transactions of two merchants with different ends. */
async function someTransactions(stage: Stage): Promise<Transaction[]> {
  const card = { brand: 'VISA', first6: '424242', last4: '4242', expiryMonth: '09', expiryYear: '2031' };
  const extra1 = 'Grüße, "\\ 𝄞\u2028';
  const [open, declined, paid, waiting, moved] = await stored(stage, 5, {
    card,
    details: { ...aTransaction().details, extra1 },
  });
  await stage.store.apply(applyJob(declined!, { kind: 'cancelled', reason: extra1 }));
  await stage.store.apply(applyJob(paid!, { kind: 'completed', providerReference: 'p-1' }));
  const redirect = { kind: 'redirect', redirectUrl: 'https://bank.example/', expiresAt: LATER } as const;
  await stage.store.apply(applyJob(waiting!, redirect));
  const first = applyJob(moved!, redirect);
  await stage.store.apply(first);
  await stage.store.apply(applyJob(first.change.after, { kind: 'expired' }));
  return [
    open!,
    declined!,
    paid!,
    waiting!,
    moved!,
    await refunded(stage, HUGE),
    await refunded(stage, 500n),
  ];
}

/** The record, read by three separate queries. */
async function plainRecord({ sql, store }: Stage, { merchantId, id }: Transaction) {
  const transaction = await store.findAnywhere(id);
  const timeline = await store.timeline(merchantId, id);
  const refunds = await openRefundStore(sql).ofTransaction(merchantId, id);
  return toRecord(transaction!, timeline, { refunds });
}

test('simultaneous reads each get the answer of a separate read', async (t) => {
  const stage = await openStage(t);
  const transactions = await someTransactions(stage);
  const records = await Promise.all(transactions.map((one) => plainRecord(stage, one)));
  const plain = await Promise.all(transactions.map((one) => stage.store.findAnywhere(one.id)));
  assert.deepEqual(
    records.map((one) => one.refunds.length),
    [0, 0, 0, 0, 0, 2, 2],
  );
  // Exact to the last minor unit, which a record does not show for such a large amount.
  const [{ merchantId, id }] = transactions.slice(-2) as [Transaction];
  const given = (await stage.store.record(merchantId, id))!.refunds;
  assert.deepEqual(given, await openRefundStore(stage.sql).ofTransaction(merchantId, id));
  assert.deepEqual(
    given.map((one) => one.amountMinor),
    [HUGE - 100n, 100n],
  );
  const merchants = [...new Set(transactions.map((one) => one.merchantId))];
  const asked = fc.record({
    which: fc.integer({ min: -1, max: transactions.length - 1 }),
    stranger: fc.boolean(),
    capitals: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 30 }), async (questions) => {
      const answers = await Promise.all(
        questions.map(async ({ which, stranger, capitals }) => {
          const { merchantId, id } = transactions[which] ?? { merchantId: merchants[0]!, id: randomUUIDv7() };
          const whose = stranger ? merchants.find((one) => one !== merchantId)! : merchantId;
          const asId = capitals ? id.toUpperCase() : id;
          const [record, found] = await Promise.all([
            stage.store.record(whose, asId),
            stage.store.find(whose, asId),
          ]);
          return [record && toRecord(record.transaction, record.timeline, record), found];
        }),
      );
      for (const [i, { which, stranger }] of questions.entries()) {
        const isThere = which >= 0 && !stranger;
        assert.deepEqual(answers[i], isThere ? [records[which], plain[which]] : [null, null]);
        if (isThere) assert.equal(JSON.stringify(answers[i]![0]), JSON.stringify(records[which]));
      }
    }),
    { numRuns: 60 },
  );
});

test('reads that arrive while a read is in flight share the next read', ON_POSTGRESQL, async (t) => {
  const { sql, store, ...stage } = await openStage(t);
  const transactions = await stored({ sql, store, ...stage }, 150);
  const blocked = () =>
    sql`select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const read = (one: Transaction) => store.record(one.merchantId, one.id);
  let answers: ReturnType<typeof read>[] = [];
  await sql.begin(async (tx) => {
    await tx`lock table transactions in access exclusive mode`;
    answers = [read(transactions[0]!)];
    await eventually(async () => (await blocked()).length === 1);
    answers = transactions.map(read);
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal((await blocked()).length, 1, 'one question is in flight, whoever waits');
  });
  const read150 = await settling(Promise.all(answers));
  assert.deepEqual(
    read150.map((one) => one?.transaction.id),
    transactions.map((one) => one.id),
  );
});

test('a record shows a single moment, however fast its transaction changes', async (t) => {
  const stage = await openStage(t);
  const expiresAt = LATER;
  const events: Parameters<typeof applyJob>[1][] = [
    { kind: 'redirect', redirectUrl: 'https://bank.example/', expiresAt },
    { kind: 'expired' },
    { kind: 'completed' },
  ];
  const seen = new Set<string>();
  const read = async ({ merchantId, id }: Transaction) => {
    const { transaction, timeline } = (await stage.store.record(merchantId, id))!;
    assert.equal(timeline.length, transaction.sequence);
    assert.equal(timeline.at(-1)?.to ?? 'INIT', transaction.status);
    seen.add(transaction.status);
  };
  // Each change runs beside reads that started before it and after it, so each round has reads of both statuses.
  const change = async (transaction: Transaction, event: Parameters<typeof applyJob>[1]) => {
    const reads = [read(transaction)];
    const job = applyJob(transaction, event);
    const applied = stage.store.apply(job);
    for (let i = 0; i < 5; i++) {
      reads.push(read(transaction));
      await Promise.race([applied, new Promise((resolve) => setImmediate(resolve))]);
    }
    await Promise.all([applied, ...reads]);
    return job.change.after;
  };
  let transactions = await stored(stage, 40);
  for (const event of events) transactions = await Promise.all(transactions.map((one) => change(one, event)));
  await Promise.all(transactions.map(read));
  assert.ok(seen.size >= 2, [...seen].join());
});

test('a read sees earlier writes', async (t) => {
  const { store } = await openStage(t);
  for (let i = 0; i < 50; i++) {
    const transaction = aTransaction();
    const { merchantId, id } = transaction;
    // A read that is still in flight must not answer the next one.
    const early = store.find(merchantId, id);
    await store.open({ transaction, profile: null });
    assert.equal((await store.find(merchantId, id))?.id, id);
    await store.apply(applyJob(transaction, { kind: 'completed' }));
    assert.equal((await store.record(merchantId, id))?.transaction.status, 'COMPLETED');
    await early;
  }
});

test('a lost connection fails its reads, and the next read is answered', async (t) => {
  const stage = await openStage(t);
  const { proxy, shakyStore } = stage;
  const transactions = await stored(stage, 20);
  const read = ({ merchantId, id }: Transaction) => shakyStore.record(merchantId, id);
  await read(transactions[0]!);
  for (const fault of ['reset', 'end'] as const) {
    proxy.delay(400);
    const asked = Promise.allSettled(transactions.map(read));
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (fault === 'reset') proxy.resetAll();
    else proxy.endAll();
    const answers = await settling(asked);
    proxy.delay(0);
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue;
      assert.match(String((answer.reason as { code?: string }).code), /^CONNECTION_|^ECONN|^EPIPE/);
    }
    const failed = answers.filter((one) => one.status === 'rejected').length;
    assert.ok(failed > 0, 'the connection was lost for somebody');
    // A failed read is not retried automatically; a read a moment later succeeds.
    const again = await eventually(() => Promise.all(transactions.map(read)).catch(() => null));
    assert.deepEqual(
      again.map((one) => one?.transaction.id),
      transactions.map((one) => one.id),
    );
  }
});

test('a read that fails is reported once to each caller, and not repeated for each', async (t) => {
  const stage = await openStage(t);
  const transactions = await stored(stage, 10);
  const read = ({ merchantId, id }: Transaction) => stage.store.record(merchantId, id);
  stage.wearOut();
  const owner = connectPostgres(asOwner(stage.databaseUrl), { max: 1 });
  t.after(() => owner.end());
  await owner`alter table timeline rename to mislaid`;
  const answers = await Promise.allSettled(transactions.map(read));
  assert.ok(answers.every((one) => one.status === 'rejected'));
  assert.equal((await stage.store.find(transactions[0]!.merchantId, transactions[0]!.id))?.status, 'INIT');
  await owner`alter table mislaid rename to timeline`;
  assert.equal((await read(transactions[0]!))?.transaction.status, 'INIT');
});
