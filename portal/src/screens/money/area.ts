// Money in the rail: balances and statement, reports, refunds, customers.
import { IconCoins } from '@tabler/icons-react';
import type { Area } from '../../shell/area.ts';
import {
  balancesRoute,
  customerRoute,
  customersRoute,
  refundsRoute,
  reportRoute,
  reportsRoute,
} from './routes.ts';

export const moneyArea = {
  label: 'Money',
  icon: IconCoins,
  path: '/money',
  permission: 'payments.read',
  routes: [balancesRoute, reportsRoute, reportRoute, refundsRoute, customersRoute, customerRoute],
} satisfies Area;
