// Customer profiles: what a user told the brand in earlier payments. A profile is written when a transaction opens
// (open-transactions.ts); this file reads it to fill gaps of a later request (spec 2.5).
import type { Customer } from '@tollgate/provider-kit/seam/customer';
import type { Sql } from '../database/database.ts';

export async function findProfile(
  sql: Sql,
  merchantId: string,
  brandId: string,
  userId: string,
): Promise<Customer | null> {
  const rows = await sql`select profile from customers
    where merchant_id = ${merchantId} and brand_id = ${brandId} and user_id = ${userId}`;
  return rows[0]?.profile ?? null;
}
