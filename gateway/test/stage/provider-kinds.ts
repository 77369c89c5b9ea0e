// Two providers for tests of accounts, with the credentials of contract 13. The credentials of the first name the
// merchant account; the second tells its account when asked. They take no payments. A test decides the answer of each
// check.
import type { AccountCheck, CredentialField, Provider, ProviderDeclaration } from '@tollgate/provider-kit';
import { SEAM_VERSION } from '@tollgate/provider-kit';
import type { Credentials, ProviderAccount } from '@tollgate/provider-kit/seam/declaration';

export type AnswerCheck = (
  account: ProviderAccount,
  signal: AbortSignal,
) => AccountCheck | Promise<AccountCheck>;

export const KEY = 'B7D5E1A9C3F04862B7D5E1A9C3F04862B7D5E1A9C3F04862B7D5E1A9C3F04862';
export const OTHER_KEY = '0A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D4E5F60718293A4B5C6D7E8F9';

export const ADYEN = { apiKey: 'the-first-api-key', merchantAccount: 'ShopECOM', hmacKeys: [KEY] };
/** `tellsAccount` reads the merchant account from the key: acct_A. */
export const STRIPE = { secretKey: 'sk_test_made_up_A_1', webhookSecrets: ['whsec_made_up_1'] };

/** Accepts everything. `stripe` reports the account named in the key: sk_test_made_up_<account>_<anything>. */
export const tellsAccount: AnswerCheck = ({ provider, credentials }) => {
  const named = /^sk_test_made_up_([A-Z]+)_/.exec(String(credentials.secretKey))?.[1];
  return { ok: true, reason: null, ...(provider === 'stripe' && { merchantAccount: `acct_${named}` }) };
};

export function providerKinds(answer: AnswerCheck = tellsAccount): ProviderDeclaration[] {
  const payins = (methods: readonly string[]) =>
    methods.map((method) => ({ direction: 'PAYIN', method, countries: 'any', currencies: 'any' }) as const);
  const capabilities = { refund: true, cancel: true, inquiry: 'notifications-only' } as const;
  const connect = (account: ProviderAccount) =>
    ({
      id: account.provider,
      accountId: account.id,
      check: async (signal: AbortSignal) => answer(account, signal),
    }) as Provider;
  return [
    {
      seam: SEAM_VERSION,
      id: 'adyen',
      name: 'Adyen',
      hasMultipleCaptures: true,
      capabilities: { ...capabilities, methods: payins(['card', 'ideal']) },
      cardEntries: ['tollgate', 'provider'],
      credentials: [
        field('apiKey', { isSecret: true }),
        field('merchantAccount'),
        field('liveEndpointPrefix', {
          needed: 'live',
          pattern: /^[A-Za-z0-9-]+$/,
          patternFault: 'must have only letters, digits and hyphens',
        }),
        field('hmacKeys', {
          isList: true,
          isSecret: true,
          pattern: /^([0-9a-fA-F]{2})+$/,
          patternFault: 'must be hexadecimal',
        }),
        field('notificationUser', { needed: 'never' }),
        field('notificationPassword', { needed: 'never', isSecret: true }),
      ],
      merchantAccountOf: ({ merchantAccount }: Credentials) => (merchantAccount as string) ?? null,
      connect,
    },
    {
      seam: SEAM_VERSION,
      id: 'stripe',
      name: 'Stripe',
      capabilities: { ...capabilities, methods: payins(['card']) },
      cardEntries: ['provider'],
      credentials: [
        field('secretKey', { isSecret: true }),
        field('webhookSecrets', { isList: true, isSecret: true }),
      ],
      merchantAccountOf: () => null,
      connect,
    },
  ];
}

function field(name: string, more: Partial<CredentialField> = {}): CredentialField {
  return { name, label: name, help: name, needed: 'always', isList: false, isSecret: false, ...more };
}
