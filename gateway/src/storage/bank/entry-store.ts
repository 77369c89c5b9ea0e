// Entries of statements (contract 15): the state of each entry, and the payment that it is matched with. A verdict must
// never be saved over a person's decision. entry-claims.ts has the claims.
import { inKeyOrder, type Sql, type SqlTransaction, send } from '../database/database.ts';
import { type GivenRows, givenRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

export const ENTRY_STATES = ['applied', 'unmatched', 'conflict', 'dismissed'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];
export type EntryRole = 'paid' | 'debited' | 'returned';

/**
 * The condition that an entry waits, for SQL that names entries by their ids. The planner expects this form to hold for
 * half of the entries, and no index fits it, so the planner uses the ids. With a plain condition it would expect few
 * waiting entries, and would read the whole table, of every merchant, to find them.
 */
export const isWaiting = (more = '') => `case when e.state = 'waiting' ${more} then true end`;

export interface StoredEntry {
  merchantId: string;
  id: string;
  brandId: string;
  statementId: string;
  accountId: string | null;
  direction: 'credit' | 'debit' | 'status';
  amountMinor: bigint | null;
  currency: string | null;
  bookedAt: Date | null;
  /** The day that the bank wrote, yyyy-mm-dd. */
  bookedOn: string | null;
  /** null: the personal data in it was erased. */
  detailsSealed: Buffer | null;
  state: EntryState | 'waiting';
  reason: string | null;
  transactionId: string | null;
  role: EntryRole | null;
  /** The payout of a provider that this credit is (contract 17), in place of a transaction. */
  settlementId: string | null;
  /** A person accepted it as a part of its payment. */
  isPart: boolean;
}

interface OfBrand {
  merchantId: string;
  brandId: string;
}

/** The waiting entries of a statement, in its order, after this entry; null: from the first. */
export async function waitingEntries(
  sql: Sql,
  {
    merchantId,
    statementId,
    after,
    limit,
  }: { merchantId: string; statementId: string; after: string | null; limit: number },
): Promise<StoredEntry[]> {
  const rows = await sql`
    select ${sql.unsafe(ENTRY_COLUMNS)} from bank_entries
    where merchant_id = ${merchantId} and statement_id = ${statementId} and state = 'waiting'
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`;
  return rows.map(entryOf);
}

export interface EntryVerdict {
  merchantId: string;
  id: string;
  /** The reason that the entry had when it was read. */
  readReason: string | null;
  state: EntryState;
  reason: string | null;
  transactionId: string | null;
  /** null: the entry is about no withdrawn file. */
  withdrawnFile: string | null;
}

const VERDICTS = new Recordset({
  merchant_id: 'uuid',
  id: 'uuid',
  state: 'text',
  reason: 'text',
  transaction_id: 'uuid',
  withdrawn_file: 'uuid',
  read_reason: 'text',
});

/**
 * All verdicts are for one merchant. An entry that is not applied no longer holds its transaction. A verdict is saved
 * only while the entry waits, and only if no person assigned it after it was read: an assignment sets a reason. An
 * assigned entry keeps waiting and is read again. If the transaction was erased, the verdict also removes the entry's
 * personal data (docs/decisions/0085), so none of it comes back.
 */
export async function saveVerdicts(sql: Sql, verdicts: readonly EntryVerdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  const rows = verdicts
    .map(({ merchantId, id, state, reason, transactionId, withdrawnFile, readReason }) => ({
      merchant_id: merchantId,
      id,
      state,
      reason,
      transaction_id: transactionId,
      withdrawn_file: withdrawnFile,
      read_reason: readReason,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const { from, sameMerchant, parameters } = givenRows(sql, VERDICTS, rows);
  const save = (tx: SqlTransaction) =>
    send(
      tx,
      `update bank_entries e set state = r.state, reason = r.reason, transaction_id = r.transaction_id,
       withdrawn_file = r.withdrawn_file, role = case when r.state = 'applied' then e.role end,
       part_payment = e.part_payment and r.state = 'applied',
       details_sealed = case when ${erasedAt(sameMerchant)} is null then e.details_sealed end
     from ${from} where ${sameMerchant('e.merchant_id')} and e.id = r.id and ${isWaiting()}
         and e.reason is not distinct from r.read_reason`,
      parameters,
    );
  await inKeyOrder(sql, save);
}

/**
 * When the transaction of `r` was erased. It is a value and not an `exists`, because the planner may turn an `exists`
 * into a scan of all openings of the merchant.
 */
const erasedAt = (sameMerchant: GivenRows['sameMerchant']) =>
  `(select o.details ->> 'erasedAt' from openings o where ${sameMerchant('o.merchant_id')} and o.id = r.transaction_id)`;

/** null: the brand has no entry with this id, or it is not decided yet. */
export async function findEntry(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: OfBrand,
  id: string,
): Promise<StoredEntry | null> {
  const [row] = await sql`
    select ${sql.unsafe(ENTRY_COLUMNS)} from bank_entries
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${id} and state <> 'waiting'`;
  return row ? entryOf(row) : null;
}

export interface ListedEntries extends OfBrand {
  /** Empty: all states. */
  states: readonly EntryState[];
  /** Only those after this one; null: from the first. */
  after: string | null;
  limit: number;
}

/** In the order of arrival. */
export async function listEntries(
  sql: Sql,
  { merchantId, brandId, states, after, limit }: ListedEntries,
): Promise<StoredEntry[]> {
  const rows = await sql`
    select ${sql.unsafe(ENTRY_COLUMNS)} from bank_entries
    where merchant_id = ${merchantId} and brand_id = ${brandId} and state <> 'waiting'
      and (${states.length === 0} or state = any(${states as string[]}::text[]))
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`;
  return rows.map(entryOf);
}

/** The latest arrival first. */
export async function newestEntries(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  { state, before, limit }: { state: EntryState; before: string | null; limit: number },
): Promise<StoredEntry[]> {
  const rows = await sql`
    select ${sql.unsafe(ENTRY_COLUMNS)} from bank_entries
    where merchant_id = ${merchantId} and brand_id = ${brandId} and state = ${state}
      and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${limit}`;
  return rows.map(entryOf);
}

/** A person dismisses the entry. false: it was decided meanwhile. */
export async function dismissEntry(
  tx: SqlTransaction,
  { merchantId, id }: Pick<StoredEntry, 'merchantId' | 'id'>,
  reason: string,
): Promise<boolean> {
  const { count } = await tx`
    update bank_entries set state = 'dismissed', reason = ${reason}
    where merchant_id = ${merchantId} and id = ${id} and state in ('unmatched', 'conflict')`;
  return count > 0;
}

/** A person says which payment the entry paid: it waits and holds that payment. 'taken': another entry holds it. */
export async function assignEntry(
  tx: SqlTransaction,
  { merchantId, id }: Pick<StoredEntry, 'merchantId' | 'id'>,
  { transactionId, reason, isPart }: { transactionId: string; reason: string; isPart: boolean },
): Promise<boolean | 'taken'> {
  const held = await tx`
    select 1 from bank_entries where merchant_id = ${merchantId} and transaction_id = ${transactionId} and role = 'paid'`;
  if (held.length > 0) return 'taken';
  const { count } = await tx`
    update bank_entries set state = 'waiting', reason = ${reason}, transaction_id = ${transactionId}, role = 'paid',
      part_payment = ${isPart}
    where merchant_id = ${merchantId} and id = ${id} and state in ('unmatched', 'conflict')`;
  return count > 0;
}

/** Takes an assignment back: the entry waits for a person again, and holds nothing. false: it changed meanwhile. */
export async function releaseEntry(
  tx: SqlTransaction,
  {
    merchantId,
    id,
    reason,
    transactionId,
  }: Pick<StoredEntry, 'merchantId' | 'id' | 'reason' | 'transactionId'>,
  { words, at }: { words: string; at: Date },
): Promise<boolean> {
  const { count } = await tx`
    update bank_entries set state = 'unmatched', reason = ${words}, transaction_id = null, role = null,
      settlement_id = null, part_payment = false, taken_back_at = ${at}
    where merchant_id = ${merchantId} and id = ${id} and state = 'applied' and reason is not distinct from ${reason}
      and transaction_id is not distinct from ${transactionId}`;
  return count > 0;
}

/** Whether an assignment of the brand was taken back since then. */
export async function wasTakenBackSince(
  tx: SqlTransaction,
  { merchantId, brandId }: OfBrand,
  since: Date,
): Promise<boolean> {
  const found = await tx`
    select 1 from bank_entries
    where merchant_id = ${merchantId} and brand_id = ${brandId} and taken_back_at >= ${since} limit 1`;
  return found.length > 0;
}

export interface FoundPayin {
  id: string;
  amountMinor: bigint;
  currency: string;
}

/**
 * Pay-ins of a brand with ids in `ranges`: each range comes from a payment reference. Keyed by the place in `ranges`.
 */
export async function payinsBetween(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  ranges: readonly { first: string; last: string }[],
): Promise<Map<number, FoundPayin>> {
  if (ranges.length === 0) return new Map();
  const rows = await sql`
    select r.place::integer as place, o.id, o.amount_minor, o.currency
    from unnest(${ranges.map(({ first }) => first)}::uuid[], ${ranges.map(({ last }) => last)}::uuid[])
      with ordinality as r (first, last, place)
    cross join lateral (
      -- By the primary key whatever the planner thinks of the ranges: each has one pay-in, and a scan would read all of the merchant's.
      select p.id, p.amount_minor, p.currency from openings p
      where p.merchant_id = ${merchantId} and p.id between r.first and r.last
        and p.brand_id = ${brandId} and p.type = 'PAYIN'
      order by p.id limit 2) o`;
  return new Map(
    rows.map((row) => [row.place - 1, { id: row.id, amountMinor: row.amount_minor, currency: row.currency }]),
  );
}

/** A payout of a bank account, and the file that contains it. */
export interface FiledRow {
  transactionId: string;
  accountId: string;
  amountMinor: bigint;
  /** null: the payout waits for a file. */
  fileId: string | null;
  /** The files that contained it and do so no more, the latest one last. */
  withdrawnFiles: string[];
  /** The file that it left because the bank refused it as an instant transfer; null: there is none. */
  refusedFile: string | null;
}

export async function filedPayouts(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  transactionIds: readonly string[],
): Promise<Map<string, FiledRow>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await sql`
    select transaction_id, account_id, amount_minor, file_id, withdrawn_files, refused_file from bank_payouts
    where merchant_id = ${merchantId} and brand_id = ${brandId}
      and transaction_id = any(${transactionIds as string[]}::uuid[])`;
  return new Map(rows.map((row) => [row.transaction_id as string, toFiled(row)]));
}

/** Those of these payouts of the brand that no bank account got: they wait for approval, or ended without a file. */
export async function unfiledPayouts(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  transactionIds: readonly string[],
): Promise<Set<string>> {
  if (transactionIds.length === 0) return new Set();
  const rows = await sql`
    select id from openings
    where merchant_id = ${merchantId} and brand_id = ${brandId} and type = 'PAYOUT'
      and id = any(${transactionIds as string[]}::uuid[])`;
  return new Set(rows.map((row) => row.id as string));
}

/** The payouts of a file that have not ended; if a batch is named, only those of the batch. */
export async function openPayoutsOf(
  sql: Sql,
  { merchantId, fileId, batch }: { merchantId: string; fileId: string; batch: number | null },
): Promise<FiledRow[]> {
  const rows = await sql`
    select p.transaction_id, p.account_id, p.amount_minor, p.file_id, p.withdrawn_files, p.refused_file
    from bank_payouts p
    join open_work w on w.merchant_id = p.merchant_id and w.transaction_id = p.transaction_id
    where p.merchant_id = ${merchantId} and p.file_id = ${fileId} and w.status = 'PROCESSING'
      and (${batch}::integer is null or p.batch = ${batch})
    order by p.transaction_id`;
  return rows.map(toFiled);
}

/** This entry paid all these payouts in one sum. false: another entry paid some of them, and nothing was written. */
export async function claimBatch(
  sql: Sql,
  { merchantId, id }: Pick<StoredEntry, 'merchantId' | 'id'>,
  payouts: readonly FiledRow[],
): Promise<boolean> {
  return await sql.begin(async (tx) => {
    const ids = payouts.map(({ transactionId }) => transactionId);
    const locked = await tx`
      select 1 from bank_payouts
      where merchant_id = ${merchantId} and transaction_id = any(${ids}::uuid[])
        and (batch_entry is null or batch_entry = ${id})
      order by transaction_id for update`;
    if (locked.length !== ids.length) return false;
    await tx`
      update bank_payouts set batch_entry = ${id}
      where merchant_id = ${merchantId} and transaction_id = any(${ids}::uuid[])`;
    return true;
  });
}

export async function payoutsOfBatchEntry(
  sql: Sql,
  { merchantId, brandId, id }: OfBrand & { id: string },
): Promise<FiledRow[]> {
  const rows = await sql`
    select transaction_id, account_id, amount_minor, file_id, withdrawn_files, refused_file from bank_payouts
    where merchant_id = ${merchantId} and brand_id = ${brandId} and batch_entry = ${id} order by transaction_id`;
  return rows.map(toFiled);
}

/** The bank told us something about a file. false: the file was withdrawn before. */
export async function noteReport(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  fileId: string,
  at: Date,
): Promise<boolean> {
  const { count } = await sql`
    update bank_files set reported_at = coalesce(reported_at, ${at})
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id = ${fileId} and withdrawn_at is null`;
  return count > 0;
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver hands it over, typed by the columns above
const toFiled = (row: any): FiledRow => ({
  transactionId: row.transaction_id,
  accountId: row.account_id,
  amountMinor: row.amount_minor,
  fileId: row.file_id,
  withdrawnFiles: row.withdrawn_files,
  refusedFile: row.refused_file,
});

export const ENTRY_COLUMNS = `merchant_id, id, brand_id, statement_id, account_id, direction, amount_minor, currency, booked_at, booked_day, details_sealed,
  state, reason, transaction_id, role, settlement_id, part_payment`;

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver hands it over, typed by the columns above
export function entryOf(row: any): StoredEntry {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    brandId: row.brand_id,
    statementId: row.statement_id,
    accountId: row.account_id,
    direction: row.direction,
    amountMinor: row.amount_minor,
    currency: row.currency,
    bookedAt: row.booked_at,
    // Release 0.2.0 stored only the time.
    bookedOn: row.booked_day ?? row.booked_at?.toISOString().slice(0, 10) ?? null,
    detailsSealed: row.details_sealed,
    state: row.state,
    reason: row.reason,
    transactionId: row.transaction_id,
    role: row.role,
    settlementId: row.settlement_id,
    isPart: row.part_payment,
  };
}
