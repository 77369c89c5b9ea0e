// The history of a large merchant: the payments of one span of thirty days (seed-million.ts), copied into as many spans
// before it as are needed, table by table, while the tables have no indexes. A copy keeps every value, with three
// exceptions: ids and times move back by whole spans, references get new values, and bodies of events are cut. No
// gateway may run on the database meanwhile.
import type { Sql } from '../../gateway/src/storage/database/database.ts';
import { dayOf, termOn, textsOfT } from '../../gateway/src/storage/listing/columns.ts';
import type { BenchDatabase, Cluster } from '../cluster.ts';
import type { Sample } from '../gateway-process.ts';
import type { BenchMerchant } from '../merchant.ts';
import { seedPayments } from './seed-million.ts';

const SPAN_DAYS = 30;
/** The listing comes last: its search terms are read from the others. */
const COPIED = ['openings', 'steps', 'events', 'webhook_tries', 'transfers'] as const;
const MOVED_IDS = new Set(['id', 'session_id', 'transaction_id', 'event_id']);
/** How much is kept of an old event's body. Nothing here reads it, and whole bodies would be half of all bytes. */
const KEPT_OF_A_BODY = 200;
/** The load does not wait for the disk, because an interrupted load is thrown away. */
const LOADING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  maintenance_work_mem: '1GB',
};

export interface History {
  /** Payments of one span. */
  each: number;
  spans: number;
}

export async function seedHistory(
  cluster: Cluster,
  database: BenchDatabase,
  { sample, merchant, each, spans }: History & { sample: Sample; merchant: BenchMerchant },
  progress: (line: string) => void,
): Promise<void> {
  const { sql } = database;
  await makeMonths(sql, spans);
  await set(cluster.sql, LOADING);
  await seedPayments(database, { sample, merchant, count: each }, (done) => progress(`span 0: ${done}`));
  await sql.unsafe(SHIFT);
  for (const table of [...COPIED, 'daily_totals', 'quarter_totals'])
    await sql.unsafe(`create unlogged table first_${table} as select * from ${table}`);
  await sql.unsafe(FIRST_LISTING);
  const rebuild = await dropIndexes(sql, [...COPIED, 'listing']);
  const copies = await copiesOf(sql);
  for (let span = 1; span < spans; span++) {
    for (const statement of copies) await sql.unsafe(statement, [span]);
    progress(`span ${span} of ${spans - 1} copied`);
  }
  await sql.unsafe(`update balances set available_minor = available_minor * ${spans}`);
  for (const [name, statement] of rebuild) {
    await sql.unsafe(statement);
    progress(`${name} built`);
  }
  await reset(cluster.sql, LOADING);
  await database.vacuum();
  await cluster.settle();
}

/** Makes the months back to the oldest span; the gateway makes the later ones. */
async function makeMonths(sql: Sql, spans: number): Promise<void> {
  await sql.unsafe(`
    select make_month(month::date) from generate_series(
      date_trunc('month', now() - interval '${spans * SPAN_DAYS} days'), now() - interval '1 month', interval '1 month') month`);
}

const MOVE_MS = SPAN_DAYS * 86_400_000;
/** The time in an id moves back by $2 spans; its random bits stay, so moved ids are as unique as the first. */
const SHIFT = `create or replace function shifted(id uuid, spans integer) returns uuid language sql immutable as $$
  select (lpad(to_hex(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint - spans * ${MOVE_MS}::bigint), 12, '0')
    || substr(id::text, 15))::uuid $$`;

async function copiesOf(sql: Sql): Promise<string[]> {
  const copies: string[] = [];
  for (const table of COPIED) {
    const columns = await sql<{ name: string; type: string }[]>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = ${table} and table_schema = 'public' order by ordinal_position`;
    const moved = columns.map(({ name, type }) => {
      if (MOVED_IDS.has(name)) return `shifted(${name}, $1::integer)`;
      if (type.startsWith('timestamp')) return `${name} - interval '${SPAN_DAYS} days' * $1::integer`;
      if (name === 'body') return `left(${name}, ${KEPT_OF_A_BODY})`;
      if (name === 'merchant_reference') return `${name} || '-' || $1::integer`;
      return name;
    });
    const names = columns.map(({ name }) => name).join(', ');
    copies.push(`insert into ${table} (${names}) select ${moved.join(', ')} from first_${table}`);
  }
  return [...copies, LIST, ...TOTALS];
}

/** Keeps the texts of the search terms, because a term is the hash of a text and a day. */
const FIRST_LISTING = `
  create unlogged table first_listing as
  select l.merchant_id, l.id, l.facet, l.amount_minor, l.amount_refunded_minor,
    array(select distinct text from unnest(${textsOfT('t.merchant_id')}) as own (text) where text is not null) as texts
  from listing l join (
    select o.merchant_id, o.id, o.brand_id, o.type, o.user_id, o.details, s.card, s.provider_reference, s.recipient, s.sequence
    from first_openings o join first_steps s on s.transaction_id = o.id) t on t.id = l.id`;
const LIST = `
  insert into listing (merchant_id, id, facet, amount_minor, amount_refunded_minor, day, terms)
  select merchant_id, moved, facet, amount_minor, amount_refunded_minor, day,
    array(select ${termOn('day', 'text')} from unnest(texts) as own (text) order by 1)
  from (
    select *, ${dayOf('moved')} as day from (select *, shifted(id, $1::integer) as moved from first_listing offset 0) l offset 0) l`;
const sums = (table: string) =>
  ['count', 'amount_minor', 'amount_refunded_minor']
    .map((column) => `${column} = ${table}.${column} + excluded.${column}`)
    .join(', ');
const TOTALS = [
  `insert into daily_totals (merchant_id, day, facet, count, amount_minor, amount_refunded_minor)
   select merchant_id, day - ${SPAN_DAYS} * $1::integer, facet, count, amount_minor, amount_refunded_minor
   from first_daily_totals on conflict (merchant_id, day, facet) do update set ${sums('daily_totals')}`,
  `insert into quarter_totals
     (merchant_id, brand_id, begins, type, status, currency, count, amount_minor, amount_refunded_minor)
   select merchant_id, brand_id, begins - interval '${SPAN_DAYS} days' * $1::integer, type, status, currency, count,
     amount_minor, amount_refunded_minor
   from first_quarter_totals
   on conflict (merchant_id, brand_id, begins, type, status, currency) do update set ${sums('quarter_totals')}`,
];

/** Answers the statements that build the indexes again: an index built at once is read and written in order. */
async function dropIndexes(
  sql: Sql,
  tables: readonly string[],
): Promise<[name: string, statement: string][]> {
  const made = await sql<{ name: string; table: string; constraint: string | null; index: string }[]>`
    select i.relname as name, t.relname as table, pg_get_constraintdef(c.oid) as constraint,
      pg_get_indexdef(i.oid) as index
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    left join pg_constraint c on c.conindid = i.oid and c.contype in ('p', 'u')
    where t.relname = any(${`{${tables.join(',')}}`}::text[]) and t.relnamespace = 'public'::regnamespace order by c.oid nulls last`;
  const rebuild: [string, string][] = [];
  for (const { name, table, constraint, index } of made) {
    await sql.unsafe(constraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`);
    const again = constraint
      ? `alter table ${table} add constraint ${name} ${constraint}`
      : index.replace(' ON ONLY ', ' ON ');
    rebuild.push([name, again]);
  }
  return rebuild;
}

async function set(sql: Sql, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await sql.unsafe(`alter system set ${name} = '${value}'`);
  await sql`select pg_reload_conf()`;
}

async function reset(sql: Sql, settings: Record<string, string>): Promise<void> {
  for (const name of Object.keys(settings)) await sql.unsafe(`alter system reset ${name}`);
  await sql`select pg_reload_conf()`;
}
