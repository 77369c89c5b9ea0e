// A brand's balance at an instant: the closing balance of the last day before it, plus the transfers since. So a
// statement of any period reads the transfers of a day or two, however many there were before. It only reads.
import { afterActivity, type BrandBalance, EMPTY } from '../../domain/ledger/balance-activity.ts';
import type { Sql, SqlTransaction } from '../database/database.ts';
import { firstTransferAt, readActivity } from './activity.ts';
import { listTransfers, type ShownTransfer, type TransferQuery } from './list-transfers.ts';
import { lastDayOverAt } from './settlement-day-store.ts';

/**
 * A page of transfers and the balance at the end of its period, both from the same moment. A commit between two queries
 * would make every balance on the page wrong.
 */
export async function transfersWithBalance(
  sql: Sql,
  query: TransferQuery & { currency: string },
): Promise<{ transfers: ShownTransfer[]; balance: BrandBalance }> {
  return await sql.begin('isolation level repeatable read read only', async (tx) => {
    const transfers = await listTransfers(tx, query);
    return { transfers, balance: await balanceAt(tx, query, query.ends) };
  });
}

/** The balance before all transfers of this millisecond. */
async function balanceAt(
  sql: SqlTransaction,
  { merchantId, brandId, currency }: { merchantId: string; brandId: string; currency: string },
  instant: Date,
): Promise<BrandBalance> {
  const day = await lastDayOverAt(sql, { merchantId, brandId }, instant);
  const begins = day?.ends ?? (await firstTransferAt(sql, merchantId, brandId));
  const opening = day?.currencies.find((one) => one.currency === currency)?.closing ?? EMPTY;
  if (!begins || begins >= instant) return opening;
  const [since] = await readActivity(sql, merchantId, brandId, [{ begins, ends: instant }]);
  return afterActivity(opening, since!.get(currency) ?? []);
}
