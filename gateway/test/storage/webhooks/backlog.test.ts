// The backlog of the whole installation: counted right, and never by reading the tables of finished work.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { Sql } from '../../../src/storage/database/database.ts';
import { countBacklog } from '../../../src/storage/webhooks/backlog.ts';
import { ON_POSTGRESQL } from '../../stage/citus-cluster.ts';
import { analyze } from '../../stage/harness-database.ts';
import { openStage } from '../store-stage.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

async function open(sql: Sql, count: number, status: string, errorCode: string | null, dueAt: Date | null) {
  await sql`insert into open_work (merchant_id, transaction_id, brand_id, status, error_code, due_at, created_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${status}, ${errorCode}, ${dueAt}, ${NOW}
    from generate_series(1, ${count}::int)`;
}

async function events(sql: Sql, count: number, state: string, nextTryAt: Date | null): Promise<void> {
  await sql`insert into webhook_queue (merchant_id, transaction_id, sequence, tries, schedule_start, brand_id, endpoint_id,
      next_try_at, created_at, state)
    select gen_random_uuid(), gen_random_uuid(), 1, 0, 0, gen_random_uuid(), gen_random_uuid(), ${nextTryAt}, ${NOW}, ${state}
    from generate_series(1, ${count}::int)`;
}

async function refunds(sql: Sql, count: number, status: string, dueAt: Date | null): Promise<void> {
  await sql`insert into refunds (merchant_id, transaction_id, id, brand_id, status, amount_minor, refundable_after_minor,
      currency, origin, inquiries, due_at, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${status}, 1, 0, 'EUR', 'merchant', 0, ${dueAt},
      ${NOW}, ${NOW}
    from generate_series(1, ${count}::int)`;
}

test('waiting events are counted, and those being sent or ended are not', async (t) => {
  const stage = await openStage(t);
  const { sql } = stage;
  const nothing = {
    eventsDue: 0,
    eventsInLine: 0,
    endpointsPaused: 0,
    transactionsUnknown: 0,
    refundsUnknown: 0,
    payoutsToApprove: 0,
  };
  assert.deepEqual(await countBacklog(sql, NOW), nothing);

  await open(sql, 2, 'PROCESSING', '9001', null);
  await open(sql, 20, 'PROCESSING', '9001', at(60));
  await open(sql, 20, 'PROCESSING', null, at(60));
  await open(sql, 3, 'PENDING', null, at(60));
  await events(sql, 4, 'pending', at(0));
  await events(sql, 20, 'pending', at(1));
  await events(sql, 5, 'waiting', null);
  await events(sql, 20, 'abandoned', null);
  await events(sql, 20, 'unaddressed', null);
  await refunds(sql, 6, 'PENDING', null);
  await refunds(sql, 20, 'PENDING', at(60));
  await refunds(sql, 20, 'FAILED', null);
  for (const pausedAt of [NOW, null]) {
    await sql`insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, paused_at, changed_at)
      values (${randomUUID()}, ${randomUUID()}, ${randomUUID()}, 'https://shop.example', ${pausedAt}, ${NOW})`;
  }
  assert.deepEqual(await countBacklog(sql, NOW), {
    eventsDue: 4,
    eventsInLine: 5,
    endpointsPaused: 1,
    transactionsUnknown: 2,
    refundsUnknown: 6,
    payoutsToApprove: 3,
  });
});

test('counting reads only the indexes of waiting rows', ON_POSTGRESQL, async (t) => {
  const stage = await openStage(t);
  const { sql } = stage;
  await open(sql, 10_000, 'PROCESSING', null, at(60));
  await open(sql, 20, 'PROCESSING', '9001', null);
  await open(sql, 20, 'PENDING', null, at(60));
  await events(sql, 10_000, 'abandoned', null);
  await events(sql, 20, 'pending', at(-1));
  await events(sql, 20, 'waiting', null);
  await refunds(sql, 10_000, 'COMPLETED', null);
  await refunds(sql, 20, 'PENDING', null);
  await analyze(stage.databaseUrl);
  let plan = '';
  const explaining = {
    async unsafe(text: string, parameters: never[]) {
      const lines = await sql.unsafe(`explain ${text}`, parameters);
      // Citus refuses rows without a column.
      assert.doesNotMatch(text, /select\s+from/);
      plan += lines.map((line) => line['QUERY PLAN']).join('\n');
      return sql.unsafe(text, parameters);
    },
  } as unknown as Sql;
  const { eventsDue, transactionsUnknown } = await countBacklog(explaining, NOW);
  assert.deepEqual([eventsDue, transactionsUnknown], [20, 20]);
  // Endpoints in trouble are few, and theirs is a small table.
  const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table);
  assert.deepEqual(
    scanned.filter((table) => table !== 'webhook_endpoints'),
    [],
    plan,
  );
  for (const index of [
    'webhook_queue_due',
    'webhook_queue_waiting',
    'open_work_undecided',
    'open_work_pending',
    'refunds_undecided',
  ]) {
    assert.match(plan, new RegExp(`using ${index}|on ${index}`), plan);
  }
});
