// No migration has what Citus refuses (citus-rules.ts). Each rule finds its target and lets similar statements pass.
// Everything here about Citus was tried on 13.2.
import assert from 'node:assert/strict';
import test from 'node:test';
import { MIGRATIONS_DIR, type Migration, readMigrations } from '../../../src/storage/schema/migrate.ts';
import { citusFaultsOf } from '../citus-rules.ts';

const faults = (text: string, onCitus: string | null = null) =>
  citusFaultsOf({ name: '0003-next.sql', text, onCitus } as Migration);

test('no migration has a statement that Citus refuses', () => {
  assert.deepEqual(readMigrations(MIGRATIONS_DIR).flatMap(citusFaultsOf), []);
});

test('functions that are not immutable are refused where rows change', () => {
  for (const value of [
    ...['now()', 'clock_timestamp()', 'statement_timestamp()', 'transaction_timestamp()', 'timeofday()'],
    ...[
      'current_date',
      'current_time',
      'current_timestamp',
      'current_timestamp(3)',
      'localtime',
      'localtimestamp',
    ],
    ...['random()', 'gen_random_uuid()', 'CURRENT_DATE', 'pg_catalog.now ()'],
    ...["to_char(at, 'YYYY')", "concat(name, 'x')", "concat_ws('-', name, name)", "format('%s', name)"],
    ...["jsonb_build_object('at', at)", 'to_jsonb(name)', "date_trunc('day', at)", 'extract(year from at)'],
    ...['at::date', 'cast(at as date)', '(at)::timestamp', "at + interval '1 day'"],
    "coalesce(at, now() - interval '2 days')",
    'case when at is null then now() else at end',
  ])
    for (const statement of [
      `update first set value = ${value}`,
      `update only first as f set id = 1, value = ${value} where id = 2`,
      `update first set value = 1 where other = ${value}`,
      `delete from first where other = ${value}`,
      `insert into first values (1) on conflict (id) do update set value = ${value}`,
      `with u as (update first set value = ${value} returning id) select count(*) from u`,
      `do $$ begin update first set value = ${value}; end $$`,
    ])
      assert.equal(faults(`${statement};`).length, 1, statement);
});

test('the same functions are accepted where Citus accepts them', () => {
  for (const statement of [
    'insert into first values (1, now(), gen_random_uuid())',
    "insert into first select id, case when at is null then now() else at end, to_char(at, 'YYYY') from second",
    'create view third as select case when at is null then now() end as at, at::date as day from first',
    'create function later() returns void language plpgsql as $$ begin update first set at = clock_timestamp(); end $$',
    'alter table first add column at timestamptz default now()',
    // Immutable functions.
    "update first set name = lower(name) || 'x', value = coalesce(value, 0) + id, other = id::text",
    "update first set day = '2026-01-01'::date, at = '2026-01-01'::timestamptz where name = 'now()'",
    "update first set day = (at at time zone 'UTC')::date",
    'update first set value = case when id = 1 then 2 else 3 end',
    "delete from first where at < '2026-01-01'",
    // Columns and tables with the same names.
    'update first set format = name, random = now_at, updated_at = known_at where current_dates = 1',
    // Next to the change, and not part of it.
    'with u as (update first set value = 1 returning id) insert into second select id, now() from u',
    'do $$ begin update first set value = 1; perform now(); end $$',
  ])
    assert.deepEqual(faults(`${statement};`), [], statement);
});

test('a merge is refused', () => {
  const merge = 'merge into first using second on first.id = second.id when matched then delete;';
  assert.equal(faults(merge).length, 1);
  assert.deepEqual(faults('delete from first using second where first.id = second.id;'), []);
});

test('a column is not added together with a constraint', () => {
  for (const actions of [
    'add column more int check (more > 0)',
    'add column more int, add column kind text check (kind = 1)',
    'add column more numeric(10,2) check (more > 0)',
    'add column more numeric(10, 2) default 1 check ((more), (id))',
    'add more int check(more > 0)',
    'add column more int references second (id)',
    'add column more int unique',
    'add column more int, add constraint more_is_positive check (more > 0)',
  ])
    assert.equal(faults(`alter table first ${actions};`).length, 1, actions);
  for (const actions of [
    "add column more numeric(10,2), add column checked text not null default (lower('check'))",
    'add constraint more_is_positive check (more > 0)',
    'drop constraint first_check',
  ])
    assert.deepEqual(faults(`alter table first ${actions};`), [], actions);
});

test('the check reads the migrations of Citus as well', () => {
  const refused = 'update first set at = now();';
  assert.match(faults('-- expand', refused).join(), /^0003-next\.citus\.sql: Citus refuses "update first/);
  assert.deepEqual(faults('-- expand', "select create_distributed_function('twice(int)');"), []);
});
