// A brand's transactions, newest first, a page at a time (contract 5). Called by transaction-store.ts. It walks along the
// primary key, because ids are in the order of time (domain/time-ordered-id.ts): the next page begins behind the last id.
import { firstIdAt } from '../domain/time-ordered-id.ts';
import type { Status, TransactionType } from '../domain/transaction.ts';
import type { Sql } from './database.ts';

/** null: whatever it is. */
export interface ListFilter {
  createdFrom: Date | null;
  /** Itself left out. */
  createdTo: Date | null;
  status: Status | null;
  type: TransactionType | null;
  currency: string | null;
  optionIds: string[] | null;
  /** Older than this one. */
  before: string | null;
}

export async function listTransactions(
  sql: Sql,
  merchantId: string,
  brandId: string,
  { createdFrom, createdTo, status, type, currency, optionIds, before }: ListFilter,
  limit: number,
): Promise<{ merchantId: string; id: string }[]> {
  const rows = await sql`
    select id from transactions where merchant_id = ${merchantId} and brand_id = ${brandId}
      ${createdFrom === null ? sql`` : sql`and id >= ${firstIdAt(createdFrom)}`}
      ${createdTo === null ? sql`` : sql`and id < ${firstIdAt(createdTo)}`}
      ${before === null ? sql`` : sql`and id < ${before}`}
      ${status === null ? sql`` : sql`and status = ${status}`}
      ${type === null ? sql`` : sql`and type = ${type}`}
      ${currency === null ? sql`` : sql`and currency = ${currency}`}
      ${optionIds === null ? sql`` : sql`and option_id = any(${optionIds}::uuid[])`}
    order by id desc limit ${limit}`;
  return rows.map(({ id }) => ({ merchantId, id }));
}
