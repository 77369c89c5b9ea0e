// Entries that came before (contract 15, docs/decisions/0103): finds them by their booking and gives them the details
// that came later. Every statement is for one merchant.
import { type Sql, type SqlTransaction, send } from '../database/database.ts';
import { givenRows } from '../database/row-statements.ts';
import { Recordset, type RowOf } from '../pipeline/recordset.ts';
import type { EntryState } from './entry-store.ts';

interface OfBrand {
  merchantId: string;
  brandId: string;
}

export interface KnownRow {
  id: string;
  entryKey: string;
  /** null in this field and the next: release 0.2.0 stored the entry. */
  bookingKey: string | null;
  saidKey: string | null;
  amountMinor: bigint | null;
  day: string | null;
  state: EntryState | 'waiting';
  reason: string | null;
  isSettled: boolean;
}

/** Entries with these bookings, and entries that release 0.2.0 stored under these keys. */
export async function readKnownEntries(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  { bookingKeys, legacyKeys }: { bookingKeys: readonly string[]; legacyKeys: readonly string[] },
): Promise<KnownRow[]> {
  const rows = await sql`
    select ${sql.unsafe(COLUMNS)} from bank_entries
    where merchant_id = ${merchantId} and brand_id = ${brandId}
      and booking_key = any(${bookingKeys as string[]}::text[])
    union all
    select ${sql.unsafe(COLUMNS)} from bank_entries
    where merchant_id = ${merchantId} and brand_id = ${brandId}
      and entry_key = any(${legacyKeys as string[]}::text[]) and booking_key is null`;
  return rows.map((row) => ({
    id: row.id,
    entryKey: row.entry_key,
    bookingKey: row.booking_key,
    saidKey: row.said_key,
    amountMinor: row.amount_minor,
    day: row.day,
    state: row.state,
    reason: row.reason,
    isSettled: row.state === 'applied' || row.role !== null,
  }));
}

const COLUMNS = `id, entry_key, booking_key, said_key, amount_minor, state, reason, role,
  coalesce(booked_day, to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD')) as day`;

/** The sealed details of entries, keyed by entry id; null: erased. */
export async function readSealedDetails(
  sql: Sql,
  { merchantId }: OfBrand,
  ids: readonly string[],
): Promise<Map<string, Buffer | null>> {
  const rows = await sql`
    select id, details_sealed from bank_entries
    where merchant_id = ${merchantId} and id = any(${ids as string[]}::uuid[])`;
  return new Map(rows.map((row) => [row.id as string, row.details_sealed]));
}

const MORE = {
  merchant_id: 'uuid',
  id: 'uuid',
  statement_id: 'uuid',
  booking_key: 'text',
  said_key: 'text',
  direction: 'text',
  amount_minor: 'bigint',
  currency: 'text',
  details_sealed: 'bytea',
  state: 'text',
  reason: 'text',
  former_state: 'text',
  former_reason: 'text',
} as const;
const MORE_ROWS = new Recordset(MORE);
export type MoreRow = RowOf<typeof MORE>;

/**
 * Adds details that came with this statement. Applying the statement judges the entries again. `rows` are in the order
 * of their ids. The reason of each entry changes, so a reader with the older details can no longer save a verdict.
 * Answers how many entries were still unchanged since they were read.
 */
export async function saveMore(sql: SqlTransaction, rows: readonly MoreRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { from, sameMerchant, parameters } = givenRows(sql, MORE_ROWS, rows);
  const saved = await send(
    sql,
    `update bank_entries e set statement_id = r.statement_id, booking_key = r.booking_key, said_key = r.said_key,
       direction = r.direction, amount_minor = r.amount_minor, currency = r.currency, details_sealed = r.details_sealed,
       state = r.state, reason = r.reason, transaction_id = null, withdrawn_file = null
     from ${from} where ${sameMerchant('e.merchant_id')} and e.id = r.id and e.state = r.former_state
       and e.reason is not distinct from r.former_reason and e.role is null
     returning e.id`,
    parameters,
  );
  return saved.length;
}
