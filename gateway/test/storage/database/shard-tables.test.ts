// Statements that are written for PostgreSQL, on the
// tables of one shard (shard-tables.ts).
import assert from 'node:assert/strict';
import test from 'node:test';
import { ShardTables } from '../../../src/storage/database/shard-tables.ts';

const TABLES = new ShardTables(
  new Map(
    ['openings', 'open_work', 'customers', 'events', 'event_log'].map((name, i) => [name, `${name}_${i}`]),
  ),
  new Map([['transactions', ' SELECT o.id\n   FROM (openings o\n     LEFT JOIN open_work w ON (true));']]),
);

for (const [given, expected] of [
  ['delete from open_work w using rows r', 'delete from open_work_1 w using rows r'],
  ['delete from open_work where a = 1', 'delete from open_work_1 as open_work where a = 1'],
  [
    'insert into openings (id) select id from given',
    'insert into openings_0 as openings (id) select id from given',
  ],
  ['insert into openings as kept (id)', 'insert into openings_0 as kept (id)'],
  [
    'merge into open_work w using (select 1) as r on true',
    'merge into open_work_1 w using (select 1) as r on true',
  ],
  ['update open_work set a = 1', 'update open_work_1 as open_work set a = 1'],
  [
    '(select * from events where a = 1 offset 0) e',
    '(select * from events_3 as events where a = 1 offset 0) e',
  ],
  [
    'insert into customers (a) values (1) on conflict do update set a = 2 where customers.a is distinct from customers.b',
    'insert into customers_2 as customers (a) values (1) on conflict do update set a = 2 where customers.a is distinct from customers.b',
  ],
  ['select events from elsewhere', 'select events from elsewhere'],
  ['select * from transactions_of_nobody', 'select * from transactions_of_nobody'],
  [
    'select t.id from transactions t',
    'select t.id from ( SELECT o.id\n   FROM (openings_0 o\n     LEFT JOIN open_work_1 w ON (true))) t',
  ],
] as const) {
  test(`on a shard: ${given}`, () => assert.equal(TABLES.rename(given), expected));
}
