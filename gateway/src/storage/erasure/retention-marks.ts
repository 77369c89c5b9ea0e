// How far the erasure by each brand's retention setting has come (docs/decisions/0085). It reads transactions in the
// order of their ids, which is the order in which they began, so it needs no index. Only the chore of the worker calls
// it, never a request.
import type { BrandId } from '../../domain/merchants/brand.ts';
import { isFinal, type Status } from '../../domain/transactions/transaction.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface RetentionBrand extends BrandId {
  months: number;
}

export async function brandsWithRetention(sql: Sql): Promise<RetentionBrand[]> {
  const rows = await sql`
    select merchant_id, brand_id, personal_data_months from brands where personal_data_months is not null
    order by merchant_id, brand_id`;
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    brandId: row.brand_id,
    months: row.personal_data_months,
  }));
}

/**
 * `aged`: brands that have a transaction to look at. `behind`: brands that have none, and whose mark is so old that it
 * should move.
 */
export interface AgedBrands {
  aged: RetentionBrand[];
  behind: RetentionBrand[];
}

/**
 * `aged` are the brands with a transaction after their mark that began before the id `firstYoungOf(months)`. `behind`
 * are other brands whose mark lies before the id `lagOf(months)`. One query asks for all brands: most brands have
 * nothing to erase most of the time.
 */
export async function brandsWithAged(
  sql: Sql,
  brands: readonly RetentionBrand[],
  { firstYoungOf, lagOf }: { firstYoungOf(months: number): string; lagOf(months: number): string },
): Promise<AgedBrands> {
  if (brands.length === 0) return { aged: [], behind: [] };
  const idsOf = (idOf: (months: number) => string) =>
    JSON.stringify(Object.fromEntries(brands.map(({ months }) => [months, idOf(months)])));
  const rows = await sql`
    select b.brand_id, coalesce(m.after_id, ${BEFORE_ALL}::uuid)
        < (${idsOf(lagOf)}::text::jsonb ->> b.personal_data_months::text)::uuid as is_behind,
      exists (
        select 1 from openings o where o.merchant_id = b.merchant_id and o.brand_id = b.brand_id
          and o.id > coalesce(m.after_id, ${BEFORE_ALL}::uuid)
          and o.id < (${idsOf(firstYoungOf)}::text::jsonb ->> b.personal_data_months::text)::uuid) as is_aged
    from brands b
    left join retention_marks m on m.merchant_id = b.merchant_id and m.brand_id = b.brand_id
    where b.personal_data_months is not null`;
  const found = new Map(rows.map((row) => [row.brand_id as string, row]));
  const own = ({ brandId }: RetentionBrand) => found.get(brandId);
  return {
    aged: brands.filter((one) => own(one)?.is_aged),
    behind: brands.filter((one) => own(one)?.is_behind && !own(one)!.is_aged),
  };
}

const MARKS = new Recordset({
  merchant_id: 'uuid',
  brand_id: 'uuid',
  after_id: 'uuid',
  transactions: 'integer',
  cards: 'integer',
});

/**
 * Moves the marks of brands that have no transaction between their mark and this id. So the next look begins at the id,
 * and does not read older transactions of the merchant's other brands again. A mark never moves back, although the new
 * id lies before the mark after a brand lengthens its setting.
 */
export async function advanceIdleMarks(
  sql: Sql,
  brands: readonly (BrandId & { firstYoung: string })[],
): Promise<void> {
  const after = `on conflict (merchant_id, brand_id) do update set after_id = excluded.after_id
    where m.after_id < excluded.after_id`;
  for (const own of Map.groupBy(brands, ({ merchantId }) => merchantId).values()) {
    const rows = own.map(({ merchantId, brandId, firstYoung }) => ({
      merchant_id: merchantId,
      brand_id: brandId,
      after_id: firstYoung,
      transactions: 0,
      cards: 0,
    }));
    await insertRows(sql, { into: 'retention_marks as m', after }, MARKS, rows);
  }
}

/**
 * Brands with erased data that the audit log does not mention yet, even if the setting is gone. Brands that a worker
 * has leased are left out.
 */
export async function brandsToAudit(sql: Sql, now: Date): Promise<BrandId[]> {
  const rows = await sql`select merchant_id, brand_id from retention_marks
    where transactions + cards > 0 and (leased_until is null or leased_until <= ${now})`;
  return rows.map((row) => ({ merchantId: row.merchant_id, brandId: row.brand_id }));
}

/** Answers where the brand goes on; null: another worker has it. */
export async function claimMark(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  now: Date,
  leaseMs: number,
): Promise<string | null> {
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const [mark] = await sql`
    insert into retention_marks as m (merchant_id, brand_id, after_id, transactions, cards, leased_until)
    values (${merchantId}, ${brandId}, ${BEFORE_ALL}, 0, 0, ${leasedUntil})
    on conflict (merchant_id, brand_id) do update set leased_until = excluded.leased_until
      where m.leased_until is null or m.leased_until <= ${now}
    returning after_id`;
  return mark?.after_id ?? null;
}

export async function releaseMark(sql: Sql, { merchantId, brandId }: BrandId): Promise<void> {
  await sql`update retention_marks set leased_until = null
    where merchant_id = ${merchantId} and brand_id = ${brandId}`;
}

export async function moveMark(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  afterId: string,
): Promise<void> {
  await tx`update retention_marks set after_id = ${afterId}
    where merchant_id = ${merchantId} and brand_id = ${brandId}`;
}

/** A transaction as the chore sees it. `endedAt` null: it is not finished. */
export interface Aged {
  id: string;
  userId: string;
  endedAt: Date | null;
}

/** Transactions after the mark that began before the id `firstYoung`. */
export async function agedTransactions(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { afterId, firstYoung, limit }: { afterId: string; firstYoung: string; limit: number },
): Promise<Aged[]> {
  const rows = await sql`
    select id, user_id, status, completed_at, updated_at from transactions
    where merchant_id = ${merchantId} and brand_id = ${brandId} and id > ${afterId} and id < ${firstYoung}
    order by id limit ${limit}`;
  return rows.map(toAged);
}

export async function readAged(sql: Sql, merchantId: string, ids: readonly string[]): Promise<Aged[]> {
  const rows = await sql`
    select id, user_id, status, completed_at, updated_at from transactions
    where merchant_id = ${merchantId} and id = any(${ids as string[]}::uuid[]) order by id`;
  return rows.map(toAged);
}

// biome-ignore lint/suspicious/noExplicitAny: a row as the driver hands it over, typed by the columns above
function toAged(row: any): Aged {
  const isOver = isFinal(row.status as Status);
  return { id: row.id, userId: row.user_id, endedAt: isOver ? (row.completed_at ?? row.updated_at) : null };
}

export interface Expired {
  transactions: number;
  cards: number;
}

/** Counts for the row of the audit log at the end of a run. Part of the commit that erased the data. */
export async function countExpired(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
  { transactions, cards }: Expired,
): Promise<void> {
  if (transactions + cards === 0) return;
  await tx`update retention_marks set transactions = transactions + ${transactions}, cards = cards + ${cards}
    where merchant_id = ${merchantId} and brand_id = ${brandId}`;
}

/** Answers the counts since the last call and resets them; null: nothing. */
export async function takeExpired(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandId,
): Promise<Expired | null> {
  const [counted] = await tx`select transactions, cards from retention_marks
    where merchant_id = ${merchantId} and brand_id = ${brandId} and transactions + cards > 0 for update`;
  if (!counted) return null;
  await tx`update retention_marks set transactions = 0, cards = 0
    where merchant_id = ${merchantId} and brand_id = ${brandId}`;
  return { transactions: counted.transactions, cards: counted.cards };
}
