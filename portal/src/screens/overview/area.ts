// The first entry of the rail, and the screen of its route.
import { IconChartBar } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../../shell/area.ts';
import { overviewRoute } from './routes.ts';

overviewRoute.update({ component: lazyRouteComponent(() => import('./overview.tsx'), 'OverviewScreen') });

export const overviewArea = {
  label: 'Overview',
  icon: IconChartBar,
  path: '/overview',
  permission: 'payments.read',
  routes: [overviewRoute],
} satisfies Area;
