// On Citus the commits of a payment and of a refund concern one node each, so none is prepared, neither through the
// coordinator nor over the pipelines to the workers. Citus notes each node of a two-phase commit as a row of
// pg_dist_transaction before it commits, and PostgreSQL counts the rows ever inserted. Only where CITUS_URL names a
// cluster.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import { CITUS_URL } from '../../stage/citus-cluster.ts';
import { aCardPayin, eventually, startTestGateway } from '../../stage/harness.ts';
import { asOwner, createTestDatabase, everyNode } from '../../stage/harness-database.ts';

/** Enough rounds that the process's marks are few beside the calls. */
const ROUNDS = 6;
const ON_A_CLUSTER = { skip: CITUS_URL === null && 'CITUS_URL names no cluster' };

test('no payment or refund is committed in two phases', ON_A_CLUSTER, async (t) => {
  const { databaseUrl, drop } = await createTestDatabase();
  t.after(drop);
  const gateway = await startTestGateway(t, { databaseUrl, env: { SANDBOX_DELAY_MS: '0' } });
  const brands = await Promise.all(Array.from({ length: 8 }, () => gateway.createBrand()));
  const payAll = async (round: string) => {
    for (const { apiKey } of brands) {
      const body = aCardPayin({ merchantReference: round });
      const paid = await gateway.call('POST', '/v3/payment', { apiKey, body });
      assert.equal(paid.body.result?.status, 'COMPLETED', paid.text);
      const refund = { merchantReference: round, amount: 5 };
      assert.equal(
        (await gateway.call('POST', '/refund/by-reference', { apiKey, body: refund })).status,
        201,
      );
    }
  };
  const workersInUse = async () => {
    const rows = await asked(
      databaseUrl,
      (sql) => sql`
      select result from run_command_on_workers($$select count(*) from pg_stat_activity
        where application_name = 'tollgate' and datname = current_database()$$)`,
    );
    return rows.filter(({ result }) => Number(result) > 0).length;
  };
  let rounds = 0;
  // Until the process knows the shards' places, each merchant's groups go through the coordinator.
  await eventually(async () => {
    await payAll(`warm-${rounds++}`);
    return (await workersInUse()) > 0;
  }, 60_000);
  const before = await preparedOn(databaseUrl);
  for (let round = 0; round < ROUNDS; round++) await payAll(`round-${round}`);
  const afterwards = await preparedOn(databaseUrl);
  const calls = ROUNDS * brands.length * 2;
  const ofCalls = afterwards - before;
  // The mark that a process leaves every few seconds is on all nodes. A prepared call would note two nodes or more.
  assert.ok(ofCalls < calls / 2, `${calls} payments and refunds, and ${ofCalls} nodes prepared something`);
  t.diagnostic(`${calls} payments and refunds, and ${ofCalls} nodes prepared something`);
  // Checks the counter itself: statements that write to every shard.
  for (let i = 0; i < calls; i++)
    await asked(databaseUrl, (sql) => sql`update merchants set name = name || '.'`);
  const ofWide = (await preparedOn(databaseUrl)) - afterwards;
  assert.ok(ofWide >= 2 * calls, `${calls} statements to all shards, and ${ofWide} nodes`);
});

type Rows = Record<string, unknown>[];

async function asked(
  databaseUrl: string,
  ask: (sql: ReturnType<typeof connectPostgres>) => PromiseLike<Rows>,
): Promise<Rows> {
  const sql = connectPostgres(asOwner(databaseUrl), { max: 1, onnotice: () => {} });
  try {
    return await ask(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A session reports its counts within ten seconds of its last statement. */
const COUNTED_MS = 11_000;

/** Rows ever inserted on all nodes, including rows that Citus has removed again. */
async function preparedOn(databaseUrl: string): Promise<number> {
  await sleep(COUNTED_MS);
  let sum = 0;
  for (const node of await everyNode(databaseUrl)) {
    const [row] = await asked(
      node,
      (sql) => sql`select pg_stat_get_tuples_inserted('pg_dist_transaction'::regclass)::int as count`,
    );
    sum += row!.count as number;
  }
  return sum;
}
