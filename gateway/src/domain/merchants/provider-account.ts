// A brand's account at a provider (contract 13): where its payments are sent, and with which credentials. It is retired, never
// deleted: refunds and notifications of what was sent there go on. Pure; nobody may log it or show it, because it holds the
// credentials in clear.

/**
 * Where the number of a card is entered. `tollgate`: here, and it is sent server to server. `provider`: on the provider's
 * page, and no number is ever sent there.
 */
export type CardEntry = 'tollgate' | 'provider';

export interface ProviderAccount {
  merchantId: string;
  brandId: string;
  id: string;
  /** The id of its declaration (providers/provider.ts). */
  provider: string;
  environment: 'test' | 'live';
  /** Lower first; ties by age. */
  priority: number;
  /** null: all that the provider serves. */
  optionIds: readonly string[] | null;
  cardEntry: CardEntry;
  /** Scheme, host and port for every call, without a slash at the end; null: the provider's own. In the test environment only. */
  endpoint: string | null;
  /** As the provider names it; null: not known yet. */
  merchantAccount: string | null;
  /** By the names of contract 13. Lists have one or two entries, the newest first. */
  credentials: Credentials;
  createdAt: Date;
  /** Nothing new goes there since; null: it is in use. */
  retiredAt: Date | null;
}

export type Credentials = Readonly<Record<string, string | readonly string[]>>;
