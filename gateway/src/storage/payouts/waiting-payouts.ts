// Payouts that wait for their approval, oldest first, and who decided on the others. It changes nothing.
import type { Sql } from '../database/database.ts';

export interface WaitingRequest {
  merchantId: string;
  brandId: string;
  /** null: all. */
  currency: string | null;
  /** true: only payouts that came from no file. */
  apart: boolean;
  /** The last payout of the previous page. */
  after: { createdAt: Date; id: string } | null;
  limit: number;
}

/** Uses the index of pending payouts; answers one more than `limit` if there are more. */
export async function listWaiting(
  sql: Sql,
  { merchantId, brandId, currency, apart, after, limit }: WaitingRequest,
): Promise<{ id: string; createdAt: Date }[]> {
  const rows = await sql`
    select w.transaction_id as id, w.created_at from open_work w
    ${currency === null && !apart ? sql`` : sql`join openings o on o.merchant_id = w.merchant_id and o.id = w.transaction_id`}
    where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.status = 'PENDING'
      ${currency === null ? sql`` : sql`and o.currency = ${currency}`}
      ${apart ? sql`and o.details #>> '{maker,fileId}' is null` : sql``}
      ${after === null ? sql`` : sql`and (w.created_at, w.transaction_id) > (${after.createdAt}, ${after.id})`}
    order by w.created_at, w.transaction_id limit ${limit + 1}`;
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at }));
}

export interface WaitingTotal {
  currency: string;
  count: number;
  amountMinor: bigint;
  oldestAt: Date;
}

export async function sumWaiting(sql: Sql, merchantId: string, brandId: string): Promise<WaitingTotal[]> {
  const rows = await sql`
    select currency, count(*)::integer as count, sum(amount_minor)::text as amount, min(w.created_at) as oldest_at
    from open_work w join openings o on o.merchant_id = w.merchant_id and o.id = w.transaction_id
    where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.status = 'PENDING'
    group by currency order by currency`;
  return rows.map((row) => ({
    currency: row.currency,
    count: row.count,
    amountMinor: BigInt(row.amount),
    oldestAt: row.oldest_at,
  }));
}

/** The sums of all payouts up to this one in the list, itself included, in minor units by currency. */
export async function sumWaitingBefore(
  sql: Sql,
  { merchantId, brandId, apart }: Pick<WaitingRequest, 'merchantId' | 'brandId' | 'apart'>,
  upTo: { createdAt: Date; id: string },
): Promise<Map<string, bigint>> {
  const rows = await sql`
    select currency, sum(amount_minor)::text as amount
    from open_work w join openings o on o.merchant_id = w.merchant_id and o.id = w.transaction_id
    where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.status = 'PENDING'
      and (w.created_at, w.transaction_id) <= (${upTo.createdAt}, ${upTo.id})
      ${apart ? sql`and o.details #>> '{maker,fileId}' is null` : sql``}
    group by currency`;
  return new Map(rows.map((row) => [row.currency as string, BigInt(row.amount)]));
}

export interface PayoutDecision {
  action: 'payout.approved' | 'payout.declined' | 'transaction.cancelled';
  kind: string;
  name: string;
  at: Date;
}

/** By transaction, from the audit log; an automatic approval has none. */
export async function readDecisions(
  sql: Sql,
  merchantId: string,
  transactionIds: readonly string[],
): Promise<Map<string, PayoutDecision>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await sql`
    select target_id, action, actor_kind, actor_name, at from audit_log
    where target_id = any(${transactionIds as string[]}) and merchant_id = ${merchantId}
      and action in ('payout.approved', 'payout.declined', 'transaction.cancelled') order by sequence`;
  return new Map(
    rows.map((row) => [
      row.target_id,
      { action: row.action, kind: row.actor_kind, name: row.actor_name, at: row.at },
    ]),
  );
}
