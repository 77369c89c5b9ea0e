// The payouts in payment files (contract 15): which ones the bank has accepted, which ones left their file because the
// bank refused them only as instant transfers, and whether the bank has moved money for one. Every statement is for one
// merchant. A payout must never leave a file while something says that the bank paid it.
import type { Sql, SqlTransaction } from '../database/database.ts';

interface OfFile {
  merchantId: string;
  fileId: string;
}

/** The bank executes these payouts of the file; null: all of the file, or of the batch. */
export async function noteAccepted(
  sql: Sql,
  { merchantId, fileId, batch = null }: OfFile & { batch?: number | null },
  transactionIds: readonly string[] | null,
  at: Date,
): Promise<void> {
  await sql`
    update bank_payouts set accepted_at = ${at}
    where merchant_id = ${merchantId} and file_id = ${fileId} and accepted_at is null
      and (${batch}::integer is null or batch = ${batch})
      and (${transactionIds === null} or transaction_id = any(${(transactionIds ?? []) as string[]}::uuid[]))`;
}

/**
 * The payouts leave the file and wait for another one; their file stays among those whose news hold them back. Answers
 * those that left: open, and debited by no entry of the bank.
 */
export async function leaveFile(
  sql: Sql,
  { merchantId, fileId }: OfFile,
  transactionIds: readonly string[],
  code: string,
): Promise<Set<string>> {
  const rows = await sql`
    update bank_payouts p set file_id = null, batch = null, accepted_at = null, refused_file = ${fileId},
      refused_code = ${code}, withdrawn_files = withdrawn_files || ${fileId}::uuid
    where p.merchant_id = ${merchantId} and p.file_id = ${fileId} and p.batch_entry is null
      and p.transaction_id = any(${transactionIds.toSorted()}::uuid[])
      and exists (select 1 from open_work w where w.merchant_id = p.merchant_id
        and w.transaction_id = p.transaction_id and w.status = 'PROCESSING')
      and not exists (select 1 from bank_entries e where e.merchant_id = p.merchant_id
        and e.transaction_id = p.transaction_id and e.direction = 'debit' and e.state <> 'dismissed')
    returning p.transaction_id`;
  return new Set(rows.map((row) => row.transaction_id));
}

/** Did a payout leave this file because the bank refused it as an instant transfer? */
export async function hasRefused(sql: Sql, { merchantId, fileId }: OfFile): Promise<boolean> {
  const rows = await sql`
    select 1 from bank_payouts where merchant_id = ${merchantId} and refused_file = ${fileId} limit 1`;
  return rows.length > 0;
}

/** By file: how many payouts left it because the bank refused them as instant transfers. */
export async function countRefused(
  sql: Sql,
  merchantId: string,
  fileIds: readonly string[],
): Promise<Map<string, number>> {
  if (fileIds.length === 0) return new Map();
  const rows = await sql`
    select refused_file, count(*)::integer as payouts from bank_payouts
    where merchant_id = ${merchantId} and refused_file = any(${fileIds as string[]}::uuid[]) group by refused_file`;
  return new Map(rows.map((row) => [row.refused_file, row.payouts]));
}

/** A payout beside its file. */
export interface FiledState {
  /** The code with which the bank refused it in this file as an instant transfer; null: it is in the file. */
  refusedCode: string | null;
  /** The bank executes it, or an entry debits it. */
  isExecuted: boolean;
}

/** By transaction: the payouts that are in the file, or left it as refused. */
export async function filedStates(
  sql: Sql | SqlTransaction,
  { merchantId, fileId }: OfFile,
  transactionIds: readonly string[],
): Promise<Map<string, FiledState>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await sql`
    select p.transaction_id, case when p.file_id is distinct from ${fileId} then p.refused_code end as refused_code,
      p.accepted_at is not null or p.batch_entry is not null or exists (
        select 1 from bank_entries e where e.merchant_id = p.merchant_id and e.transaction_id = p.transaction_id
          and e.direction = 'debit' and e.state <> 'dismissed') as is_executed
    from bank_payouts p
    where p.merchant_id = ${merchantId} and (p.file_id = ${fileId} or p.refused_file = ${fileId})
      and p.transaction_id = any(${transactionIds as string[]}::uuid[])`;
  return new Map(
    rows.map((row) => [
      row.transaction_id as string,
      { refusedCode: row.refused_code, isExecuted: row.is_executed },
    ]),
  );
}

/** The payout cannot leave the file, or be accepted in it, before the commit. */
export async function lockFiledPayout(
  tx: SqlTransaction,
  { merchantId, fileId }: OfFile,
  transactionId: string,
): Promise<boolean> {
  const rows = await tx`
    select 1 from bank_payouts
    where merchant_id = ${merchantId} and transaction_id = ${transactionId} and file_id = ${fileId} for update`;
  return rows.length > 0;
}
