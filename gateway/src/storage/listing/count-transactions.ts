// Counts the transactions that a filter matches, from the totals of days. It takes some tens of milliseconds for a
// month of a million transactions. It only reads.
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Sql } from '../database/database.ts';
import { type Place, parameters } from '../database/parameters.ts';
import { DAY_MS } from './columns.ts';
import { IS_FILLED } from './fill-listing.ts';
import { fitsChoices, fitsTime, type PageRequest } from './filter.ts';
import { QUEUED } from './list-transactions.ts';

/**
 * null: only a count one by one would tell. The totals do not contain single amounts, and they are unusable until the
 * listing is complete.
 */
export async function countTransactions(
  sql: Sql,
  request: Pick<PageRequest, 'merchantId' | 'brandId' | 'filter'>,
): Promise<number | null> {
  const { createdFrom, createdTo, amountFromMinor, amountToMinor } = request.filter;
  if (amountFromMinor != null || amountToMinor != null) return null;
  const { values, place } = parameters();
  const merchant = `${place(request.merchantId)}::uuid`;
  const within = { ...request, before: null };
  const first = createdFrom ? Math.ceil(createdFrom.getTime() / DAY_MS) : null;
  const end = createdTo ? Math.floor(createdTo.getTime() / DAY_MS) : null;
  const listed = `from listing l where l.merchant_id = ${merchant} and l.facet in (select facet from fits)
      and ${fitsTime('l.id', within, place)}`;
  const [row] = await sql.unsafe(
    `with ${QUEUED(merchant)}, fits as materialized (
       select facet.facet from facets facet
       where facet.merchant_id = ${merchant} and ${fitsChoices('facet', request, place)}
     )
     select ${IS_FILLED} as filled, (
       coalesce((select sum(d.count) from daily_totals d where d.merchant_id = ${merchant}
         and d.facet in (select facet from fits) ${wholeDays(first, end, place)}), 0)
       + (select count(*) ${listed} and ${outsideOf(first, end, place)})
       - (select count(*) ${listed} and l.id in (select id from queued))
       + (select count(*) from queued q join transactions t on t.merchant_id = ${merchant} and t.id = q.id
          where ${fitsChoices('t', request, place)} and ${fitsTime('t.id', within, place)})
     )::float8 as count`,
    values as never[],
  );
  return row!.filled ? row!.count : null;
}

/** Days since 1970, from `first` on and before `end`; null: without an end. */
function wholeDays(first: number | null, end: number | null, place: Place): string {
  const from = first === null ? '' : `and d.day >= ${place(first)}::integer`;
  return end === null ? from : `${from} and d.day < ${place(end)}::integer`;
}

/** Transactions before the first of these days, or after the last. For a period within one day, that is all of them. */
function outsideOf(first: number | null, end: number | null, place: Place): string {
  if (first !== null && end !== null && first >= end) return 'true';
  const idOf = (day: number) => `${place(firstIdAt(new Date(day * DAY_MS)))}::uuid`;
  const before = first === null ? 'false' : `l.id < ${idOf(first)}`;
  return end === null ? before : `(${before} or l.id >= ${idOf(end)})`;
}
