// Tests the harness itself: a gateway that fails to start releases everything it took, and several processes may build
// the pages at the same time.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { buildCashier } from '../../../cashier/build.ts';
import { openDatabase } from '../../src/storage/database/database.ts';
import { startTestGateway } from './harness.ts';
import { createTestDatabase } from './harness-database.ts';

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

test('a build of the cashier’s page keeps files that another process is writing, and removes old ones', async (t) => {
  await buildCashier();
  const [draft, old] = ['manifest.json.1', 'app-of-yesterday.js'].map((name) => join(DIST, name));
  t.after(() => rmSync(draft!, { force: true }));
  for (const path of [draft!, old!]) writeFileSync(path, '');
  await buildCashier({ force: true });
  assert.deepEqual([existsSync(draft!), existsSync(old!)], [true, false]);
});
