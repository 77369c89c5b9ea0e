// Payouts in the rail, and the screen of each of their routes.
import { IconArrowUpRight } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../../shell/area.ts';
import { newPayoutRoute, payoutFileRoute, payoutsRoute } from './routes.ts';

payoutsRoute.update({ component: lazyRouteComponent(() => import('./payouts.tsx'), 'Payouts') });
newPayoutRoute.update({ component: lazyRouteComponent(() => import('./new-payout.tsx'), 'NewPayout') });
payoutFileRoute.update({ component: lazyRouteComponent(() => import('./payout-file.tsx'), 'PayoutFile') });

export const payoutsArea = {
  label: 'Payouts',
  icon: IconArrowUpRight,
  path: '/payouts',
  permission: 'payments.read',
  routes: [payoutsRoute, newPayoutRoute, payoutFileRoute],
} satisfies Area;
