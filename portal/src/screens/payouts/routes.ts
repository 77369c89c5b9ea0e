// The addresses of payouts. They contain the filters and the open part.
import { createRoute } from '@tanstack/react-router';
import { brandRoute } from '../../shell/routes.ts';
import { oneOf } from '../../shell/search/search-text.ts';

interface PayoutsSearch {
  show?: 'all';
  status?: string;
  currency?: string;
  q?: string;
  /** The days on which the payouts were made. */
  from?: string;
  to?: string;
}

export const payoutsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/payouts',
  validateSearch: (search): PayoutsSearch => {
    const texts = (['status', 'currency', 'q', 'from', 'to'] as const).map((name) => [
      name,
      oneOf(search[name]),
    ]);
    return {
      ...(search.show === 'all' && { show: 'all' as const }),
      ...Object.fromEntries(texts.filter(([, value]) => value)),
    };
  },
});

export const newPayoutRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/payouts/new',
  staticData: { permission: 'payouts.create' },
});

export const payoutFileRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/payouts/file',
  staticData: { permission: 'payouts.create' },
});
