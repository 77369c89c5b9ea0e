// Closed days (settlement_days): worker/close-days.ts writes them once, reports and statements read them. No function
// here may change a row: a report stays as it was, and the nightly proof finds a report that is no longer true.

import type { Activity, BrandBalance } from '../../domain/ledger/balance-activity.ts';
import type { LastDay, SettlementDay } from '../../domain/ledger/settlement-day.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { SAMPLE_SHOP } from '../../domain/merchants/brand.ts';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { insertRows } from '../database/row-statements.ts';
import { Recordset } from '../pipeline/recordset.ts';

export interface DayOfCurrency {
  currency: string;
  opening: BrandBalance;
  closing: BrandBalance;
  transfers: number;
  activity: Activity[];
}

export interface DayReport extends SettlementDay {
  /** null: the day is not closed yet, so the numbers are the present ones. */
  computedAt: Date | null;
  /** In the order of the codes. */
  currencies: DayOfCurrency[];
}

const DAYS = new Recordset(
  {
    merchant_id: 'uuid',
    brand_id: 'uuid',
    day: 'text',
    currency: 'text',
    time_zone: 'text',
    begins_at: 'timestamptz',
    ends_at: 'timestamptz',
    opening_available_minor: 'bigint',
    opening_reserved_minor: 'bigint',
    closing_available_minor: 'bigint',
    closing_reserved_minor: 'bigint',
    transfers: 'integer',
    activity: 'jsonb',
    computed_at: 'timestamptz',
  },
  { day: 'date' },
);

/** Writes a day. If another process was first, its row stays. */
export async function insertDay(
  tx: Sql | SqlTransaction,
  { merchantId, brandId }: BrandId,
  day: DayReport,
  now: Date,
): Promise<void> {
  const rows = day.currencies.map(({ currency, opening, closing, transfers, activity }) => ({
    merchant_id: merchantId,
    brand_id: brandId,
    day: day.date,
    currency,
    time_zone: day.timeZone,
    begins_at: day.begins,
    ends_at: day.ends,
    opening_available_minor: opening.availableMinor,
    opening_reserved_minor: opening.reservedMinor,
    closing_available_minor: closing.availableMinor,
    closing_reserved_minor: closing.reservedMinor,
    transfers,
    activity: activity.map((one) => ({ ...one, amountMinor: String(one.amountMinor) })),
    computed_at: now,
  }));
  if (rows.length === 0) return;
  const after = 'on conflict (merchant_id, brand_id, day, currency) do nothing';
  await insertRows(tx, { into: 'settlement_days', after }, DAYS, rows);
}

/** The last closed day before this date; without a date, the last closed day. */
export async function lastClosedDay(
  sql: Sql | SqlTransaction,
  of: BrandId,
  before = '9999-12-31',
): Promise<DayReport | null> {
  const rows = await sql.unsafe(
    `${SELECT} and day = (select max(day) from settlement_days where merchant_id = $1 and brand_id = $2 and day < $3::date)
     order by currency`,
    [of.merchantId, of.brandId, before],
  );
  return toReport(rows);
}

/** The last closed day that had ended at this instant. */
export async function lastDayOverAt(
  sql: Sql | SqlTransaction,
  of: BrandId,
  instant: Date,
): Promise<DayReport | null> {
  const rows = await sql.unsafe(
    `${SELECT} and day = (select day from settlement_days where merchant_id = $1 and brand_id = $2 and ends_at <= $3
       order by day desc limit 1)
     order by currency`,
    [of.merchantId, of.brandId, instant],
  );
  return toReport(rows);
}

export async function closedDay(
  sql: Sql | SqlTransaction,
  of: BrandId,
  date: string,
): Promise<DayReport | null> {
  return toReport(
    await sql.unsafe(`${SELECT} and day = $3::date order by currency`, [of.merchantId, of.brandId, date]),
  );
}

export interface BrandToClose {
  merchantId: string;
  brandId: string;
  timeZone: string;
  /** null: the brand has no closed day yet. */
  last: LastDay | null;
}

/**
 * Brands that ever had money, and whose last closed day ended before this time. A new sample shop is left out while it
 * is still being filled with past days (demo/fill-sample.ts).
 */
export async function brandsToClose(sql: Sql, before: Date): Promise<BrandToClose[]> {
  const rows = await sql`
    select b.merchant_id, b.brand_id, b.time_zone, b.date, b.ends from (
      select merchant_id, brand_id, name, time_zone,
        (select d.day::text from settlement_days d where d.merchant_id = o.merchant_id
          and d.brand_id = o.brand_id order by d.day desc limit 1) as date,
        (select d.ends_at from settlement_days d where d.merchant_id = o.merchant_id
          and d.brand_id = o.brand_id order by d.day desc limit 1) as ends
      from brands o) b
    where coalesce(b.ends < ${before}, true)
      and not (b.name = ${SAMPLE_SHOP} and b.brand_id >= ${firstIdAt(before)}::uuid)
      and (exists (select 1 from balances m where m.merchant_id = b.merchant_id and m.brand_id = b.brand_id)
        or exists (select 1 from balance_changes m where m.merchant_id = b.merchant_id and m.brand_id = b.brand_id))`;
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    brandId: row.brand_id,
    timeZone: row.time_zone,
    last: row.date && { date: row.date, ends: row.ends },
  }));
}

/** Newest first. */
export async function closedDays(
  sql: Sql | SqlTransaction,
  of: BrandId,
  before: string | null,
  limit: number,
): Promise<DayReport[]> {
  const rows = await sql.unsafe(
    `${SELECT} and day in (select distinct day from settlement_days where merchant_id = $1 and brand_id = $2
       and ($3::date is null or day < $3::date) order by day desc limit $4)
     order by day desc, currency`,
    [of.merchantId, of.brandId, before, limit],
  );
  return [...Map.groupBy(rows, (row) => row.date).values()].map((own) => toReport(own)!);
}

const SELECT = `select day::text as date, currency, time_zone, begins_at, ends_at, opening_available_minor,
  opening_reserved_minor, closing_available_minor, closing_reserved_minor, transfers, activity, computed_at
  from settlement_days where merchant_id = $1 and brand_id = $2`;

// biome-ignore lint/suspicious/noExplicitAny: rows of the statement above
function toReport(rows: readonly any[]): DayReport | null {
  const [first] = rows;
  if (!first) return null;
  return {
    date: first.date,
    timeZone: first.time_zone,
    begins: first.begins_at,
    ends: first.ends_at,
    computedAt: first.computed_at,
    currencies: rows.map((row) => ({
      currency: row.currency,
      opening: {
        availableMinor: row.opening_available_minor,
        reservedMinor: row.opening_reserved_minor,
      },
      closing: {
        availableMinor: row.closing_available_minor,
        reservedMinor: row.closing_reserved_minor,
      },
      transfers: row.transfers,
      activity: row.activity.map((one: { kind: Activity['kind']; count: number; amountMinor: string }) => ({
        ...one,
        amountMinor: BigInt(one.amountMinor),
      })),
    })),
  };
}
