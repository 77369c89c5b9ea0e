// Files of payouts of which some wait for their approval, and the waiting payouts of one file, in the order of its
// lines. It reads all waiting payouts of the brand, by the index of pending ones, as their sums do. It changes nothing.
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { Maker } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';

export interface WaitingFile {
  fileId: string;
  maker: Maker;
  oldestAt: Date;
  /** By currency, sorted. */
  totals: { currency: string; count: number; amountMinor: bigint }[];
}

/** Oldest first; one more than `limit` if there are more. */
export async function listWaitingFiles(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  limit: number,
): Promise<WaitingFile[]> {
  const rows = await sql`
    with waiting as (
      select o.details -> 'maker' as maker, o.currency, o.amount_minor, w.created_at
      from open_work w join openings o on o.merchant_id = w.merchant_id and o.id = w.transaction_id
      where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.status = 'PENDING'
        and o.details #>> '{maker,fileId}' is not null
    ), sums as (
      select maker ->> 'fileId' as file_id, currency, count(*)::integer as count, sum(amount_minor)::text as amount,
        min(created_at) as oldest_at, (array_agg(maker))[1] as maker
      from waiting group by 1, 2
    )
    select file_id, min(oldest_at) as oldest_at, (array_agg(maker))[1] as maker,
      json_agg(json_build_object('currency', currency, 'count', count, 'amount', amount) order by currency) as totals
    from sums group by file_id order by oldest_at, file_id limit ${limit + 1}`;
  return rows.map((row) => ({
    fileId: row.file_id,
    maker: row.maker,
    oldestAt: row.oldest_at,
    totals: row.totals.map((one: { currency: string; count: number; amount: string }) => ({
      currency: one.currency,
      count: one.count,
      amountMinor: BigInt(one.amount),
    })),
  }));
}

/** Those behind the line; one more than `limit` if there are more. */
export async function listWaitingOfFile(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { fileId, afterLine, limit }: { fileId: string; afterLine: number; limit: number },
): Promise<{ id: string; line: number }[]> {
  const rows = await sql`
    select o.id, (o.details #>> '{maker,line}')::integer as line
    from open_work w join openings o on o.merchant_id = w.merchant_id and o.id = w.transaction_id
    where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.status = 'PENDING'
      and o.details #>> '{maker,fileId}' = ${fileId} and (o.details #>> '{maker,line}')::integer > ${afterLine}
    order by line limit ${limit + 1}`;
  return rows.map(({ id, line }) => ({ id, line }));
}

/** The sums of the file's waiting payouts up to this line, in minor units by currency. */
export async function sumWaitingOfFile(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { fileId, upToLine }: { fileId: string; upToLine: number },
): Promise<Map<string, bigint>> {
  const rows = await sql`
    select o.currency, sum(o.amount_minor)::text as amount
    from open_work w join openings o on o.merchant_id = w.merchant_id and o.id = w.transaction_id
    where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.status = 'PENDING'
      and o.details #>> '{maker,fileId}' = ${fileId} and (o.details #>> '{maker,line}')::integer <= ${upToLine}
    group by o.currency`;
  return new Map(rows.map((row) => [row.currency as string, BigInt(row.amount)]));
}
