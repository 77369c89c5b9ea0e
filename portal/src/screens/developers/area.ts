// The developers' area in the rail. Deliveries are for everybody who reads payments; the other tabs say who sees them.
import { IconCode } from '@tabler/icons-react';
import type { Area } from '../../shell/area.ts';
import { DEVELOPERS_ROUTES } from './routes.ts';

export const developersArea = {
  label: 'Developers',
  icon: IconCode,
  path: '/developers',
  permission: 'payments.read',
  routes: DEVELOPERS_ROUTES,
} satisfies Area;
