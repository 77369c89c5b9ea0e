// Shared by the calls of one account, and the check whether its credentials work. All files that call Stripe use it. It
// never repeats Stripe's texts: Stripe's message about a wrong key shows a part of the key.
import type { AccountCheck, AdapterParts, ProviderAccount } from '@tollgate/provider-kit';
import { callFailureOf, StripeClient } from './client.ts';
import { isObject } from './objects.ts';

export interface StripeAccount {
  account: ProviderAccount;
  client: StripeClient;
  parts: AdapterParts;
}

export function openAccount(account: ProviderAccount, parts: AdapterParts): StripeAccount {
  const client = new StripeClient(secretKeyOf(account), {
    endpoint: account.endpoint,
    allowPrivate: parts.allowPrivateEndpoints,
  });
  return { account, client, parts };
}

function secretKeyOf({ credentials }: ProviderAccount): string {
  return typeof credentials.secretKey === 'string' ? credentials.secretKey : '';
}

/** A harmless call: it only reads the account. */
export async function checkAccount(
  { account, client }: StripeAccount,
  signal: AbortSignal,
): Promise<AccountCheck> {
  const mode = /^[a-z]+_(test|live)_/.exec(secretKeyOf(account))?.[1];
  if (mode !== undefined && mode !== account.environment) {
    return { ok: false, reason: wrongMode(mode, account.environment) };
  }
  try {
    const stripe = await client.during(signal);
    const found: unknown = await stripe.accounts.retrieveCurrent();
    if (!isObject(found)) return { ok: false, reason: UNREADABLE };
    return { ok: true, reason: null, merchantAccount: found.id };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

function wrongMode(mode: string, environment: string): string {
  return `The secret key is a ${mode} key, and this is a ${environment} account. Enter the ${environment} key: in Stripe’s dashboard, switch to ${environment} mode and open Developers, API keys.`;
}

const UNREADABLE = 'Stripe’s answer could not be read. Try again later.';

function reasonOf(error: unknown): string {
  const answer = callFailureOf(error);
  if (answer.kind === 'not-connected') {
    return 'Could not connect to Stripe. Check the endpoint of the account, then try again.';
  }
  if (answer.kind === 'unreadable') return UNREADABLE;
  switch (answer.status) {
    case 401:
      return 'Stripe does not accept the secret key. Copy it again from Stripe’s dashboard: Developers, API keys. It may have been replaced or have expired.';
    case 403:
      return 'Stripe accepts the key, but the key may not read the account. It is a restricted key: in Stripe’s dashboard, give it write access to PaymentIntents, Checkout Sessions, Refunds, Customers, PaymentMethods, Disputes and Files, and read access to SetupIntents, Mandates, Charges, Events, Payouts, Balance, Balance transaction sources and the account.';
    case 429:
      return 'Stripe receives too many requests for this account. Try again in a minute.';
    default:
      return `Stripe answered with status ${answer.status}. Try again later.`;
  }
}
