// `migrate --grant-app-role` on an operator's own database (OPERATIONS, Two users): one user owns the tables; the
// gateway works as another, which may never change the audit log.
import assert from 'node:assert/strict';
import test from 'node:test';
import { asAppRole, grantExistingAppRole } from '../../src/storage/schema/app-role.ts';
import { createTestDatabase, openTestPool } from '../stage/harness-database.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { PRODUCTION } from '../stage/production.ts';
import { runProgram } from '../stage/program.ts';

test('the owner migrates and grants, and the other user starts a gateway that cannot change the audit log', {
  skip: onlyInProof,
}, async (t) => {
  const database = await createTestDatabase({ empty: true });
  t.after(() => database.drop());
  const DATABASE_URL = database.databaseUrl;
  const owner = await openTestPool(DATABASE_URL, { maxConnections: 1 });
  t.after(() => owner.end());
  // A role belongs to the whole server; another test may have made it.
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
    assert.match(granted.output(), /^tollgate_app may now read and write the tables, and only append/m, time);
  }
  await sql`select from audit_log`;
  await assert.rejects(sql`delete from audit_log`, /permission denied/);
  await assert.rejects(sql`update audit_log set id = id`, /permission denied/);
  await assert.rejects(sql`create table mine ()`, /permission denied/);
  const gateway = runProgram(t, { ...PRODUCTION, DATABASE_URL: asAppRole(DATABASE_URL) });
  await gateway.ready();

  // Each mistake gives one sentence that says whose address is needed, and changes nothing.
  await owner.unsafe(
    `do $$ begin create role tollgate_nobody login; exception when duplicate_object or unique_violation then null; end $$`,
  );
  const nobody = await openTestPool(DATABASE_URL.replace(/^([a-z]+:\/\/)[^@]*@/, '$1tollgate_nobody@'), {
    maxConnections: 1,
  });
  t.after(() => nobody.end());
  const [{ name }] = (await owner`select current_user as name`) as unknown as [{ name: string }];
  const whose = new RegExp(`^[^\\n]+; use the DATABASE_URL of the tables' owner \\(${name}\\)$`);
  for (const stranger of [nobody, sql]) {
    const fault = await grantExistingAppRole(stranger);
    assert.match(fault!, whose);
  }
  // PostgreSQL only warns when a user grants rights that they may not pass on.
  await owner`grant select, insert, update, delete on all tables in schema public to tollgate_nobody`;
  await owner`revoke delete on open_work from tollgate_app`;
  assert.match((await grantExistingAppRole(nobody))!, whose);
  assert.equal(await grantExistingAppRole(owner), null);
  const nowhere = (async () => []) as unknown as typeof sql;
  assert.match((await grantExistingAppRole(nowhere))!, /^there is no role tollgate_app; create it first/);
  for (const [env, said] of [
    [
      { DATABASE_URL: asAppRole(DATABASE_URL) },
      /^Tollgate cannot migrate: tollgate_app cannot give rights to itself; use [^\n]+\n$/,
    ],
    [{}, /^Tollgate cannot migrate: --grant-app-role needs DATABASE_URL with [^\n]+\n$/],
  ] as const) {
    const refused = runProgram(t, { ...PRODUCTION, ...env }, 'migrate --grant-app-role');
    assert.equal(await refused.ended(), 1, refused.output());
    assert.match(refused.output(), said);
  }
});
