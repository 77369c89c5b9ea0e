// Payouts in the rail: the approval queue and the list, the form, and files.
import { IconArrowUpRight } from '@tabler/icons-react';
import type { Area } from '../../shell/area.ts';
import { newPayoutRoute, payoutFileRoute, payoutsRoute } from './routes.ts';

export const payoutsArea = {
  label: 'Payouts',
  icon: IconArrowUpRight,
  path: '/payouts',
  permission: 'payments.read',
  routes: [payoutsRoute, newPayoutRoute, payoutFileRoute],
} satisfies Area;
