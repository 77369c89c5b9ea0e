// Folds the waiting changes into the balances (ledger-store.ts), many balances in one transaction. If many merchants
// have few payments, a transaction for each balance would cost more than the payment itself. A worker's loop calls it.
// It never waits for a balance that another writer holds, but leaves that balance for a later turn. So no writer waits
// for a fold longer than a commit takes.
import {
  type AnyTransaction,
  inPipeline,
  isDatabaseTrouble,
  isLockTimeout,
  isOnCitus,
  placesOf,
  type Sql,
  send,
  shortenLockTimeout,
  type Writer,
  withRetries,
} from '../database/database.ts';
import { ShardPipelines } from '../group-commit/shard-pipelines.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { foldBalance } from './ledger-store.ts';

export interface BalanceKey {
  merchantId: string;
  brandId: string;
  currency: string;
}

export interface Folding {
  folded: number;
  /** Balances that another writer holds. */
  locked: BalanceKey[];
  /** Balances that could not be folded. Their changes keep waiting. */
  failed: { key: BalanceKey; error: unknown }[];
  /** Where to continue; null: no changes wait after this. */
  last: BalanceKey | null;
}

const BEFORE_ALL: BalanceKey = {
  merchantId: '00000000-0000-0000-0000-000000000000',
  brandId: '00000000-0000-0000-0000-000000000000',
  currency: '',
};

/**
 * Folds up to `limit` balances with waiting changes, in the order of their keys after `after`. A failed balance does
 * not stop the others; an unavailable database does.
 */
export async function foldWaitingBalances(
  sql: Sql,
  limit: number,
  after: BalanceKey | null = null,
  ofShards: ShardPipelines = new ShardPipelines(sql),
): Promise<Folding> {
  const { merchantId, brandId, currency } = after ?? BEFORE_ALL;
  const keys = await sql<BalanceKey[]>`
    select distinct merchant_id as "merchantId", brand_id as "brandId", currency from balance_changes
    where (merchant_id, brand_id, currency) > (${merchantId}, ${brandId}, ${currency})
    order by merchant_id, brand_id, currency limit ${limit}`;
  const last = keys.length === limit ? keys.at(-1)! : null;
  const done: Folding = { folded: 0, locked: [], failed: [], last };
  const placeOf = placesOf(sql);
  const groups = Map.groupBy(keys, (key) => placeOf?.(key.merchantId));
  for (const group of groups.values()) await foldGroup(sql, ofShards, group, done);
  return done;
}

async function foldGroup(
  sql: Sql,
  ofShards: ShardPipelines,
  keys: readonly BalanceKey[],
  done: Folding,
): Promise<void> {
  try {
    const locked = await foldTogether(sql, ofShards, keys);
    done.locked.push(...locked);
    done.folded += keys.length - locked.length;
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error;
    // One balance is at fault, so each is tried alone.
    if (keys.length > 1) for (const key of keys) await foldGroup(sql, ofShards, [key], done);
    else if (isLockTimeout(error)) done.locked.push(...keys);
    else done.failed.push({ key: keys[0]!, error });
  }
}

/** Answers the balances that another writer holds. */
async function foldTogether(
  sql: Sql,
  ofShards: ShardPipelines,
  keys: readonly BalanceKey[],
): Promise<readonly BalanceKey[]> {
  const straight = (writer: Writer) =>
    inPipeline(writer, async (tx) => ({ last: [], answer: await foldBalances(tx, keys) }));
  const byPool = async () =>
    isOnCitus(sql) ? await foldEach(sql, keys) : await foldInPool(sql, (tx) => foldBalances(tx, keys));
  return await withRetries(() =>
    ofShards.use(
      keys.map(({ merchantId }) => merchantId),
      straight,
      byPool,
    ),
  );
}

const foldInPool = <T>(sql: Sql, fold: (tx: AnyTransaction) => Promise<T>): Promise<T> =>
  sql.begin(async (tx) => {
    await shortenLockTimeout(tx);
    return await fold(tx);
  }) as Promise<T>;

/** Goes through the coordinator of Citus, where a statement names one merchant. */
async function foldEach(sql: Sql, keys: readonly BalanceKey[]): Promise<BalanceKey[]> {
  const locked: BalanceKey[] = [];
  for (const key of keys) {
    try {
      await foldInPool(sql, (tx) => foldBalance(tx, key.merchantId, key.brandId, key.currency));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      locked.push(key);
    }
  }
  return locked;
}

const KEYS = new Recordset({ merchant_id: 'uuid', brand_id: 'uuid', currency: 'text' });
const isOf = (table: string) =>
  ['merchant_id', 'brand_id', 'currency'].map((column) => `${table}.${column} = r.${column}`).join(' and ');

/**
 * Three statements, as in foldBalance: the last must see what others committed before they released the lock. The keys
 * are in order. Answers the balances that another writer holds.
 */
async function foldBalances(tx: AnyTransaction, keys: readonly BalanceKey[]): Promise<BalanceKey[]> {
  const rowsOf = (some: readonly BalanceKey[]) =>
    KEYS.parameters(
      some.map(({ merchantId, brandId, currency }) => ({
        merchant_id: merchantId,
        brand_id: brandId,
        currency,
      })),
    );
  await send(tx, MAKE, rowsOf(keys));
  const rows = await send(tx, LOCK, rowsOf(keys));
  const free = new Set(rows.map((row) => `${row.brand_id} ${row.currency}`));
  const isFree = ({ brandId, currency }: BalanceKey) => free.has(`${brandId} ${currency}`);
  if (free.size > 0) await send(tx, FOLD, rowsOf(keys.filter(isFree)));
  return keys.filter((key) => !isFree(key));
}

const MAKE = `insert into balances (merchant_id, brand_id, currency, available_minor, reserved_minor)
  select merchant_id, brand_id, currency, 0, 0 from ${KEYS.rows} on conflict (merchant_id, brand_id, currency) do nothing`;
const LOCK = `select b.brand_id, b.currency from ${KEYS.rows} join balances b on ${isOf('b')}
  order by b.merchant_id, b.brand_id, b.currency for update of b skip locked`;
const FOLD = `
  with taken as (
    delete from balance_changes c using ${KEYS.rows} where ${isOf('c')}
    returning c.merchant_id, c.brand_id, c.currency, c.available_minor, c.reserved_minor
  ), r as (
    select merchant_id, brand_id, currency, sum(available_minor)::bigint as available, sum(reserved_minor)::bigint as reserved
    from taken group by merchant_id, brand_id, currency
  )
  update balances b set available_minor = b.available_minor + r.available, reserved_minor = b.reserved_minor + r.reserved
  from r where ${isOf('b')}`;
