// How sweeps claim due rows: all at once by their keys, except rows that another writer has locked. So one locked row
// never delays the others.
import type { PendingQuery, Row } from 'postgres';
import {
  inKeyOrder,
  isLockTimeout,
  isOnCitus,
  type Sql,
  type SqlTransaction,
  shortenLockTimeout,
} from './database.ts';
import { eachMerchant } from './row-statements.ts';

interface Key {
  merchant_id: string;
  id: string;
}

/**
 * The tables with due rows. The value is the column that follows the merchant in the table's key, and identifies a row.
 */
const ID_OF = {
  open_work: 'transaction_id',
  refunds: 'id',
  captures: 'id',
  mandates: 'id',
  disputes: 'id',
  settlements: 'id',
  notification_work: 'notification_id',
  mails: 'id',
} as const;

/**
 * `claim` receives the keys as JSON, in their order, and claims those that are still due. On Citus all keys belong to
 * one merchant, and `merchantOf` is the condition that names it; on PostgreSQL `merchantOf` is empty.
 */
export async function claimDueRows<K extends Key, Row>(
  sql: Sql,
  table: keyof typeof ID_OF,
  due: readonly K[],
  claim: (tx: SqlTransaction, keys: string, merchantOf: MerchantOf) => Promise<Row[]>,
): Promise<Row[]> {
  return await eachMerchant(sql, due, (own) => claimFree(sql, table, own, claim));
}

type MerchantOf = (column: string) => PendingQuery<Row[]>;

async function claimFree<K extends Key, Row>(
  sql: Sql,
  table: keyof typeof ID_OF,
  due: readonly K[],
  claim: (tx: SqlTransaction, keys: string, merchantOf: MerchantOf) => Promise<Row[]>,
): Promise<Row[]> {
  const { merchant_id: merchantId } = due[0]!;
  const claimAll = (tx: SqlTransaction, keys: readonly K[]) =>
    claim(tx, JSON.stringify(keys), (column) =>
      isOnCitus(tx) ? tx`and ${tx.unsafe(column)} = ${merchantId}` : tx``,
    );
  try {
    return await inKeyOrder(sql, async (tx) => {
      await shortenLockTimeout(tx);
      return await claimAll(tx, due);
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
  return await inKeyOrder(sql, async (tx) => {
    await shortenLockTimeout(tx);
    const free = await freeOf(tx, table, due);
    return free.length === 0 ? [] : await claimAll(tx, free);
  });
}

/** One query for each merchant: Citus can lock rows of only one node in a query. */
async function freeOf<K extends Key>(
  tx: SqlTransaction,
  table: keyof typeof ID_OF,
  due: readonly K[],
): Promise<K[]> {
  const id = tx(ID_OF[table]);
  const free = new Set<string>();
  for (const [merchantId, own] of Map.groupBy(due, (key) => key.merchant_id)) {
    const rows = await tx`select ${id} as id from ${tx(table)}
      where merchant_id = ${merchantId} and ${id} = any(${own.map((key) => key.id)}::uuid[])
      order by ${id} for update skip locked`;
    for (const row of rows) free.add(row.id);
  }
  return due.filter(({ id }) => free.has(id));
}
