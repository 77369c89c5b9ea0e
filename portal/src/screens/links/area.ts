// Payment links in the rail, and the screen of their route.
import { IconLink } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../../shell/area.ts';
import { linksRoute } from './routes.ts';

linksRoute.update({ component: lazyRouteComponent(() => import('./links.tsx'), 'Links') });

export const linksArea = {
  label: 'Payment links',
  icon: IconLink,
  path: '/links',
  permission: 'payments.read',
  routes: [linksRoute],
} satisfies Area;
