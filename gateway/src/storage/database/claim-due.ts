// How sweeps claim due rows: all of them at once by their keys, except rows that another writer has locked. So one locked
// row does not delay the others.
import { givingUpLocks, inKeyOrder, isLockTimeout, type Sql, type SqlTransaction } from './database.ts';

interface Key {
  merchant_id: string;
  id: string;
}

/** The tables with due rows, and the column that, after the merchant, identifies a row in their keys. */
const ID_OF = { open_work: 'transaction_id', refunds: 'id', notification_work: 'notification_id' } as const;

/** `claim` receives the keys as JSON, in their order, and claims those that are still due. */
export async function claimDueRows<K extends Key, Row>(
  sql: Sql,
  table: keyof typeof ID_OF,
  due: readonly K[],
  claim: (tx: SqlTransaction, keys: string) => Promise<Row[]>,
): Promise<Row[]> {
  try {
    return await inKeyOrder(sql, async (tx) => {
      await givingUpLocks(tx);
      return await claim(tx, JSON.stringify(due));
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
  return await inKeyOrder(sql, async (tx) => {
    await givingUpLocks(tx);
    const free = await freeOf(tx, table, due);
    return free.length === 0 ? [] : await claim(tx, JSON.stringify(free));
  });
}

/** One query per merchant: Citus can lock rows of one node only. */
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
