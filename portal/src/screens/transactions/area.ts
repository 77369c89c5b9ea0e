// Transactions in the rail, and the screen of each of their routes.
import { IconArrowsExchange } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Area } from '../../shell/area.ts';
import { transactionRoute, transactionsRoute } from './routes.ts';

transactionsRoute.update({
  component: lazyRouteComponent(() => import('./transactions.tsx'), 'Transactions'),
});
transactionRoute.update({
  component: lazyRouteComponent(() => import('./transaction.tsx'), 'TransactionScreen'),
});

export const transactionsArea = {
  label: 'Transactions',
  icon: IconArrowsExchange,
  path: '/transactions',
  permission: 'payments.read',
  routes: [transactionsRoute, transactionRoute],
} satisfies Area;
