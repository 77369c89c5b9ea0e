// A closed month on a cluster (docs/decisions/0091). Its worker refuses direct writes to a shard. The month moves with
// its shard, stays closed at the new place, and can be archived and restored there. Only where CITUS_URL names a
// cluster.
import assert from 'node:assert/strict';
import test from 'node:test';
import { nameOfMonth } from '../../../src/domain/archive/month.ts';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { CITUS_URL } from '../../stage/citus-cluster.ts';
import { asOwner, everyNode } from '../../stage/harness-database.ts';
import { type ArchiveStage, openArchiveStage, REFUSED } from './archive-stage.ts';

const ON_CITUS = { skip: CITUS_URL === null && 'CITUS_URL names no cluster' };
const CLOSED = ['steps', 'events', 'webhook_tries', 'transfers'];

/** Tries to write to each closed shard with rows, on its worker. Returns how many there are. */
async function refusedOnWorkers({ gate, owner, month }: ArchiveStage): Promise<number> {
  const nodes = await everyNode(gate.databaseUrl);
  let shards = 0;
  for (const parent of CLOSED) {
    const table = `${parent}_${nameOfMonth(month).replace('-', '_')}`;
    const placed =
      await owner`select shard_name as name, nodeport as port from citus_shards where table_name = ${table}::regclass`;
    for (const { name, port } of placed) {
      const worker = connectPostgres(nodes.find((url) => new URL(url).port === `${port}`)!, {
        max: 1,
      }) as Sql;
      try {
        const [row] = await worker.unsafe(`select count(*)::int as rows from ${name}`);
        if (row!.rows === 0) continue;
        await assert.rejects(worker.unsafe(`update ${name} set merchant_id = merchant_id`), REFUSED);
        shards++;
      } finally {
        await worker.end();
      }
    }
  }
  return shards;
}

/**
 * Moves the first merchant's shard to the other worker. Moving all its tables takes longer than a pool allows a
 * statement.
 */
async function moveShard({ gate, brands }: ArchiveStage): Promise<void> {
  const sql = connectPostgres(asOwner(gate.databaseUrl), { max: 1, onnotice: () => {} });
  try {
    const moved = await sql`
      select citus_move_shard_placement(s.shardid, s.nodename, s.nodeport, n.nodename, n.nodeport, 'block_writes')
      from citus_shards s join pg_dist_node n on n.groupid > 0 and n.nodeport <> s.nodeport
      where s.shardid = get_shard_id_for_distribution_column('openings', ${brands[0].merchantId}::uuid) limit 1`;
    assert.equal(moved.length, 1, 'the cluster has two workers');
  } finally {
    await sql.end();
  }
}

test('a closed month moves with its shard, and no worker accepts writes to it', ON_CITUS, async (t) => {
  const stage = await openArchiveStage(t);
  await stage.pay(stage.brands[0], 'a');
  await stage.pay(stage.brands[1], 'b');
  await stage.deliver();
  stage.until(stage.closableFrom);
  assert.ok((await stage.close()).ok);
  const rows = await stage.rows();
  const shards = await refusedOnWorkers(stage);
  assert.ok(shards >= CLOSED.length);
  await moveShard(stage);
  assert.deepEqual(await stage.rows(), rows);
  assert.equal(await refusedOnWorkers(stage), shards);
  stage.until(stage.archivableFrom);
  await stage.archive();
  await stage.restore();
  assert.deepEqual(await stage.rows(), rows);
  assert.equal(await refusedOnWorkers(stage), shards);
  assert.deepEqual(await stage.ledgerFaults(), []);
});
