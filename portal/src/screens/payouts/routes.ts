// The addresses of payouts. What is filtered and which part is open stands in them.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { brandRoute } from '../../shell/routes.ts';
import { oneOf } from '../../shell/search-text.ts';

export const payoutsRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/payouts',
  validateSearch: (search): { show?: 'all'; status?: string; currency?: string; q?: string } => {
    const [status, currency, q] = [oneOf(search.status), oneOf(search.currency), oneOf(search.q)];
    return {
      ...(search.show === 'all' && { show: 'all' as const }),
      ...(status && { status }),
      ...(currency && { currency }),
      ...(q && { q }),
    };
  },
  component: lazyRouteComponent(() => import('./payouts.tsx'), 'Payouts'),
});

export const newPayoutRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/payouts/new',
  component: lazyRouteComponent(() => import('./new-payout.tsx'), 'NewPayout'),
});

export const payoutFileRoute = createRoute({
  getParentRoute: () => brandRoute,
  path: '/payouts/file',
  component: lazyRouteComponent(() => import('./payout-file.tsx'), 'PayoutFile'),
});
