// Files of payouts (contract 15): each payout is in one file at most, and the claim and the bytes are stored in one
// commit. Every statement is for one merchant. The rules are in actions/bank.
import { BANK_ID } from '../../domain/bank/bank-account.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

export interface BankFile {
  merchantId: string;
  id: string;
  brandId: string;
  payouts: number;
  totalMinor: bigint;
  executionDate: string;
  /** All its transfers are instant. */
  isInstant: boolean;
  /** The bank is asked not to check the names. */
  skipsNameCheck: boolean;
  /** In lower-case hexadecimal digits. */
  sha256: string;
  madeBy: string;
  createdAt: Date;
  /** Who downloaded the file first. */
  downloadedBy: string | null;
  downloadedAt: Date | null;
  withdrawnBy: string | null;
  withdrawnAt: Date | null;
  /** When the bank told us something about the file. */
  reportedAt: Date | null;
  /** The bytes were erased with the personal data of a payout in the file. */
  isErased: boolean;
}

interface OfBrand {
  merchantId: string;
  brandId: string;
}

/** A payout that waits, with what a file says about it. */
export interface WaitingPayout {
  transactionId: string;
  accountId: string;
  amountMinor: bigint;
  merchantReference: string;
  /** null: the merchant named none. */
  paymentReference: string | null;
  paymentDataSealed: Buffer;
}

/**
 * Condition on a payout that waits, over the columns of bank_payouts: a new file would not pay it twice. The condition
 * fails in three cases. First: a person still has to look at a debit of the payout. Second: a person still has to look
 * at a status of the payout in a file that is not here (in a restored copy). Third: the bank has a withdrawn file that
 * contained the payout. After a person dismisses the entry, the payout may go into a file again.
 */
export const NOT_HELD = `not exists (
  select 1 from bank_entries e
  where e.merchant_id = bank_payouts.merchant_id and e.transaction_id = bank_payouts.transaction_id
    and (e.direction = 'debit' and e.state = 'conflict' or e.direction = 'status' and e.state = 'unmatched'))
  and not exists (
  select 1 from bank_entries e
  where e.merchant_id = bank_payouts.merchant_id and e.withdrawn_file = any(bank_payouts.withdrawn_files)
    and e.state = 'conflict')`;

/**
 * Locks the waiting payouts until the commit, in the order of their keys. A parallel caller waits, and then finds none
 * of these payouts. A file of instant transfers gets no payout that the bank refused as an instant transfer.
 */
export async function lockWaitingPayouts(
  tx: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  isInstant: boolean,
): Promise<WaitingPayout[]> {
  const locked = await tx`
    select transaction_id, account_id, amount_minor from bank_payouts
    where merchant_id = ${merchantId} and brand_id = ${brandId} and file_id is null
      and (${!isInstant} or refused_code is null) and ${tx.unsafe(NOT_HELD)}
    order by transaction_id for update`;
  if (locked.length === 0) return [];
  const rows = await tx`
    select id, merchant_reference, details ->> 'paymentReference' as payment_reference, payment_data_sealed
    from transactions
    where merchant_id = ${merchantId} and id = any(${locked.map((row) => row.transaction_id as string)}::uuid[])
      and provider = ${BANK_ID} and status = 'PROCESSING' and payment_data_sealed is not null`;
  const known = new Map(rows.map((row) => [row.id as string, row]));
  return locked.flatMap((row) => {
    const more = known.get(row.transaction_id);
    if (!more) return [];
    return [
      {
        transactionId: row.transaction_id,
        accountId: row.account_id,
        amountMinor: row.amount_minor,
        merchantReference: more.merchant_reference,
        paymentReference: more.payment_reference,
        paymentDataSealed: more.payment_data_sealed,
      },
    ];
  });
}

export type NewBankFile = Omit<
  BankFile,
  'downloadedBy' | 'downloadedAt' | 'withdrawnBy' | 'withdrawnAt' | 'reportedAt' | 'isErased'
> & { contentSealed: Buffer };

export async function insertBankFile(
  tx: SqlTransaction,
  file: NewBankFile,
  /** The payouts of each batch, in the order of the file. */
  batches: readonly (readonly string[])[],
): Promise<void> {
  const { merchantId, id, brandId, payouts, totalMinor, executionDate, sha256, madeBy, createdAt } = file;
  await tx`
    insert into bank_files
      (merchant_id, id, brand_id, payouts, total_minor, execution_date, instant, skips_name_check, sha256,
       content_sealed, made_by, created_at)
    values (${merchantId}, ${id}, ${brandId}, ${payouts}, ${totalMinor}, ${executionDate}, ${file.isInstant},
      ${file.skipsNameCheck}, ${sha256}, ${file.contentSealed}, ${madeBy}, ${createdAt})`;
  for (const [batch, transactionIds] of batches.entries()) {
    await tx`
      update bank_payouts set file_id = ${id}, batch = ${batch}
      where merchant_id = ${merchantId} and transaction_id = any(${transactionIds as string[]}::uuid[])`;
  }
}

/** null: the brand has none with this id. */
export async function findBankFile(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: OfBrand,
  id: string,
): Promise<BankFile | null> {
  const [row] = await sql`
    select ${sql.unsafe(COLUMNS)} from bank_files
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${id}`;
  return row ? fromRow(row) : null;
}

/** Oldest first. */
export async function listBankFiles(
  sql: Sql,
  { merchantId, brandId, after, limit }: OfBrand & { after: string | null; limit: number },
): Promise<BankFile[]> {
  const rows = await sql`
    select ${sql.unsafe(COLUMNS)} from bank_files
    where merchant_id = ${merchantId} and brand_id = ${brandId} and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`;
  return rows.map(fromRow);
}

/** Newest first. */
export async function latestBankFiles(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  limit: number,
): Promise<BankFile[]> {
  const rows = await sql`
    select ${sql.unsafe(COLUMNS)} from bank_files
    where merchant_id = ${merchantId} and brand_id = ${brandId} order by id desc limit ${limit}`;
  return rows.map(fromRow);
}

export async function readBankFileContent(
  tx: SqlTransaction,
  { merchantId, id }: Pick<BankFile, 'merchantId' | 'id'>,
): Promise<Buffer> {
  const [row] =
    await tx`select content_sealed from bank_files where merchant_id = ${merchantId} and id = ${id}`;
  return row!.content_sealed;
}

/** Only the first download is noted here; the audit log has every download. */
export async function noteBankFileDownload(
  tx: SqlTransaction,
  { merchantId, id }: Pick<BankFile, 'merchantId' | 'id'>,
  by: string,
  at: Date,
): Promise<void> {
  await tx`
    update bank_files set downloaded_by = ${by}, downloaded_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and downloaded_at is null`;
}

/** Frees the file's payouts. false: the file was withdrawn before, or the bank has told us something about it. */
export async function withdrawBankFile(
  tx: SqlTransaction,
  { merchantId, id }: Pick<BankFile, 'merchantId' | 'id'>,
  by: string,
  at: Date,
): Promise<boolean> {
  const { count } = await tx`
    update bank_files set withdrawn_by = ${by}, withdrawn_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and withdrawn_at is null and reported_at is null`;
  if (count === 0) return false;
  await tx`
    update bank_payouts set file_id = null, batch = null, accepted_at = null, withdrawn_files = withdrawn_files || ${id}::uuid
    where merchant_id = ${merchantId} and file_id = ${id}`;
  return true;
}

const COLUMNS = `merchant_id, id, brand_id, payouts, total_minor, execution_date, instant, skips_name_check, sha256, made_by, created_at,
  downloaded_by, downloaded_at, withdrawn_by, withdrawn_at, reported_at,
  octet_length(content_sealed) = 0 as is_erased`;

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver hands it over, typed by the columns above
function fromRow(row: any): BankFile {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    brandId: row.brand_id,
    payouts: row.payouts,
    totalMinor: row.total_minor,
    executionDate: row.execution_date,
    isInstant: row.instant,
    skipsNameCheck: row.skips_name_check,
    sha256: row.sha256,
    madeBy: row.made_by,
    createdAt: row.created_at,
    downloadedBy: row.downloaded_by,
    downloadedAt: row.downloaded_at,
    withdrawnBy: row.withdrawn_by,
    withdrawnAt: row.withdrawn_at,
    reportedAt: row.reported_at,
    isErased: row.is_erased,
  };
}
