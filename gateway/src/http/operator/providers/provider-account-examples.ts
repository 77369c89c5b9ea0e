// Parts that the operator's calls about a brand's accounts at providers share (contract 13): the path and the worked
// examples. Every key in the examples is made up.
import { type Static, Type } from 'typebox';
import type { Example } from '../../calls/operation.ts';
import { CARD_OPTION_ID } from '../../examples/example-transaction.ts';
import { uuid } from '../../schemas/schema-fields.ts';

export const ProviderPath = Type.Object({
  id: uuid('The brand.'),
  provider: Type.String({ description: 'Name of the provider: `adyen`, `stripe` or `bank`.' }),
});

export const accountPath = ({ id: brandId, provider }: Static<typeof ProviderPath>) => ({
  brandId,
  provider,
});

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
    summary: 'Stripe, only for cards',
    value: {
      environment: 'test',
      priority: 50,
      optionIds: [CARD_OPTION_ID],
      credentials: { secretKey: 'rk_example_made_up', webhookSecrets: ['whsec_example_made_up'] },
    },
  },
  bank: {
    summary: 'Your own bank account, for SEPA transfers and payouts',
    value: {
      environment: 'test',
      credentials: { iban: 'DE89370400440532013000', holder: 'Example Shop GmbH' },
    },
  },
  newSecret: {
    summary: 'A second HMAC key, nothing else changed',
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
  multipleCaptures: false,
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
    summary: 'The provider refuses the credentials',
    value: { ok: false, reason: 'Adyen refused the API key. Create a new one for this web service user.' },
  },
};
