// The filters of a listing of transactions, and their form in SQL. A filter never names the merchant or the brand: each
// call has them as arguments, and every query begins with them.
import type { ErrorCode } from '../../domain/errors/error-codes.ts';
import type { CurrencyAmount } from '../../domain/transactions/search-words.ts';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import type { Origin, Status, TransactionType } from '../../domain/transactions/transaction.ts';
import type { Place } from '../database/parameters.ts';
import { REFUNDED } from './columns.ts';

/** How much of a pay-in was refunded; pending refunds count. */
export type Refunded = 'none' | 'part' | 'all';

/** Any value of a list matches. An absent or empty field filters nothing. */
export interface TransactionFilter {
  createdFrom?: Date | null;
  /** Exclusive. */
  createdTo?: Date | null;
  statuses?: readonly Status[];
  types?: readonly TransactionType[];
  currencies?: readonly string[];
  /** As stored: an option, or one of its suboptions. */
  optionIds?: readonly string[];
  countries?: readonly string[];
  errorCodes?: readonly ErrorCode[];
  origins?: readonly Origin[];
  refunded?: readonly Refunded[];
  /** Payments of which this settlement has a matched line. */
  settlementId?: string | null;
  /** Both inclusive; in minor units, so they need a filter by one currency. */
  amountFromMinor?: bigint | null;
  amountToMinor?: bigint | null;
  /** Any of them: one amount, in the currencies that it can be of. */
  amounts?: readonly CurrencyAmount[] | null;
}

export interface PageRequest {
  merchantId: string;
  brandId: string;
  filter: TransactionFilter;
  /** `next` of the previous page; null: from the newest. */
  before: string | null;
  limit: number;
}

export interface TransactionPage {
  /** Newest first. */
  ids: string[];
  /** Where the next page begins; null: this is the last one. */
  next: string | null;
}

const CHOICES = [
  ['statuses', 'status', 'text'],
  ['types', 'type', 'text'],
  ['currencies', 'currency', 'text'],
  ['optionIds', 'option_id', 'uuid'],
  ['countries', 'country', 'text'],
  ['errorCodes', 'error_code', 'text'],
  ['origins', 'origin', 'text'],
  ['refunded', 'refunded', 'text'],
] as const;

/** Conditions for the brand and the choices, for a row with these columns. */
export function fitsChoices(
  row: 'facet' | 't',
  { brandId, filter }: Pick<PageRequest, 'brandId' | 'filter'>,
  place: Place,
): string {
  const conditions = [`${row}.brand_id = ${place(brandId)}`];
  for (const [name, column, type] of CHOICES) {
    const values = filter[name];
    if (!values || values.length === 0) continue;
    const own = row === 't' && column === 'refunded' ? `(${REFUNDED})` : `${row}.${column}`;
    conditions.push(`${own} = any(${place(values)}::${type}[])`);
  }
  return conditions.join(' and ');
}

/**
 * Conditions for the time and the cursor, for a row with an id. Ids are in the order of time
 * (domain/transactions/time-ordered-id.ts).
 */
export function fitsTime(
  id: string,
  { merchantId, filter, before }: Pick<PageRequest, 'merchantId' | 'filter' | 'before'>,
  place: Place,
): string {
  const { createdFrom, createdTo, settlementId } = filter;
  const conditions = ['true'];
  if (settlementId)
    conditions.push(`${id} in (select n.transaction_id from settlement_lines n
      where n.merchant_id = ${place(merchantId)}::uuid and n.settlement_id = ${place(settlementId)}::uuid
        and n.state = 'matched')`);
  if (createdFrom) conditions.push(`${id} >= ${place(firstIdAt(createdFrom))}::uuid`);
  if (createdTo) conditions.push(`${id} < ${place(firstIdAt(createdTo))}::uuid`);
  if (before !== null) conditions.push(`${id} < ${place(before)}::uuid`);
  return conditions.join(' and ');
}

/** Conditions for the amount, for a row `l` of the listing or `t` of transactions. */
export function fitsAmount(
  row: 'l' | 't',
  { merchantId, filter }: Pick<PageRequest, 'merchantId' | 'filter'>,
  place: Place,
): string {
  const { amountFromMinor, amountToMinor, amounts } = filter;
  const conditions = ['true'];
  if (amountFromMinor != null)
    conditions.push(`${row}.amount_minor >= ${place(String(amountFromMinor))}::bigint`);
  if (amountToMinor != null)
    conditions.push(`${row}.amount_minor <= ${place(String(amountToMinor))}::bigint`);
  if (amounts) {
    const [currencies, minors] = [
      amounts.map(({ currency }) => currency),
      amounts.map(({ minor }) => String(minor)),
    ];
    // For the index; the pair decides, because 49.90 has other minor units in another currency.
    conditions.push(`${row}.amount_minor = any(${place([...new Set(minors)])}::bigint[])`);
    const currency =
      row === 't'
        ? 't.currency'
        : `(select f.currency from facets f where f.merchant_id = ${place(merchantId)}::uuid and f.facet = l.facet)`;
    conditions.push(`(${currency}, ${row}.amount_minor) in (
      select * from unnest(${place(currencies)}::text[], ${place(minors)}::bigint[]))`);
  }
  return conditions.join(' and ');
}

export const hasAmount = ({ amountFromMinor, amountToMinor, amounts }: TransactionFilter) =>
  amountFromMinor != null || amountToMinor != null || amounts != null;

/** Makes a page from the found ids. If there is a next page, `found` has one id more than the page holds. */
export function pageOf(found: readonly string[], limit: number): TransactionPage {
  const ids = found.slice(0, limit);
  return { ids, next: found.length > limit ? ids.at(-1)! : null };
}
