// The one order in which every writer locks rows, so that two of them wait for each other and never in a circle:
//   brands, balances, openings (where refunds lock them), steps, refunds, then cards, customers and counters, webhook events
//   and endpoints, and the heads of the audit log last; within a table by the primary key.
// A step that another writer is about to insert is waited for like a locked row. Open work has no place in this order: its
// writer has written its step, or is a sweep that holds nothing else and gives up soon. Appended rows (transfers, balance
// changes, events of this commit) belong to nobody else yet and have no place in it either.
// Claims of one name (a reference, an idempotency key) may still cross; withRetries repeats those few.

interface Keyed {
  merchant_id: string;
  transaction_id?: string;
  id: string;
}

/** Sorts rows of transactions or refunds. */
export function byKey(a: Keyed, b: Keyed): number {
  if (a.merchant_id !== b.merchant_id) return a.merchant_id < b.merchant_id ? -1 : 1;
  if (a.transaction_id !== b.transaction_id) return a.transaction_id! < b.transaction_id! ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Sorts webhook events. */
export function byEventKey(
  a: { merchant_id: string; transaction_id: string; sequence: number },
  b: { merchant_id: string; transaction_id: string; sequence: number },
): number {
  if (a.merchant_id !== b.merchant_id) return a.merchant_id < b.merchant_id ? -1 : 1;
  if (a.transaction_id !== b.transaction_id) return a.transaction_id < b.transaction_id ? -1 : 1;
  return a.sequence - b.sequence;
}

/**
 * Rows that a statement is given by their keys are then looked up one after the other, and locked in that order. Hashed,
 * a table of some hundred rows is read as it lies, and two writers who meet on it deadlock.
 */
export const ONE_BY_ONE = [
  'set local enable_hashjoin = off',
  'set local enable_mergejoin = off',
  'set local enable_material = off',
];

/**
 * Where all rows are of one merchant, a statement names it on Citus, which then asks one node and locks no other. Nowhere
 * else: while a table is young the planner takes the rows of a named merchant for few, and reads all of them.
 */
export function onlyMerchantOf(rows: readonly Keyed[]): string | null {
  const merchantId = rows[0]?.merchant_id ?? null;
  return rows.every((row) => row.merchant_id === merchantId) ? merchantId : null;
}
