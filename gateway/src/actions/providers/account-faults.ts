// The rules that an account at a provider must meet before it is stored (contract 13): settings, and the credentials
// that the provider's declaration names. Pure; each fault names its field, and must never repeat a value.
// put-provider-account.ts calls it.
import type { Capabilities, CredentialField, ProviderDeclaration } from '@tollgate/provider-kit';
import type { CardEntry } from '@tollgate/provider-kit/seam/capability';
import type { Credentials, ProviderAccount } from '@tollgate/provider-kit/seam/declaration';
import type { Wallet } from '@tollgate/provider-kit/seam/wallet';
import { findOption, type PaymentOption } from '../../domain/options/payment-option.ts';
import { isCleanText } from '../../domain/text.ts';
import { checkEndpoint } from '../../domain/web-address.ts';
import type { Config } from '../../process/config.ts';

/** The content of a PUT. null: absent. */
export interface AccountRequest {
  environment: ProviderAccount['environment'];
  priority: number | null;
  optionIds: readonly string[] | null;
  cardEntry: CardEntry | null;
  multipleCaptures: boolean | null;
  wallets: readonly Wallet[];
  endpoint: string | null;
  /** The caller accepts that nobody has tried this provider. */
  acceptUntried?: boolean;
  /** Any JSON values under any names. */
  credentials: Readonly<Record<string, unknown>>;
  /**
   * What to do with a list's newest stored value, by the name of the list. `keep` puts the stored value in second
   * place, behind the value that is sent; `end` removes the value in second place. The caller cannot send the stored
   * value again, because it is never shown.
   */
  formers?: Readonly<Record<string, Former>>;
}

export const FORMERS = ['keep', 'end'] as const;
export type Former = (typeof FORMERS)[number];

/** A provider without card entries takes no cards, so no number is ever sent to it. */
export const cardEntryOf = ({ cardEntries }: ProviderDeclaration, wanted: CardEntry | null): CardEntry =>
  wanted ?? cardEntries[0] ?? 'provider';

type Rules = Pick<Config, 'environment' | 'allowInsecureWebhooks'>;

export function settingFaults(
  kind: ProviderDeclaration,
  { environment, optionIds, cardEntry, multipleCaptures, wallets, endpoint, acceptUntried }: AccountRequest,
  rules: Rules,
): string[] {
  const faults: string[] = [];
  const isTest = rules.environment === 'test';
  if (environment !== (isTest ? 'test' : 'live')) {
    faults.push(`environment: must be ${isTest ? 'test in the test environment' : 'live in production'}`);
  }
  if (isUntried(kind, environment) && !acceptUntried)
    faults.push(
      `acceptUntried: must be true, because ${kind.name} was not tried here: its messages were never played against a stand-in`,
    );
  for (const [i, id] of (optionIds ?? []).entries()) {
    const fault = optionFault(kind, id);
    if (fault) faults.push(`optionIds.${i}: ${fault}`);
  }
  if (cardEntry !== null && !kind.cardEntries.includes(cardEntry)) {
    const known = kind.cardEntries.join(', ');
    faults.push(`cardEntry: ${kind.name} ${known ? `allows only ${known}` : 'takes no cards'}`);
  }
  if (multipleCaptures !== null && !kind.hasMultipleCaptures)
    faults.push(`multipleCaptures: ${kind.name} has no such setting`);
  const allowed = kind.wallets?.[cardEntryOf(kind, cardEntry)] ?? [];
  for (const [i, wallet] of wallets.entries()) {
    if (allowed.includes(wallet)) continue;
    const known = allowed.join(', ');
    faults.push(
      `wallets.${i}: with this cardEntry ${kind.name} ${known ? `allows only ${known}` : 'has none'}`,
    );
  }
  if (endpoint !== null) {
    const fault = isTest
      ? checkEndpoint(endpoint, { allowInsecure: rules.allowInsecureWebhooks })
      : 'is for the test environment only';
    if (fault) faults.push(`endpoint: ${fault}`);
  }
  return faults;
}

/** A live account of it needs a person who accepts that (contract 18). */
export const isUntried = (
  { played }: ProviderDeclaration,
  environment: ProviderAccount['environment'],
): boolean => environment === 'live' && played === 'not-tried';

/** Why the provider cannot be used here, in one sentence; null: it can. A stranger's package answers it. */
export function unavailableFor(kind: ProviderDeclaration): string | null {
  try {
    const said: unknown = kind.available?.() ?? null;
    if (said === null || (typeof said === 'string' && said.trim() !== '')) return said;
    // A rejection that nobody hears would end the gateway.
    if (said instanceof Promise) said.catch(() => {});
    return `${kind.name} cannot be used here, and its package does not say why.`;
  } catch (error) {
    return `${kind.name} cannot be used here: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function optionFault(kind: ProviderDeclaration, id: string): string | null {
  const found = findOption(id);
  if (!found) return 'no option of the catalogue has this id';
  const { option, suboption } = found;
  const chosen = suboption ? { ...suboption, direction: option.direction, suboptions: [] } : option;
  return servesOption(kind, chosen) ? null : `${kind.name} does not serve this option`;
}

/** Serves the option itself, or one of its suboptions. */
export function servesOption(
  { capabilities }: ProviderDeclaration,
  {
    direction,
    suboptions,
    ...own
  }: Pick<PaymentOption, 'direction' | 'method'> & {
    suboptions: readonly { method: string }[];
  },
): boolean {
  return [own, ...suboptions].some(({ method }) => serves(capabilities, direction, method));
}

const serves = ({ methods }: Capabilities, direction: string, method: string) =>
  methods.some((one) => one.direction === direction && one.method === method);

/**
 * `base`: the stored credentials. A credential that the request leaves out stays as it is. Empty for the first request.
 */
export function credentialFaults(
  kind: ProviderDeclaration,
  { credentials: given, environment }: Pick<AccountRequest, 'credentials' | 'environment'>,
  base: Credentials,
): string[] {
  const known = new Set(kind.credentials.map(({ name }) => name));
  const faults = Object.keys(given)
    .filter((name) => !known.has(name))
    .map(
      (name) =>
        `credentials.${/^[\w-]{1,100}$/.test(name) ? name : '…'}: ${kind.name} has no such credential`,
    );
  for (const field of kind.credentials) {
    const value = given[field.name] ?? null;
    const where = `credentials.${field.name}`;
    if (value === null) {
      const isNeeded = field.needed === 'always' || (field.needed === 'live' && environment === 'live');
      if (isNeeded && !Object.hasOwn(base, field.name)) faults.push(`${where}: is required`);
    } else if (!isRemoval(field, value)) {
      faults.push(...valueFaults(field, value, where));
    }
    if (isKept(field, given, base) && !isPaired(field, kind, given, base))
      faults.push(`credentials.${field.pairedWith}: is required together with ${field.name}`);
  }
  return faults;
}

function isPaired(
  { pairedWith }: CredentialField,
  { credentials: fields }: ProviderDeclaration,
  given: AccountRequest['credentials'],
  base: Credentials,
): boolean {
  const pair = fields.find(({ name }) => name === pairedWith);
  return !pair || isKept(pair, given, base);
}

/** The account has it after the request. */
function isKept(field: CredentialField, given: AccountRequest['credentials'], base: Credentials): boolean {
  const value = given[field.name] ?? null;
  return value === null ? Object.hasOwn(base, field.name) : !isRemoval(field, value);
}

/** The credentials of a request, completed with the stored values that `formers` refers to. */
export function withFormers(
  { credentials: fields }: ProviderDeclaration,
  { credentials: given, formers = {} }: Pick<AccountRequest, 'credentials' | 'formers'>,
  base: Credentials,
): AccountRequest['credentials'] {
  const merged: Record<string, unknown> = { ...given };
  for (const { name, isList } of fields) {
    const [newest] = isList && Object.hasOwn(formers, name) ? (base[name] ?? []) : [];
    if (newest === undefined) continue;
    const sent = given[name] ?? null;
    if (formers[name] === 'end' && sent === null) merged[name] = [newest];
    const isOne = Array.isArray(sent) && sent.length === 1 && sent[0] !== newest;
    if (formers[name] === 'keep' && isOne) merged[name] = [sent[0], newest];
  }
  return merged;
}

/** The credentials to store after a request without faults. */
export function mergeCredentials(
  { credentials: fields }: ProviderDeclaration,
  given: AccountRequest['credentials'],
  base: Credentials,
): Credentials {
  const merged: Record<string, string | readonly string[]> = {};
  for (const field of fields) {
    const value = given[field.name] ?? null;
    if (value !== null && isRemoval(field, value)) continue;
    const kept = value === null ? base[field.name] : (value as string | readonly string[]);
    if (kept !== undefined) merged[field.name] = kept;
  }
  return merged;
}

/** An empty text removes a credential that is not needed; leaving it out keeps it. */
const isRemoval = ({ needed, isList }: CredentialField, value: unknown) =>
  needed === 'never' && !isList && value === '';

const MOST_VALUES = 2;
const LONGEST = 4_096;

function valueFaults(field: CredentialField, value: unknown, where: string): string[] {
  if (!field.isList) return valueFault(field, value, where);
  if (!Array.isArray(value) || value.length < 1 || value.length > MOST_VALUES) {
    return [`${where}: must be a list of one or two`];
  }
  return value.flatMap((one, i) => valueFault(field, one, `${where}.${i}`));
}

function valueFault(
  { pattern, patternFault, check }: CredentialField,
  value: unknown,
  where: string,
): string[] {
  if (typeof value !== 'string') return [`${where}: must be a string`];
  if (value === '') return [`${where}: must not be empty`];
  if ([...value].length > LONGEST) return [`${where}: must have at most ${LONGEST} characters`];
  if (!isCleanText(value)) {
    return [`${where}: must not contain control characters or broken surrogate pairs`];
  }
  if (value.trim() !== value) return [`${where}: must not begin or end with a blank`];
  if (pattern && !pattern.test(value)) return [`${where}: ${patternFault ?? 'has the wrong format'}`];
  const fault = check ? checkedFault(check, value) : null;
  if (fault !== null) return [`${where}: ${fault}`];
  return [];
}

/** A stranger's package may throw for a value that it does not expect. */
function checkedFault(check: NonNullable<CredentialField['check']>, value: string): string | null {
  try {
    return check(value) ?? null;
  } catch {
    return 'could not be checked, so it is probably wrong';
  }
}
