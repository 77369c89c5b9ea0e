// On Citus, groups of writes go straight to the worker of their shard. Merchants of one shard share groups, nothing is
// written to a shard that has moved, and an unreachable worker is replaced by the coordinator. Only where CITUS_URL
// names a cluster.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { Refusal } from '../../../src/domain/errors/refusal.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import type { Sql, Writer } from '../../../src/storage/database/database.ts';
import { UNOBSERVED } from '../../../src/storage/group-commit/group-observer.ts';
import { ShardPipelines } from '../../../src/storage/group-commit/shard-pipelines.ts';
import { foldWaitingBalances } from '../../../src/storage/ledger/fold-balance-batch.ts';
import {
  BATCH,
  foldChanges,
  openFoldingPipeline,
  openFoldingPipelinesOfShards,
  waitingChanges,
} from '../../../src/storage/listing/fold-changes.ts';
import { openTransactionStore } from '../../../src/storage/transactions/transaction-store.ts';
import { aTransaction } from '../../stage/builders.ts';
import { CITUS_URL } from '../../stage/citus-cluster.ts';
import { eventually } from '../../stage/harness.ts';
import { asOwner, createTestDatabase, openTestPool } from '../../stage/harness-database.ts';

const ON_CITUS = { skip: CITUS_URL === null && 'CITUS_URL names no cluster' };
const MERCHANTS = 24;

async function openStage(t: TestContext) {
  const { databaseUrl, drop } = await createTestDatabase();
  const sql = await openTestPool(databaseUrl, { maxConnections: 2 });
  const owner = connectPostgres(asOwner(databaseUrl), { max: 1, onnotice: () => {} }) as Sql;
  t.after(async () => {
    await Promise.all([sql.end({ timeout: 1 }), owner.end({ timeout: 1 })]);
    await drop();
  });
  const groups: number[] = [];
  const store = openTransactionStore(sql, { ...UNOBSERVED, ended: (_store, size) => groups.push(size) });
  const brands = Array.from({ length: MERCHANTS }, () => ({
    merchantId: randomUUID(),
    brandId: randomUUID(),
  }));
  /** null: refused, because a move blocks all writers meanwhile. */
  const open = async (fields: Partial<Transaction>) => {
    const transaction = aTransaction(fields);
    try {
      const { kind } = await store.open({ transaction, profile: null });
      assert.equal(kind, 'opened');
      return transaction;
    } catch (error) {
      if (error instanceof Refusal && error.httpStatus === 503) return null;
      throw error;
    }
  };
  const openForEach = async () => (await Promise.all(brands.map(open))).filter((one) => one !== null);
  /** The nodes with the gateway's own sessions, without those of the coordinator. */
  const workersInUse = async () => {
    const rows = await owner`
      select result from run_command_on_workers(
        $$select count(*) from pg_stat_activity where application_name = 'tollgate' and datname = current_database()$$)`;
    return rows.filter(({ result }) => Number(result) > 0).length;
  };
  const missing = async () => {
    const rows =
      await owner`select o.id from openings o join open_work w on w.merchant_id = o.merchant_id and w.transaction_id = o.id`;
    const ids = new Set(rows.map(({ id }) => id as string));
    return opened.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  };
  // Until the process knows the shards' places, each merchant has its own groups, through the coordinator.
  const opened: Transaction[] = [];
  await eventually(async () => {
    opened.push(...(await openForEach()));
    return (await workersInUse()) === 2;
  }, 60_000);
  return { sql, owner, brands, opened, groups, openForEach, missing };
}

test('merchants of one shard share a group, which goes to the worker of the shard', ON_CITUS, async (t) => {
  const { opened, groups, openForEach, missing } = await openStage(t);
  groups.length = 0;
  for (let i = 0; i < 3; i++) opened.push(...(await openForEach()));
  const payments = groups.reduce((sum, size) => sum + size, 0);
  assert.equal(payments, 3 * MERCHANTS);
  assert.ok(
    groups.length < payments / 2,
    `${payments} payments of ${MERCHANTS} merchants in ${groups.length} groups`,
  );
  assert.deepEqual(await missing(), []);
});

test('the changes of merchants of one shard are folded together, at its worker', ON_CITUS, async (t) => {
  const { sql, owner, openForEach } = await openStage(t);
  const ofShards = openFoldingPipelinesOfShards(sql);
  const pipeline = openFoldingPipeline(sql);
  let byCoordinator = 0;
  const counted: Writer = {
    placeOf: pipeline.placeOf,
    transaction(work) {
      byCoordinator++;
      return pipeline.transaction(work);
    },
  };
  // Until the process has reached the workers, it folds through the coordinator.
  await eventually(async () => {
    await openForEach();
    byCoordinator = 0;
    assert.deepEqual(await foldChanges(counted, await waitingChanges(sql), BATCH, { ofShards }), []);
    return byCoordinator === 0;
  }, 60_000);
  assert.deepEqual(await waitingChanges(sql), []);
  const [count] =
    await owner`select (select count(*) from openings) as opened, (select count(*) from listing) as listed`;
  assert.equal(count!.listed, count!.opened);
});

test('the balances of merchants of one shard are folded together, at its worker', ON_CITUS, async (t) => {
  const { sql, owner, brands } = await openStage(t);
  const pipelines = new ShardPipelines(sql);
  let byCoordinator = 0;
  const counted = {
    use: (ids, straight, other) =>
      pipelines.use(ids, straight, () => {
        byCoordinator++;
        return other();
      }),
  } as ShardPipelines;
  const change = async ({ merchantId, brandId }: (typeof brands)[number]) => {
    for (const [available, reserved] of [
      [100, 7],
      [-30, 0],
    ])
      await owner`insert into balance_changes (merchant_id, brand_id, currency, id, available_minor, reserved_minor)
        values (${merchantId}, ${brandId}, 'EUR', ${randomUUID()}, ${available!}, ${reserved!})`;
  };
  let rounds = 0;
  await eventually(async () => {
    await Promise.all(brands.map(change));
    rounds++;
    byCoordinator = 0;
    assert.deepEqual(await foldWaitingBalances(sql, 1_000, null, counted), {
      folded: MERCHANTS,
      locked: [],
      failed: [],
      last: null,
    });
    return byCoordinator === 0;
  }, 60_000);
  const rows =
    await owner`select available_minor::int as available, reserved_minor::int as reserved from balances`;
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    Array.from({ length: MERCHANTS }, () => ({ available: 70 * rounds, reserved: 7 * rounds })),
  );
  const [left] = await owner`select count(*)::int as n from balance_changes`;
  assert.equal(left!.n, 0);
});

test(
  'while shards move from worker to worker, nothing is written to their former worker',
  ON_CITUS,
  async (t) => {
    const { owner, opened, openForEach, missing } = await openStage(t);
    let isMoving = true;
    const payments = (async () => {
      while (isMoving) opened.push(...(await openForEach()));
      opened.push(...(await openForEach()));
    })();
    for (let i = 0; i < 2; i++) {
      const [shard] = await owner`
      select s.shardid, s.nodename, s.nodeport, n.nodename as to_name, n.nodeport as to_port from citus_shards s
      join pg_dist_node n on n.groupid > 0 and n.nodeport <> s.nodeport
      where s.table_name = 'openings'::regclass order by s.shardid limit 1`;
      // Citus removes the leftovers of the move before when nobody uses them any more. Until then it refuses to move a
      // shard back.
      await eventually(async () => {
        try {
          await owner`select citus_move_shard_placement(${shard!.shardid}, ${shard!.nodename}, ${shard!.nodeport}, ${shard!.to_name},
            ${shard!.to_port}, 'block_writes')`;
          return true;
        } catch (error) {
          if (/leftover from the previous move/.test((error as Error).message)) return false;
          throw error;
        }
      }, 60_000);
    }
    isMoving = false;
    await payments;
    assert.deepEqual(await missing(), []);
  },
);
