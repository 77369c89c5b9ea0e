// The inbox in words and links, for its screen and the overview: who decides something, and the screen of a path that
// the gateway names.
import type { Answer } from '../api/client.ts';
import { parseSearch, type Search } from '../shell/search/search-text.ts';
import { capital } from './format.ts';

export const INBOX = '/portal/api/brands/{brandId}/inbox';
export type InboxGroup = Answer<typeof INBOX>['groups'][number];

/** Other roles are called by their own word. */
const DECIDERS: Readonly<Record<string, string>> = {
  'finance-maker': 'finance maker',
  'finance-approver': 'finance approver',
};

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** "Owner or finance approver decides". */
export const decidersText = (roles: readonly string[]): string =>
  `${capital(OR.format(roles.map((role) => DECIDERS[role] ?? role)))} decides`;

/** `path`: below the brand, with its filters. */
export function screenAt(brandId: string, path: string): { path: string; search: Search } {
  const [screen, query = ''] = path.split('?');
  return { path: `/b/${brandId}${screen}`, search: parseSearch(query) };
}
