// Notes in a commit which transactions it opens or changes: the fold (fold-changes.ts) updates the listing with them. One
// row for each merchant of a group, whatever the group's size, because card pay-ins wait for it. The note of a refused
// request names an id without a transaction; the fold skips it.
import { randomUUIDv7 } from 'node:crypto';
import { type AnyTransaction, send } from '../database/database.ts';

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
    rows.push({ merchant_id: merchantId, id: randomUUIDv7(), transaction_ids: ids });
  const [only] = rows;
  if (rows.length === 1) {
    await send(
      tx,
      'insert into transaction_changes (merchant_id, id, transaction_ids) values ($1, $2, $3::uuid[])',
      [only!.merchant_id, only!.id, only!.transaction_ids],
    );
    return;
  }
  await send(
    tx,
    `insert into transaction_changes (merchant_id, id, transaction_ids)
     select merchant_id, id, transaction_ids from json_populate_recordset(null::transaction_changes, $1::text::json)`,
    [JSON.stringify(rows)],
  );
}
