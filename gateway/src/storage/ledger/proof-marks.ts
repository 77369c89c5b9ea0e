// How far the books of each merchant are proved (docs/decisions/0089): all transfers below a mark, with their sums, so that the next
// proof reads those after it. A mark lies safely behind every commit that may still be open. A merchant whose proof failed has no mark,
// and is proved whole until it is right.
import { idsOfMonth, monthOf } from '../../domain/months/month.ts';
import { timeOfId } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

/** Below every id. */
export const FROM_THE_BEGINNING = '00000000-0000-0000-0000-000000000000';

export async function isAnythingProved(sql: Sql): Promise<boolean> {
  const [row] = await sql`select exists (select 1 from proof_marks) as proved`;
  return row!.proved;
}

/**
 * Adds the transfers between the former mark and `through` to the sums, unless another worker has found a fault in this night: month by month,
 * each in its own commit, so that another worker waits for the lock of a mark for no longer. Safe to repeat, and for two workers at once.
 */
export async function moveProofMark(
  sql: Sql,
  merchantId: string,
  { through, provedAt }: { through: string; provedAt: Date },
): Promise<void> {
  for (let isThere = false; !isThere; )
    isThere = await sql.begin(async (tx) => {
      // The first proof of a large merchant sums years of transfers.
      await tx`set local statement_timeout = 0`;
      const mark = await lockMark(tx, merchantId);
      const [proof] = await tx`select ok from ledger_proofs
        where merchant_id = ${merchantId} and night = ${provedAt.toISOString().slice(0, 10)}::date`;
      if (proof?.ok === false) {
        await forget(tx, merchantId);
        return true;
      }
      if (mark >= through) return true;
      await moveTo(tx, merchantId, { mark, next: await endOfMonth(tx, merchantId, { mark, through }) });
      return false;
    });
}

/** The end of the month of the first transfer above the mark; `through` if that comes before. */
async function endOfMonth(
  tx: SqlTransaction,
  merchantId: string,
  { mark, through }: { mark: string; through: string },
): Promise<string> {
  const [first] = await tx`select id from transfers
    where merchant_id = ${merchantId} and id >= ${mark} and id < ${through} order by id limit 1`;
  if (!first) return through;
  const { next } = idsOfMonth(monthOf(timeOfId(first.id)));
  return next < through ? next : through;
}

async function moveTo(
  tx: SqlTransaction,
  merchantId: string,
  { mark, next }: { mark: string; next: string },
): Promise<void> {
  await tx`
    insert into proved_movements as p (merchant_id, brand_id, currency, from_account, to_account, kind, amount_minor)
    select merchant_id, brand_id, currency, from_account, to_account, coalesce(kind, ''), sum(amount_minor) from transfers
    where merchant_id = ${merchantId} and id >= ${mark} and id < ${next} group by 1, 2, 3, 4, 5, 6
    on conflict (merchant_id, brand_id, currency, from_account, to_account, kind)
      do update set amount_minor = p.amount_minor + excluded.amount_minor`;
  await tx`update proof_marks set through_id = ${next} where merchant_id = ${merchantId}`;
}

export async function removeProofMark(sql: Sql, merchantId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await lockMark(tx, merchantId);
    await forget(tx, merchantId);
  });
}

/** Makes it where there is none, so that a worker that makes it at the same time waits. */
async function lockMark(tx: SqlTransaction, merchantId: string): Promise<string> {
  await tx`insert into proof_marks (merchant_id, through_id) values (${merchantId}, ${FROM_THE_BEGINNING})
    on conflict do nothing`;
  const [mark] = await tx`select through_id from proof_marks where merchant_id = ${merchantId} for update`;
  return mark!.through_id;
}

async function forget(tx: SqlTransaction, merchantId: string): Promise<void> {
  await tx`delete from proved_movements where merchant_id = ${merchantId}`;
  await tx`delete from proof_marks where merchant_id = ${merchantId}`;
}
