// The customers a brand knows, by their user id, and what each of them paid. Called by the portal; it only reads. What a customer
// paid is found by the search for transactions (storage/listing/), which knows the user ids.
import type { Customer, Status, TransactionType } from '../../domain/transaction.ts';
import type { Sql } from '../database.ts';
import { searchTransactions } from '../listing/search-transactions.ts';

type Of = { merchantId: string; brandId: string };

export interface KnownCustomer {
  userId: string;
  profile: Customer;
  updatedAt: Date;
}

/** In the order of their ids, behind `after`; `prefix` narrows them. */
export async function listCustomers(
  sql: Sql,
  { merchantId, brandId }: Of,
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
  { merchantId, brandId }: Of,
  userIds: readonly string[],
): Promise<KnownCustomer[]> {
  return await sql<KnownCustomer[]>`
    select user_id as "userId", profile, updated_at as "updatedAt" from customers
    where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = any(${userIds as string[]}::text[])
    order by user_id`;
}

/** Whose transactions a search finds: by e-mail, phone number, reference or card. */
export async function customersByPayment(sql: Sql, of: Of, text: string, limit: number): Promise<string[]> {
  const { ids } = await searchTransactions(sql, { ...of, filter: {}, before: null, limit, text });
  const rows = await sql`
    select distinct user_id from transactions
    where merchant_id = ${of.merchantId} and id = any(${ids}::uuid[])`;
  return rows.map((row) => row.user_id);
}

export interface CustomerTransaction {
  id: string;
  type: TransactionType;
  status: Status;
  merchantReference: string;
  currency: string;
  amountMinor: bigint;
  refundedMinor: bigint;
  optionId: string | null;
  errorCode: string | null;
  createdAt: Date;
}

/** Newest first. */
export async function transactionsOfCustomer(
  sql: Sql,
  of: Of,
  userId: string,
  before: string | null,
  limit: number,
): Promise<{ transactions: CustomerTransaction[]; next: string | null }> {
  const { ids, next } = await searchTransactions(sql, { ...of, filter: {}, before, limit, text: userId });
  // The text may also be somebody's reference.
  const rows = await sql`
    select id, type, status, merchant_reference as "merchantReference", currency, amount_minor as "amountMinor",
      amount_refunded_minor as "refundedMinor", option_id as "optionId", error_code as "errorCode",
      created_at as "createdAt"
    from transactions
    where merchant_id = ${of.merchantId} and brand_id = ${of.brandId} and id = any(${ids}::uuid[])
      and user_id = ${userId}
    order by id desc`;
  return { transactions: rows as unknown as CustomerTransaction[], next };
}
