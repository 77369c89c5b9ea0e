// The customers that a brand knows, by their user id, and what each of them paid. It only reads. The search for
// transactions (storage/listing/) finds a customer's payments, because it has the user ids.
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { Sql } from '../database/database.ts';
import { termOn, termTextOf } from './columns.ts';
import { IS_FILLED } from './fill-listing.ts';
import { listedDays, QUEUED } from './list-transactions.ts';
import { searchTransactions } from './search-transactions.ts';

export interface KnownCustomer {
  userId: string;
  profile: Customer;
  updatedAt: Date;
}

/** In the order of their ids, after `after`; only ids that begin with `prefix`. */
export async function listCustomers(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { prefix, after, limit }: { prefix: string; after: string | null; limit: number },
): Promise<KnownCustomer[]> {
  return await sql<KnownCustomer[]>`
    select user_id as "userId", profile, updated_at as "updatedAt" from customers
    where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id > ${after ?? ''}
      and starts_with(user_id, ${prefix})
    order by user_id limit ${limit}`;
}

export async function findCustomers(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  userIds: readonly string[],
): Promise<KnownCustomer[]> {
  return await sql<KnownCustomer[]>`
    select user_id as "userId", profile, updated_at as "updatedAt" from customers
    where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = any(${userIds as string[]}::text[])
    order by user_id`;
}

/** The customers of the transactions that a search finds: by e-mail, phone number, reference or card. */
export async function customersByPayment(
  sql: Sql,
  of: BrandId,
  text: string,
  limit: number,
): Promise<string[]> {
  const { ids } = await searchTransactions(sql, { ...of, filter: {}, before: null, limit, text });
  const rows = await sql`
    select distinct user_id from openings
    where merchant_id = ${of.merchantId} and id = any(${ids}::uuid[])`;
  return rows.map((row) => row.user_id);
}

/** The sums include only this many latest transactions of each customer. */
const MOST_COUNTED = 200;

/** What a customer paid in their latest transactions. */
export interface CustomerSums {
  payments: number;
  lastPaymentAt: Date | null;
  /** Without money that was refunded, returned, or taken by disputes; in the order of the currencies. */
  paid: { currency: string; amountMinor: bigint }[];
  /** The customer has more transactions than the sums include. */
  more: boolean;
}

/** By user id, for a page of customers at once: customer by customer it would take a second. */
export async function sumsOfCustomers(
  sql: Sql,
  of: BrandId,
  userIds: readonly string[],
): Promise<Map<string, CustomerSums>> {
  if (userIds.length === 0) return new Map();
  const latest = await latestOf(sql, of, userIds);
  const sums = new Map<string, CustomerSums>();
  const byUser = Map.groupBy(latest, (one) => one.user_id);
  for (const userId of userIds) {
    const found = byUser.get(userId) ?? [];
    const payments = found.slice(0, MOST_COUNTED).filter((one) => one.paid);
    const byCurrency = Map.groupBy(payments, (one) => one.currency);
    sums.set(userId, {
      payments: payments.length,
      lastPaymentAt: payments[0]?.created_at ?? null,
      paid: [...byCurrency].map(([currency, own]) => ({
        currency,
        amountMinor: own.reduce((sum, one) => sum + one.kept, 0n),
      })),
      more: found.length > MOST_COUNTED,
    });
  }
  return sums;
}

/** The latest transactions of each of these users; newest first. */
async function latestOf(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  userIds: readonly string[],
): Promise<readonly LatestRow[]> {
  const parameters = [merchantId, brandId, userIds as string[]];
  const [listed] = await sql.unsafe(LATEST_LISTED, parameters);
  return listed!.filled
    ? await sql.unsafe<LatestRow[]>(TRANSACTIONS, [...parameters, listed!.ids])
    : await sql.unsafe<LatestRow[]>(LATEST_OF_ALL, parameters);
}

interface LatestRow {
  user_id: string;
  paid: boolean;
  /** The token of the saved card that paid it. */
  token: string | null;
  completed_at: Date | null;
  currency: string;
  kept: bigint;
  created_at: Date;
}

const { first: FIRST_DAY, last: LAST_DAY } = listedDays('$1');

/**
 * $1 is the merchant, $2 the brand, $3 the user ids. Finds the ids of these users' latest transactions, and of recent
 * changes that are not folded yet: for those the listing knows no user. Each day has its own search terms, so it reads
 * the latest days first, until it has enough. A term may also be another transaction's reference, or another user's id
 * in different letter case, so the statement looks up the user. It does not use `exists`, which takes ten times as
 * long.
 */
const LATEST_LISTED = `
  with ${QUEUED('$1::uuid')}, users as materialized (
    select user_id, ${termTextOf('$2::uuid', 'reference', 'user_id')} as text from unnest($3::text[]) as user_id
  ), days as materialized (
    select day from generate_series(${FIRST_DAY}, ${LAST_DAY}) as day order by day desc
  )
  select ${IS_FILLED} as filled, array(
    select s.id from users u cross join lateral (
      select l.id from (select day from days order by day desc) d
      cross join lateral (
        select id from (
          select id from listing where merchant_id = $1 and terms @> array[${termOn('d.day', 'u.text')}]
            and id not in (select id from queued) offset 0) l
        where (select o.user_id from openings o where o.merchant_id = $1 and o.id = l.id) = u.user_id
        order by id desc limit ${MOST_COUNTED + 1}) l
      order by d.day desc, l.id desc limit ${MOST_COUNTED + 1}) s
    union all select id from queued) as ids`;

const COLUMNS = `t.user_id, t.type = 'PAYIN' and t.status = 'COMPLETED' as paid, t.currency,
  case when t.returned is null then t.amount_captured_minor - t.amount_refunded_minor - coalesce((
    select sum(d.amount_minor) from disputes d where d.merchant_id = $1 and d.transaction_id = t.id
      and d.funds_withheld), 0)::bigint else 0 end as kept, t.created_at, t.card ->> 'token' as token, t.completed_at`;

/**
 * $4 has their ids. This is a separate statement, because Citus reads every transaction of the merchant if the ids come
 * from a join. Newest first.
 */
const TRANSACTIONS = `
  select ${COLUMNS} from transactions t
  where t.merchant_id = $1 and t.brand_id = $2 and t.user_id = any($3) and t.id = any($4)
  order by t.id desc`;

/** For the time until the listing is complete. */
const LATEST_OF_ALL = `
  select l.* from unnest($3::text[]) as u (user_id) cross join lateral (
    select ${COLUMNS}, t.id from transactions t
    where t.merchant_id = $1 and t.brand_id = $2 and t.user_id = u.user_id
    order by t.id desc limit ${MOST_COUNTED + 1}) l
  order by l.id desc`;

/** When each saved card of a customer last paid, by its token, according to their latest transactions. */
export async function lastPaymentsByCard(sql: Sql, of: BrandId, userId: string): Promise<Map<string, Date>> {
  const last = new Map<string, Date>();
  for (const { paid, token, completed_at } of await latestOf(sql, of, [userId])) {
    if (!paid || token === null || completed_at === null) continue;
    const known = last.get(token);
    if (known === undefined || completed_at > known) last.set(token, completed_at);
  }
  return last;
}
