// Commands on months run one at a time. The lock belongs to a
// transaction, so a pooler cannot keep it behind.
import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withArchiveLock } from '../../../src/storage/archive/closed-months.ts';
import { createTestDatabase, openTestPool } from '../../stage/harness-database.ts';

test('one command of the archive runs at a time, and its lock ends with its transaction', async (t) => {
  const database = await createTestDatabase();
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 2 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  const holders = async () => {
    const rows =
      await sql`select state, backend_xmin as snapshot from pg_stat_activity where datname = current_database() and pid in (
      select pid from pg_locks where locktype = 'advisory' and classid = 0 and objid = 7011445)`;
    return rows.map(({ state, snapshot }) => ({ state, snapshot }));
  };
  const first = await withArchiveLock(sql, async (patient) => {
    assert.equal(await withArchiveLock(sql, async () => assert.fail('two at a time')), null);
    const [row] = await patient`show statement_timeout`;
    return { deadline: row!.statement_timeout, holders: await holders() };
  });
  assert.deepEqual(first, { deadline: '0', holders: [{ state: 'idle in transaction', snapshot: null }] });
  assert.deepEqual(await holders(), []);
  await assert.rejects(
    withArchiveLock(sql, () => Promise.reject(new Error('it failed'))),
    /it failed/,
  );
  assert.equal(await withArchiveLock(sql, async () => 'done'), 'done');
});

test('if the connection of the lock is lost, the command can commit nothing more', async (t) => {
  const database = await createTestDatabase();
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 2 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  let statements = 0;
  const work = withArchiveLock(sql, async (patient) => {
    const [ended] = await sql`select pg_terminate_backend(pid) as ended from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = 7011445
        and database = (select oid from pg_database where datname = current_database())`;
    assert.equal(ended!.ended, true);
    for (; statements < 10_000; statements++) {
      await patient`select 1`;
      await sleep(10);
    }
    return 'it went on';
  });
  await assert.rejects(work);
  assert.ok(statements < 10_000);
  assert.equal(await withArchiveLock(sql, async () => 'done'), 'done');
});
