// The addresses of transactions. Every filter of the list is in its address, so that it survives a reload and can be
// shared. No file named routes.ts imports a screen: screens import their route.
import { createRoute } from '@tanstack/react-router';
import { brandRoute } from '../../shell/routes.ts';
import { listOf, oneOf } from '../../shell/search/search-text.ts';

const LISTS = ['status', 'type', 'currency', 'option', 'country', 'errorCode', 'refunded', 'hide'] as const;
const TEXTS = ['q', 'from', 'to', 'amountFrom', 'amountTo'] as const;

export type ListSearch = Partial<
  Record<(typeof LISTS)[number], string[]> & Record<(typeof TEXTS)[number], string>
>;

export const transactionsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/transactions',
  validateSearch: (search: Record<string, unknown>): ListSearch => {
    const found: Record<string, string | string[]> = {};
    for (const name of TEXTS) {
      const text = oneOf(search[name]);
      if (text !== undefined) found[name] = text;
    }
    for (const name of LISTS) {
      const list = listOf(search[name]);
      if (list !== undefined) found[name] = list;
    }
    return found;
  },
});

export const transactionRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/transactions/$transactionId',
});

/** The search in the gateway's form: lists are separated by commas. */
export function queryOf({ hide: _, ...search }: ListSearch): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );
}
