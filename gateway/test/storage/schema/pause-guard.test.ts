// A migration with a pause, and the processes that it would stop: while one lives nothing is changed, and `--plan` says
// beforehand what would run (decision 93).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import type { Sql } from '../../../src/storage/database/database.ts';
import { MIGRATIONS_DIR, migrate, readMigrations } from '../../../src/storage/schema/migrate.ts';
import { planMigrations, tablesOf } from '../../../src/storage/schema/migration-plan.ts';
import { OlderProcessesError } from '../../../src/storage/schema/older-processes.ts';
import { ProcessMark } from '../../../src/storage/schema/process-mark.ts';
import { SchemaError } from '../../../src/storage/schema/schema-error.ts';
import { createTestDatabase, openTestPool } from '../../stage/harness-database.ts';

const [TABLE] = /create table processes \([^;]*;/.exec(readMigrations(MIGRATIONS_DIR)[0]!.text)!;
const FIRST = { '0001-first.sql': `${TABLE}\ncreate table first (id int primary key);` };
const PAUSE = {
  '0002-pause.sql': '-- pause: the first table gets another form\nupdate first set id = -id;',
};
const EXPAND = { '0002-expand.sql': '-- expand\nalter table first add column more int;' };
const CONTRACT = {
  ...EXPAND,
  '0003-contract.sql': '-- contract: releases from 0002 on\nalter table first drop column more;',
};
const OLDER = { release: '0.1.0', role: 'api' };

async function stage(t: TestContext) {
  const database = await createTestDatabase({ empty: true });
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 4 });
  const dirs: string[] = [];
  t.after(async () => {
    await sql.end();
    await database.drop();
    for (const dir of dirs) rmSync(dir, { recursive: true });
  });
  const filesOf = (more: Record<string, string> = {}) => {
    const dir = mkdtempSync(join(tmpdir(), 'tollgate-migrations-'));
    dirs.push(dir);
    for (const [name, text] of Object.entries({ ...FIRST, ...more })) writeFileSync(join(dir, name), text);
    return dir;
  };
  await migrate(sql, { migrationsDir: filesOf() });
  return { sql, filesOf };
}

const versions = async (sql: Sql) => (await sql`select version from schema_migrations`).length;
const ages = (sql: Sql, by: string) => sql`update processes set seen_at = seen_at - ${by}::interval`;

test('a migration that pauses the old release refuses to start while it runs, and changes nothing', async (t) => {
  const { sql, filesOf } = await stage(t);
  const migrationsDir = filesOf(PAUSE);
  await sql`insert into first values (1)`;
  const mark = await ProcessMark.open(sql, OLDER, 1);
  await assert.rejects(migrate(sql, { migrationsDir }), (error) => {
    assert(error instanceof OlderProcessesError);
    assert.match(
      error.message,
      /^0002-pause\.sql needs a pause \(the first table gets another form\), and a process of an older release is at work: release 0\.1\.0, role api, since .*, seen \d+ s ago\. Stop them, then run `npm run migrate -- --pause-confirmed`: nothing was changed$/,
    );
    return true;
  });
  assert.equal(await versions(sql), 1);
  assert.deepEqual([...(await sql`select id from first`)], [{ id: 1 }]);

  await mark.leave();
  assert.deepEqual(await migrate(sql, { migrationsDir }), { applied: ['0002-pause.sql'] });
  assert.deepEqual([...(await sql`select id from first`)], [{ id: -1 }]);
});

test('a killed process is forgotten after 30 s, and a confirmed pause waits for that', async (t) => {
  const { sql, filesOf } = await stage(t);
  const migrationsDir = filesOf(PAUSE);
  await ProcessMark.open(sql, OLDER, 1);
  await ages(sql, '28 seconds');
  await assert.rejects(migrate(sql, { migrationsDir }), OlderProcessesError);
  assert.deepEqual(await migrate(sql, { migrationsDir, pauseConfirmed: true }), {
    applied: ['0002-pause.sql'],
  });
});

test('a pause that was confirmed too early is refused once the process gives a sign', async (t) => {
  const { sql, filesOf } = await stage(t);
  const mark = await ProcessMark.open(sql, OLDER, 1);
  await ages(sql, '3 seconds');
  const refused = assert.rejects(
    migrate(sql, { migrationsDir: filesOf(PAUSE), pauseConfirmed: true }),
    OlderProcessesError,
  );
  await mark.beat();
  await refused;
  assert.equal(await versions(sql), 1);
});

test('an additive migration runs beside older processes, and a contract beside those that allow it', async (t) => {
  const { sql, filesOf } = await stage(t);
  const knowsOne = await ProcessMark.open(sql, OLDER, 1);
  await migrate(sql, { migrationsDir: filesOf(EXPAND) });
  const migrationsDir = filesOf(CONTRACT);
  await ProcessMark.open(sql, { ...OLDER, release: '0.2.0' }, 2);
  await assert.rejects(
    migrate(sql, { migrationsDir }),
    /a process of an older release is at work: release 0\.1\.0/,
  );
  await knowsOne.leave();
  assert.deepEqual(await migrate(sql, { migrationsDir }), { applied: ['0003-contract.sql'] });
});

test('no process registers for a schema that a newer release has just migrated', async (t) => {
  const { sql, filesOf } = await stage(t);
  await migrate(sql, { migrationsDir: filesOf(PAUSE) });
  await assert.rejects(ProcessMark.open(sql, OLDER, 1), SchemaError);
  assert.equal((await sql`select from processes`).length, 0);
});

test('the plan names each migration, its pause and its rows, and changes nothing', async (t) => {
  const { sql, filesOf } = await stage(t);
  await sql`insert into first select * from generate_series(1, 13000)`;
  await sql`analyze first`;
  await ProcessMark.open(sql, OLDER, 1);
  const [planned, ...others] = await planMigrations(sql, { migrationsDir: filesOf(PAUSE) });
  assert.deepEqual(others, []);
  assert.deepEqual(
    { ...planned, older: [] },
    {
      name: '0002-pause.sql',
      worksFrom: 2,
      pause: 'the first table gets another form',
      older: [],
      tables: [{ table: 'first', work: 'writes', rows: 13000 }],
      seconds: 2,
    },
  );
  assert.match(planned!.older.join(), /^release 0\.1\.0, role api, since /);
  const [adds] = await planMigrations(sql, { migrationsDir: filesOf(EXPAND) });
  assert.deepEqual(
    { ...adds },
    { name: '0002-expand.sql', worksFrom: 0, pause: null, tables: [], seconds: 0, older: [] },
  );
  assert.deepEqual(await planMigrations(sql, { migrationsDir: filesOf() }), []);
  assert.equal(await versions(sql), 1);
});

test('the plan finds the tables whose rows a migration reads or writes', () => {
  const text = `
    create table made (id int); insert into made select id from openings; update made set id = 1;
    alter table events add column plain int, add column other text default 'x';
    create index by_time on events (at);
    alter table steps add constraint positive check (amount > 0);
    alter table refunds alter column amount type numeric;
    delete from -- a comment
      cards;`;
  assert.deepEqual(
    tablesOf({ text }).map(({ table, work }) => `${work} ${table}`),
    ['writes openings', 'indexes events', 'reads steps', 'writes refunds', 'writes cards'],
  );
});
