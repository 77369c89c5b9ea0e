// The order in which every writer locks rows, so that writers wait for each other but never deadlock: brands, balances,
// openings (where refunds lock them), steps, refunds, then cards, customers and counters, webhook events and endpoints,
// the heads of the audit log, and the heads of listings last; within a table by the primary key. If another writer is
// inserting the same step, a writer waits for it as for a locked row. Open work has no place in this order: its writer
// has already written the step, or is a sweep that holds nothing else and gives up soon. Appended rows (transfers,
// balance changes, events of this commit) have no place either: nobody else can lock them yet. Claims of one name (a
// reference, an idempotency key) may still deadlock; withRetries repeats those few.

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
 * With these settings, a statement that receives rows by their keys looks them up one after the other, and locks them
 * in that order. With a hash join, it would read a table of some hundred rows in physical order, and two writers of the
 * same rows would deadlock.
 */
export const ONE_BY_ONE = [
  'set local enable_hashjoin = off',
  'set local enable_mergejoin = off',
  'set local enable_material = off',
];
