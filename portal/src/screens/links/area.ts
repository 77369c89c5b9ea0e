// Payment links in the rail: the list, whose dialogs make, show and cancel one.
import { IconLink } from '@tabler/icons-react';
import type { Area } from '../../shell/area.ts';
import { linksRoute } from './routes.ts';

export const linksArea = {
  label: 'Payment links',
  icon: IconLink,
  path: '/links',
  permission: 'payments.read',
  routes: [linksRoute],
} satisfies Area;
