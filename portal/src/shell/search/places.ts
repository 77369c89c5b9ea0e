// Every page beside the areas that the palette goes to, and every action that it starts, each with the permission it
// needs. portal/test/palette.test.ts fails if a page is missing here.
import type { Permission } from '../session/session.ts';

export interface Place {
  label: string;
  /** Other words that find the place. */
  words?: string;
  /** Below /b/{brandId}. */
  path: `/${string}`;
  /** null: everybody who is signed in. */
  permission: Permission | null;
}

export const PAGES: readonly Place[] = [
  { label: 'Overview', path: '/overview', permission: 'payments.read' },
  { label: 'Transactions', words: 'payments pay-ins', path: '/transactions', permission: 'payments.read' },
  { label: 'Payouts', path: '/payouts', permission: 'payments.read' },
  { label: 'Payment links', path: '/links', permission: 'payments.read' },
  { label: 'Money', words: 'balances statement', path: '/money', permission: 'payments.read' },
  {
    label: 'Settlement reports',
    words: 'money days export',
    path: '/money/reports',
    permission: 'reports.read',
  },
  { label: 'Refunds', path: '/money/refunds', permission: 'payments.read' },
  { label: 'Disputes', path: '/money/disputes', permission: 'payments.read' },
  { label: 'Customers', path: '/money/customers', permission: 'payments.read' },
  { label: 'Bank', words: 'payment files statements iban', path: '/money/bank', permission: 'bank.read' },
  {
    label: 'Month-end',
    words: 'close month books accountant',
    path: '/money/month-end',
    permission: 'reports.read',
  },
  {
    label: 'Developers',
    words: 'webhooks deliveries',
    path: '/developers/webhooks',
    permission: 'payments.read',
  },
  { label: 'Requests', words: 'log api errors', path: '/developers/requests', permission: 'developers.read' },
  {
    label: 'Signatures',
    words: 'check debug',
    path: '/developers/signatures',
    permission: 'developers.read',
  },
  { label: 'Snippets', words: 'code examples', path: '/developers/snippets', permission: 'developers.read' },
  {
    label: 'Settings: general',
    words: 'time zone name',
    path: '/settings/general',
    permission: 'settings.read',
  },
  {
    label: 'Settings: providers',
    words: 'connect accounts health credentials',
    path: '/settings/providers',
    permission: 'providers.read',
  },
  {
    label: 'Settings: notifications',
    words: 'providers unmatched conflict',
    path: '/settings/notifications',
    permission: 'providers.read',
  },
  { label: 'Settings: API keys', words: 'secrets', path: '/settings/keys', permission: 'settings.read' },
  {
    label: 'Settings: webhook & signatures',
    words: 'address',
    path: '/settings/webhook',
    permission: 'settings.read',
  },
  {
    label: 'Settings: approvals',
    words: 'four eyes',
    path: '/settings/approvals',
    permission: 'settings.read',
  },
  {
    label: 'Settings: single sign-on',
    words: 'sso openid identity provider',
    path: '/settings/single-sign-on',
    permission: 'users.change',
  },
  { label: 'Settings: risk rules', words: 'limits', path: '/settings/risk', permission: 'settings.read' },
  { label: 'Settings: blocks', words: 'block list', path: '/settings/blocks', permission: 'payments.read' },
  {
    label: 'Settings: methods',
    words: 'payment options',
    path: '/settings/methods',
    permission: 'settings.read',
  },
  {
    label: 'Settings: cashier look',
    words: 'logo colour',
    path: '/settings/look',
    permission: 'settings.read',
  },
  {
    label: 'Settings: users',
    words: 'colleagues roles',
    path: '/settings/users',
    permission: 'users.change',
  },
  { label: 'Settings: audit log', words: 'changes', path: '/settings/audit', permission: 'audit.read' },
  { label: 'Your account', words: 'password passkey sessions', path: '/account', permission: null },
];

/** Each leads to the page where the user does it. */
export const ACTIONS: readonly Place[] = [
  { label: 'New payout', words: 'send money', path: '/payouts/new', permission: 'payouts.create' },
  { label: 'Payouts from a file', words: 'csv batch', path: '/payouts/file', permission: 'payouts.create' },
  { label: 'Approve payouts', words: 'queue', path: '/payouts', permission: 'payouts.approve' },
  { label: 'New payment link', path: '/links', permission: 'links.change' },
  { label: 'Export transactions', words: 'csv xlsx', path: '/transactions', permission: 'payments.export' },
  {
    label: 'Replay webhooks',
    words: 'send again',
    path: '/developers/webhooks',
    permission: 'webhooks.change',
  },
  { label: 'Rotate an API key', words: 'new secret', path: '/settings/keys', permission: 'keys.rotate' },
  {
    label: 'Connect a provider',
    words: 'account credentials',
    path: '/settings/providers',
    permission: 'providers.change',
  },
  { label: 'Block a customer or card', path: '/settings/blocks', permission: 'blocks.change' },
  { label: 'Invite a user', words: 'colleague', path: '/settings/users', permission: 'users.change' },
  { label: 'Change your password', path: '/account', permission: null },
];
