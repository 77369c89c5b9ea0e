// Stored month-ends (decision 108): a row for each month of a brand, its files in pieces, and the differences that the
// next month-end looks at again. A month-end exists only if it has its row. Pieces and items without a row come from a
// failed try, and a later try removes them.
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';
import { forgetSettlementsOf } from './month-end-settlement-store.ts';
import type { OfBrand } from './movements-and-entries.ts';

export interface MonthEnd extends OfBrand {
  month: string;
  id: string;
  timeZone: string;
  begins: Date;
  /** Exclusive. */
  ends: Date;
  madeBy: string;
  madeAt: Date;
  differences: number;
  changes: number;
  manifest: string;
  manifestSha256: string;
  /** The signature of its seal; null: it has none. */
  signed: { keyId: string; signature: Buffer } | null;
}

/** Newest first. */
export async function listMonthEnds(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: OfBrand,
  limit: number,
): Promise<MonthEnd[]> {
  const rows = await sql`
    select * from month_ends where merchant_id = ${merchantId} and brand_id = ${brandId} order by month desc limit ${limit}`;
  return rows.map(fromRow);
}

/** When somebody closed these months; months without a month-end are left out. */
export async function monthEndsOf(
  sql: Sql,
  { merchantId, brandId }: OfBrand,
  months: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await sql`
    select month, made_at from month_ends
    where merchant_id = ${merchantId} and brand_id = ${brandId} and month = any(${months as string[]}::text[])`;
  return new Map(rows.map((row) => [row.month, row.made_at]));
}

/** null: nobody closed this month. */
export async function findMonthEnd(
  sql: Sql | SqlTransaction,
  { merchantId, brandId }: OfBrand,
  month: string,
): Promise<MonthEnd | null> {
  const [row] = await sql`
    select * from month_ends where merchant_id = ${merchantId} and brand_id = ${brandId} and month = ${month}`;
  return row ? fromRow(row) : null;
}

/** Writes the row, and marks the statements that this month-end has read. */
export async function insertMonthEnd(
  tx: SqlTransaction,
  monthEnd: MonthEnd,
  statementIds: readonly string[],
): Promise<void> {
  const { merchantId, brandId, month, id, timeZone, begins, ends, madeBy, madeAt } = monthEnd;
  const { differences, changes, manifest, manifestSha256 } = monthEnd;
  await tx`
    insert into month_ends (merchant_id, brand_id, month, id, time_zone, begins_at, ends_at, made_by, made_at, differences, changes,
      manifest, manifest_sha256)
    values (${merchantId}, ${brandId}, ${month}, ${id}, ${timeZone}, ${begins}, ${ends}, ${madeBy}, ${madeAt}, ${differences},
      ${changes}, ${manifest}, ${manifestSha256})`;
  await tx`
    update bank_statements set month_end_id = ${id}
    where merchant_id = ${merchantId} and brand_id = ${brandId} and month_end_id is null and id = any(${statementIds as string[]}::uuid[])`;
}

/** The signature comes last, because it covers the seal, which contains a row of the audit log. */
export async function keepSignature(
  tx: SqlTransaction,
  { merchantId, brandId, month }: MonthEnd,
  { keyId, signature }: NonNullable<MonthEnd['signed']>,
): Promise<void> {
  await tx`
    update month_ends set key_id = ${keyId}, signature = ${signature}
    where merchant_id = ${merchantId} and brand_id = ${brandId} and month = ${month}`;
}

/** Statements that no month-end has read. */
export async function unreadStatements(
  sql: SqlTransaction,
  { merchantId, brandId }: OfBrand,
): Promise<string[]> {
  const rows = await sql`
    select id from bank_statements
    where merchant_id = ${merchantId} and brand_id = ${brandId} and month_end_id is null order by id`;
  return rows.map((row) => row.id);
}

export interface Part {
  merchantId: string;
  monthEndId: string;
  file: string;
  part: number;
}

export async function insertPart(sql: Sql, part: Part, bytes: Uint8Array): Promise<void> {
  const { merchantId, monthEndId, file, part: number } = part;
  await sql`
    insert into month_end_parts (merchant_id, month_end_id, file, part, bytes)
    values (${merchantId}, ${monthEndId}, ${file}, ${number}, ${Buffer.from(bytes)})`;
}

/** null: there are no more parts. */
export async function readPart(
  sql: Sql,
  { merchantId, monthEndId, file, part }: Part,
): Promise<Buffer<ArrayBuffer> | null> {
  const [row] = await sql`
    select bytes from month_end_parts
    where merchant_id = ${merchantId} and month_end_id = ${monthEndId} and file = ${file} and part = ${part}`;
  return row?.bytes ?? null;
}

export interface OpenItem {
  kind: 'movement' | 'entry';
  itemId: string;
  cause: string;
  month: string;
}

const ITEMS = new Recordset({
  merchant_id: 'uuid',
  month_end_id: 'uuid',
  kind: 'text',
  item_id: 'uuid',
  cause: 'text',
  month: 'text',
});

/** At most a thousand items. */
export async function insertItems(
  sql: Sql,
  { merchantId, monthEndId }: Pick<Part, 'merchantId' | 'monthEndId'>,
  items: readonly OpenItem[],
): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map(({ kind, itemId, cause, month }) => ({
    merchant_id: merchantId,
    month_end_id: monthEndId,
    kind,
    item_id: itemId,
    cause,
    month,
  }));
  await insertRows(sql, { into: 'month_end_items' }, ITEMS, rows);
}

const PAGE = 1_000;

export async function* itemsOf(
  sql: SqlTransaction,
  { merchantId, id, kind }: Pick<MonthEnd, 'merchantId' | 'id'> & { kind: OpenItem['kind'] },
): AsyncGenerator<OpenItem[]> {
  let after: string | null = null;
  for (;;) {
    const rows: OpenItem[] = await sql`
      select kind, item_id as "itemId", cause, month from month_end_items
      where merchant_id = ${merchantId} and month_end_id = ${id} and kind = ${kind} and (${after}::uuid is null or item_id > ${after}::uuid)
      order by item_id limit ${PAGE}`;
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.itemId;
  }
}

/** Deletes what a failed try left. */
export async function forgetTry(
  sql: Sql,
  { merchantId, monthEndId }: Pick<Part, 'merchantId' | 'monthEndId'>,
): Promise<void> {
  await sql`delete from month_end_parts where merchant_id = ${merchantId} and month_end_id = ${monthEndId}`;
  await sql`delete from month_end_items where merchant_id = ${merchantId} and month_end_id = ${monthEndId}`;
  await forgetSettlementsOf(sql, { merchantId, monthEndId });
}

/** Deletes a merchant's tries that began before an instant and made no month-end: their process died. */
export async function forgetOldTries(sql: Sql, merchantId: string, before: Date): Promise<void> {
  const left = await sql`
    select month_end_id as id from month_end_parts where merchant_id = ${merchantId} and month_end_id < ${firstIdAt(before)}::uuid
    union select month_end_id from month_end_items where merchant_id = ${merchantId} and month_end_id < ${firstIdAt(before)}::uuid
    union select month_end_id from month_end_settlements where merchant_id = ${merchantId} and month_end_id < ${firstIdAt(before)}::uuid
    union select month_end_id from month_end_settlement_items
      where merchant_id = ${merchantId} and month_end_id < ${firstIdAt(before)}::uuid
    except select id from month_ends where merchant_id = ${merchantId}`;
  for (const { id } of left) await forgetTry(sql, { merchantId, monthEndId: id });
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the table
const fromRow = (row: any): MonthEnd => ({
  merchantId: row.merchant_id,
  brandId: row.brand_id,
  month: row.month,
  id: row.id,
  timeZone: row.time_zone,
  begins: row.begins_at,
  ends: row.ends_at,
  madeBy: row.made_by,
  madeAt: row.made_at,
  differences: row.differences,
  changes: row.changes,
  manifest: row.manifest,
  manifestSha256: row.manifest_sha256,
  signed: row.signature === null ? null : { keyId: row.key_id, signature: row.signature },
});
