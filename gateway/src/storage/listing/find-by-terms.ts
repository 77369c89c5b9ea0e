// Finds the newest transactions that have wanted search terms: in the listing, day by day, the latest first, until the
// page is full, and among the transactions that changed since the last fold; while the listing is not complete, in all
// transactions. search-transactions.ts and search-words.ts say which terms are wanted. It only reads.
import type { Sql } from '../database/database.ts';
import { type Place, parameters } from '../database/parameters.ts';
import { dayOf, termsOfT } from './columns.ts';
import { IS_FILLED } from './fill-listing.ts';
import { fitsAmount, fitsChoices, fitsTime, type PageRequest } from './filter.ts';
import { daysOf, QUEUED } from './list-transactions.ts';

/**
 * Keeps the order and the limit out of the plan: with them the planner would walk along the ids instead of using the
 * terms.
 */
const BY_TERM = 'offset 0';

/** `place` names a value as a parameter of the statement. */
export interface Wanted {
  /** A query; its rows are `w` in the conditions below. */
  rows: (place: Place) => string;
  /** For a row `l` of the listing, on the day `days.day`. */
  inListing: string;
  /** For an array of all terms of a transaction on a day. */
  inTerms: (terms: string, day: string) => string;
  /** A query of further ids, which have an index of their own. Absent: there are none. */
  named?: (merchant: string, place: Place) => string;
}

/** One more than the limit if there are more. */
export async function findByTerms(sql: Sql, request: PageRequest, wanted: Wanted): Promise<string[]> {
  return (await findListed(sql, request, wanted)) ?? (await walk(sql, request, wanted));
}

/** null: the listing is not complete yet. */
async function findListed(
  sql: Sql,
  request: PageRequest,
  { rows: wantedRows, inListing, inTerms, named }: Wanted,
): Promise<string[] | null> {
  const { values, place } = parameters();
  const merchant = `${place(request.merchantId)}::uuid`;
  const most = `${place(request.limit + 1)}::integer`;
  const fitsRow = `${fitsChoices('t', request, place)} and ${fitsTime('t.id', request, place)}
       and ${fitsAmount('t', request, place)}`;
  const rows = await sql.unsafe(
    `with ${QUEUED(merchant)}, wanted as materialized (${wantedRows(place)}
     ), fits as materialized (
       select facet.facet from facets facet
       where facet.merchant_id = ${merchant} and ${fitsChoices('facet', request, place)}
     ), found as (
       (select x.id from (${daysOf(merchant, request, place)}) days
        cross join lateral (
          select id from (
            select l.id from wanted w join listing l on l.merchant_id = ${merchant} and ${inListing}
            where ${fitsTime('l.id', request, place)} and l.facet in (select facet from fits)
              and ${fitsAmount('l', request, place)} and l.id not in (select id from queued)
            ${BY_TERM}) l
          order by id desc limit ${most}) x
        order by days.day desc, x.id desc limit ${most})
       union
       (select t.id from queued q join transactions t on t.merchant_id = ${merchant} and t.id = q.id
        where ${fitsRow} and ${hasWanted(merchant, inTerms)}
        order by t.id desc limit ${most})
       ${
         named === undefined
           ? ''
           : `union
       (select t.id from (${named(merchant, place)}) named
        join transactions t on t.merchant_id = ${merchant} and t.id = named.id where ${fitsRow}
        order by t.id desc limit ${most})`
       }
     )
     select ${IS_FILLED} as filled, array(select id from found order by id desc limit ${most}) as ids`,
    values as never[],
  );
  const { filled, ids } = rows[0] as unknown as { filled: boolean; ids: string[] };
  return filled ? ids : null;
}

/** Searches all transactions. */
async function walk(
  sql: Sql,
  request: PageRequest,
  { rows: wantedRows, inTerms, named }: Wanted,
): Promise<string[]> {
  const { values, place } = parameters();
  const merchant = `${place(request.merchantId)}::uuid`;
  const rows = await sql.unsafe(
    `with wanted as materialized (${wantedRows(place)})
     select t.id from transactions t where t.merchant_id = ${merchant} and ${fitsChoices('t', request, place)}
       and ${fitsTime('t.id', request, place)} and ${fitsAmount('t', request, place)}
       and (${hasWanted(merchant, inTerms)}${named === undefined ? '' : ` or t.id in (${named(merchant, place)})`})
     order by t.id desc limit ${place(request.limit + 1)}`,
    values as never[],
  );
  return rows.map(({ id }) => id);
}

const hasWanted = (merchant: string, inTerms: Wanted['inTerms']) => `exists (
          select from (select ${termsOfT(merchant)} as own) as terms join wanted w on ${inTerms('own', dayOf('t.id'))})`;
