// The settings that each connection requests, whatever the settings of
// the server, the database or the user are.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openPipeline } from '../../../src/storage/database/database.ts';
import { asOwner, createTestDatabase, openTestPool } from '../../stage/harness-database.ts';

test('neither the pool nor a pipeline compiles queries (JIT)', async (t) => {
  const database = await createTestDatabase();
  const owner = await openTestPool(asOwner(database.databaseUrl), { maxConnections: 1 });
  const [name] = await owner`select current_database() as of`;
  await owner`alter database ${owner(name!.of)} set jit = on`.finally(() => owner.end());
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 1 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  const [kept] =
    await sql`select setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase where datname = ${name!.of}`;
  assert.ok(kept!.setconfig.includes('jit=on'));
  const [pool] = await sql`show jit`;
  assert.equal(pool!.jit, 'off');
  assert.deepEqual(await openPipeline(sql).send("select current_setting('jit') as jit", []), [
    { jit: 'off' },
  ]);
});
