// The filters of the list of transactions, as they stand in its address and in the gateway's query.
import type { FiltersOf } from '../../shell/search/search-text.ts';

export const FILTERS = {
  q: 'text',
  from: 'text',
  to: 'text',
  amountFrom: 'text',
  amountTo: 'text',
  status: 'list',
  type: 'list',
  currency: 'list',
  option: 'list',
  country: 'list',
  errorCode: 'list',
  refunded: 'list',
  moneyBack: 'list',
  /** all, or day: those that lapse within 24 hours. */
  authorized: 'list',
  /** Hidden columns. */
  hide: 'list',
} as const;

export type ListSearch = FiltersOf<typeof FILTERS>;

/** The search in the gateway's form: lists are separated by commas. */
export function queryOf({ hide: _, ...search }: ListSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );
}
