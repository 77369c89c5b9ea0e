// What a brand's setting for personal data reaches: the moment that many months ago, and the customers without a newer
// transaction. Their profile and saved cards are erased too.
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

/** The users whose transactions are all old and finished. */
export async function unusedAmong(
  { sql }: Pick<Context, 'sql'>,
  brand: BrandId,
  expired: readonly Aged[],
  limit: Date,
): Promise<string[]> {
  const users = new Set(expired.flatMap((one) => namedUser(one) ?? []));
  const youngest = firstIdAt(limit);
  const unused: string[] = [];
  for (const userId of users) {
    const ids = await findTransactionsOf(sql, brand, { userId, email: null });
    if (ids.every((id) => id < youngest)) unused.push(userId);
  }
  return unused;
}
