// What does not continue by itself: outcomes, refunds and captures about which the gateway no longer asks, and payouts
// that have waited long for their approval; the oldest first. The portal calls it. Each query has its own index. It
// only reads.

import type { Capture } from '../../domain/captures/capture.ts';
import type { Refund } from '../../domain/refunds/refund.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';
import { CAPTURE_COLUMNS, fromCaptureRow } from './capture-row.ts';
import { fromRefundRow, REFUND_COLUMNS } from './refund-row.ts';
import { COLUMNS, fromRow } from './transaction-row.ts';

interface Place {
  merchantId: string;
  brandId: string;
}

/** Transactions `t` of open work `w`. */
const OF_WORK = (sql: Sql) => sql`${sql.unsafe(COLUMNS.replace(/\w+/g, 't.$&'))} from open_work w
    join transactions t on t.merchant_id = w.merchant_id and t.id = w.transaction_id`;

export async function undecidedTransactions(
  sql: Sql,
  { merchantId, brandId }: Place,
  limit: number,
): Promise<Transaction[]> {
  const rows = await sql`select ${OF_WORK(sql)}
    where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.status = 'PROCESSING' and w.error_code = '9001'
      and w.due_at is null order by w.created_at limit ${limit}`;
  return rows.map(fromRow);
}

export async function payoutsWaitingSince(
  sql: Sql,
  { merchantId, brandId }: Place,
  before: Date,
  limit: number,
): Promise<Transaction[]> {
  const rows = await sql`select ${OF_WORK(sql)}
    where w.merchant_id = ${merchantId} and w.brand_id = ${brandId} and w.status = 'PENDING' and w.created_at < ${before}
    order by w.created_at limit ${limit}`;
  return rows.map(fromRow);
}

export async function undecidedRefunds(
  sql: Sql,
  { merchantId, brandId }: Place,
  limit: number,
): Promise<Refund[]> {
  const rows = await sql`select ${sql.unsafe(REFUND_COLUMNS)} from refunds
    where merchant_id = ${merchantId} and brand_id = ${brandId} and status = 'PENDING' and due_at is null
    order by created_at limit ${limit}`;
  return rows.map(fromRefundRow);
}

export async function undecidedCaptures(
  sql: Sql,
  { merchantId, brandId }: Place,
  limit: number,
): Promise<Capture[]> {
  const rows = await sql`select ${sql.unsafe(CAPTURE_COLUMNS)} from captures
    where merchant_id = ${merchantId} and brand_id = ${brandId} and status = 'PENDING' and due_at is null
    order by created_at limit ${limit}`;
  return rows.map(fromCaptureRow);
}
