// What a brand had at an instant: the closing of the last day that was over then, and the transfers since. So a statement of any
// period reads the transfers of a day or two, however many came before. Called by the statement of the portal; it only reads.
import { afterActivity, EMPTY, type Purse } from '../../domain/balance-activity.ts';
import type { Sql } from '../database.ts';
import { firstTransferAt, readActivity } from './activity.ts';
import { lastDayOverAt } from './settlement-day-store.ts';

/** Before everything of this millisecond. */
export async function balanceAt(
  sql: Sql,
  { merchantId, brandId, currency }: { merchantId: string; brandId: string; currency: string },
  instant: Date,
): Promise<Purse> {
  const day = await lastDayOverAt(sql, { merchantId, brandId }, instant);
  const begins = day?.ends ?? (await firstTransferAt(sql, merchantId, brandId));
  const opening = day?.currencies.find((one) => one.currency === currency)?.closing ?? EMPTY;
  if (!begins || begins >= instant) return opening;
  const [since] = await readActivity(sql, merchantId, brandId, [{ begins, ends: instant }]);
  return afterActivity(opening, since!.get(currency) ?? []);
}
