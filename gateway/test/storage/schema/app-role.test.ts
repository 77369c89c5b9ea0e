// The role under which the gateway works (contract 12): in the audit log it only reads and appends. The embedded
// database grants the rights at each start, in old data folders too, and docs/OPERATIONS.md says how to grant them
// elsewhere.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { NO_MERCHANT, ROOT } from '../../../src/domain/audit/audit.ts';
import { appendAudit } from '../../../src/storage/audit/audit-log.ts';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { asAppRole, GRANTS, grantAppRole } from '../../../src/storage/schema/app-role.ts';
import { migrate } from '../../../src/storage/schema/migrate.ts';
import { SchemaError } from '../../../src/storage/schema/schema-error.ts';
import { asOwner, createTestDatabase, startPrivateServer } from '../../stage/harness-database.ts';
import { databaseRuns, runProgram } from '../../stage/program.ts';

const OPERATIONS = join(import.meta.dirname, '../../../../docs/OPERATIONS.md');
const FORBIDDEN = [
  `update audit_log set actor_name = 'anna'`,
  'delete from audit_log',
  'truncate audit_log',
  'drop table audit_log',
  'alter table audit_log add column note text',
  'grant update on audit_log to current_user',
  'delete from audit_heads',
  'truncate audit_heads',
  'delete from schema_migrations',
  'create table mine (id int)',
];

function connect(t: TestContext, databaseUrl: string, max = 1): Sql {
  const sql = connectPostgres(databaseUrl, { max, onnotice: () => {} });
  t.after(() => sql.end());
  return sql;
}

const anEntry = {
  merchantId: NO_MERCHANT,
  at: new Date(),
  by: ROOT,
  action: 'operator-token.removed',
  target: { kind: 'operator-token', id: 'x' },
  before: null,
  after: null,
} as const;

/** It may append and read. The database itself refuses everything that would change existing rows. */
async function assertHeldOff(sql: Sql): Promise<void> {
  await sql.begin((tx) => appendAudit(tx, anEntry));
  const [count] = await sql`select count(*)::int as rows from audit_log`;
  assert.equal(count!.rows, 1);
  for (const statement of FORBIDDEN) {
    const refused = await sql.unsafe(statement).then(
      () => null,
      (error: { code?: string }) => error.code,
    );
    // If a user grants a right without having it, PostgreSQL only warns and does nothing; see below.
    if (!statement.startsWith('grant')) assert.equal(refused, '42501', statement);
  }
  const [rights] = await sql`select has_table_privilege('audit_log', 'UPDATE') as change,
    has_table_privilege('audit_log', 'DELETE') as remove, has_table_privilege('audit_log', 'TRUNCATE') as empty`;
  assert.deepEqual({ ...rights }, { change: false, remove: false, empty: false });
}

test('the gateway’s role can append to the audit log but not change it, and can use every other table', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const sql = connect(t, database.databaseUrl);
  const lacking = await sql`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relname not in ('audit_log', 'audit_heads', 'schema_migrations', 'closed_months', 'month_seals', 'archive_entries')
      and not (has_table_privilege(c.oid, 'SELECT') and has_table_privilege(c.oid, 'INSERT')
        and has_table_privilege(c.oid, 'UPDATE') and has_table_privilege(c.oid, 'DELETE'))`;
  assert.deepEqual([...lacking], []);
  await assertHeldOff(sql);
  // The owner of the tables closes months; a worker that erases in the archive adds an entry.
  await assert.rejects(
    sql`insert into closed_months values ('2026-01-01', now(), 'closed')`,
    /permission denied/,
  );
  await assert.rejects(sql`delete from month_seals`, /permission denied/);
  await assert.rejects(sql`update archive_entries set number = 2`, /permission denied/);
  await sql`insert into archive_entries values (1, '{}', '\\x00')`;
});

test('simultaneous starts grant the rights, and later starts grant them for new tables', async (t) => {
  const database = await createTestDatabase({ empty: true });
  t.after(() => database.drop());
  const owner = connect(t, database.databaseUrl, 4);
  await migrate(owner);
  await Promise.all(Array.from({ length: 8 }, () => grantAppRole(owner)));
  await owner`create table later (id int)`;
  await grantAppRole(owner);
  const app = connect(t, asAppRole(database.databaseUrl));
  await assertHeldOff(app);
});

test('a role that may not migrate starts if nothing is to be done, and otherwise reports who must migrate', async (t) => {
  const [ready, empty] = await Promise.all([createTestDatabase(), createTestDatabase({ empty: true })]);
  t.after(() => Promise.all([ready.drop(), empty.drop()]));
  assert.deepEqual(await migrate(connect(t, ready.databaseUrl)), { applied: [] });
  await assert.rejects(migrate(connect(t, asAppRole(empty.databaseUrl))), (error: Error) => {
    assert.ok(error instanceof SchemaError);
    assert.match(error.message, /run `npm run migrate` with the DATABASE_URL of the tables' owner/);
    return true;
  });
});

test('a data folder from before the role is converted, and the gateway works with the role', async (t) => {
  const server = await startPrivateServer();
  t.after(() => server.remove());
  const former = connectPostgres(server.databaseUrl, { max: 1, onnotice: () => {} });
  await migrate(former);
  await former`insert into merchants values (gen_random_uuid(), 'From before', now())`;
  assert.deepEqual([...(await former`select 1 from pg_roles where rolname = 'tollgate_app'`)], []);
  await former.end();
  await server.stop();
  const program = runProgram(t, { DATA_DIR: server.dataDir });
  const url = await program.ready();
  assert.equal((await fetch(`${url}/health/ready`)).status, 200);
  const owner = connect(t, server.databaseUrl);
  const users = await owner`select distinct usename from pg_stat_activity
    where datname = current_database() and application_name = 'tollgate'`;
  assert.deepEqual(
    users.map((row) => row.usename),
    ['tollgate_app'],
  );
  await assertHeldOff(connect(t, asAppRole(server.databaseUrl)));
  program.signal('SIGTERM');
  assert.equal(await program.ended(), 0);
  assert.equal(databaseRuns(server.dataDir), false);
});

test('the statements of OPERATIONS for two users of an external PostgreSQL work', async (t) => {
  const blocks = [
    ...readFileSync(OPERATIONS, 'utf8').matchAll(/```sql\n([^`]*create role tollgate_app[^`]*)```/g),
  ];
  const suffix = `${process.pid}_${randomBytes(3).toString('hex')}`;
  const name = `test_${suffix}`;
  const [asSuperuser, ...more] = blocks.map(([, text]) =>
    text!
      .replaceAll(/tollgate_(owner|app)/g, `$1_${suffix}`)
      .replaceAll('database tollgate ', `database ${name} `),
  );
  assert.equal(more.length, 0);
  const somewhere = await createTestDatabase({ empty: true });
  const superuser = connectPostgres(asOwner(somewhere.databaseUrl), { max: 1, onnotice: () => {} });
  t.after(async () => {
    await superuser.unsafe(`drop database if exists ${name} with (force)`);
    for (const role of ['owner', 'app']) await superuser.unsafe(`drop role if exists ${role}_${suffix}`);
    await superuser.end();
    await somewhere.drop();
  });
  const as = (role: string) => {
    const url = new URL(somewhere.databaseUrl.replace(/^([a-z]+:\/\/)[^@]*@/, `$1${role}_${suffix}@`));
    url.pathname = `/${name}`;
    return url.href;
  };
  for (const statement of statementsIn(asSuperuser!)) await superuser.unsafe(statement);
  const owner = connectPostgres(as('owner'), { max: 1, onnotice: () => {} });
  await migrate(owner);
  // What `migrate --grant-app-role` does then, for a role of this test.
  for (const statement of GRANTS) await owner.unsafe(statement.replace('tollgate_app', `app_${suffix}`));
  await owner.end();
  const app = connectPostgres(as('app'), { max: 1, onnotice: () => {} });
  assert.deepEqual(await migrate(app), { applied: [] });
  await assertHeldOff(app);
  await app.end();
});

const statementsIn = (text: string): string[] =>
  text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');
