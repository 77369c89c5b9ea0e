// The statements of the fold (fold-changes.ts), each in two forms. The form for many merchants runs on PostgreSQL and
// on the worker of a shard. The form for one merchant has the merchant as a parameter, so that the coordinator of a
// Citus cluster finds the shard. This file only builds texts and sends nothing.
import {
  COUNTED_OF_T,
  countedOf,
  dayOf,
  FACET_COLUMNS,
  FACET_NUMBER_OF_T,
  FACET_OF_T,
  quarterOf,
  termsOfT,
} from './columns.ts';

interface Form {
  /** A condition for a column of merchants; $1 is an array of merchants, or the one merchant. */
  isTheirs: string;
  /** Ids of transactions, $2, as `given`. With many merchants, $1 has the merchant of each id. */
  given: string;
  /** The merchant of a row of `given`. */
  merchant: string;
}

const MANY: Form = {
  isTheirs: '= any($1::uuid[])',
  given: 'unnest($1::uuid[], $2::uuid[]) as given (merchant_id, id)',
  merchant: 'given.merchant_id',
};
const ONE: Form = { isTheirs: '= $1::uuid', given: 'unnest($2::uuid[]) as given (id)', merchant: '$1::uuid' };

/**
 * Takes each merchant's oldest notes until they name $2 transactions, and answers these transactions. It does not count
 * notes, because their size varies: at full load a note has a hundred transactions, at half load three. If a later note
 * also names a transaction, only the later note counts: a card pay-in has two notes within a moment, and needs one
 * fold.
 */
const takeNotes = ({ isTheirs }: Form) => `
  with counted as (
    select merchant_id, id, sum(cardinality(transaction_ids)) over (partition by merchant_id order by id)
      - cardinality(transaction_ids) as noted_before
    from transaction_changes where merchant_id ${isTheirs}
  ), taken as (
    delete from transaction_changes where merchant_id ${isTheirs} and (merchant_id, id) in (
      select merchant_id, id from counted where noted_before < $2::integer)
    returning merchant_id, id, transaction_ids)
  select merchant_id, unnest(transaction_ids) as id from taken
  except
  select merchant_id, unnest(transaction_ids) from transaction_changes
  where merchant_id ${isTheirs} and (merchant_id, id) not in (select merchant_id, id from taken)`;

const ADD = (table: string) => `count = ${table}.count + excluded.count,
      amount_minor = ${table}.amount_minor + excluded.amount_minor,
      amount_refunded_minor = ${table}.amount_refunded_minor + excluded.amount_refunded_minor`;
const SUMS = 'sum(n) as count, sum(amount) as amount_minor, sum(refunded) as amount_refunded_minor';
const SOME = 'having sum(n) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0';
const PRESENT = `1 as n, ${countedOf('moved')} as amount, amount_refunded_minor as refunded from moved`;
const QUARTER_KEY = 'brand_id, begins, type, status, currency';
const LISTED = 'id, facet, amount_minor, counted_minor, amount_refunded_minor, day, terms';
const FORMER =
  '-1, -coalesce(former_counted, former_amount), -former_refunded from moved where former_facet is not null';

/**
 * While tables are young the planner expects few rows for a merchant, and would read all of them for each id: up to 0.5
 * ms per payment instead of 0.05. `limit 1` makes it do one lookup for each id.
 */
const moved = ({ given, merchant }: Form) => `
  with moved as materialized (
    select t.merchant_id, t.id, ${FACET_NUMBER_OF_T} as facet, ${FACET_OF_T}, t.amount_minor, ${COUNTED_OF_T} as counted_minor,
      t.amount_refunded_minor,
      ${dayOf('t.id')} as day, ${quarterOf('t.id')} as quarter, ${termsOfT(merchant)} as terms,
      l.facet as former_facet, l.amount_minor as former_amount, l.counted_minor as former_counted,
      l.amount_refunded_minor as former_refunded,
      l.terms as former_terms,
      f.status as former_status
    from ${given}
    cross join lateral (select * from transactions where merchant_id = ${merchant} and id = given.id limit 1) t
    left join lateral (select * from listing where merchant_id = ${merchant} and id = given.id limit 1) l on true
    left join lateral (select * from facets where merchant_id = ${merchant} and facet = l.facet limit 1) f on true
  )`;

interface Part {
  name: string;
  table: string;
  /** The columns after the merchant. */
  columns: string;
  /** The rows, from `moved`. */
  rows: string;
  after: string;
}

/**
 * What the fold writes from `moved`. It subtracts the former state of a transaction from the totals. `on conflict`
 * finds an existing row by its key; new rows have an insert without it, because it writes more log.
 */
const PARTS: readonly Part[] = [
  {
    name: 'faceted',
    table: 'facets',
    columns: `facet, ${FACET_COLUMNS}`,
    rows: `select distinct on (merchant_id, facet) merchant_id, facet, ${FACET_COLUMNS} from moved
    where facet is distinct from former_facet order by merchant_id, facet`,
    after: 'on conflict do nothing',
  },
  {
    name: 'daily',
    table: 'daily_totals',
    columns: 'day, facet, count, amount_minor, amount_refunded_minor',
    rows: `select merchant_id, day, facet, ${SUMS} from (
      select merchant_id, day, facet, ${PRESENT} union all select merchant_id, day, former_facet, ${FORMER}) as parts
    group by merchant_id, day, facet ${SOME} order by merchant_id, day, facet`,
    after: `on conflict (merchant_id, day, facet) do update set ${ADD('daily_totals')}`,
  },
  {
    name: 'quarterly',
    table: 'quarter_totals',
    columns: `${QUARTER_KEY}, count, amount_minor, amount_refunded_minor`,
    rows: `select merchant_id, ${QUARTER_KEY}, ${SUMS} from (
      select merchant_id, brand_id, quarter as begins, type, status, currency, ${PRESENT}
      union all select merchant_id, brand_id, quarter, type, former_status, currency, ${FORMER}) as parts
    group by merchant_id, ${QUARTER_KEY} ${SOME} order by merchant_id, ${QUARTER_KEY}`,
    after: `on conflict (merchant_id, ${QUARTER_KEY}) do update set ${ADD('quarter_totals')}`,
  },
  {
    name: 'listed_again',
    table: 'listing',
    columns: LISTED,
    rows: `select merchant_id, ${LISTED} from moved where former_facet is not null
      and (facet, amount_minor, counted_minor, amount_refunded_minor, terms)
        is distinct from (former_facet, former_amount, former_counted, former_refunded, former_terms)`,
    after: `on conflict (merchant_id, id) do update set facet = excluded.facet, amount_minor = excluded.amount_minor,
      counted_minor = excluded.counted_minor, amount_refunded_minor = excluded.amount_refunded_minor, terms = excluded.terms`,
  },
  {
    name: 'listed',
    table: 'listing',
    columns: LISTED,
    rows: `select merchant_id, ${LISTED} from moved where former_facet is null`,
    after: '',
  },
];

const insertOf = ({ table, columns, rows, after }: Part) =>
  `insert into ${table} (merchant_id, ${columns}) ${rows} ${after}`;

/** $1 has the merchant of each transaction, $2 the ids. */
export const FOLD = `${moved(MANY)}${PARTS.slice(0, -1)
  .map((part) => `, ${part.name} as (${insertOf(part)})`)
  .join('')} ${insertOf(PARTS.at(-1)!)}`;

/**
 * Through the coordinator, the fold first reads the rows as JSON and then sends the JSON back unchanged: Citus would
 * copy the result of a writing `with` to every node. The merchant comes from its head, so that each insert is the work
 * of one shard.
 */
export const READ_PARTS = `${moved(ONE)} select ${PARTS.map(
  ({ name, rows }) => `(select json_agg(part)::text from (${rows}) part) as ${name}`,
).join(', ')}`;
/** By their name in the answer of READ_PARTS; $1 is the merchant, $2 the answer. */
export const WRITE_PARTS: Readonly<Record<string, string>> = Object.fromEntries(
  PARTS.map(({ name, table, columns, after }) => [
    name,
    `insert into ${table} (merchant_id, ${columns})
     select head.merchant_id, ${columns.replace(/\w+/g, 'r.$&')} from listing_heads head
     cross join json_populate_recordset(null::${table}, $2::text::json) as r where head.merchant_id = $1 ${after}`,
  ]),
);

/** $1 has the merchants, $2 how many transactions. */
export const TAKE_NOTES = takeNotes(MANY);
/** $1 is the merchant, $2 how many transactions. */
export const TAKE_NOTES_OF_ONE = takeNotes(ONE);
