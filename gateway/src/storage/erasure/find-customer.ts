// Finds the transactions of a customer for their erasure: by the search terms of the listing, as a person's search
// does, and among those that are not folded yet. The terms are hashes, so it compares the values of each transaction,
// ignoring case. It never answers a transaction that does not fit.
import type { BrandId } from '../../domain/merchants/brand.ts';
import type { Sql } from '../database/database.ts';
import { termOn, termTextOf } from '../listing/columns.ts';
import { IS_FILLED } from '../listing/fill-listing.ts';
import { listedDays, QUEUED } from '../listing/list-transactions.ts';

/** Both name the same person; at least one is given. */
export interface CustomerName {
  userId: string | null;
  email: string | null;
}

/** $1 the merchant, $2 the brand, $3 the user id, $4 the e-mail address. */
const FITS = `t.merchant_id = $1 and t.brand_id = $2
  and (t.user_id = $3::text or lower(t.details #>> '{customer,email}') = lower($4::text))`;

const { first: FIRST_DAY, last: LAST_DAY } = listedDays('$1::uuid');

/**
 * One look into the index for all days; each day has its own terms. $5: the id of a transaction, if the gateway made up
 * the user id from it.
 */
const LISTED = `
  with ${QUEUED('$1::uuid')}, wanted as materialized (
    select array_agg(term) as terms from (
      select ${termOn('day', 'own.text')} as term from generate_series(${FIRST_DAY}, ${LAST_DAY}) as day
      cross join (values (${termTextOf('$2::uuid', 'reference', '$3::text')}), (${termTextOf('$2::uuid', 'email', '$4::text')}))
        as own (text)
      where own.text is not null) as terms
  )
  select ${IS_FILLED} as filled, array(
    select t.id from transactions t
    where ${FITS} and t.id in (
      select l.id from listing l where l.merchant_id = $1 and l.terms && (select terms from wanted)
      union select id from queued union select $5::uuid)
    order by t.id) as ids`;

/** This statement is used as long as the listing is incomplete. */
const ALL = `select array(select t.id from transactions t where ${FITS} order by t.id) as ids`;

const MADE_UP = /^user-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Oldest first. */
export async function findTransactionsOf(
  sql: Sql,
  { merchantId, brandId }: BrandId,
  { userId, email }: CustomerName,
): Promise<string[]> {
  const named = [merchantId, brandId, userId, email];
  const [row] = await sql.unsafe(LISTED, [...named, MADE_UP.exec(userId ?? '')?.[1] ?? null] as never[]);
  if (row!.filled) return row!.ids;
  const [all] = await sql.unsafe(ALL, named as never[]);
  return all!.ids;
}
