// What a brand's setting for personal data reaches: the moment that many months ago, and the customers without a newer
// transaction. Their profile and saved cards are erased too, and their mandates are revoked.
import type { BrandId } from '../../domain/merchants/brand.ts';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import { namedUser } from '../../domain/transactions/transaction.ts';
import { findTransactionsOf } from '../../storage/erasure/find-customer.ts';
import type { Aged } from '../../storage/erasure/retention-marks.ts';
import type { Context } from '../context.ts';

/** The same day of an earlier month, or that month's last day; in UTC. */
export function expiredBefore(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - months);
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0);
  return then;
}

/** Customers without a transaction since this moment. */
export interface Unused {
  userIds: readonly string[];
  since: Date;
}

/** A charge of a mandate is a transaction of its customer, so nobody whose mandate is in use is among them. */
export async function unusedAmong(
  { sql }: Pick<Context, 'sql'>,
  brand: BrandId,
  expired: readonly Aged[],
  limit: Date,
): Promise<Unused> {
  const users = new Set(expired.flatMap((one) => namedUser(one) ?? []));
  const youngest = firstIdAt(limit);
  const userIds: string[] = [];
  for (const userId of users) {
    const ids = await findTransactionsOf(sql, brand, { userId, email: null });
    if (ids.every((id) => id < youngest)) userIds.push(userId);
  }
  return { userIds, since: limit };
}
