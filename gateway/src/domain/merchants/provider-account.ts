// A brand's account at a provider (contract 13): where its payments are sent, and with which credentials. It is
// retired, never deleted, because refunds and notifications of earlier payments continue. Pure. Never log it or show
// it: it holds the credentials in clear.

/**
 * Where the shopper enters the card number. `tollgate`: here, and we send it server to server. `provider`: on the
 * provider's page, and we never send a number there.
 */
export type CardEntry = 'tollgate' | 'provider';

export interface ProviderAccount {
  merchantId: string;
  brandId: string;
  id: string;
  /** The id of its declaration (providers/provider.ts). */
  provider: string;
  environment: 'test' | 'live';
  /** Lower first; the older account wins a tie. */
  priority: number;
  /** null: every option that the provider serves. */
  optionIds: readonly string[] | null;
  cardEntry: CardEntry;
  /**
   * The provider takes several captures of one payment, because the merchant had that enabled there (contract 16). Only
   * for a provider whose declaration has this setting.
   */
  multipleCaptures: boolean;
  /**
   * Scheme, host and port for every call, without a slash at the end; null: the provider's own. In the test environment
   * only.
   */
  endpoint: string | null;
  /** The provider's name for it; null: not known yet. */
  merchantAccount: string | null;
  /** By the names of contract 13. Lists have one or two entries, the newest first. */
  credentials: Credentials;
  createdAt: Date;
  /** Since then it gets nothing new; null: it is in use. */
  retiredAt: Date | null;
}

export type Credentials = Readonly<Record<string, string | readonly string[]>>;
