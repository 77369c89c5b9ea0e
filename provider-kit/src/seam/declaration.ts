// The facts about a provider before an account is known, and about an account. A package's default export is a
// declaration, or an array of them (contract 18).
import type { Capabilities, CardEntry } from './capability.ts';
import type { OwnOption } from './own-option.ts';
import type { Provider } from './provider.ts';
import type { Transaction } from './transaction.ts';
import type { Wallet } from './wallet.ts';

/** Changes when an adapter that was made for an earlier seam could do harm, or would not work. */
export const SEAM_VERSION = 1;

export interface ProviderAccount {
  merchantId: string;
  brandId: string;
  id: string;
  /** The id of its declaration. */
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
  /** Wallets that the merchant has switched on there, for payments by card. */
  wallets: readonly Wallet[];
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

/**
 * The facts about a provider before an account is known: for routing, the calls that connect accounts, documents, and
 * the portal.
 */
export interface ProviderDeclaration {
  /** The version of the seam that it was made for. */
  seam: typeof SEAM_VERSION;
  /** Lower-case letters, digits and hyphens; it begins with a letter. It stands in addresses and never changes. */
  id: string;
  /** The name that people know. */
  name: string;
  capabilities: Capabilities;
  /** The values that `cardEntry` may have, the default first; none: it takes no cards. */
  cardEntries: readonly CardEntry[];
  /** Its accounts have the setting `multipleCaptures`; absent: the provider says by itself what it takes. */
  hasMultipleCaptures?: true;
  /** The wallets that an account may have, by its card entry; absent: none. */
  wallets?: Partial<Record<CardEntry, readonly Wallet[]>>;
  credentials: readonly CredentialField[];
  /** Options that it brings beside those of the catalogue (contract 18). */
  options?: readonly OwnOption[];
  /**
   * `not-tried`: nobody has played its contract against a stand-in, so a live account needs `acceptUntried`. Absent: it
   * was played.
   */
  played?: 'played' | 'not-tried';
  /** Why it cannot be used on this machine, in one sentence; null: it can. Absent: it always can. */
  available?(): string | null;
  /** The merchant account that the credentials name; null: the provider tells it when asked (`check`). */
  merchantAccountOf(credentials: Credentials): string | null;
  /**
   * Makes the adapter of one account, at once and without a call to the provider. An SDK is loaded with the first call.
   */
  connect(account: ProviderAccount, parts: AdapterParts): Provider;
}

/** A credential, by its name in contract 13. */
export interface CredentialField {
  name: string;
  label: string;
  /** For merchants' staff: where to find it, and what it is for. One or two sentences. */
  help: string;
  /** `live`: in the live environment only. */
  needed: 'always' | 'live' | 'never';
  /** One or two values, so that a secret can be replaced without a gap. */
  isList: boolean;
  /** Never shown again. */
  isSecret: boolean;
  /** The form of each value, and the fault's text if a value has another; absent: any text. */
  pattern?: RegExp;
  patternFault?: string;
  /** A made-up value of this form, for the API reference. Never a value that works somewhere. */
  example?: string;
  /** The credential without which this one is of no use, and the other way round. */
  pairedWith?: string;
  /** A check beyond the pattern, such as check digits. Answers the fault of a value; null: the value is right. */
  check?: (value: string) => string | null;
}

/** What the gateway gives an adapter. */
export interface AdapterParts {
  now: () => Date;
  log: { warn(fields: object, message: string): void };
  /** Whether the endpoint of a test account may be http and a private address. */
  allowPrivateEndpoints: boolean;
  /**
   * The public address of this account's notifications, for a provider that is told it with each payment. Absent: the
   * gateway has none.
   */
  notificationUrl?: string;
  /** The provider used a value that the adapter does not know. It is counted and changes nothing. */
  unknownValue(field: string, value: string): void;
  /** The method of a transaction's option; null: none was chosen, or the catalogue does not know it. */
  methodOf(transaction: Pick<Transaction, 'optionId'>): string | null;
  /** The fields of a result that shows a QR code (contract 6). */
  qrCode(text: string): { base64QRCode: string; qrCodeString: string };
}
