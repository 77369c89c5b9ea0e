// The providers of a brand as the gateway answers them, and what their screens say about an account. It never contains
// a credential.

import type { Answer } from '../../../api/client.ts';
import { countryName } from '../../../parts/format.ts';
import type { Mood } from '../../../parts/status-dot.tsx';
import { optionName } from './find-kinds.ts';

export const PATH = '/portal/api/brands/{brandId}/providers';
export const KINDS_PATH = '/portal/api/brands/{brandId}/provider-kinds';

export type ProviderList = Answer<typeof PATH> & { kinds: Answer<typeof KINDS_PATH>['items'] };
export type Account = ProviderList['accounts'][number];
export type Kind = ProviderList['kinds'][number];
export type Health = NonNullable<ProviderList['sandbox']>;
export type Field = Kind['credentials'][number];

/** The most urgent state wins. */
export function stateOf(account: Account): [word: string, mood: Mood] {
  const { retiredAt, health, checkResult } = account;
  if (retiredAt !== null) return ['Retired', 'quiet'];
  if (checkResult && !checkResult.ok) return ['Check failed', 'bad'];
  if (health?.circuit === 'open') return ['No new payments', 'bad'];
  if (isRefused(account)) return ['Notification refused', 'warn'];
  return checkResult ? ['Works', 'good'] : ['Not checked', 'quiet'];
}

/** The gateway refused the latest notification, so notifications from this account do not arrive. */
export function isRefused({ lastRefusedAt, lastNotificationAt }: Account): boolean {
  if (lastRefusedAt === null) return false;
  return lastNotificationAt === null || Date.parse(lastRefusedAt) >= Date.parse(lastNotificationAt);
}

/** The provider signs notifications with a key of the account, so the user must set up the webhook there. */
export const signsNotifications = ({ credentials }: Kind) =>
  credentials.some(({ isList, isSecret }) => isList && isSecret);

const FEW = 4;

/** "Card, iDEAL, PayPal and 3 more". */
export function optionsText(kind: Kind, optionIds: readonly string[] | null): string {
  const served = kind.options.filter(({ optionId }) => optionIds?.includes(optionId) ?? true);
  const names = served.map(optionName);
  // Also counts a bank or a wallet below an option that was set over the API.
  const more = Math.max(0, names.length - FEW) + ((optionIds?.length ?? served.length) - served.length);
  const shown = names.slice(0, FEW).join(', ');
  return more === 0 ? shown : shown ? `${shown} and ${more} more` : `${more} of its banks or wallets`;
}

/** People look for these first. */
const MAJOR = ['EUR', 'USD', 'GBP'];

/** "Netherlands, Belgium, in EUR", "31 countries, in EUR, USD, GBP and 9 more". */
export function placesText({ countries, currencies }: Kind): string {
  const where =
    countries === null
      ? 'Every country'
      : countries.length > FEW
        ? `${countries.length} countries`
        : countries.map(countryName).join(', ');
  if (currencies === null) return `${where}, in every currency`;
  const more = currencies.length - FEW;
  const ordered = [...MAJOR.filter((one) => currencies.includes(one)), ...currencies].filter(
    (one, at, all) => all.indexOf(one) === at,
  );
  const shown = more > 1 ? `${ordered.slice(0, FEW).join(', ')} and ${more} more` : ordered.join(', ');
  return shown === '' ? where : `${where}, in ${shown}`;
}

/** The name of a provider as a title. A bank account belongs to the brand, not to a provider. */
export const titleOf = ({ provider, name }: { provider: string; name: string }): string =>
  provider === 'bank' ? 'Your own bank account' : name;
export const inSentence = (title: string): string => title.replace(/^Your /, 'your ');
