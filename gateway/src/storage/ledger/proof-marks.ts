// How far the books of each merchant are proved (docs/decisions/0089): all transfers below a mark, with their sums, so
// that the next proof reads only those after it. A mark lies safely behind every commit that may still be open. A
// merchant with a failed proof never has a mark: each proof then reads everything until the books are right.
import type { Sql, SqlTransaction } from '../database/database.ts';

/** Below every id. */
export const FROM_THE_BEGINNING = '00000000-0000-0000-0000-000000000000';

export async function isAnythingProved(sql: Sql): Promise<boolean> {
  const [row] = await sql`select exists (select 1 from proof_marks) as proved`;
  return row!.proved;
}

/**
 * Adds the transfers between the former mark and `through` to the sums, unless another worker has found a fault in this
 * night. Safe to repeat, and safe for two workers at once. The first proof of a large merchant sums years of transfers.
 * So neither the sums nor the wait for another worker has a deadline.
 */
export async function moveProofMark(
  sql: Sql,
  merchantId: string,
  { through, provedAt }: { through: string; provedAt: Date },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`set local lock_timeout = 0`;
    const mark = await lockMark(tx, merchantId);
    const [proof] = await tx`select ok from ledger_proofs
      where merchant_id = ${merchantId} and night = ${provedAt.toISOString().slice(0, 10)}::date`;
    if (proof?.ok === false) return await forget(tx, merchantId);
    if (mark >= through) return;
    await tx`
      insert into proved_movements as p (merchant_id, brand_id, currency, from_account, to_account, kind, amount_minor)
      select merchant_id, brand_id, currency, from_account, to_account, coalesce(kind, ''), sum(amount_minor) from transfers
      where merchant_id = ${merchantId} and id >= ${mark} and id < ${through} group by 1, 2, 3, 4, 5, 6
      on conflict (merchant_id, brand_id, currency, from_account, to_account, kind)
        do update set amount_minor = p.amount_minor + excluded.amount_minor`;
    await tx`update proof_marks set through_id = ${through} where merchant_id = ${merchantId}`;
  });
}

export async function removeProofMark(sql: Sql, merchantId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await lockMark(tx, merchantId);
    await forget(tx, merchantId);
  });
}

/** Locks the mark, and inserts it if it is missing. Another worker that does the same at this moment waits. */
async function lockMark(tx: SqlTransaction, merchantId: string): Promise<string> {
  const [mark] =
    await tx`insert into proof_marks as m (merchant_id, through_id) values (${merchantId}, ${FROM_THE_BEGINNING})
    on conflict (merchant_id) do update set through_id = m.through_id returning through_id`;
  return mark!.through_id;
}

async function forget(tx: SqlTransaction, merchantId: string): Promise<void> {
  await tx`delete from proved_movements where merchant_id = ${merchantId}`;
  await tx`delete from proof_marks where merchant_id = ${merchantId}`;
}
