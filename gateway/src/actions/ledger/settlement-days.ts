// A brand's days: closed days as they were closed, open days calculated from their transfers. Each day opens with the
// closing balance of the day before.
import { afterActivity, type BrandBalance, EMPTY } from '../../domain/ledger/balance-activity.ts';
import {
  dateAt,
  dayOf,
  daysTo,
  firstOpenDay,
  mayClose,
  type SettlementDay,
} from '../../domain/ledger/settlement-day.ts';
import { daysOfMonth, monthOf } from '../../domain/ledger/settlement-month.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Sql, SqlTransaction } from '../../storage/database/database.ts';
import { firstTransferAt, readActivity } from '../../storage/ledger/activity.ts';
import {
  closedDay,
  closedDays,
  type DayReport,
  insertDay,
  lastClosedDay,
} from '../../storage/ledger/settlement-day-store.ts';

type Run = Sql | SqlTransaction;
type OfBrand = Pick<Brand, 'merchantId' | 'brandId' | 'timeZone'>;

/** Limits how many days we hold in memory for a brand with many years. */
const DAYS_A_BATCH = 31;

/** The report of a day: the stored one, or what is known so far. */
export async function dayReport(sql: Run, brand: OfBrand, date: string): Promise<DayReport> {
  const kept = await closedDay(sql, brand, date);
  if (kept) return kept;
  const before = await lastClosedDay(sql, brand, date);
  const first = await readFirstOpenDay(sql, brand, before);
  const empty = { ...dayOf(date, brand.timeZone), computedAt: null, currencies: [] };
  if (!first || first.date > date) return empty;
  const reports = await computeDays(sql, brand, before, daysTo(first, date));
  return reports.find((report) => report.date === date) ?? empty;
}

export interface MonthReport {
  month: string;
  timeZone: string;
  /** The end is exclusive. The range covers only days that are known. */
  begins: Date;
  ends: Date;
  /** When its last day was closed; null: the month is open, and its numbers still change. */
  computedAt: Date | null;
  /** In order of their dates. */
  days: DayReport[];
}

/** A month up to today: closed days as they were closed, and the open days. */
export async function monthReport(sql: Run, brand: OfBrand, month: string, now: Date): Promise<MonthReport> {
  const { first, last } = daysOfMonth(month);
  const closed = (await closedDays(sql, brand, dayBehind(last), DAYS_A_BATCH)).filter(
    ({ date }) => date >= first,
  );
  closed.reverse();
  const today = dateAt(now, brand.timeZone);
  const until = [last, today].sort()[0]!;
  const before = await lastClosedDay(sql, brand, dayBehind(until));
  const next = await readFirstOpenDay(sql, brand, before);
  const open = next && next.date <= until ? await computeDays(sql, brand, before, daysTo(next, until)) : [];
  const days = [...closed, ...open.filter(({ date }) => date >= first)];
  const plain = dayOf(first, brand.timeZone);
  const lastDay = closed.at(-1);
  return {
    month,
    timeZone: days[0]?.timeZone ?? brand.timeZone,
    begins: days[0]?.begins ?? plain.begins,
    ends: days.at(-1)?.ends ?? dayOf(last, brand.timeZone).ends,
    computedAt: open.length === 0 && last < today && lastDay ? lastDay.computedAt : null,
    days,
  };
}

const dayBehind = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

/**
 * The months in which the brand's money moved, and the present one, newest first; up to `limit`, all before `before`.
 */
export async function monthsOf(
  sql: Run,
  brand: OfBrand,
  now: Date,
  { before, limit }: { before: string | null; limit: number },
): Promise<string[]> {
  const began = await firstTransferAt(sql, brand.merchantId, brand.brandId);
  if (!began) return [];
  const first = monthOf(dateAt(began, brand.timeZone));
  const months: string[] = [];
  let month = before === null ? monthOf(dateAt(now, brand.timeZone)) : monthBefore(before);
  for (; month >= first && months.length < limit; month = monthBefore(month)) months.push(month);
  return months;
}

const monthBefore = (month: string) => Temporal.PlainYearMonth.from(month).subtract({ months: 1 }).toString();

/** Closes a brand's finished days. Answers how many; at most one batch. */
export async function closeDays(sql: Sql, brand: OfBrand, now: Date): Promise<number> {
  const before = await lastClosedDay(sql, brand);
  const first = await readFirstOpenDay(sql, brand, before);
  if (!first) return 0;
  const over = daysTo(first, dateAt(now, brand.timeZone))
    .filter((day) => mayClose(day, now))
    .slice(0, DAYS_A_BATCH);
  if (over.length === 0) return 0;
  for (const day of await computeDays(sql, brand, before, over)) await insertDay(sql, brand, day, now);
  return over.length;
}

/** null: no money ever moved. */
async function readFirstOpenDay(
  sql: Run,
  { merchantId, brandId, timeZone }: OfBrand,
  before: DayReport | null,
): Promise<SettlementDay | null> {
  const began = before ? null : await firstTransferAt(sql, merchantId, brandId);
  return firstOpenDay(before, began, timeZone);
}

async function computeDays(
  sql: Run,
  { merchantId, brandId }: OfBrand,
  before: DayReport | null,
  days: readonly SettlementDay[],
): Promise<DayReport[]> {
  const activity = await readActivity(sql, merchantId, brandId, days);
  const balances = new Map<string, BrandBalance>(
    before?.currencies.map(({ currency, closing }) => [currency, closing] as const),
  );
  return days.map((day, i) => {
    const own = activity[i]!;
    const currencies = [...new Set([...balances.keys(), ...own.keys()])].sort();
    return {
      ...day,
      computedAt: null,
      currencies: currencies.map((currency) => {
        const moved = own.get(currency) ?? [];
        const opening = balances.get(currency) ?? EMPTY;
        const closing = afterActivity(opening, moved);
        balances.set(currency, closing);
        const transfers = moved.reduce((sum, { count }) => sum + count, 0);
        return { currency, opening, closing, transfers, activity: moved };
      }),
    };
  });
}
