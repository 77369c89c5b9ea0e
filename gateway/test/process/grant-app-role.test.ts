// `migrate --grant-app-role` on a database of the operator's own (OPERATIONS, Two users): one user owns the tables, the gateway
// works as another, which may never change the audit log.
import assert from 'node:assert/strict';
import test from 'node:test';
import { asAppRole } from '../../src/storage/schema/app-role.ts';
import { createTestDatabase, openTestPool } from '../stage/harness-database.ts';
import { PRODUCTION } from '../stage/production.ts';
import { runProgram } from '../stage/program.ts';

test('the owner migrates and grants, and the other user starts a gateway that cannot change the audit log', async (t) => {
  const database = await createTestDatabase({ empty: true });
  t.after(() => database.drop());
  const DATABASE_URL = database.databaseUrl;
  const owner = await openTestPool(DATABASE_URL, { maxConnections: 1 });
  t.after(() => owner.end());
  // Of the whole server; another test may have made it.
  await owner.unsafe(
    `do $$ begin create role tollgate_app login; exception when duplicate_object or unique_violation then null; end $$`,
  );
  const migrated = runProgram(t, { ...PRODUCTION, DATABASE_URL }, 'migrate');
  assert.equal(await migrated.ended(), 0, migrated.output());
  const sql = await openTestPool(asAppRole(DATABASE_URL), { maxConnections: 1 });
  t.after(() => sql.end());
  await assert.rejects(sql`select from audit_log`, /permission denied/);

  for (const time of ['first', 'second']) {
    const granted = runProgram(t, { ...PRODUCTION, DATABASE_URL }, 'migrate --grant-app-role');
    assert.equal(await granted.ended(), 0, granted.output());
    assert.match(granted.output(), /^tollgate_app may read and write the tables, and only append/m, time);
  }
  await sql`select from audit_log`;
  await assert.rejects(sql`delete from audit_log`, /permission denied/);
  await assert.rejects(sql`update audit_log set id = id`, /permission denied/);
  await assert.rejects(sql`create table mine ()`, /permission denied/);
  const gateway = runProgram(t, { ...PRODUCTION, DATABASE_URL: asAppRole(DATABASE_URL) });
  await gateway.ready();
});
