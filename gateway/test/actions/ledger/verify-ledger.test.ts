// The ledger's proof: it finds nothing in sound books, and names the
// row for each way in which they can be wrong.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { ALL_CHECKS, verifyLedger } from '../../../src/actions/ledger/verify-ledger.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { proveChanges } from '../../../src/storage/ledger/changed-checks.ts';
import { CITUS_URL } from '../../stage/citus-cluster.ts';
import { aCardPayin, startTestGateway } from '../../stage/harness.ts';
import { asOwner, createTestDatabase, openTestPool } from '../../stage/harness-database.ts';
import { MERCHANT, writeBooks } from './books.ts';
import { BREAKS } from './breaks.ts';

/** Rows of a merchant that is not stored: only the full proof reads them. */
const OF_ANOTHER_MERCHANT: readonly string[] = [
  'a balance without any transfer',
  'declined attempts of another merchant',
];

/** The tables that breaks.ts breaks. */
const TABLES = [
  'openings',
  'steps',
  'open_work',
  'refunds',
  'disputes',
  'timeline',
  'declined_attempts',
  'events',
  'transfers',
  'balances',
  'balance_changes',
  'fundings',
];

/** Connects as the owner, who may replace a view by a table (breaks.ts). */
async function openBooks(t: TestContext): Promise<Sql> {
  const database = await createTestDatabase();
  const sql = await openTestPool(asOwner(database.databaseUrl), { maxConnections: 2 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  return sql;
}

test('a correct ledger is reported as correct, with the number of its rows', async (t) => {
  const sql = await openBooks(t);
  assert.deepEqual(await verifyLedger(sql), {
    ok: true,
    checked: { transactions: 0, transfers: 0, balances: 0 },
    faults: [],
  });
  await writeBooks(sql, 100);
  assert.deepEqual(await verifyLedger(sql), {
    ok: true,
    checked: { transactions: 100, transfers: 105, balances: 1 },
    faults: [],
  });
});

test('the verification reports each check when it has run', async (t) => {
  const told: string[] = [];
  await verifyLedger(await openBooks(t), ({ done, of, proves }) => told.push(`${done} of ${of}: ${proves}`));
  assert.deepEqual(
    told,
    ALL_CHECKS.map(({ proves }, i) => `${i + 1} of ${ALL_CHECKS.length}: ${proves}`),
  );
});

test('after completed, declined, failed and open pay-ins over HTTP the ledger is correct', async (t) => {
  const gateway = await startTestGateway(t);
  const { apiKey, brandId } = await gateway.createBrand();
  const cards = [
    '4242424242424242',
    '4000000000000002',
    '4000000000000119',
    '4000000000003220',
    '4000000000003055',
  ];
  for (const cardNumber of [...cards, ...cards]) {
    const answer = await gateway.call('POST', '/v3/payment', {
      apiKey,
      body: aCardPayin({}, { cardNumber }),
    });
    assert.equal(answer.status, 201, answer.text);
  }
  const { ok, checked, faults } = await verifyLedger(gateway.gateway.context.sql);
  assert.deepEqual([ok, faults, checked.transactions, checked.transfers], [true, [], 10, 4]);
  const balances = await gateway.operator('GET', `/operator/brands/${brandId}/balances`);
  assert.deepEqual(balances.body, [{ currency: 'EUR', available: 100, reserved: 0 }]);
});

test('each kind of error in the ledger is found and named', async (t) => {
  const sql = await openBooks(t);
  await writeBooks(sql, 100);
  await sql`insert into merchants (merchant_id, name, created_at) values (${MERCHANT}, 'Books', now())`;
  for (const [what, statement, fault] of BREAKS) {
    // On a cluster no row can change its merchant.
    if (CITUS_URL !== null && statement.includes('set merchant_id')) continue;
    await sql`create schema kept`;
    const tables = TABLES.filter((table) => new RegExp(`\\b${table}\\b`).test(statement));
    for (const table of tables) await sql.unsafe(`create table kept.${table} as table ${table}`);
    await sql.unsafe(statement);
    const { ok, faults } = await verifyLedger(sql);
    assert.equal(ok, false, what);
    assert.ok(
      faults.some((one) => fault.test(one)),
      `${what}: ${faults.join('\n')}`,
    );
    // The nightly proof finds the same in its part, which here is everything of the merchant.
    const [nightly] = await proveChanges(sql, ALL_CHECKS);
    const found = nightly!.found.flatMap((one) => one.faults).filter((one) => fault.test(one.fault));
    assert.equal(found.length > 0, !OF_ANOTHER_MERCHANT.includes(what), `${what}, by the nightly proof`);
    for (const table of tables) {
      await sql.unsafe(`delete from ${table}`);
      await sql.unsafe(`insert into ${table} table kept.${table}`);
    }
    await sql`drop schema kept cascade`;
  }
  assert.equal((await verifyLedger(sql)).ok, true);
});

test('if everything is wrong, the first faults of each kind are shown and the others counted', async (t) => {
  const sql = await openBooks(t);
  await writeBooks(sql, 100);
  await sql`delete from events`;
  const { faults } = await verifyLedger(sql);
  assert.ok(faults.length < 70);
  assert.ok(
    faults.some((one) => /^… and 70 more: the webhook events of a transaction are numbered/.test(one)),
    faults.join('\n'),
  );
});

test('the verification handles a ledger with very many rows', async (t) => {
  const sql = await openBooks(t);
  await writeBooks(sql, 20_000);
  await sql`analyze`;
  assert.equal((await verifyLedger(sql)).ok, true);
});
