// Removes expired idempotency keys (spec 8, contract 8), with their fingerprint and the answer that was kept for a replay.
// Called by worker/forget-keys.ts. It uses no index: an index on rows with a key would cost each payment a write. Ids are
// in the order of time, so this reads the transactions in the order of their ids, and a mark stores how far it is.
import { inKeyOrder, type Sql, type SqlTransaction, send } from '../database/database.ts';
import { byKey } from '../database/row-order.ts';
import { eachMerchant, givenRows } from '../database/row-statements.ts';
import { Recordset } from '../lane/recordset.ts';

/** Idempotency keys are kept this long (spec 8). */
export const KEY_LIFETIME_MS = 48 * 3_600_000;

interface Row {
  merchant_id: string;
  id: string;
  created_at: Date;
  keyed: boolean;
}

const CHORE = 'forget-keys';
const LEASE_MS = 60_000;

/** Handles one batch. Answers how many transactions it checked, at most `limit`; null if another worker is doing it. */
export async function forgetKeys(sql: Sql, now: Date, limit: number): Promise<number | null> {
  const [mark] = await sql`
    update chore_marks set leased_until = ${new Date(now.getTime() + LEASE_MS)}
    where chore = ${CHORE} and (leased_until is null or leased_until <= ${now}) returning after_id`;
  if (!mark) return null;
  const rows = await sql<Row[]>`
    select merchant_id, id, created_at, idempotency_key is not null as keyed from openings
    where id > ${mark.after_id} order by id limit ${limit}`;
  const youngest = now.getTime() - KEY_LIFETIME_MS;
  // Stops before the first that is too young: it and its successors are checked again later.
  const end = rows.findIndex((row) => row.created_at.getTime() >= youngest);
  const past = end === -1 ? rows : rows.slice(0, end);
  await removeKeys(
    sql,
    past.filter((row) => row.keyed),
  );
  const afterId = past.at(-1)?.id ?? mark.after_id;
  await sql`update chore_marks set after_id = ${afterId}, leased_until = null where chore = ${CHORE}`;
  return past.length;
}

/** The answer of an old transaction, from before there were steps, is in its opening. */
export async function removeKeys(sql: Sql, rows: readonly Pick<Row, 'merchant_id' | 'id'>[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map(({ merchant_id, id }) => ({ merchant_id, id })).sort(byKey);
  await eachMerchant(sql, keys, (own) => inKeyOrder(sql, (tx) => removeAll(tx, own)));
}

const KEYS = new Recordset({ merchant_id: 'uuid', id: 'uuid' });

async function removeAll(
  tx: SqlTransaction,
  rows: readonly Pick<Row, 'merchant_id' | 'id'>[],
): Promise<never[]> {
  const { from, merchant, parameters } = givenRows(tx, KEYS, rows);
  await send(
    tx,
    `update openings o set idempotency_key = null, request_fingerprint = null, answer = null
     from ${from} where o.merchant_id = ${merchant} and o.id = r.id`,
    parameters,
  );
  await send(
    tx,
    `update steps s set answer = null
     from ${from} where s.merchant_id = ${merchant} and s.transaction_id = r.id and s.answer is not null`,
    parameters,
  );
  return [];
}
