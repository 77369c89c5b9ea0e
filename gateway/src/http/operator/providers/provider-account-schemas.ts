// What the calls about a brand's accounts at providers share (contract 13): the path, the shape of an account, and its worked
// examples. Nothing here may name a credential in an answer. Every key in the examples is made up.
import { type Static, type TSchema, Type } from 'typebox';
import type { AccountView } from '../../../actions/providers/account-view.ts';
import { CARD_OPTION_ID } from '../../examples/example-transaction.ts';
import type { Example } from '../../operation.ts';
import { choice, uuid } from '../../schemas/schema-fields.ts';

export const ProviderPath = Type.Object({
  id: uuid('The brand.'),
  provider: Type.String({ description: 'Name of the provider: `adyen` or `stripe`.' }),
});

export const accountPath = ({ id: brandId, provider }: Static<typeof ProviderPath>) => ({
  brandId,
  provider,
});

export const ENVIRONMENTS = ['test', 'live'] as const;
export const CARD_ENTRIES = ['tollgate', 'provider'] as const;
export const HIGHEST_PRIORITY = 1_000_000;

const nullable = (type: string, description: string, more: object = {}) =>
  ({ type: [type, 'null'], description, ...more }) as TSchema;
const textOrNull = (description: string, more: object = {}) =>
  Type.Unsafe<string | null>(nullable('string', description, more));
const timeOrNull = (description: string) => textOrNull(description, { format: 'date-time' });

export const CheckResult = {
  ok: Type.Boolean({ description: 'Whether the provider accepted the credentials.' }),
  reason: textOrNull('What is wrong, and what to do about it; null if nothing is.'),
};

export const ProviderAccount = Type.Object(
  {
    provider: Type.String({ description: 'Name of the provider.' }),
    accountId: uuid('The account. The same merchant account keeps its id.'),
    environment: choice(ENVIRONMENTS, 'Which environment of the provider it is.'),
    priority: Type.Integer({ description: 'Accounts with lower numbers are asked first; ties by age.' }),
    optionIds: Type.Unsafe<string[] | null>(
      nullable('array', 'Options that go to it; null: all that the provider serves.', {
        items: { type: 'string', format: 'uuid' },
      }),
    ),
    cardEntry: choice(
      CARD_ENTRIES,
      'Where the shopper enters a card: `tollgate`, here, and its number is sent server to server; `provider`, on the ' +
        'provider’s page, and no number is ever sent there.',
    ),
    endpoint: textOrNull('Scheme, host and port of every call; null: the provider’s own.'),
    merchantAccount: textOrNull('The merchant account as the provider names it; null: not known yet.'),
    notificationUrl: Type.String({
      description: 'Address to enter at the provider, to which it sends its notifications.',
    }),
    checkedAt: timeOrNull('When its credentials were checked last; null: never.'),
    checkResult: Type.Unsafe<{ ok: boolean; reason: string | null } | null>(
      nullable('object', 'Result of that check; null: there was none.', {
        properties: CheckResult,
        required: ['ok', 'reason'],
      }),
    ),
    lastNotificationAt: timeOrNull('When its last authentic notification came; null: none yet.'),
    lastRefusedAt: timeOrNull('When its last notification was refused for its signature; null: none was.'),
    retiredAt: timeOrNull(
      'Since when nothing new goes there; refunds and notifications of earlier payments go on. null: in use.',
    ),
  },
  { title: 'ProviderAccount', description: 'An account of a brand at a provider, without its credentials.' },
);

export function answerAccount({ id, check, ...view }: AccountView): Static<typeof ProviderAccount> {
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return {
    provider: view.provider,
    accountId: id,
    environment: view.environment,
    priority: view.priority,
    optionIds: view.optionIds && [...view.optionIds],
    cardEntry: view.cardEntry,
    endpoint: view.endpoint,
    merchantAccount: view.merchantAccount,
    notificationUrl: view.notificationUrl,
    checkedAt: text(check?.at ?? null),
    checkResult: check && { ok: check.ok, reason: check.reason },
    lastNotificationAt: text(view.lastNotificationAt),
    lastRefusedAt: text(view.lastRefusedAt),
    retiredAt: text(view.retiredAt),
  };
}

export const accountRequests: Record<string, Example> = {
  adyen: {
    summary: 'Adyen',
    value: {
      environment: 'test',
      credentials: {
        apiKey: 'AQEyhmfxK4LIRUNDw5',
        merchantAccount: 'ExampleShopECOM',
        hmacKeys: ['B7D5E1A9C3F04862B7D5E1A9C3F04862B7D5E1A9C3F04862B7D5E1A9C3F04862'],
      },
    },
  },
  stripe: {
    summary: 'Stripe, for cards alone',
    value: {
      environment: 'test',
      priority: 50,
      optionIds: [CARD_OPTION_ID],
      credentials: { secretKey: 'rk_example_made_up', webhookSecrets: ['whsec_example_made_up'] },
    },
  },
  newSecret: {
    summary: 'A second HMAC key, everything else as it was',
    value: {
      environment: 'test',
      credentials: {
        hmacKeys: [
          '0A1B2C3D4E5F60718293A4B5C6D7E8F90A1B2C3D4E5F60718293A4B5C6D7E8F9',
          'B7D5E1A9C3F04862B7D5E1A9C3F04862B7D5E1A9C3F04862B7D5E1A9C3F04862',
        ],
      },
    },
  },
};

const accountId = '0197b0ae-2f0e-7c21-9d3b-2a1b0c9d8e10';
const account = {
  provider: 'adyen',
  accountId,
  environment: 'test',
  priority: 100,
  optionIds: null,
  cardEntry: 'tollgate',
  endpoint: null,
  merchantAccount: 'ExampleShopECOM',
  notificationUrl: `https://pay.example/providers/adyen/notifications/${accountId}`,
  checkedAt: '2026-03-01T10:00:00.000Z',
  checkResult: { ok: true, reason: null },
  lastNotificationAt: null,
  lastRefusedAt: null,
  retiredAt: null,
};
export const accountExample = { example: { summary: 'The account', value: account } };
export const accountsExample = { example: { summary: 'One account', value: [account] } };
export const checkExamples: Record<string, Example> = {
  works: { summary: 'The credentials work', value: { ok: true, reason: null } },
  refused: {
    summary: 'They do not',
    value: { ok: false, reason: 'Adyen refused the API key. Make a new one for this web service user.' },
  },
};
