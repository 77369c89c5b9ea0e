// Who a customer is and how much an erasure would take: profiles, saved cards, and sums of the transactions that
// find-customer.ts found. It only reads.
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { TransactionType } from '../../domain/transactions/transaction.ts';
import type { Sql } from '../database/database.ts';
import type { CustomerName } from './find-customer.ts';

export interface PersonSums {
  count: number;
  /** Erased only when they end. */
  open: number;
  firstAt: Date | null;
  lastAt: Date | null;
  /** All transactions, whatever became of them. */
  amounts: { type: TransactionType; currency: string; count: number; amountMinor: bigint }[];
}

/** By the key of the transactions: the listing has no names. */
export async function sumTransactions(
  sql: Sql,
  merchantId: string,
  ids: readonly string[],
): Promise<PersonSums> {
  const rows = await sql`
    select type, currency, count(*)::integer as count, sum(amount_minor)::text as amount, min(created_at) as first_at,
      max(created_at) as last_at, count(*) filter (where status in ('INIT', 'PENDING', 'PROCESSING'))::integer as open
    from transactions where merchant_id = ${merchantId} and id = any(${ids as string[]}::uuid[])
    group by type, currency order by type, currency`;
  const sum = (of: 'count' | 'open') => rows.reduce((all, row) => all + row[of], 0);
  const times = (of: 'first_at' | 'last_at') => rows.map((row) => (row[of] as Date).getTime());
  return {
    count: sum('count'),
    open: sum('open'),
    firstAt: rows.length > 0 ? new Date(Math.min(...times('first_at'))) : null,
    lastAt: rows.length > 0 ? new Date(Math.max(...times('last_at'))) : null,
    amounts: rows.map(({ type, currency, count, amount }) => ({
      type,
      currency,
      count,
      amountMinor: BigInt(amount),
    })),
  };
}

/** The profiles that go, and the number of their saved cards. */
export async function profilesOf(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { userId, email }: CustomerName,
): Promise<{ profiles: { userId: string; profile: Customer }[]; cards: number }> {
  const rows = await sql`
    select user_id, profile from customers where merchant_id = ${merchantId} and brand_id = ${brandId}
      and (user_id = ${userId}::text or lower(profile ->> 'email') = lower(${email}::text)) order by user_id`;
  const profiles = rows.map((row) => ({ userId: row.user_id as string, profile: row.profile as Customer }));
  const users = [...new Set([...(userId === null ? [] : [userId]), ...profiles.map((one) => one.userId)])];
  const [cards] = await sql`
    select count(*)::integer as count from cards where merchant_id = ${merchantId} and brand_id = ${brandId}
      and user_id = any(${users}::text[]) and removed_at is null`;
  return { profiles, cards: cards!.count };
}
