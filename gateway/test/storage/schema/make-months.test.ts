// Each month has its own tables, made ahead by a role that may not change the schema. A missing month costs no row. A
// query for one transaction reads only its month's tables (docs/decisions/0088).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { timeOrderedId } from '../../../src/domain/transactions/time-ordered-id.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { makeMonths } from '../../../src/storage/schema/make-months.ts';
import { asOwner, createTestDatabase, openTestPool } from '../../stage/harness-database.ts';

async function open(t: TestContext): Promise<{ sql: Sql; owner: Sql }> {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const sql = await openTestPool(database.databaseUrl);
  const owner = await openTestPool(asOwner(database.databaseUrl), { maxConnections: 1 });
  t.after(() => Promise.all([sql.end(), owner.end()]));
  return { sql, owner };
}

/** The table that received a try of this time. */
async function tableOf(sql: Sql, at: Date): Promise<string> {
  const id = timeOrderedId(at);
  await sql`insert into webhook_tries (merchant_id, transaction_id, sequence, try_number, at, duration_ms)
    values (${randomUUID()}, ${id}, 1, 1, ${at}, 1)`;
  const tables =
    await sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'webhook_tries'::regclass`;
  // On Citus a row knows only its shard's table.
  for (const { name } of tables)
    if ((await sql`select 1 from ${sql(name)} where transaction_id = ${id}`).length > 0) return name;
  throw new Error('it is in no table');
}

test('each month that was made ahead accepts rows from its first millisecond', async (t) => {
  const { sql, owner } = await open(t);
  const now = new Date('2031-11-15T12:00:00Z');
  assert.deepEqual(await makeMonths(sql, now), ['2031-11-01', '2031-12-01', '2032-01-01', '2032-02-01']);
  for (const [time, name] of [
    ['2031-10-31T23:59:59.999Z', 'webhook_tries_other'],
    ['2031-11-01T00:00:00.000Z', 'webhook_tries_2031_11'],
    ['2031-11-30T23:59:59.999Z', 'webhook_tries_2031_11'],
    ['2031-12-01T00:00:00.000Z', 'webhook_tries_2031_12'],
    ['2032-02-29T23:59:59.999Z', 'webhook_tries_2032_02'],
    ['2032-03-01T00:00:00.000Z', 'webhook_tries_other'],
  ] as const)
    assert.equal(await tableOf(owner, new Date(time)), name, time);
});

test('the database’s clock decides the present month, whatever the clock of this machine says', async (t) => {
  const { sql } = await open(t);
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2041-06-15T12:00:00Z') });
  await makeMonths(sql);
  t.mock.timers.reset();
  const [row] = await sql`select to_regclass('steps_2041_06') as wrong,
    to_regclass('steps_' || to_char(now() at time zone 'UTC', 'YYYY_MM')) as present`;
  assert.equal(row!.wrong, null);
  assert.notEqual(row!.present, null);
});

test('months are made once, also by several workers at the same time', async (t) => {
  const { sql } = await open(t);
  const now = new Date('2032-05-31T23:59:00Z');
  const made = await Promise.all([makeMonths(sql, now), makeMonths(sql, now), makeMonths(sql, now)]);
  const [row] = await sql`select count(*)::int as tables from pg_class
    where relname in ('steps_2032_05', 'transfers_2032_06', 'events_2032_07', 'webhook_tries_2032_08')`;
  assert.equal(row!.tables, 4);
  assert.ok(made.some((months) => months.length > 0));
  assert.deepEqual(await makeMonths(sql, now), []);
});

test('a month whose rows are already in the other tables stays there', async (t) => {
  const { sql, owner } = await open(t);
  const now = new Date('2033-03-10T00:00:00Z');
  assert.equal(await tableOf(owner, now), 'webhook_tries_other');
  assert.deepEqual(await makeMonths(sql, now), ['2033-04-01', '2033-05-01', '2033-06-01']);
  assert.equal(await tableOf(owner, now), 'webhook_tries_other');
});

test('a query for one transaction reads only the tables of its month', async (t) => {
  const { sql } = await open(t);
  const now = new Date();
  await makeMonths(sql, now);
  for (const table of ['steps', 'events', 'webhook_tries']) {
    const plan = await sql.unsafe(
      `explain (costs off) select * from ${table} where merchant_id = '${randomUUID()}' and transaction_id = '${timeOrderedId(now)}'`,
    );
    const scanned = plan.flatMap((row) => /(?:on|using \w+ on) (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []);
    const month = now.toISOString().slice(0, 7).replace('-', '_');
    assert.deepEqual(
      // A shard's table name ends with a number.
      [...new Set(scanned.map((name) => name.replace(/_\d{5,}$/, '')))].filter((name) =>
        name.startsWith(table),
      ),
      [`${table}_${month}`],
    );
  }
});
