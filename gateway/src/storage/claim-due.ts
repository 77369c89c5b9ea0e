// How sweeps claim what is due: all at once by their keys; and where somebody else holds one of them, all but those, so that
// one locked row does not keep the others waiting. Called by transaction-store.ts and refund-store.ts.
import { givingUpLocks, inKeyOrder, isLockTimeout, type Sql, type SqlTransaction } from './database.ts';

interface Key {
  merchant_id: string;
  id: string;
}

/** `claim` is given the keys as JSON, in their order, and claims those that are still due. */
export async function claimDueRows<K extends Key, Row>(
  sql: Sql,
  table: 'transactions' | 'refunds',
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

/** One merchant a question: Citus locks rows of one node only. */
async function freeOf<K extends Key>(tx: SqlTransaction, table: string, due: readonly K[]): Promise<K[]> {
  const free = new Set<string>();
  for (const [merchantId, own] of Map.groupBy(due, (key) => key.merchant_id)) {
    const rows = await tx`select id from ${tx(table)}
      where merchant_id = ${merchantId} and id = any(${own.map(({ id }) => id)}::uuid[])
      order by id for update skip locked`;
    for (const { id } of rows) free.add(id);
  }
  return due.filter(({ id }) => free.has(id));
}
