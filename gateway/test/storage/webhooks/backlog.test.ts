// The backlog of the whole installation: the count is right, and
// never reads the tables of finished work.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { firstIdAt } from '../../../src/domain/transactions/time-ordered-id.ts';
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

async function captures(sql: Sql, count: number, status: string, dueAt: Date | null): Promise<void> {
  await sql`insert into captures (merchant_id, transaction_id, id, brand_id, status, amount_minor, currency, is_final, origin,
      answered_status, answered_capturable_minor, inquiries, due_at, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${status}, 1, 'EUR', true, 'merchant',
      ${status}, 0, 0, ${dueAt}, ${NOW}, ${NOW}
    from generate_series(1, ${count}::int)`;
}

async function notifications(sql: Sql, count: number, state: string, dueAt: Date | null): Promise<void> {
  await sql`insert into notification_work (merchant_id, notification_id, brand_id, state, deliveries, tries, due_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${state}, 1, 0, ${dueAt}
    from generate_series(1, ${count}::int)`;
}

const NOTHING_WAITS = {
  webhook: 0,
  transaction: 0,
  refund: 0,
  capture: 0,
  notification: 0,
  fold_balances: 0,
  fold_listing: 0,
};

test('waiting events are counted, but not those being sent or ended', async (t) => {
  const stage = await openStage(t);
  const { sql } = stage;
  const nothing = {
    eventsDue: 0,
    eventsInLine: 0,
    endpointsPaused: 0,
    transactionsUnknown: 0,
    refundsUnknown: 0,
    capturesUnknown: 0,
    payoutsToApprove: 0,
    notificationsToDecide: 0,
    oldestMailSeconds: 0,
    oldestSeconds: NOTHING_WAITS,
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
  await captures(sql, 8, 'PENDING', null);
  await captures(sql, 20, 'PENDING', at(60));
  await captures(sql, 20, 'COMPLETED', null);
  for (const pausedAt of [NOW, null]) {
    await sql`insert into webhook_endpoints (merchant_id, brand_id, endpoint_id, url, paused_at, changed_at)
      values (${randomUUID()}, ${randomUUID()}, ${randomUUID()}, 'https://shop.example', ${pausedAt}, ${NOW})`;
  }
  await notifications(sql, 7, 'conflict', null);
  await notifications(sql, 20, 'applied', null);
  assert.deepEqual(await countBacklog(sql, NOW), {
    eventsDue: 4,
    eventsInLine: 5,
    endpointsPaused: 1,
    transactionsUnknown: 2,
    refundsUnknown: 6,
    capturesUnknown: 8,
    payoutsToApprove: 3,
    notificationsToDecide: 7,
    oldestMailSeconds: 0,
    oldestSeconds: NOTHING_WAITS,
  });
});

test('the age of the longest-waiting event of each kind is reported', async (t) => {
  const { sql } = await openStage(t);
  const late = async () => (await countBacklog(sql, NOW)).oldestSeconds;
  await events(sql, 2, 'pending', at(-30));
  await events(sql, 2, 'pending', at(-10));
  await events(sql, 2, 'pending', at(10));
  await open(sql, 2, 'PROCESSING', null, at(-40));
  await refunds(sql, 2, 'PENDING', at(-50));
  await captures(sql, 2, 'PENDING', at(-55));
  await notifications(sql, 2, 'waiting', at(-60));
  const [merchantId, id] = [randomUUID(), firstIdAt(at(-70))];
  await sql`insert into balance_changes (merchant_id, brand_id, currency, id, available_minor, reserved_minor)
    values (${merchantId}, ${merchantId}, 'EUR', ${id}, 1, 0)`;
  await sql`insert into transaction_changes (merchant_id, id, transaction_ids)
    values (${merchantId}, ${firstIdAt(at(-80))}, '{}'), (${merchantId}, ${firstIdAt(at(-5))}, '{}')`;
  assert.deepEqual(await late(), {
    webhook: 30,
    transaction: 40,
    refund: 50,
    capture: 55,
    notification: 60,
    fold_balances: 70,
    fold_listing: 80,
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
  await captures(sql, 10_000, 'COMPLETED', null);
  await captures(sql, 20, 'PENDING', null);
  await notifications(sql, 10_000, 'applied', null);
  await notifications(sql, 20, 'unmatched', null);
  // Its statistics and its many rows would change the plans of other tests.
  stage.wearOut();
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
  // Endpoints in trouble and mails are few, and notes wait for only a second, so their tables are small.
  const scanned = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table);
  assert.deepEqual(
    scanned.filter(
      (table) => !['webhook_endpoints', 'balance_changes', 'transaction_changes', 'mails'].includes(table!),
    ),
    [],
    plan,
  );
  for (const index of [
    'webhook_queue_due',
    'webhook_queue_waiting',
    'open_work_undecided',
    'open_work_pending',
    'refunds_undecided',
    'notification_work_for_people',
  ]) {
    assert.match(plan, new RegExp(`using ${index}|on ${index}`), plan);
  }
});
