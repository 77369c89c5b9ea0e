// The reads of the portal's page about a bank account (contract 15): the payouts that wait, the states of a file's
// payouts, and the payments that may match an entry. It only reads, and only one merchant.
import type { Sql } from '../database/database.ts';
import { NOT_HELD } from './bank-file-store.ts';
import { TO_DECIDE } from './name-check-store.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

export interface WaitingSum {
  payouts: number;
  totalMinor: bigint;
  /** The fewest payouts of one account: a batch of one payout cannot skip the name check. 0: none waits. */
  smallestBatch: number;
  /** The same of a file of instant transfers, without payouts that the bank refused as such. */
  instant: { payouts: number; totalMinor: bigint; smallestBatch: number };
  /** Names of the people who approved the file's payouts; automatic approval has none. */
  approvedBy: string[];
}

/** Approvers are looked up for at most this many payouts. */
const MOST_LOOKED_AT = 500;

export async function sumWaiting(sql: Sql, { merchantId, brandId }: OfBrand): Promise<WaitingSum> {
  const sums = await sql`
    select refused_code is not null as is_refused, account_id, count(*)::integer as payouts,
      sum(bank_payouts.amount_minor)::bigint as total_minor
    from bank_payouts join open_work w on w.merchant_id = bank_payouts.merchant_id and w.transaction_id = bank_payouts.transaction_id
      and w.status = 'PROCESSING'
    where bank_payouts.merchant_id = ${merchantId} and bank_payouts.brand_id = ${brandId} and file_id is null
      and ${sql.unsafe(NOT_HELD)}
    group by is_refused, account_id`;
  const rows = await sql`
    select transaction_id::text as id from bank_payouts
    where merchant_id = ${merchantId} and brand_id = ${brandId} and file_id is null
      and ${sql.unsafe(NOT_HELD)}
    order by transaction_id limit ${MOST_LOOKED_AT}`;
  const ids = rows.map((row) => row.id as string);
  const approvers = await sql`
    select distinct actor_name from audit_log
    where merchant_id = ${merchantId} and target_id = any(${ids}::text[]) and action = 'payout.approved'
    order by actor_name`;
  return {
    ...totalOf(sums),
    instant: totalOf(sums.filter((row) => !row.is_refused)),
    approvedBy: approvers.map((row) => row.actor_name),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: rows as the driver hands them over, typed by the statement above
function totalOf(rows: readonly any[]): WaitingSum['instant'] {
  const byAccount = new Map<string, number>();
  for (const { account_id, payouts } of rows)
    byAccount.set(account_id, (byAccount.get(account_id) ?? 0) + payouts);
  const counts = [...byAccount.values()];
  return {
    payouts: counts.reduce((sum, count) => sum + count, 0),
    totalMinor: rows.reduce((total, { total_minor }) => total + total_minor, 0n),
    smallestBatch: counts.length === 0 ? 0 : Math.min(...counts),
  };
}

/** How many payouts of a file are in each state. */
export interface FileStanding {
  open: number;
  paid: number;
  rejected: number;
  returned: number;
}

export async function standingOfFiles(
  sql: Sql,
  { merchantId }: Pick<OfBrand, 'merchantId'>,
  fileIds: readonly string[],
): Promise<Map<string, FileStanding>> {
  if (fileIds.length === 0) return new Map();
  const rows = await sql`
    select p.file_id, count(*) filter (where t.status = 'PROCESSING')::integer as open,
      count(*) filter (where t.status = 'COMPLETED' and t.returned is null)::integer as paid,
      count(*) filter (where t.status = 'DECLINED')::integer as rejected,
      count(*) filter (where t.returned is not null)::integer as returned
    from bank_payouts p join transactions t on t.merchant_id = p.merchant_id and t.id = p.transaction_id
    where p.merchant_id = ${merchantId} and p.file_id = any(${fileIds as string[]}::uuid[])
    group by p.file_id`;
  return new Map(
    rows.map(({ file_id, open, paid, rejected, returned }) => [file_id, { open, paid, rejected, returned }]),
  );
}

/**
 * Ids of the payouts of a file, in the order of the ids, with those that left it because the bank refused them as
 * instant transfers.
 */
export async function payoutsOfFile(
  sql: Sql,
  {
    merchantId,
    fileId,
    after,
    limit,
    needsDecision,
  }: {
    merchantId: string;
    fileId: string;
    after: string | null;
    limit: number;
    /** Only open payouts with a mismatch about which nobody has decided. */
    needsDecision: boolean;
  },
): Promise<string[]> {
  const rows = await sql`
    select p.transaction_id from bank_payouts p
    where p.merchant_id = ${merchantId} and (p.file_id = ${fileId} or p.refused_file = ${fileId})
      and (${after}::uuid is null or p.transaction_id > ${after}::uuid)
      and (${!needsDecision} or exists (
        select 1 from bank_name_checks c
        join open_work w on w.merchant_id = c.merchant_id and w.transaction_id = c.transaction_id
        where c.merchant_id = p.merchant_id and c.file_id = p.file_id and c.transaction_id = p.transaction_id
          and c.file_id = ${fileId} and ${sql.unsafe(TO_DECIDE)}))
    order by p.transaction_id limit ${limit}`;
  return rows.map((row) => row.transaction_id);
}

export interface StatementSum {
  /** Entries that completed a pay-in. */
  payments: number;
  /** Applied entries about payouts. */
  payouts: number;
  /** Credits that are payouts of providers. */
  settlements: number;
  forPeople: number;
}

export async function sumStatements(
  sql: Sql,
  { merchantId }: Pick<OfBrand, 'merchantId'>,
  statementIds: readonly string[],
): Promise<Map<string, StatementSum>> {
  if (statementIds.length === 0) return new Map();
  const rows = await sql`
    select statement_id, count(*) filter (where state = 'applied' and role = 'paid')::integer as payments,
      count(*) filter (where state = 'applied' and role is distinct from 'paid' and settlement_id is null)::integer
        as payouts,
      count(*) filter (where settlement_id is not null)::integer as settlements,
      count(*) filter (where state in ('unmatched', 'conflict'))::integer as for_people
    from bank_entries where merchant_id = ${merchantId} and statement_id = any(${statementIds as string[]}::uuid[])
    group by statement_id`;
  return new Map(
    rows.map((row) => [
      row.statement_id,
      {
        payments: row.payments,
        payouts: row.payouts,
        settlements: row.settlements,
        forPeople: row.for_people,
      },
    ]),
  );
}

/** Open and expired pay-ins of such an amount, the latest ones. */
export async function payinsOfAmount(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  {
    least,
    most,
    currency,
    days,
  }: { least: bigint; most: bigint; currency: string; days: { first: number; last: number } },
  limit: number,
): Promise<string[]> {
  const { first, last } = days;
  const all = Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => first + i);
  const rows = await sql`
    select l.id from listing l join facets f on f.merchant_id = l.merchant_id and f.facet = l.facet
    where l.merchant_id = ${merchantId} and l.day = any(${all}::integer[])
      and l.amount_minor between ${least} and ${most}
      and f.brand_id = ${brandId} and f.type = 'PAYIN' and f.currency = ${currency}
      and (f.status = 'PROCESSING' or (f.status = 'DECLINED' and f.error_code in ('3001', '3002')))
    order by l.id desc limit ${limit}`;
  return rows.map((row) => row.id);
}
