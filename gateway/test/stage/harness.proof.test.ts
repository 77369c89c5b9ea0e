// Tests the harness itself: a gateway that fails to start releases everything it took, a used database is like a new
// one for the next test, and several processes may build the pages at the same time.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { buildCashier } from '../../../cashier/build.ts';
import { openDatabase } from '../../src/storage/database/database.ts';
import { startTestGateway } from './harness.ts';
import { asOwner, createTestDatabase } from './harness-database.ts';
import { reusedDatabases } from './reused-databases.ts';

const DIST = join(import.meta.dirname, '../../../cashier/dist');

test('a gateway that cannot listen leaves no database, no connection and no folder', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const database = await createTestDatabase();
  const sql = openDatabase(database.databaseUrl, { maxConnections: 1 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  const mine = () => sql`select datname from pg_database where datname like ${`test_${process.pid}_%`}`;
  const temporary = mkdtempSync(join(tmpdir(), 'tollgate-harness-'));
  const { TMPDIR } = process.env;
  process.env.TMPDIR = temporary;
  t.after(() => {
    process.env.TMPDIR = TMPDIR ?? '';
    rmSync(temporary, { recursive: true });
  });
  const before = await mine();
  const PORT = String((taken.address() as { port: number }).port);
  await assert.rejects(startTestGateway(t, { env: { PORT } }), { code: 'EADDRINUSE' });
  assert.deepEqual(await mine(), before);
  assert.deepEqual(readdirSync(temporary), []);
});

test('a database that is lent again has the rows of a new one, and a worn one is dropped', async () => {
  const nothing = async () => null;
  const lend = reusedDatabases({ open: nothing, settle: async () => {}, close: async () => {} });
  const first = await lend();
  const before = await rowsOf(first.databaseUrl);
  assert.ok(before.some(({ count }) => count > 0n));
  const owner = openDatabase(asOwner(first.databaseUrl), { maxConnections: 1 });
  // Rows that refer to each other, and a change of a row of the migrations.
  const [merchantId, brandId] = [randomUUID(), randomUUID()];
  await owner`insert into merchants (merchant_id, name, created_at) values (${merchantId}, 'Example Ltd', now())`;
  await owner`
    insert into brands (merchant_id, brand_id, name, active, enforce_signatures, automatic_approval, payment_facilitator,
      four_eyes, ip_allow_list, domains, created_at, updated_at)
    values (${merchantId}, ${brandId}, 'Demo Shop', true, true, true, false, false, '{}', '{}', now(), now())`;
  await owner`
    insert into signing_secrets (merchant_id, brand_id, id, secret_sealed, created_at)
    values (${merchantId}, ${brandId}, ${randomUUID()}, '', now())`;
  await owner`delete from chore_marks`;
  await owner.end();
  assert.notDeepEqual(await rowsOf(first.databaseUrl), before);
  await first.giveBack();
  const second = await lend();
  assert.equal(second.databaseUrl, first.databaseUrl);
  assert.deepEqual(await rowsOf(second.databaseUrl), before);
  second.wearOut();
  await second.giveBack();
  const third = await lend();
  assert.notEqual(third.databaseUrl, first.databaseUrl);
  third.wearOut();
  await third.giveBack();
});

test('a database in which a session of the last test is still at work is not lent again', async () => {
  const nothing = async () => null;
  const lend = reusedDatabases({ open: nothing, settle: async () => {}, close: async () => {} });
  const first = await lend();
  const sql = openDatabase(first.databaseUrl, { maxConnections: 1 });
  const session = await sql.reserve();
  await session`begin`;
  await first.giveBack();
  await sql.end({ timeout: 0 });
  const second = await lend();
  assert.notEqual(second.databaseUrl, first.databaseUrl);
  second.wearOut();
  await second.giveBack();
});

/** How many rows each table has. */
async function rowsOf(databaseUrl: string): Promise<{ table: string; count: bigint }[]> {
  const sql = openDatabase(databaseUrl, { maxConnections: 1 });
  const tables = await sql<{ name: string }[]>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`;
  const rows = [];
  for (const { name } of tables) {
    const [counted] = await sql`select count(*) from ${sql(name)}`;
    rows.push({ table: name, count: counted!.count as bigint });
  }
  await sql.end();
  return rows;
}

test('a build of the cashier’s page keeps files that another process is writing, and removes old ones', async (t) => {
  await buildCashier();
  const [draft, old] = ['manifest.json.1', 'app-of-yesterday.js'].map((name) => join(DIST, name));
  t.after(() => rmSync(draft!, { force: true }));
  for (const path of [draft!, old!]) writeFileSync(path, '');
  await buildCashier({ force: true });
  assert.deepEqual([existsSync(draft!), existsSync(old!)], [true, false]);
});
