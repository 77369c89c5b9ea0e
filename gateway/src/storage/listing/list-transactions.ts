// A brand's transactions, newest first, a page at a time (contract 5). Ids are in the order of time
// (domain/transactions/time-ordered-id.ts), so the next page begins after the last id. It first reads the newest
// transactions; if those do not fill the page, it reads the listing, whose cost grows with the number of matching
// facets and not with the number of transactions. For an amount it uses the index on amounts. It only reads.
import type { Sql } from '../database/database.ts';
import { type Place, parameters } from '../database/parameters.ts';
import { DAY_MS, dayOf } from './columns.ts';
import { IS_FILLED } from './fill-listing.ts';
import {
  fitsAmount,
  fitsChoices,
  fitsTime,
  hasAmount,
  type PageRequest,
  pageOf,
  type TransactionPage,
} from './filter.ts';

/** It reads this many transactions one by one, which takes a few milliseconds. */
const NEWEST = 500;
/** If a page has to read more transactions with its amount than this, reading each facet is cheaper. */
const FEW = 2_000;

export async function listTransactions(
  sql: Sql,
  request: PageRequest,
  newest = NEWEST,
  few = FEW,
): Promise<TransactionPage> {
  const { limit } = request;
  const walked = await walk(sql, request, newest);
  if (walked.length > limit) return pageOf(walked, limit);
  const listed = (await readAmounts(sql, request, few)) ?? (await readListing(sql, request));
  return pageOf(listed ?? (await walk(sql, request, null)), limit);
}

/** Reads the transactions themselves; `most`: only this many of the merchant's newest ones, null: all. */
async function walk(sql: Sql, request: PageRequest, most: number | null): Promise<string[]> {
  const { values, place } = parameters();
  const rows = await sql.unsafe(
    `select t.id from (
       select * from transactions t where t.merchant_id = ${place(request.merchantId)}
         and ${fitsTime('t.id', request, place)}
       order by t.id desc ${most === null ? '' : `limit ${most}`}) t
     where ${fitsChoices('t', request, place)} and ${fitsAmount('t', request, place)}
     order by t.id desc limit ${place(request.limit + 1)}`,
    values as never[],
  );
  return rows.map(({ id }) => id);
}

/**
 * null: the filter has no amount, too many transactions have that amount, or the listing is not complete yet. It begins
 * with the latest days and stops when the page is full. One statement, for the same reason as below.
 */
async function readAmounts(sql: Sql, request: PageRequest, few: number): Promise<string[] | null> {
  if (!hasAmount(request.filter)) return null;
  const { values, place } = parameters();
  const merchant = `${place(request.merchantId)}::uuid`;
  const most = `${place(request.limit + 1)}::integer`;
  const limit = `${place(few)}::integer`;
  const rows = await sql.unsafe(
    `with ${QUEUED(merchant)}, found as materialized (
       select near.id, near.too_many from (
         select days.day, x.id, x.facet,
           x.of_day > ${limit} or row_number() over (order by days.day desc, x.id desc) > ${limit} as too_many
         from (${daysOf(merchant, request, place)}) days
         cross join lateral (
           select l.id, l.facet, count(*) over () as of_day from (
             select l.id, l.facet from listing l
             where l.merchant_id = ${merchant} and l.day = days.day and ${fitsAmount('l', request, place)}
             limit ${limit} + 1) l
           order by l.id desc) x) near
       where near.too_many or (${fitsTime('near.id', request, place)} and near.id not in (select id from queued) and exists (
         select from facets facet
         where facet.merchant_id = ${merchant} and facet.facet = near.facet and ${fitsChoices('facet', request, place)}))
       order by near.day desc, near.id desc limit ${most}
     ), page as (
       (select id from found) union all (${fromQueued(merchant, most, request, place)})
     )
     select ${IS_FILLED} as filled, not exists (select from found where too_many) as known,
       array(select id from page order by id desc limit ${most}) as ids`,
    values as never[],
  );
  const { filled, known, ids } = rows[0] as unknown as { filled: boolean; known: boolean; ids: string[] };
  return filled && known ? ids : null;
}

/**
 * null: the listing is not complete yet. One statement, so it sees each transaction in exactly one place: for a
 * transaction that changed since the fold (`queued`) it reads the transaction and ignores the row of the listing.
 */
async function readListing(sql: Sql, request: PageRequest): Promise<string[] | null> {
  const { values, place } = parameters();
  const merchant = `${place(request.merchantId)}::uuid`;
  const most = `${place(request.limit + 1)}::integer`;
  const rows = await sql.unsafe(
    `with ${QUEUED(merchant)}, fits as materialized (
       select facet.facet from facets facet
       where facet.merchant_id = ${merchant} and ${fitsChoices('facet', request, place)}
     ), ${newestOf(merchant, most, request, place)}, found as (
       (select l.id from busiest cross join lateral (${ofFacet('busiest', merchant, request, place)} limit ${most}) l)
       union all (${fromQueued(merchant, most, request, place)})
     )
     select ${IS_FILLED} as filled, array(select id from found order by id desc limit ${most}) as ids`,
    values as never[],
  );
  const { filled, ids } = rows[0] as unknown as { filled: boolean; ids: string[] };
  return filled ? ids : null;
}

const fromQueued = (merchant: string, most: string, request: PageRequest, place: Place) =>
  `select t.id from (select id from queued q where ${fitsTime('q.id', request, place)} order by id desc) q
        join transactions t on t.merchant_id = ${merchant} and t.id = q.id
        where ${fitsChoices('t', request, place)} and ${fitsAmount('t', request, place)}
        order by q.id desc limit ${most}`;

/** Transactions that changed since the last fold. */
export const QUEUED = (merchant: string) => `queued as materialized (
       select distinct unnest(c.transaction_ids) as id from transaction_changes c where c.merchant_id = ${merchant}
     )`;

/**
 * If facets are sorted by their newest transaction, the newest n transactions are all in the first n facets: each of
 * these facets has a newer transaction than any later facet. So the statement does one index lookup for each facet, and
 * then reads only n facets.
 */
const newestOf = (
  merchant: string,
  most: string,
  request: PageRequest,
  place: Place,
) => `busiest as materialized (
       select fits.facet from fits
       cross join lateral (${ofFacet('fits', merchant, request, place)} limit 1) l
       order by l.id desc limit ${most}
     )`;

const ofFacet = (facets: string, merchant: string, request: PageRequest, place: Place) =>
  `select l.id from listing l where l.merchant_id = ${merchant} and l.facet = ${facets}.facet
         and ${fitsTime('l.id', request, place)} and ${fitsAmount('l', request, place)}
         and l.id not in (select id from queued)
       order by l.id desc`;

/** The days on which a match may be, the latest first, so that a search stops when it has enough. */
export function daysOf(
  merchant: string,
  { filter: { createdFrom, createdTo }, before }: PageRequest,
  place: Place,
): string {
  const numberOf = (at: Date) => `${place(Math.floor(at.getTime() / DAY_MS))}::integer`;
  const { first, last } = listedDays(merchant);
  const latest = [last];
  if (createdTo) latest.push(numberOf(createdTo));
  if (before !== null) latest.push(dayOf(`${place(before)}::uuid`));
  return `select day from generate_series(
      ${createdFrom ? `greatest(${first}, ${numberOf(createdFrom)})` : first},
      least(${latest.join(', ')})) as day order by day desc`;
}

/** The days of the first and of the last transaction in the listing. */
export function listedDays(merchant: string): { first: string; last: string } {
  const dayAt = (order: 'asc' | 'desc') =>
    `(select ${dayOf('id')} from listing where merchant_id = ${merchant} order by id ${order} limit 1)`;
  return { first: dayAt('asc'), last: dayAt('desc') };
}
