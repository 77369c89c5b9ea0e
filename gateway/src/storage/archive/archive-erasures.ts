// Notes which transactions of closed months were erased, in the commit of the erasure. A note stays until the files of
// the archive no longer contain the erased data (docs/decisions/0091). A row names a transaction and never a person.
import type { Month } from '../../domain/archive/month.ts';
import { type Sql, type SqlTransaction, send } from '../database/database.ts';
import { isOfMonth } from './closed-months.ts';

/** The erasures of one month and merchant. */
export interface ArchiveErasure {
  month: Month;
  merchantId: string;
  transactionIds: string[];
}

/**
 * Lets an erasure change rows of closed months until the end of its commit. No other writer calls it. It needs a
 * transaction whose settings reach the workers, and `set`: Citus does not pass set_config on.
 */
export async function openClosedMonths(tx: SqlTransaction): Promise<void> {
  await tx.unsafe(`set local tollgate.erases = 'on'`);
}

/**
 * Call it after the rows in the database are changed. If a command closes or archives the month meanwhile, it waits for
 * this commit, or this call already sees the month as closed. Workers write the tries again some time later, so a
 * second erasure notes them once more.
 */
export async function noteArchiveErasures(
  tx: SqlTransaction,
  merchantId: string,
  transactionIds: readonly string[],
  at: Date,
): Promise<void> {
  const rows = await send(tx, `select month::text from closed_months where state <> 'closing'`, []);
  for (const { month } of rows)
    for (const id of transactionIds.filter((one) => isOfMonth(one, month)))
      await send(
        tx,
        `insert into archive_erasures (merchant_id, month, transaction_id, noted_at) values ($1, $2, $3, $4) on conflict do nothing`,
        [merchantId, month, id, at],
      );
}

/** All erasures that wait, by month and merchant. */
export async function archiveErasures(sql: Sql | SqlTransaction): Promise<ArchiveErasure[]> {
  const rows = await sql`
    select month::text, merchant_id, array_agg(transaction_id::text order by transaction_id) as ids from archive_erasures
    group by month, merchant_id order by month, merchant_id`;
  return rows.map((row) => ({ month: row.month, merchantId: row.merchant_id, transactionIds: row.ids }));
}

export async function endArchiveErasures(
  tx: SqlTransaction,
  { month, merchantId, transactionIds }: ArchiveErasure,
): Promise<void> {
  await tx`delete from archive_erasures where merchant_id = ${merchantId} and month = ${month}
    and transaction_id = any(${transactionIds}::uuid[])`;
}
