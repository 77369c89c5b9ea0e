// Money in the rail, and the screen of each of its routes.
import { IconCoins } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../../shell/area.ts';
import {
  balancesRoute,
  bankRoute,
  customerRoute,
  customersRoute,
  disputesRoute,
  monthEndRoute,
  monthRoute,
  refundsRoute,
  reportRoute,
  reportsRoute,
} from './routes.ts';

balancesRoute.update({ component: lazyRouteComponent(() => import('./screens.ts'), 'BalancesScreen') });
reportsRoute.update({ component: lazyRouteComponent(() => import('./screens.ts'), 'ReportsScreen') });
monthRoute.update({ component: lazyRouteComponent(() => import('./screens.ts'), 'MonthScreen') });
reportRoute.update({ component: lazyRouteComponent(() => import('./screens.ts'), 'ReportScreen') });
refundsRoute.update({ component: lazyRouteComponent(() => import('./screens.ts'), 'RefundsScreen') });
disputesRoute.update({ component: lazyRouteComponent(() => import('./screens.ts'), 'DisputesScreen') });
customersRoute.update({ component: lazyRouteComponent(() => import('./screens.ts'), 'CustomersScreen') });
customerRoute.update({ component: lazyRouteComponent(() => import('./screens.ts'), 'CustomerScreen') });
monthEndRoute.update({ component: lazyRouteComponent(() => import('./screens.ts'), 'MonthEndScreen') });
bankRoute.update({ component: lazyRouteComponent(() => import('./screens.ts'), 'BankScreen') });

export const moneyArea = {
  label: 'Money',
  icon: IconCoins,
  path: '/money',
  permission: 'payments.read',
  routes: [
    balancesRoute,
    reportsRoute,
    monthRoute,
    reportRoute,
    refundsRoute,
    disputesRoute,
    customersRoute,
    customerRoute,
    bankRoute,
    monthEndRoute,
  ],
} satisfies Area;
