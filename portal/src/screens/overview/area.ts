// The first entry of the rail: how the brand is doing.
import { IconChartBar } from '@tabler/icons-react';
import type { Area } from '../../shell/area.ts';
import { overviewRoute } from './routes.ts';

export const overviewArea = {
  label: 'Overview',
  icon: IconChartBar,
  path: '/overview',
  permission: 'payments.read',
  routes: [overviewRoute],
} satisfies Area;
