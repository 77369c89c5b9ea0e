// The area of transactions: the list and the page of one.
import { IconArrowsExchange } from '@tabler/icons-react';
import type { Area } from '../../shell/area.ts';
import { transactionRoute, transactionsRoute } from './routes.ts';

export const transactionsArea = {
  label: 'Transactions',
  icon: IconArrowsExchange,
  path: '/transactions',
  permission: 'payments.read',
  routes: [transactionsRoute, transactionRoute],
} satisfies Area;
