// Every screen of a brand, listed once, in the order of the rail and of each area's navigation. Router, navigation,
// titles, the palette and the tests' walk follow this table. A screen itself must not import it (router.tsx).
import {
  IconArrowsExchange,
  IconArrowUpRight,
  IconChartBar,
  IconCode,
  IconCoins,
  IconInbox,
  IconSettings,
} from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Area, Screen } from './area.ts';

const MONEY: readonly Screen[] = [
  {
    path: '/money',
    title: 'Balances',
    words: 'money statement',
    permission: 'payments.read',
    component: lazyRouteComponent(() => import('../screens/money/balances.tsx'), 'BalancesScreen'),
  },
  {
    path: '/money/reports',
    title: 'Reports',
    words: 'settlement money days export',
    permission: 'reports.read',
    component: lazyRouteComponent(() => import('../screens/money/reports.tsx'), 'ReportsScreen'),
  },
  {
    path: '/money/reports/$date',
    title: 'Report',
    permission: 'reports.read',
    component: lazyRouteComponent(() => import('../screens/money/report.tsx'), 'ReportScreen'),
  },
  {
    path: '/money/months/$month',
    title: 'Month',
    permission: 'reports.read',
    component: lazyRouteComponent(() => import('../screens/money/month.tsx'), 'MonthScreen'),
  },
  {
    path: '/money/refunds',
    title: 'Refunds',
    permission: 'payments.read',
    component: lazyRouteComponent(() => import('../screens/money/refunds.tsx'), 'RefundsScreen'),
  },
  {
    path: '/money/disputes',
    title: 'Disputes',
    words: 'chargebacks',
    permission: 'payments.read',
    component: lazyRouteComponent(() => import('../screens/money/disputes.tsx'), 'DisputesScreen'),
  },
  {
    path: '/money/customers',
    title: 'Customers',
    permission: 'payments.read',
    component: lazyRouteComponent(() => import('../screens/money/customers.tsx'), 'CustomersScreen'),
  },
  {
    path: '/money/customers/$userId',
    title: 'Customer',
    permission: 'payments.read',
    component: lazyRouteComponent(() => import('../screens/money/customers.tsx'), 'CustomerScreen'),
  },
  {
    path: '/money/bank',
    title: 'Bank',
    words: 'payment files statements iban',
    permission: 'bank.read',
    component: lazyRouteComponent(() => import('../screens/money/bank.tsx'), 'BankScreen'),
  },
  {
    path: '/money/settlements',
    title: 'Settlements',
    words: 'provider payouts fees',
    permission: 'bank.read',
    component: lazyRouteComponent(
      () => import('../screens/money/settlements/settlements.tsx'),
      'SettlementsScreen',
    ),
  },
  {
    path: '/money/settlements/$settlementId',
    title: 'Settlement',
    permission: 'bank.read',
    component: lazyRouteComponent(
      () => import('../screens/money/settlements/settlement.tsx'),
      'SettlementScreen',
    ),
  },
  {
    path: '/money/month-end',
    title: 'Month-end',
    words: 'close month books accountant',
    permission: 'reports.read',
    component: lazyRouteComponent(
      () => import('../screens/money/month-end/month-ends.tsx'),
      'MonthEndScreen',
    ),
  },
];

const DEVELOPERS: readonly Screen[] = [
  {
    path: '/developers/webhooks',
    title: 'Webhooks',
    words: 'developers deliveries',
    permission: 'payments.read',
    component: lazyRouteComponent(() => import('../screens/developers/webhooks.tsx'), 'Webhooks'),
  },
  {
    path: '/developers/webhooks/$transactionId/$sequence',
    title: 'Webhook',
    permission: 'payments.read',
    component: lazyRouteComponent(() => import('../screens/developers/delivery.tsx'), 'DeliveryPage'),
  },
  {
    path: '/developers/requests',
    title: 'Requests',
    words: 'log api errors',
    permission: 'developers.read',
    component: lazyRouteComponent(() => import('../screens/developers/requests.tsx'), 'Requests'),
  },
  {
    path: '/developers/signatures',
    title: 'Signatures',
    words: 'check debug',
    permission: 'developers.read',
    component: lazyRouteComponent(() => import('../screens/developers/signatures.tsx'), 'Signatures'),
  },
  {
    path: '/developers/snippets',
    title: 'Snippets',
    words: 'code examples',
    permission: 'developers.read',
    component: lazyRouteComponent(() => import('../screens/developers/snippets.tsx'), 'Snippets'),
  },
];

const SETTINGS: readonly Screen[] = [
  {
    path: '/settings/general',
    title: 'General',
    group: 'Brand',
    words: 'time zone name',
    permission: 'settings.read',
    component: lazyRouteComponent(() => import('../screens/settings/general.tsx'), 'General'),
  },
  {
    path: '/settings/look',
    title: 'Cashier look',
    group: 'Brand',
    words: 'logo colour',
    permission: 'settings.read',
    component: lazyRouteComponent(() => import('../screens/settings/look/look.tsx'), 'Look'),
  },
  {
    path: '/settings/methods',
    title: 'Methods',
    group: 'Brand',
    words: 'payment options',
    permission: 'settings.read',
    component: lazyRouteComponent(() => import('../screens/settings/methods.tsx'), 'Methods'),
  },
  {
    path: '/settings/providers',
    title: 'Providers',
    group: 'Connection',
    words: 'connect accounts health credentials',
    permission: 'providers.read',
    component: lazyRouteComponent(() => import('../screens/settings/providers/providers.tsx'), 'Providers'),
  },
  {
    path: '/settings/providers/$provider',
    title: 'Provider',
    permission: 'providers.read',
    component: lazyRouteComponent(
      () => import('../screens/settings/providers/provider.tsx'),
      'ProviderScreen',
    ),
  },
  {
    path: '/settings/notifications',
    title: 'Notifications',
    group: 'Connection',
    words: 'providers unmatched conflict',
    permission: 'providers.read',
    component: lazyRouteComponent(
      () => import('../screens/settings/notifications/notifications.tsx'),
      'Notifications',
    ),
  },
  {
    path: '/settings/keys',
    title: 'API keys',
    group: 'Connection',
    words: 'secrets',
    permission: 'settings.read',
    component: lazyRouteComponent(() => import('../screens/settings/keys.tsx'), 'Keys'),
  },
  {
    path: '/settings/webhook',
    title: 'Webhook & signatures',
    group: 'Connection',
    words: 'address',
    permission: 'settings.read',
    component: lazyRouteComponent(() => import('../screens/settings/webhook.tsx'), 'WebhookSettings'),
  },
  {
    path: '/settings/approvals',
    title: 'Approvals',
    group: 'Protection',
    words: 'four eyes',
    permission: 'settings.read',
    component: lazyRouteComponent(() => import('../screens/settings/approvals.tsx'), 'Approvals'),
  },
  {
    path: '/settings/risk',
    title: 'Risk rules',
    group: 'Protection',
    words: 'limits',
    permission: 'settings.read',
    component: lazyRouteComponent(() => import('../screens/settings/risk.tsx'), 'RiskRules'),
  },
  {
    path: '/settings/blocks',
    title: 'Blocks',
    group: 'Protection',
    words: 'block list',
    permission: 'payments.read',
    component: lazyRouteComponent(() => import('../screens/settings/blocks.tsx'), 'Blocks'),
  },
  {
    path: '/settings/users',
    title: 'Users',
    group: 'People',
    words: 'colleagues roles',
    permission: 'users.change',
    component: lazyRouteComponent(() => import('../screens/settings/users/users.tsx'), 'Users'),
  },
  {
    path: '/settings/single-sign-on',
    title: 'Single sign-on',
    group: 'People',
    words: 'sso openid identity provider',
    permission: 'users.change',
    component: lazyRouteComponent(
      () => import('../screens/settings/single-sign-on/single-sign-on.tsx'),
      'SingleSignOn',
    ),
  },
  {
    path: '/settings/audit',
    title: 'Audit log',
    group: 'People',
    words: 'changes',
    permission: 'audit.read',
    component: lazyRouteComponent(() => import('../screens/settings/audit.tsx'), 'AuditLog'),
  },
];

export const AREAS: readonly Area[] = [
  {
    label: 'Overview',
    icon: IconChartBar,
    path: '/overview',
    screens: [
      {
        path: '/overview',
        title: 'Overview',
        permission: 'payments.read',
        component: lazyRouteComponent(() => import('../screens/overview/overview.tsx'), 'OverviewScreen'),
      },
    ],
  },
  {
    label: 'Inbox',
    icon: IconInbox,
    path: '/inbox',
    hasCount: true,
    screens: [
      {
        path: '/inbox',
        title: 'Inbox',
        words: 'waiting decisions to do',
        permission: 'payments.read',
        component: lazyRouteComponent(() => import('../screens/inbox/inbox.tsx'), 'Inbox'),
      },
    ],
  },
  {
    label: 'Transactions',
    icon: IconArrowsExchange,
    path: '/transactions',
    screens: [
      {
        path: '/transactions',
        title: 'Transactions',
        words: 'payments pay-ins',
        permission: 'payments.read',
        component: lazyRouteComponent(
          () => import('../screens/transactions/transactions.tsx'),
          'Transactions',
        ),
      },
      {
        path: '/transactions/$transactionId',
        title: 'Transaction',
        permission: 'payments.read',
        component: lazyRouteComponent(
          () => import('../screens/transactions/transaction.tsx'),
          'TransactionScreen',
        ),
      },
      {
        path: '/links',
        title: 'Payment links',
        permission: 'payments.read',
        component: lazyRouteComponent(() => import('../screens/links/links.tsx'), 'Links'),
      },
    ],
  },
  {
    label: 'Payouts',
    icon: IconArrowUpRight,
    path: '/payouts',
    screens: [
      {
        path: '/payouts',
        title: 'Payouts',
        permission: 'payments.read',
        component: lazyRouteComponent(() => import('../screens/payouts/payouts.tsx'), 'Payouts'),
      },
      {
        path: '/payouts/new',
        title: 'New payout',
        isAction: true,
        words: 'send money',
        permission: 'payouts.create',
        component: lazyRouteComponent(() => import('../screens/payouts/new-payout.tsx'), 'NewPayout'),
      },
      {
        path: '/payouts/file',
        title: 'Payouts from a file',
        isAction: true,
        words: 'csv batch',
        permission: 'payouts.create',
        component: lazyRouteComponent(() => import('../screens/payouts/file/payout-file.tsx'), 'PayoutFile'),
      },
    ],
  },
  { label: 'Money', icon: IconCoins, path: '/money', screens: MONEY },
  { label: 'Developers', icon: IconCode, path: '/developers', screens: DEVELOPERS },
  { label: 'Settings', icon: IconSettings, path: '/settings', screens: SETTINGS },
];

/** The account menu leads there, not the rail. */
const ACCOUNT: Screen = {
  path: '/account',
  title: 'Your account',
  words: 'password passkey sessions',
  permission: 'account.change',
  component: lazyRouteComponent(() => import('../screens/access/account.tsx'), 'Account'),
};

export const SCREENS: readonly Screen[] = [...AREAS.flatMap(({ screens }) => screens), ACCOUNT];
