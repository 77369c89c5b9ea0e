// One turn of the worker that erases the work noted in erasure_work: transactions that were unfinished when a customer
// asked, transactions of a process that died, and transactions that a brand's setting reaches later. Answers whether it
// found any work.
import { withRetries } from '../../storage/database/database.ts';
import { claimErasures, type ErasureWork, putErasureOff } from '../../storage/erasure/erasure-work.ts';
import { brandsWithRetention, readAged } from '../../storage/erasure/retention-marks.ts';
import type { Context } from '../context.ts';
import { ERASED_AT_ONCE, eraseBatch, LEASE_MS } from './erase-batch.ts';
import { expiredBefore, unusedAmong } from './expired-before.ts';

const DAY_MS = 86_400_000;

export async function eraseNoted(context: Context): Promise<'more' | 'nothing'> {
  const claimed = await withRetries(() =>
    claimErasures(context.sql, context.now(), ERASED_AT_ONCE, LEASE_MS),
  );
  const groups = Map.groupBy(
    claimed,
    ({ brandId, cause, erasedAt }) => `${brandId} ${cause} ${erasedAt !== null}`,
  );
  for (const works of groups.values()) await eraseGroup(context, works);
  return claimed.length === 0 ? 'nothing' : 'more';
}

/** All rows of a group have the same brand and cause. Either all of them were erased before, or none. */
async function eraseGroup(context: Context, works: readonly ErasureWork[]): Promise<void> {
  const { merchantId, brandId, cause, erasedAt } = works[0]!;
  const brand = { merchantId, brandId };
  const transactionIds = works.map((one) => one.transactionId);
  const again = erasedAt !== null;
  if (cause === 'request' || again) {
    await eraseBatch(context, brand, { transactionIds, cause, again });
    return;
  }
  const { sql, now } = context;
  const setting = (await brandsWithRetention(sql)).find((one) => one.brandId === brandId);
  const tomorrow = { dueAt: new Date(now().getTime() + DAY_MS) };
  // The brand keeps personal data now. The mark has passed these transactions, so if the setting returns, only this
  // list finds them.
  if (!setting) return await putErasureOff(sql, merchantId, transactionIds, tomorrow);
  const limit = expiredBefore(now(), setting.months);
  const aged = await readAged(sql, merchantId, transactionIds);
  const due = aged.filter(({ endedAt }) => endedAt !== null && endedAt < limit);
  const young = aged.filter((one) => !due.includes(one)).map(({ id }) => id);
  await putErasureOff(sql, merchantId, young, tomorrow);
  if (due.length === 0) return;
  const unused = await unusedAmong(context, brand, due, limit);
  await eraseBatch(context, brand, { transactionIds: due.map(({ id }) => id), cause, unused });
}
