// Closes the days of all brands some minutes after they ended (domain/ledger/settlement-day.ts). A loop of chores.ts.
// Several workers may run it: the second changes nothing. A brand whose day cannot be closed does not stop the others.
import type { Context } from '../actions/context.ts';
import { closeDays } from '../actions/ledger/settlement-days.ts';
import { firstOpenDay, mayClose } from '../domain/ledger/settlement-day.ts';
import { isDatabaseTrouble } from '../storage/database/database.ts';
import { firstTransferAt } from '../storage/ledger/activity.ts';
import { brandsToClose } from '../storage/ledger/settlement-day-store.ts';

/**
 * The shortest day has 23 hours. Only a day on which the brand's time zone is changed can be shorter: it is closed some
 * hours late.
 */
const SHORTEST_DAY_MS = 23 * 3_600_000;

export function closeEndedDays(context: Pick<Context, 'sql' | 'now' | 'log'>) {
  /** The first movement of money, for brands without a closed day: this time never changes. */
  const began = new Map<string, Date | null>();
  return async (): Promise<'more' | 'done'> => {
    const now = context.now();
    let more = false;
    for (const brand of await brandsToClose(context.sql, new Date(now.getTime() - SHORTEST_DAY_MS))) {
      try {
        // This needs mostly no query for each brand. In the hour before their days end, the list has all brands.
        const { merchantId, brandId } = brand;
        if (!brand.last && !began.get(brandId))
          began.set(brandId, await firstTransferAt(context.sql, merchantId, brandId));
        const next = firstOpenDay(brand.last, began.get(brandId) ?? null, brand.timeZone);
        if (!next || !mayClose(next, now)) continue;
        began.delete(brandId);
        more = (await closeDays(context.sql, brand, now)) > 1 || more;
      } catch (error) {
        if (isDatabaseTrouble(error)) throw error;
        context.log.error({ err: error, brandId: brand.brandId }, 'a day could not be closed');
      }
    }
    return more ? 'more' : 'done';
  };
}
