// Transactions of closed months that were erased: noted in the commit of the erasure, until the files of the archive are without their
// data (docs/decisions/0091). A row names a transaction and no person.
import type { Month } from '../../domain/months/month.ts';
import { type Sql, type SqlTransaction, send } from '../database/database.ts';
import { isOfMonth } from './closed-months.ts';

/** Of one month and merchant. */
export interface ArchiveErasure {
  month: Month;
  merchantId: string;
  transactionIds: string[];
}

/**
 * Lets an erasure change rows of closed months, to the end of its commit. No other writer calls it. In a transaction whose settings reach
 * the workers, and by `set`: Citus hands on no set_config.
 */
export async function openClosedMonths(tx: SqlTransaction): Promise<void> {
  await tx.unsafe(`set local tollgate.erases = 'on'`);
}

/**
 * After the rows that are here were changed: who closes or archives a month meanwhile waits for this commit, or this sees the month.
 * Tries are written again some time later by workers, so a second erasure notes them once more.
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

/** All that wait, by month and merchant. */
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
