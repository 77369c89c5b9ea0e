// Updates the listing with its search terms, and the totals, with the transactions that changed, gives their events positions
// (webhooks/event-log.ts), and deletes the notes. The only writer of these tables. The folded state is compared with the
// current one, so folding a transaction twice, or after a crash, changes nothing. It locks its merchant's head first and no
// row of transactions, so it delays nobody.
import {
  type AnyTransaction,
  inFewTrips,
  isDatabaseTrouble,
  isLockTimeout,
  isOnCitus,
  type Lane,
  openLane,
  type Sql,
  send,
  type Writer,
  withRetries,
} from '../database/database.ts';
import { ShardLanes } from '../group-commit/shard-lanes.ts';
import { logEvents, moveHead } from '../webhooks/event-log.ts';
import { dayOf, FACET_COLUMNS, FACET_NUMBER_OF_T, FACET_OF_T, quarterOf, termsOfT } from './columns.ts';

/**
 * Its commits wait for the disk: a crash must not undo positions of events that were handed out. Every join here starts
 * from a thousand ids and uses an index; without the settings of all lanes the planner reads whole tables while they are small. Its
 * few statements are large, so each is planned for its parameters.
 */
export function openFoldingLane(sql: Sql): Lane {
  return openLane(sql, OF_FOLDING);
}
const OF_FOLDING = { connection: { plan_cache_mode: 'force_custom_plan' } };

/** For foldChanges on Citus. */
export const openFoldingLanesOfShards = (sql: Sql) => new ShardLanes(sql, OF_FOLDING);

export interface Waiting {
  merchantId: string;
  /** Noted transactions; one that is noted twice counts twice. */
  noted: number;
  /** Of the oldest note: ordered by the time of its commit. */
  oldestId: string;
}

export async function waitingChanges(sql: Sql): Promise<Waiting[]> {
  const rows = await sql`
    select merchant_id, sum(cardinality(transaction_ids))::integer as noted,
      (select id from transaction_changes o where o.merchant_id = c.merchant_id order by id limit 1) as oldest_id
    from transaction_changes c group by merchant_id order by merchant_id`;
  return rows.map((row) => ({ merchantId: row.merchant_id, noted: row.noted, oldestId: row.oldest_id }));
}

/**
 * Noted transactions of a batch. A card pay-in is noted twice, so these are some 500, which keep a processor busy for 25 ms
 * while payments wait.
 */
export const BATCH = 1_000;

/**
 * Folds one batch of each merchant, each in its own transaction. The last note of a batch may bring some more. Answers the
 * merchants whose changes could not be folded and still wait; a lock that another process holds is told apart.
 */
export async function foldChanges(
  lane: Lane,
  waiting: readonly Waiting[],
  batch = BATCH,
  { ofShards = null, atLock }: { ofShards?: ShardLanes | null; atLock?: (merchantId: string) => void } = {},
): Promise<{ merchantId: string; error: unknown }[]> {
  const failed = [];
  for (const { merchantId } of waiting) {
    try {
      const fold = (writer: Writer) => foldMerchant(writer, merchantId, batch);
      await withRetries(() => (ofShards ? ofShards.use([merchantId], fold, () => fold(lane)) : fold(lane)));
    } catch (error) {
      if (isDatabaseTrouble(error)) throw error;
      // Another process makes the head, or holds what this needs: the changes wait for the next turn.
      if (isLockTimeout(error)) atLock?.(merchantId);
      else failed.push({ merchantId, error });
    }
  }
  return failed;
}

/** If another process folds the same merchant, this one leaves it alone. */
async function foldMerchant(lane: Writer, merchantId: string, batch: number): Promise<void> {
  await inFewTrips(lane, async (tx) => {
    if (!(await lockHead(tx, merchantId, 'skip locked'))) return { last: [], answer: null };
    const ids = (await send(tx, TAKE_NOTES, [merchantId, batch])).map((row) => row.id as string);
    const folded = foldTransactions(tx, merchantId, ids);
    const [logged] = await Promise.all([logEvents(tx, merchantId, ids), folded]);
    return { last: [moveHead(tx, merchantId, logged)], answer: null };
  });
}

/**
 * The oldest notes up to a number ($2) of noted transactions, and these transactions. The number of notes would be no
 * measure: at full load a note has a hundred transactions, at half load three. A transaction that a later note also names is
 * left to that note: a card pay-in is noted twice within a moment, and folded once.
 */
const TAKE_NOTES = `
  with oldest as (
    select id, cardinality(transaction_ids) as noted from transaction_changes
    where merchant_id = $1 order by id limit $2::integer
  ), counted as (
    select id, sum(noted) over (order by id) - noted as noted_before from oldest
  ), taken as (
    delete from transaction_changes where merchant_id = $1 and id in (
      select id from counted where noted_before < $2::integer)
    returning id, transaction_ids)
  select unnest(transaction_ids) as id from taken
  except
  select unnest(transaction_ids) from transaction_changes
  where merchant_id = $1 and id not in (select id from taken)`;

/** The lock is a separate, first statement: what is read after it includes what the former holder wrote. */
export async function lockHead(
  tx: AnyTransaction,
  merchantId: string,
  others: 'skip locked' | '',
): Promise<boolean> {
  await send(tx, 'insert into listing_heads (merchant_id) values ($1) on conflict do nothing', [merchantId]);
  const locked = await send(tx, `select 1 from listing_heads where merchant_id = $1 for update ${others}`, [
    merchantId,
  ]);
  return locked.length > 0;
}

/** Call with the head locked. Ids without a transaction are left out. */
export async function foldTransactions(
  tx: AnyTransaction,
  merchantId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const given = [merchantId, ids.toSorted() as never];
  if (!isOnCitus(tx)) {
    await send(tx, FOLD, given);
    return;
  }
  const [rows] = await send(tx, READ, given);
  const written = PARTS.map(({ name }) => rows![name] && send(tx, WRITE[name]!, [merchantId, rows![name]]));
  await Promise.all(written);
}

const ADD = (table: string) => `count = ${table}.count + excluded.count,
      amount_minor = ${table}.amount_minor + excluded.amount_minor,
      amount_refunded_minor = ${table}.amount_refunded_minor + excluded.amount_refunded_minor`;
const SUMS = 'sum(n) as count, sum(amount) as amount_minor, sum(refunded) as amount_refunded_minor';
const SOME = 'having sum(n) <> 0 or sum(amount) <> 0 or sum(refunded) <> 0';
const PRESENT = '1 as n, amount_minor as amount, amount_refunded_minor as refunded from moved';
const LISTED = 'id, facet, amount_minor, amount_refunded_minor, day, terms';
const FORMER = '-1, -former_amount, -former_refunded from moved where former_facet is not null';

/**
 * $1 the merchant, $2 ids. While tables are young the planner expects few rows for a merchant, and would read all of them for
 * each id: up to 0.5 ms per payment instead of 0.05. So `limit 1` makes one lookup for each id.
 */
const MOVED = `
  with moved as materialized (
    select t.merchant_id, t.id, ${FACET_NUMBER_OF_T} as facet, ${FACET_OF_T}, t.amount_minor, t.amount_refunded_minor,
      ${dayOf('t.id')} as day, ${quarterOf('t.id')} as quarter, ${termsOfT('$1::uuid')} as terms,
      l.facet as former_facet, l.amount_minor as former_amount, l.amount_refunded_minor as former_refunded,
      l.terms as former_terms,
      f.status as former_status
    from unnest($2::uuid[]) as given (id)
    cross join lateral (select * from transactions where merchant_id = $1 and id = given.id limit 1) t
    left join lateral (select * from listing where merchant_id = $1 and id = given.id limit 1) l on true
    left join lateral (select * from facets where merchant_id = $1 and facet = l.facet limit 1) f on true
  )`;

interface Part {
  name: string;
  table: string;
  /** After the merchant. */
  columns: string;
  /** The rows, from `moved`. */
  rows: string;
  after: string;
}

/**
 * What is written of `moved`. The former state of a transaction is subtracted from the totals; `on conflict` finds a listed row
 * by its key, and new rows are inserted without it, because it writes more log.
 */
const PARTS: readonly Part[] = [
  {
    name: 'faceted',
    table: 'facets',
    columns: `facet, ${FACET_COLUMNS}`,
    rows: `select distinct on (facet) merchant_id, facet, ${FACET_COLUMNS} from moved
    where facet is distinct from former_facet order by facet`,
    after: 'on conflict do nothing',
  },
  {
    name: 'daily',
    table: 'daily_totals',
    columns: 'day, facet, count, amount_minor, amount_refunded_minor',
    rows: `select $1::uuid as merchant_id, day, facet, ${SUMS} from (
      select day, facet, ${PRESENT} union all select day, former_facet, ${FORMER}) as parts
    group by day, facet ${SOME} order by day, facet`,
    after: `on conflict (merchant_id, day, facet) do update set ${ADD('daily_totals')}`,
  },
  {
    name: 'quarterly',
    table: 'quarter_totals',
    columns: 'brand_id, begins, type, status, currency, count, amount_minor, amount_refunded_minor',
    rows: `select $1::uuid as merchant_id, brand_id, quarter as begins, type, status, currency, ${SUMS} from (
      select brand_id, quarter, type, status, currency, ${PRESENT}
      union all select brand_id, quarter, type, former_status, currency, ${FORMER}) as parts
    group by brand_id, quarter, type, status, currency ${SOME} order by brand_id, quarter, type, status, currency`,
    after: `on conflict (merchant_id, brand_id, begins, type, status, currency) do update set ${ADD('quarter_totals')}`,
  },
  {
    name: 'listed_again',
    table: 'listing',
    columns: LISTED,
    rows: `select merchant_id, ${LISTED} from moved where former_facet is not null
      and (facet, amount_minor, amount_refunded_minor, terms)
        is distinct from (former_facet, former_amount, former_refunded, former_terms)`,
    after: `on conflict (merchant_id, id) do update set facet = excluded.facet, amount_minor = excluded.amount_minor,
      amount_refunded_minor = excluded.amount_refunded_minor, terms = excluded.terms`,
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
const FOLD = `${MOVED}${PARTS.slice(0, -1)
  .map((part) => `, ${part.name} as (${insertOf(part)})`)
  .join('')} ${insertOf(PARTS.at(-1)!)}`;

/**
 * On Citus the rows are read first, as JSON that is sent back as it is: Citus would copy what a writing `with` answers to every
 * node. The merchant comes from its head, so that each insert is the work of one shard.
 */
const READ = `${MOVED} select ${PARTS.map(({ name, rows }) => `(select json_agg(part)::text from (${rows}) part) as ${name}`).join(', ')}`;
const WRITE = Object.fromEntries(
  PARTS.map(({ name, table, columns, after }) => [
    name,
    `insert into ${table} (merchant_id, ${columns})
     select head.merchant_id, ${columns.replace(/\w+/g, 'r.$&')} from listing_heads head
     cross join json_populate_recordset(null::${table}, $2::text::json) as r where head.merchant_id = $1 ${after}`,
  ]),
);
