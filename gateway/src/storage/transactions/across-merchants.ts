// What an operator looks up without naming a merchant: payments by reference, and outcomes that nobody knows. It only
// reads, and no merchant's request ever comes here.

import type { Capture } from '../../domain/captures/capture.ts';
import type { Refund } from '../../domain/refunds/refund.ts';
import type { Transaction } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';
import { CAPTURE_COLUMNS, fromCaptureRow } from './capture-row.ts';
import { fromRefundRow, REFUND_COLUMNS } from './refund-row.ts';
import { COLUMNS, fromRow } from './transaction-row.ts';

const of = (columns: string, table: string) => columns.replace(/\w+/g, `${table}.$&`);

export interface Reference {
  merchantReference: string;
  /** undefined: in any country. */
  country: string | undefined;
  merchantId: string | undefined;
}

/** Every transaction under a reference, oldest first. */
export async function findByReferenceAnywhere(
  sql: Sql,
  { merchantReference, country, merchantId }: Reference,
  limit: number,
): Promise<Transaction[]> {
  // By merchant, so that the index on merchant and reference is used.
  const rows = await sql`
    select ${sql.unsafe(of(COLUMNS, 't'))} from merchants m join transactions t on t.merchant_id = m.merchant_id
    where t.merchant_reference = ${merchantReference}
      ${country === undefined ? sql`` : sql`and t.reference_country = ${country}`}
      ${merchantId === undefined ? sql`` : sql`and m.merchant_id = ${merchantId}`}
    order by t.id limit ${limit}`;
  return rows.map(fromRow);
}

/** null: there is none with this id. */
export async function findRefundAnywhere(sql: Sql, id: string): Promise<Refund | null> {
  const [row] = await sql`
    select ${sql.unsafe(of(REFUND_COLUMNS, 'r'))} from merchants m join brands b on b.merchant_id = m.merchant_id
    join refunds r on r.merchant_id = b.merchant_id and r.brand_id = b.brand_id
    where r.id = ${id}`;
  return row ? fromRefundRow(row) : null;
}

/** null: there is none with this id. */
export async function findCaptureAnywhere(sql: Sql, id: string): Promise<Capture | null> {
  const [row] = await sql`
    select ${sql.unsafe(of(CAPTURE_COLUMNS, 'c'))} from merchants m join brands b on b.merchant_id = m.merchant_id
    join captures c on c.merchant_id = b.merchant_id and c.brand_id = b.brand_id
    where c.id = ${id}`;
  return row ? fromCaptureRow(row) : null;
}

/** asking: the gateway still asks the provider. to-decide: it has stopped, so a person decides (contract 4). */
export const UNKNOWN_STATES = ['asking', 'to-decide'] as const;
type UnknownState = (typeof UNKNOWN_STATES)[number];

interface Page {
  /** null: both. */
  state: UnknownState | null;
  /** Only ids after this one; null: from the oldest. */
  after: string | null;
  limit: number;
}

/** Payments whose outcome nobody knows, oldest first. `open_work` has rows only for open transactions. */
export async function unknownPayments(sql: Sql, { state, after, limit }: Page): Promise<Transaction[]> {
  const due =
    state === null ? sql`` : state === 'asking' ? sql`and w.due_at is not null` : sql`and w.due_at is null`;
  const rows = await sql`
    select ${sql.unsafe(of(COLUMNS, 't'))} from open_work w
    join transactions t on t.merchant_id = w.merchant_id and t.id = w.transaction_id
    where w.status = 'PROCESSING' and w.error_code = '9001' ${due}
      and (${after}::uuid is null or w.transaction_id > ${after}::uuid)
    order by w.transaction_id limit ${limit}`;
  return rows.map(fromRow);
}

/**
 * Refunds about which the gateway no longer asks the provider, oldest first. A refund about which it still asks is just
 * in progress.
 */
export async function unknownRefunds(sql: Sql, { state, after, limit }: Page): Promise<Refund[]> {
  if (state === 'asking') return [];
  const rows = await sql`
    select ${sql.unsafe(REFUND_COLUMNS)} from refunds
    where status = 'PENDING' and due_at is null and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`;
  return rows.map(fromRefundRow);
}

/** Captures about which the gateway no longer asks the provider, oldest first. */
export async function unknownCaptures(sql: Sql, { state, after, limit }: Page): Promise<Capture[]> {
  if (state === 'asking') return [];
  const rows = await sql`
    select ${sql.unsafe(CAPTURE_COLUMNS)} from captures
    where status = 'PENDING' and due_at is null and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit}`;
  return rows.map(fromCaptureRow);
}
