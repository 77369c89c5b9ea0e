// The settings in the rail: for everybody, since each section says who sees it.
import { IconSettings } from '@tabler/icons-react';
import type { Area } from '../../shell/area.ts';
import { SETTINGS_ROUTES } from './routes.ts';

export const settingsArea = {
  label: 'Settings',
  icon: IconSettings,
  path: '/settings',
  permission: 'payments.read',
  routes: SETTINGS_ROUTES,
} satisfies Area;
