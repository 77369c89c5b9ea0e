// Which month of a brand may be closed next: the month after the last closed month. If none is closed yet, it may be
// any month since money first moved.
import { dateAt } from '../../domain/ledger/settlement-day.ts';
import { monthOf } from '../../domain/ledger/settlement-month.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { isOver, monthAfter, periodOf } from '../../domain/month-end/period.ts';
import { firstTransferAt } from '../../storage/ledger/activity.ts';
import { listMonthEnds } from '../../storage/month-end/month-end-store.ts';
import type { Context } from '../context.ts';

/** For a brand that never closed a month. */
const MOST = 24;

export interface MonthsToClose {
  /** Finished months, newest first. */
  next: string[];
  /** The next month, if it is not over yet; null: a month may be closed now, or no money has moved. */
  openUntil: string | null;
}

export async function monthsToClose(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  brand: Pick<Brand, 'merchantId' | 'brandId' | 'timeZone'>,
): Promise<MonthsToClose> {
  const { timeZone } = brand;
  const at = now();
  const mayClose = (month: string) => isOver(periodOf(month, timeZone, null), at);
  const [last] = await listMonthEnds(sql, brand, 1);
  if (last) {
    const month = monthAfter(last.month);
    return mayClose(month) ? { next: [month], openUntil: null } : { next: [], openUntil: month };
  }
  const first = await firstMonthOf(sql, brand);
  if (first === null) return { next: [], openUntil: null };
  const next: string[] = [];
  for (let month = first; mayClose(month); month = monthAfter(month)) next.push(month);
  const openUntil = next.length === 0 ? monthOf(dateAt(at, timeZone)) : null;
  return { next: next.toReversed().slice(0, MOST), openUntil };
}

/** The month in which money first moved; null: no money has moved. */
export async function firstMonthOf(
  sql: Context['sql'],
  { merchantId, brandId, timeZone }: Pick<Brand, 'merchantId' | 'brandId' | 'timeZone'>,
): Promise<string | null> {
  const began = await firstTransferAt(sql, merchantId, brandId);
  return began && monthOf(dateAt(began, timeZone));
}
