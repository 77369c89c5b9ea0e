// What does not go on by itself: outcomes and refunds that nobody asks about any more, and payouts that have waited long for
// their approval; the oldest first. Called by the portal. Each question has an index of its own (0001 to 0003).

import type { Refund } from '../domain/refund.ts';
import type { Transaction } from '../domain/transaction.ts';
import type { Sql } from './database.ts';
import { fromRefundRow, REFUND_COLUMNS } from './refund-row.ts';
import { COLUMNS, fromRow } from './transaction-row.ts';

interface Place {
  merchantId: string;
  brandId: string;
}

export async function undecidedTransactions(
  sql: Sql,
  { merchantId, brandId }: Place,
  limit: number,
): Promise<Transaction[]> {
  const rows = await sql`select ${sql.unsafe(COLUMNS)} from transactions
    where merchant_id = ${merchantId} and brand_id = ${brandId} and status = 'PROCESSING' and error_code = '9001'
      and due_at is null order by created_at limit ${limit}`;
  return rows.map(fromRow);
}

export async function payoutsWaitingSince(
  sql: Sql,
  { merchantId, brandId }: Place,
  before: Date,
  limit: number,
): Promise<Transaction[]> {
  const rows = await sql`select ${sql.unsafe(COLUMNS)} from transactions
    where merchant_id = ${merchantId} and brand_id = ${brandId} and status = 'PENDING' and created_at < ${before}
    order by created_at limit ${limit}`;
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
