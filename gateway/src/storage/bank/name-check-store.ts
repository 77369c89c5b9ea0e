// What the bank said about the names of the payouts in a file, and what a person decided about each mismatch
// (docs/decisions/0128). Every statement is for one merchant. It must never change a payout.
import type { NameDecision, NameResult } from '../../domain/bank/name-check.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';

interface OfFile {
  merchantId: string;
  fileId: string;
}

export interface NameCheckNews extends OfFile {
  brandId: string;
  transactionIds: readonly string[];
  result: NameResult;
  entryId: string;
  reportedAt: Date;
  /** The report lists these payouts. false: it says this about all that it does not list. */
  isNamed: boolean;
}

/** A later report counts. A decision stays as long as the result does; a withdrawal always stays. */
export async function saveNameChecks(sql: Sql, news: NameCheckNews): Promise<void> {
  const { merchantId, fileId, brandId, transactionIds, result, entryId, reportedAt, isNamed } = news;
  if (transactionIds.length === 0) return;
  const kept = `c.decision = 'withdrawn' or c.result = excluded.result`;
  await sql`
    insert into bank_name_checks as c (merchant_id, file_id, transaction_id, brand_id, result, entry_id, reported_at)
    select ${merchantId}::uuid, ${fileId}::uuid, t.id, ${brandId}::uuid, ${result}::text, ${entryId}::uuid,
      ${reportedAt}::timestamptz
    from unnest(${transactionIds.toSorted()}::uuid[]) as t (id)
    on conflict (merchant_id, file_id, transaction_id) do update
    set result = excluded.result, entry_id = excluded.entry_id, reported_at = excluded.reported_at,
      decision = case when ${sql.unsafe(kept)} then c.decision end,
      decided_by = case when ${sql.unsafe(kept)} then c.decided_by end,
      decided_at = case when ${sql.unsafe(kept)} then c.decided_at end
    where c.reported_at < excluded.reported_at
      or (${isNamed}::boolean and c.reported_at = excluded.reported_at)`;
}

/** The payouts of the file or batch about which this report has said nothing, and how many payouts there are. */
export async function payoutsNotListed(
  sql: Sql,
  { merchantId, fileId, batch, reportedAt }: OfFile & { batch: number | null; reportedAt: Date },
): Promise<{ ids: string[]; all: number }> {
  const rows = await sql`
    select p.transaction_id, c.reported_at is not distinct from ${reportedAt}::timestamptz as is_listed
    from bank_payouts p left join bank_name_checks c
      on c.merchant_id = p.merchant_id and c.file_id = p.file_id and c.transaction_id = p.transaction_id
    where p.merchant_id = ${merchantId} and p.file_id = ${fileId}
      and (${batch}::integer is null or p.batch = ${batch})
    order by p.transaction_id`;
  return { ids: rows.filter((row) => !row.is_listed).map((row) => row.transaction_id), all: rows.length };
}

export interface NameCheck {
  transactionId: string;
  result: NameResult;
  reportedAt: Date;
  decision: NameDecision | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  /** The entry with the bank's words; null: erased. */
  detailsSealed: Buffer | null;
}

/** By transaction. */
export async function nameChecksOf(
  sql: Sql | SqlTransaction,
  { merchantId, fileId }: OfFile,
  transactionIds: readonly string[],
): Promise<Map<string, NameCheck>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await sql`
    select c.transaction_id, c.result, c.reported_at, c.decision, c.decided_by, c.decided_at, e.details_sealed
    from bank_name_checks c
    left join bank_entries e on e.merchant_id = c.merchant_id and e.id = c.entry_id
    where c.merchant_id = ${merchantId} and c.file_id = ${fileId}
      and c.transaction_id = any(${transactionIds as string[]}::uuid[])`;
  return new Map(
    rows.map((row) => [
      row.transaction_id as string,
      {
        transactionId: row.transaction_id,
        result: row.result,
        reportedAt: row.reported_at,
        decision: row.decision,
        decidedBy: row.decided_by,
        decidedAt: row.decided_at,
        detailsSealed: row.details_sealed,
      },
    ]),
  );
}

export interface NameCheckSum {
  match: number;
  closeMatch: number;
  noMatch: number;
  notPossible: number;
  /** Mismatches of open payouts about which nobody has decided. */
  toDecide: number;
}

export const NO_NAME_CHECKS: NameCheckSum = {
  match: 0,
  closeMatch: 0,
  noMatch: 0,
  notPossible: 0,
  toDecide: 0,
};

/** Condition on a check `c` and the open work `w` of its payout: a person has to decide. */
export const TO_DECIDE = `c.result in ('close-match', 'no-match') and c.decision is distinct from 'kept'
  and w.status = 'PROCESSING'`;

/** By file. */
export async function sumNameChecks(
  sql: Sql,
  merchantId: string,
  fileIds: readonly string[],
): Promise<Map<string, NameCheckSum>> {
  if (fileIds.length === 0) return new Map();
  const rows = await sql`
    select c.file_id, count(*) filter (where c.result = 'match')::integer as matches,
      count(*) filter (where c.result = 'close-match')::integer as close_matches,
      count(*) filter (where c.result = 'no-match')::integer as no_matches,
      count(*) filter (where c.result = 'not-possible')::integer as not_possible,
      count(*) filter (where ${sql.unsafe(TO_DECIDE)})::integer as to_decide
    from bank_name_checks c
    left join bank_payouts p
      on p.merchant_id = c.merchant_id and p.transaction_id = c.transaction_id and p.file_id = c.file_id
    left join open_work w on w.merchant_id = p.merchant_id and w.transaction_id = p.transaction_id
    where c.merchant_id = ${merchantId} and c.file_id = any(${fileIds as string[]}::uuid[])
    group by c.file_id`;
  return new Map(
    rows.map((row) => [
      row.file_id as string,
      {
        match: row.matches,
        closeMatch: row.close_matches,
        noMatch: row.no_matches,
        notPossible: row.not_possible,
        toDecide: row.to_decide,
      },
    ]),
  );
}

/** Holds the check until the commit, so that two people decide one after the other. null: there is none. */
export async function lockNameCheck(
  tx: SqlTransaction,
  { merchantId, fileId }: OfFile,
  transactionId: string,
): Promise<Pick<NameCheck, 'result' | 'decision' | 'decidedAt'> | null> {
  const [row] = await tx`
    select result, decision, decided_at from bank_name_checks
    where merchant_id = ${merchantId} and file_id = ${fileId} and transaction_id = ${transactionId} for update`;
  return row ? { result: row.result, decision: row.decision, decidedAt: row.decided_at } : null;
}

export async function decideNameCheck(
  tx: SqlTransaction,
  { merchantId, fileId }: OfFile,
  {
    transactionId,
    decision,
    by,
    at,
  }: { transactionId: string; decision: NameDecision; by: string; at: Date },
): Promise<void> {
  await tx`
    update bank_name_checks set decision = ${decision}, decided_by = ${by}, decided_at = ${at}
    where merchant_id = ${merchantId} and file_id = ${fileId} and transaction_id = ${transactionId}`;
}
