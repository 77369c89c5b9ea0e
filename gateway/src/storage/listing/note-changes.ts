// Writes notes that say which transactions a commit opens or changes: the fold (fold-changes.ts) updates the listing
// with them. A commit writes one row for each merchant of a group, whatever the group's size, because card pay-ins wait
// for it. The note of a refused request names an id without a transaction; the fold skips it. It never reads the
// listing.
import { randomUUIDv7 } from 'node:crypto';
import type { AnyTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { formatArray } from '../pipeline/array-types.ts';
import { Recordset } from '../pipeline/recordset.ts';

export async function noteChanges(
  tx: AnyTransaction,
  transactions: readonly { merchantId: string; id: string }[],
): Promise<void> {
  if (transactions.length === 0) return;
  const idsOf = new Map<string, string[]>();
  for (const { merchantId, id } of transactions) {
    const ids = idsOf.get(merchantId);
    if (ids) ids.push(id);
    else idsOf.set(merchantId, [id]);
  }
  const rows = [];
  for (const [merchantId, ids] of idsOf)
    rows.push({ merchant_id: merchantId, id: randomUUIDv7(), transaction_ids: formatArray(ids) });
  await insertRows(tx, { into: 'transaction_changes' }, CHANGES, rows);
}

/** This sends the ids as the text of an array: PostgreSQL would merge arrays within an array into one. */
const CHANGES = new Recordset(
  { merchant_id: 'uuid', id: 'uuid', transaction_ids: 'text' },
  { transaction_ids: 'uuid[]' },
);
