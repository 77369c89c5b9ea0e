// Every screen that the palette goes to, and every action that it starts, each with the permission it needs.
import { listedFor, type Screen } from '../area.ts';
import { SCREENS } from '../screens.ts';
import type { Permission } from '../session/session.ts';

export interface Place {
  label: string;
  /** Other words that find the place. */
  words?: string | undefined;
  /** Below /b/{brandId}. */
  path: `/${string}`;
  permission: Permission;
}

/** Each leads to the page where the user does it. */
const ACTIONS: readonly Place[] = [
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
  { label: 'Change your password', path: '/account', permission: 'account.change' },
];

/** The screens and the actions of a role. */
export function placesFor(permissions: readonly string[]): { pages: Place[]; actions: Place[] } {
  const screens = listedFor(SCREENS, permissions).map((screen) => ({ ...screen, label: labelOf(screen) }));
  return {
    pages: screens.filter(({ isAction }) => !isAction),
    actions: [
      ...screens.filter(({ isAction }) => isAction),
      ...ACTIONS.filter(({ permission }) => permissions.includes(permission)),
    ],
  };
}

/** Alone, the names of many sections of the settings say little. */
const labelOf = ({ path, title }: Screen) =>
  path.startsWith('/settings/')
    ? `Settings: ${title.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`
    : title;
