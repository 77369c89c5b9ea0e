// The fold follows every kind of change. Folding twice, in two processes or after a lost commit does no harm. Changes
// that it has not reached are listed all the same.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { moveFunding } from '../../../src/actions/ledger/fund-brand.ts';
import { verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { inPipeline, isConnectionLoss, send, type Writer } from '../../../src/storage/database/database.ts';
import {
  foldChanges,
  foldTransactions,
  openFoldingPipeline,
  waitingChanges,
} from '../../../src/storage/listing/fold-changes.ts';
import { openRefundStore } from '../../../src/storage/refunds/refund-store.ts';
import { foldListing } from '../../../src/worker/fold-listing.ts';
import { ON_POSTGRESQL } from '../../stage/citus-cluster.ts';
import { openTestPool } from '../../stage/harness-database.ts';
import { ending, opening } from '../refund-jobs.ts';
import { applyJob, LATER, openStage, type Stage } from '../store-stage.ts';
import { aCard, asking, fillUp, foldUp, openShop, type Shop } from './listing-stage.ts';

/** Only faults of listings; the shops here have no books. */
async function faultsOf({ sql }: Stage): Promise<string[]> {
  const { faults } = await verifyLedger(sql);
  return faults.filter((fault) => /listed|written/.test(fault));
}

/** Everything that the fold writes. */
async function tables({ sql }: Stage): Promise<unknown> {
  const [row] = await sql`select
    (select json_agg(l order by l.id) from listing l) as listing,
    (select json_agg(d order by d.day, d.facet) from daily_totals d where count <> 0) as days,
    (select json_agg(q order by q.begins, q.status) from quarter_totals q where count <> 0) as quarters`;
  return row;
}

async function apply({ store }: Stage, before: Transaction, outcome: Outcome): Promise<Transaction> {
  const job = applyJob(before, outcome);
  assert.equal(await store.apply(job), 'applied');
  return job.change.after;
}

/** Asks before the fold and after it. */
async function bothWays(stage: Stage, shop: Shop, ask: (asked: ReturnType<typeof asking>) => Promise<void>) {
  await ask(asking(stage.sql, shop, 0));
  await foldUp(stage);
  await ask(asking(stage.sql, shop, 0));
  assert.deepEqual(await faultsOf(stage), []);
}

test('after each kind of change a transaction is found in its current state, before and after the fold', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  const { sql, store } = stage;
  const shop = await openShop(stage, [
    { fields: { card: aCard('1234') } },
    { fields: { type: 'PAYOUT', provider: null } },
  ]);
  const [payin, payout] = shop.transactions as [Transaction, Transaction];
  await bothWays(stage, shop, async ({ list }) =>
    assert.deepEqual(await list({ statuses: ['INIT'] }), [1, 0]),
  );

  const completed = await apply(stage, payin, { kind: 'completed', providerReference: 'net-9' });
  await bothWays(stage, shop, async ({ list, search }) => {
    assert.deepEqual(await list({ statuses: ['COMPLETED'] }), [0]);
    assert.deepEqual(await list({ statuses: ['INIT'] }), [1]);
    assert.deepEqual(await search('net-9', { statuses: ['COMPLETED'] }), [0]);
    assert.deepEqual(await search('1234', { statuses: ['INIT'] }), []);
  });

  const refunds = openRefundStore(sql);
  const refund = (await refunds.write(opening(completed, 1000n, 'back-1')))!;
  await bothWays(stage, shop, async ({ list, search }) => {
    assert.deepEqual(await list({ refunded: ['part'] }), [0]);
    assert.deepEqual(await search('back-1'), [0]);
    assert.deepEqual(await search(refund.change.refund.id), [0]);
  });
  await refunds.write(
    ending(refund.change.after, refund.change.refund, { kind: 'failed', errorCode: '5005' }),
  );
  await bothWays(stage, shop, async ({ list }) => {
    assert.deepEqual(await list({ refunded: ['part'] }), []);
    assert.deepEqual(await list({ refunded: ['none'], statuses: ['COMPLETED'] }), [0]);
  });

  const pending = await apply(stage, payout, { kind: 'approval-needed', expiresAt: LATER });
  await bothWays(stage, shop, async ({ list }) =>
    assert.deepEqual(await list({ statuses: ['PENDING'] }), [1]),
  );
  const { merchantId, brandId, currency, amountMinor } = payout;
  await sql.begin((tx) =>
    moveFunding(tx, { merchantId, brandId, currency, amountMinor, reference: 'f', at: LATER }),
  );
  assert.equal(await store.approve(applyJob(pending, { kind: 'approved' })), 'approved');
  await bothWays(stage, shop, async ({ list }) => {
    assert.deepEqual(await list({ statuses: ['PENDING'] }), []);
    assert.deepEqual(await list({ statuses: ['PROCESSING'], types: ['PAYOUT'] }), [1]);
  });
});

test('folding again changes nothing', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  const shop = await openShop(stage);
  await foldUp(stage);
  const once = await tables(stage);
  const note = {
    merchant_id: shop.merchantId,
    id: randomUUID(),
    transaction_ids: shop.transactions.map(({ id }) => id),
  };
  await stage.sql`insert into transaction_changes ${stage.sql(note)}`;
  await foldUp(stage);
  assert.deepEqual(await tables(stage), once);
  await stage.sql`update chore_marks set after_id = '00000000-0000-0000-0000-000000000000' where chore = 'fill-listing'`;
  await fillUp(stage, 4);
  assert.deepEqual(await tables(stage), once);
});

test('former transactions are folded again for new search terms while the listing serves', async (t) => {
  const stage = await openStage(t);
  const shop = await openShop(stage);
  await fillUp(stage);
  await foldUp(stage);
  const search = () => asking(stage.sql, shop, 0).search('zoe 4242', {}, true);
  // As the release before wrote them.
  await stage.sql`update listing set terms = '{}'`;
  assert.deepEqual(await search(), []);
  assert.deepEqual(await asking(stage.sql, shop, 0).list({ currencies: ['USD'] }), [2]);
  await fillUp(stage);
  assert.deepEqual(await search(), [0]);
});

test('a turn takes a limited number of transactions, whether their notes are many small or few large', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  const merchantId = randomUUID();
  const noting = (notes: number, transactions: number) =>
    Array.from({ length: notes }, () => ({
      merchant_id: merchantId,
      id: timeOrderedId(new Date()),
      transaction_ids: Array.from({ length: transactions }, () => randomUUID()),
    }));
  const folded = async (notes: ReturnType<typeof noting>) => {
    await stage.sql`insert into transaction_changes ${stage.sql(notes)}`;
    await foldChanges(openFoldingPipeline(stage.sql), await waitingChanges(stage.sql));
    return (await waitingChanges(stage.sql)).map(({ noted }) => noted);
  };
  assert.deepEqual(await folded(noting(400, 2)), []);
  assert.deepEqual(await folded(noting(4, 400)), [400]);
});

test('a transaction that several notes name is folded once, with the latest note', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  const shop = await openShop(stage);
  await foldUp(stage);
  const [first] = shop.transactions as [Transaction];
  await stage.sql`update steps set status = 'ERROR' where transaction_id = ${first.id}`;
  // A turn takes a thousand noted transactions, and the first note alone has that many.
  const others = Array.from({ length: 999 }, () => randomUUID());
  const notes = [[first.id, ...others], [first.id]].map((transactionIds) => ({
    merchant_id: shop.merchantId,
    id: timeOrderedId(new Date()),
    transaction_ids: transactionIds,
  }));
  await stage.sql`insert into transaction_changes ${stage.sql(notes)}`;
  const pipeline = openFoldingPipeline(stage.sql);
  const listed = async () => {
    const [row] = await stage.sql`select f.status from listing l join facets f using (merchant_id, facet)
      where l.id = ${first.id}`;
    return row!.status;
  };
  await foldChanges(pipeline, await waitingChanges(stage.sql));
  assert.deepEqual(
    (await waitingChanges(stage.sql)).map(({ merchantId, noted }) => [merchantId, noted]),
    [[shop.merchantId, 1]],
  );
  assert.equal(await listed(), 'COMPLETED');
  assert.deepEqual(await asking(stage.sql, shop, 0).list({ statuses: ['ERROR'] }), [0]);
  await foldChanges(pipeline, await waitingChanges(stage.sql));
  assert.equal(await listed(), 'ERROR');
  assert.deepEqual(await faultsOf(stage), []);
});

test('a fold reads the listed rows of its transactions, and not all rows of the merchant', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  const shop = await openShop(stage);
  await foldUp(stage);
  const { sql } = stage;
  await sql`insert into listing (merchant_id, id, facet, amount_minor, amount_refunded_minor, day, terms)
    select ${shop.merchantId}, gen_random_uuid(), 1, 100, 0, 0, '{}' from generate_series(1, 2000)`;
  await sql`update steps set status = 'ERROR'`;
  const noted = shop.transactions.map(({ merchantId, id }) => ({ merchantId, id }));
  await inPipeline(openFoldingPipeline(sql), async (tx) => {
    const read = async () => {
      const [row] = await send(
        tx,
        `select (seq_tup_read + idx_tup_fetch)::integer as rows from pg_stat_xact_user_tables where relname = 'listing'`,
        [],
      );
      return row!.rows as number;
    };
    const before = await read();
    await foldTransactions(tx, noted);
    const rows = (await read()) - before;
    assert.ok(rows < 100, `${rows} rows of the listing were read`);
    return { last: [], answer: null };
  });
  const changed =
    await sql`select 1 from listing l join facets f using (merchant_id, facet) where f.status = 'ERROR'`;
  assert.notEqual(changed.length, 0);
});

test('two processes fold the same changes correctly while more arrive', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  const shops = await Promise.all([1, 2, 3].map(() => openShop(stage)));
  const other = await openTestPool(stage.databaseUrl, { maxConnections: 2 });
  t.after(() => other.end());
  const pipelines = [openFoldingPipeline(stage.sql), openFoldingPipeline(other)];
  for (let round = 0; round < 6; round++) {
    const waiting = await waitingChanges(stage.sql);
    const [more] = await Promise.all([
      openShop(stage),
      ...pipelines.map(async (pipeline) => assert.deepEqual(await foldChanges(pipeline, waiting), [])),
      apply(stage, shops[round % 3]!.transactions[2 + (round < 3 ? 0 : 3)]!, { kind: 'completed' }),
    ]);
    shops.push(more);
  }
  await foldUp(stage);
  assert.deepEqual(await faultsOf(stage), []);
  for (const shop of shops) assert.equal((await asking(stage.sql, shop, 0).list()).length, 6);
});

test(
  'the changes of many merchants are folded in one transaction, on PostgreSQL',
  ON_POSTGRESQL,
  async (t) => {
    const stage = await openStage(t);
    await fillUp(stage);
    const shops = [];
    for (let i = 0; i < 8; i++) shops.push(await openShop(stage));
    const pipeline = openFoldingPipeline(stage.sql);
    let transactions = 0;
    const counted: Writer = {
      placeOf: pipeline.placeOf,
      transaction(work) {
        transactions++;
        return pipeline.transaction(work);
      },
    };
    assert.deepEqual(await foldChanges(counted, await waitingChanges(stage.sql)), []);
    assert.equal(transactions, 1);
    assert.deepEqual(await waitingChanges(stage.sql), []);
    assert.deepEqual(await faultsOf(stage), []);
    for (const shop of shops) assert.equal((await asking(stage.sql, shop, 0).list()).length, 6);
  },
);

test('a merchant whose changes are faulty or locked does not delay others', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  const shops = [];
  for (let i = 0; i < 4; i++) shops.push(await openShop(stage));
  const [broken, held, ...others] = shops as [Shop, Shop, ...Shop[]];
  const { sql } = stage;
  await sql`insert into listing_heads (merchant_id, last_position) values (${broken.merchantId}, ${2n ** 63n - 1n}), (${held.merchantId}, 0)`;
  const pipeline = openFoldingPipeline(sql);
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`select 1 from listing_heads where merchant_id = ${held.merchantId} for update`;
  const failed = await foldChanges(pipeline, await waitingChanges(sql));
  await holder`commit`;
  holder.release();
  assert.deepEqual(
    failed.map(({ merchantId, error }) => [merchantId, (error as { code?: string }).code]),
    [[broken.merchantId, '22003']],
  );
  const left = (await waitingChanges(sql)).map(({ merchantId }) => merchantId);
  assert.deepEqual(left.sort(), [broken.merchantId, held.merchantId].sort());
  for (const shop of others) assert.equal((await asking(sql, shop, 0).list()).length, 6);
  await sql`update listing_heads set last_position = 0 where merchant_id = ${broken.merchantId}`;
  await foldUp(stage);
  assert.deepEqual(await faultsOf(stage), []);
});

test('a fold whose commit was not acknowledged, or did not happen, is not counted twice', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  await openShop(stage);
  stage.proxy.swallowCommits(1);
  const pipeline = openFoldingPipeline(stage.shaky);
  await assert.rejects(foldChanges(pipeline, await waitingChanges(stage.sql)), isConnectionLoss);
  await foldUp(stage);
  assert.deepEqual(await faultsOf(stage), []);
});

test('transactions from before the listing are added to the listing, and a wrong listing is reported', async (t) => {
  const stage = await openStage(t);
  const shop = await openShop(stage);
  await stage.sql`delete from transaction_changes`;
  assert.equal((await asking(stage.sql, shop, 0).list({ currencies: ['EUR'] })).length, 5);
  await fillUp(stage);
  assert.deepEqual(await faultsOf(stage), []);
  assert.equal((await asking(stage.sql, shop, 0).list({ currencies: ['EUR'] })).length, 5);

  const [first] = shop.transactions;
  await stage.sql`update steps set status = 'ERROR' where transaction_id = ${first!.id}`;
  const [fault, ...more] = await faultsOf(stage);
  assert.match(fault!, /^transaction .* is ERROR, and listed as COMPLETED/);
  assert.deepEqual(more, []);
  await stage.sql`delete from listing where id = ${first!.id}`;
  const faults = (await faultsOf(stage)).join('\n');
  assert.match(faults, /is ERROR, and listed not at all/);
  assert.match(faults, /day and facet .* 2, 92500 and 0 refunded are written, 1, 90000 and 0 are listed/);
  assert.match(faults, /quarter .* 1, 2500 and 0 refunded are written, 0, 0 and 0 are listed/);
});

test('with many waiting notes the fold does not rest, and takes more at once', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  const turn = foldListing({ sql: stage.sql, now: () => new Date(), log: { error: assert.fail } as never });
  await openShop(stage);
  await turn();
  assert.deepEqual(await waitingChanges(stage.sql), []);
  const { merchantId } = await openShop(stage);
  const inAnHour = Date.now() + 3_600_000;
  const notes = [3_000, 5_001].map((length, i) => ({
    merchant_id: merchantId,
    id: timeOrderedId(new Date(inAnHour + i)),
    transaction_ids: Array.from({ length }, () => randomUUID()),
  }));
  await stage.sql`insert into transaction_changes ${stage.sql(notes)}`;
  await turn();
  assert.deepEqual(await waitingChanges(stage.sql), []);
  assert.deepEqual(await faultsOf(stage), []);
});

test('if a note has waited for two seconds the fold does not rest either, and takes more at once', async (t) => {
  const stage = await openStage(t);
  await fillUp(stage);
  const { merchantId } = await openShop(stage);
  const noted = Date.now();
  let waitedMs = 1_000;
  const now = () => new Date(noted + waitedMs);
  const turn = foldListing({ sql: stage.sql, now, log: { error: assert.fail } as never });
  await stage.sql`delete from transaction_changes`;
  const notes = [600, 600, 600, 600].map((length) => ({
    merchant_id: merchantId,
    id: timeOrderedId(new Date(noted)),
    transaction_ids: Array.from({ length }, () => randomUUID()),
  }));
  await stage.sql`insert into transaction_changes ${stage.sql(notes)}`;
  const left = async () => (await waitingChanges(stage.sql))[0]?.noted ?? 0;
  await turn();
  assert.equal(await left(), 1_200);
  waitedMs = 2_001;
  await turn();
  assert.equal(await left(), 0);
});
