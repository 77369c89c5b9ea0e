// The migrations, on a real database: applied once whichever process
// starts first, refused if they are not ours.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { connectPostgres } from '../../../src/storage/database/connect.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { MIGRATIONS_DIR, migrate, readMigrations } from '../../../src/storage/schema/migrate.ts';
import { dumpSchema } from '../../../src/storage/schema/schema-dump.ts';
import { SchemaError } from '../../../src/storage/schema/schema-error.ts';
import { splitStatements } from '../../../src/storage/schema/split-statements.ts';
import { ON_POSTGRESQL } from '../../stage/citus-cluster.ts';
import { eventually } from '../../stage/harness.ts';
import { asOwner, createTestDatabase } from '../../stage/harness-database.ts';
import { faultsOf, LAST_UNMARKED, type Release } from '../migration-rules.ts';

async function connected(t: TestContext, { empty = true } = {}): Promise<Sql> {
  const database = await createTestDatabase({ empty });
  const sql = connectPostgres(database.databaseUrl, { max: 4, onnotice: () => {} });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  return sql;
}

function migrationsOf(t: TestContext, files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'tollgate-migrations-'));
  t.after(() => rmSync(dir, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

const FIRST = { '0001-first.sql': 'create table first (id int primary key);' };
const SECOND = {
  '0002-second.sql': 'create table second (id int primary key); insert into second values (2);',
};

test('schema.sql is the dump of the migrated schema', ON_POSTGRESQL, async (t) => {
  const sql = await connected(t, { empty: false });
  const kept = readFileSync(join(MIGRATIONS_DIR, 'schema.sql'), 'utf8').split('\n');
  const dumped = (await dumpSchema(sql)).split('\n');
  const first = dumped.findIndex((line, index) => line !== kept[index]);
  assert.equal(first, -1, `line ${first + 1} should be "${dumped[first]}"; run: npm run schema:dump`);
  assert.equal(dumped.length, kept.length, 'run: npm run schema:dump');
});

test('migrations are applied in order, and only once', async (t) => {
  const sql = await connected(t);
  assert.deepEqual(await migrate(sql, { migrationsDir: migrationsOf(t, FIRST) }), {
    applied: ['0001-first.sql'],
  });
  const both = migrationsOf(t, { ...FIRST, ...SECOND });
  assert.deepEqual(await migrate(sql, { migrationsDir: both }), { applied: ['0002-second.sql'] });
  assert.deepEqual(await migrate(sql, { migrationsDir: both }), { applied: [] });
});

test('processes that start together apply each migration once', async (t) => {
  const sql = await connected(t);
  const migrationsDir = migrationsOf(t, { ...FIRST, ...SECOND });
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => migrate(sql, { migrationsDir })));
  assert.deepEqual(outcomes.flatMap((outcome) => outcome.applied).sort(), [
    '0001-first.sql',
    '0002-second.sql',
  ]);
  assert.equal((await sql`select * from second`).length, 1);
});

test('a migration that fails leaves no change behind', async (t) => {
  const sql = await connected(t);
  const broken = migrationsOf(t, { ...FIRST, '0002-broken.sql': 'create table half (id int); select 1/0;' });
  await assert.rejects(migrate(sql, { migrationsDir: broken }), /division by zero/);
  const tables = await sql`select relname from pg_class where relname in ('first', 'half')`;
  assert.deepEqual(
    tables.map((row) => row.relname),
    ['first'],
  );
});

test('a schema newer than the program is refused and not changed', async (t) => {
  const sql = await connected(t);
  await migrate(sql, { migrationsDir: migrationsOf(t, { ...FIRST, ...SECOND }) });
  const older = migrate(sql, { migrationsDir: migrationsOf(t, FIRST) });
  await assert.rejects(older, (error) => {
    assert(error instanceof SchemaError);
    assert.match(error.message, /version 2 \(0002-second\.sql\).*newer release/);
    return true;
  });
});

test('a database made before the first release is refused in words', async (t) => {
  const sql = await connected(t);
  await migrate(sql, { migrationsDir: migrationsOf(t, FIRST) });
  await sql`update schema_migrations set name = '0001-ground-floor.sql'`;
  await assert.rejects(migrate(sql), (error) => {
    assert(error instanceof SchemaError);
    assert.match(error.message, /before the first release.*set DATA_DIR to a new folder/);
    return true;
  });
});

test('an older release works on a newer schema, if the marks of the newer migrations allow it', async (t) => {
  const third = 'create table third (id int);';
  const ahead = async (mark: string) => {
    const sql = await connected(t);
    const files = { ...FIRST, ...SECOND, '0003-third.sql': `${mark}\n${third}` };
    await migrate(sql, { migrationsDir: migrationsOf(t, files) });
    return (files: Record<string, string>) => migrate(sql, { migrationsDir: migrationsOf(t, files) });
  };
  const knowsTwo = { ...FIRST, ...SECOND };
  assert.deepEqual(await (await ahead('-- expand'))(knowsTwo), { applied: [] });
  // The second migration has no mark.
  await assert.rejects((await ahead('-- expand'))(FIRST), /and cannot work after 0002-second\.sql/);
  assert.deepEqual(await (await ahead('-- contract: releases from 0002 on'))(knowsTwo), { applied: [] });
  const contracted = await ahead('-- contract: releases from 0003 on');
  await assert.rejects(contracted(knowsTwo), /version 3 .*cannot work after 0003-third\.sql: start a newer/);
  await assert.rejects((await ahead('-- Expands.'))(knowsTwo), /cannot work after 0003-third\.sql/);
});

test('a table that an older release made without marks gets them', async (t) => {
  const sql = await connected(t);
  await migrate(sql, { migrationsDir: migrationsOf(t, FIRST) });
  await sql`alter table schema_migrations drop column works_from`;
  const both = { ...FIRST, '0002-second.sql': `-- expand\n${SECOND['0002-second.sql']}` };
  assert.deepEqual(await migrate(sql, { migrationsDir: migrationsOf(t, FIRST) }), { applied: [] });
  await migrate(sql, { migrationsDir: migrationsOf(t, both) });
  const rows = await sql`select version, works_from from schema_migrations order by version`;
  assert.deepEqual(
    rows.map((row) => [row.version, row.works_from]),
    [
      [1, null],
      [2, 0],
    ],
  );
});

test('while a migration waits for a table, statements behind it continue', async (t) => {
  const sql = await connected(t);
  await migrate(sql, { migrationsDir: migrationsOf(t, FIRST) });
  const alter = { ...FIRST, '0002-alter.sql': '-- expand\nalter table first add column more int;' };
  const passed: number[] = [];
  let migrated: Promise<unknown> = Promise.resolve();
  await sql.begin(async (reader) => {
    await reader`select * from first`;
    migrated = migrate(sql, { migrationsDir: migrationsOf(t, alter) });
    for (let id = 0; id < 3; id++) {
      await eventually(async () => {
        const [waiting] = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like 'alter table first%'`;
        return waiting;
      });
      await sql`insert into first values (${id})`;
      passed.push(id);
    }
  });
  assert.deepEqual(await migrated, { applied: ['0002-alter.sql'] });
  assert.equal(passed.length, 3);
});

test('each migration names the older releases that can work beside it, and has no statement that would stop them', () => {
  const released = JSON.parse(readFileSync(join(MIGRATIONS_DIR, 'releases.json'), 'utf8')) as Release[];
  const migrations = readMigrations(MIGRATIONS_DIR);
  assert(released.every(({ schema }) => schema <= migrations.length));
  const faults = migrations
    .filter(({ version }) => version > LAST_UNMARKED)
    .flatMap((one) => faultsOf(one, released));
  assert.deepEqual(faults, []);
});

test('each rule of migrations finds a migration that breaks it', (t) => {
  const faults = (text: string, released: Release[] = []) => {
    const dir = migrationsOf(t, { ...FIRST, '0002-next.sql': text });
    return faultsOf(readMigrations(dir)[1]!, released).join('\n');
  };
  const fine = [
    'create table fresh (id int primary key); create unique index fresh_ids on fresh (id); insert into fresh values (1);',
    "alter table first add column more int, add column kind text not null default 'new, or not';",
    'create function twice(n int) returns int language sql as $$ select n * 2 $$;',
    '-- writers wait: a table of a hundred rows\ncreate index first_ids on first (id);',
  ];
  for (const text of fine) assert.equal(faults(`-- expand\n${text}`), '', text);
  const breaking = [
    'drop table first',
    'alter table first drop column id',
    'alter table first rename to last',
    'alter table first alter column id set not null',
    'alter table first alter column id type bigint',
    'alter table first add column more int, drop column id',
    'alter table first add column more int not null',
    'alter table first add column more int unique',
    'alter table first add column more uuid default gen_random_uuid()',
    'alter table first add constraint positive check (id > 0)',
    'create index first_ids on first (id)',
    'create or replace function twice(n int) returns int language sql as $$ select n * 3 $$',
    'update first set id = 2',
    'delete from first',
    'insert into first values (1)',
    'truncate first',
    'revoke select on first from public',
  ];
  for (const text of breaking)
    assert.match(faults(`-- expand\n${text};`), /0002-next\.sql: .*not only add/, text);
  assert.match(faults('create table fresh (id int);'), /has no mark/);
  const pause = '-- pause: everybody waits\ndrop table first;';
  assert.equal(faults(pause), '');
  assert.match(faults(pause, [{ release: '0.1.0', schema: 1 }]), /a release is out that it would stop/);
  assert.equal(faults(pause, [{ release: '0.2.0', schema: 2 }]), '');
  assert.match(faults('-- pause:\ndrop table first;'), /has no mark/);
  const contract = '-- contract: releases from 0001 on\ndrop table first;';
  assert.match(faults(contract), /no release has gone out that works after it/);
  assert.equal(faults(contract, [{ release: '0.1.0', schema: 1 }]), '');
  assert.match(faults(contract.replace('0001', '0002')), /older than itself/);
});

test('an applied migration that was edited since is refused', async (t) => {
  const sql = await connected(t);
  await migrate(sql, { migrationsDir: migrationsOf(t, FIRST) });
  const edited = migrationsOf(t, { '0001-first.sql': 'create table other (id int);' });
  await assert.rejects(
    migrate(sql, { migrationsDir: edited }),
    /0001-first\.sql was applied .* different content/,
  );
});

test("other line ends do not change a migration's checksum", async (t) => {
  const sql = await connected(t);
  await migrate(sql, { migrationsDir: migrationsOf(t, { '0001-first.sql': 'select 1;\nselect 2;\n' }) });
  const windows = migrationsOf(t, { '0001-first.sql': 'select 1;\r\nselect 2;\r\n' });
  assert.deepEqual(await migrate(sql, { migrationsDir: windows }), { applied: [] });
});

test('a gap in the numbers is refused before anything is applied', (t) => {
  const dir = migrationsOf(t, { ...FIRST, '0003-third.sql': 'select 1' });
  assert.throws(() => readMigrations(dir), /0003-third\.sql should be number 2/);
});

test('views that Citus gets in place of ours have the same columns', ON_POSTGRESQL, async (t) => {
  const database = await createTestDatabase();
  const sql = connectPostgres(asOwner(database.databaseUrl), { max: 1, onnotice: () => {} });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  const columns = () => sql`
    select table_name, column_name, data_type from information_schema.columns c
    join pg_views v on v.viewname = c.table_name and v.schemaname = c.table_schema
    where table_schema = 'public' order by table_name, ordinal_position`;
  const before = await columns();
  assert.ok(before.length > 50);
  // A later migration replaces a view of an earlier one.
  const views = new Map<string, string>();
  for (const { onCitus } of readMigrations(MIGRATIONS_DIR))
    for (const statement of splitStatements(onCitus ?? '')) {
      const [, view] = /create or replace view (\w+)/.exec(statement) ?? [];
      if (view !== undefined) views.set(view, statement);
    }
  assert.ok(views.size >= 2);
  for (const statement of views.values()) await sql.unsafe(statement).simple();
  assert.deepEqual([...(await columns())], [...before]);
});

test('statements of a migration go to the database one at a time, in one transaction', async (t) => {
  const sql = await connected(t);
  // Citus turns a query into one prepared statement, which holds one command (tried on 13.2).
  const text = [
    'create table seen (query text, txid text);',
    `insert into seen values (current_query(), txid_current()); -- the first;`,
    `insert into seen values (current_query() || ';', txid_current());`,
  ];
  await migrate(sql, { migrationsDir: migrationsOf(t, { '0001-first.sql': text.join('\n') }) });
  const seen = await sql`select * from seen`;
  assert.equal(seen.length, 2);
  for (const { query } of seen) assert.equal(query.match(/insert into/g).length, 1, query);
  assert.equal(new Set(seen.map((row) => row.txid)).size, 1);
});

test('a migration that cannot be split into statements is refused with its name', async (t) => {
  const sql = await connected(t);
  const open = migrationsOf(t, { ...FIRST, '0002-open.sql': "select 1;\nselect 'two;" });
  await assert.rejects(
    migrate(sql, { migrationsDir: open }),
    /0002-open\.sql, line 2: ' is opened and not closed/,
  );
});

test(
  'with the citus extension, tables are distributed as the comments say, references first',
  ON_POSTGRESQL,
  async (t) => {
    const sql = await connected(t);
    // There is no Citus here. The test fakes its two functions and its extension row; everything else is real.
    await sql.unsafe(`
    create table calls (number int generated always as identity, what text);
    create function create_distributed_table(t regclass, c text) returns void language sql
      as $$ insert into calls (what) values (t || ' by ' || c) $$;
    create function create_reference_table(t regclass) returns void language sql
      as $$ insert into calls (what) values (t || ' everywhere') $$;
    insert into pg_extension select 999999, 'citus', extowner, extnamespace, false, '1', null, null
      from pg_extension limit 1;`);
    const first = [
      '-- distribute: first by merchant_id',
      '-- reference: rates',
      `insert into calls (what) values ('first in mode ' || current_setting('citus.multi_shard_modify_mode', true));`,
      'create table first (merchant_id uuid primary key); create table rates (id int primary key);',
    ];
    await migrate(sql, { migrationsDir: migrationsOf(t, { '0001-first.sql': first.join('\n') }) });
    const calls = await sql`select what from calls order by number`;
    assert.deepEqual(
      calls.map((row) => row.what),
      ['first in mode sequential', 'rates everywhere', 'first by merchant_id'],
    );
  },
);

test('every table of the migrations is distributed or a reference table', async (t) => {
  const sql = await connected(t, { empty: false });
  const named = readMigrations(MIGRATIONS_DIR).flatMap((one) => [
    ...one.reference,
    ...one.distribute.map((to) => to.table),
  ]);
  const renamed = new Map(
    readMigrations(MIGRATIONS_DIR).flatMap(({ text }) =>
      [...text.matchAll(/^alter table (\w+) rename to (\w+);$/gm)].map(([, from, to]) => [from!, to!]),
    ),
  );
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations' order by relname`;
  const now = named.map((name) => renamed.get(name) ?? name);
  assert.deepEqual(now.sort(), tables.map((row) => row.name).sort());
});
