// Shared by the calls of one account, and the check whether its credentials work. All files that ask Mollie use it. It
// never repeats Mollie's texts: they may quote a key.
import type { AccountCheck, AdapterParts, ProviderAccount } from '@tollgate/provider-kit';
import { failureOf, MollieClient } from './client.ts';
import { objectOf } from './objects.ts';

export interface MollieAccount {
  account: ProviderAccount;
  client: MollieClient;
  /** Calls about settlements: an API key may not read them. null: the account has no access token. */
  organization: MollieClient | null;
  parts: AdapterParts;
  /** When the lists of chargebacks and refunds were last read far back (notifications.ts); null: never. */
  lookedFarBackAt: Date | null;
}

export type UnknownValue = AdapterParts['unknownValue'];

export function openAccount(account: ProviderAccount, parts: AdapterParts): MollieAccount {
  const options = { endpoint: account.endpoint, allowPrivate: parts.allowPrivateEndpoints };
  const token = credential(account, 'accessToken');
  return {
    account,
    client: new MollieClient(credential(account, 'apiKey'), options),
    organization: token === '' ? null : new MollieClient(token, options),
    parts,
    lookedFarBackAt: null,
  };
}

function credential({ credentials }: ProviderAccount, name: string): string {
  const value = credentials[name];
  return typeof value === 'string' ? value : '';
}

/** Harmless calls: they only read the profile of the key, and one settlement. */
export async function checkAccount(
  { account, client, organization }: MollieAccount,
  signal: AbortSignal,
): Promise<AccountCheck> {
  const { environment } = account;
  const mode = /^(test|live)_/.exec(credential(account, 'apiKey'))?.[1];
  if (mode !== environment) return { ok: false, reason: wrongMode(environment) };
  let merchantAccount: string;
  try {
    merchantAccount = objectOf(await client.get('profiles/me', signal), 'profile').id;
  } catch (error) {
    return { ok: false, reason: reasonOf(error, 'API key') };
  }
  try {
    await organization?.get('settlements?limit=1', signal);
  } catch (error) {
    return { ok: false, reason: reasonOf(error, 'organization access token') };
  }
  return { ok: true, reason: null, merchantAccount };
}

function wrongMode(environment: string): string {
  return `This is a ${environment} account, and the API key does not begin with ${environment}_. Copy the ${environment} API key from Mollie’s dashboard: Developers, API keys.`;
}

function reasonOf(error: unknown, credentialName: string): string {
  const failure = failureOf(error);
  if (failure.kind === 'not-connected')
    return 'Could not connect to Mollie. Check the endpoint of the account, then try again.';
  if (failure.kind === 'unreadable') return 'Mollie’s answer could not be read. Try again later.';
  switch (failure.status) {
    case 401:
      return `Mollie does not accept the ${credentialName}. Copy it again from Mollie’s dashboard: Developers. It may have been replaced.`;
    case 403:
      return `Mollie accepts the ${credentialName}, but it lacks a permission. The access token needs settlements.read and payments.read.`;
    case 429:
      return 'Mollie receives too many requests for this account. Try again in a minute.';
    default:
      return `Mollie answered with status ${failure.status}. Try again later.`;
  }
}
