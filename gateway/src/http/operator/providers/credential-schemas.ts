// The credentials of every provider that a request may name, under their names in contract 13. The provider's
// declaration says which of them it has and how each must look (actions/providers/account-faults.ts). No answer may
// ever hold one.
import { Type } from 'typebox';
import { closed, maybe, text, visibleText } from '../../schemas/schema-fields.ts';

const LONGEST = 4_096;

// The gateway seals it before storing it, so digits in a row do no harm.
const credential = (description: string) => maybe(text(LONGEST, description, { numbers: 'any' }));

const secrets = (description: string) =>
  maybe(
    Type.Array(visibleText(LONGEST, 'A key or secret.', { numbers: 'any' }), {
      minItems: 1,
      maxItems: 2,
      description: `${description} One or two, so that a secret can be replaced without a gap.`,
    }),
  );

export const GivenCredentials = closed(
  {
    apiKey: credential('`adyen`: API key of the web service user.'),
    merchantAccount: credential('`adyen`: name of the merchant account.'),
    liveEndpointPrefix: credential('`adyen`: prefix of the live endpoints. Needed for `live`.'),
    hmacKeys: secrets('`adyen`: HMAC keys of the webhook, hexadecimal.'),
    notificationUser: credential('`adyen`: user name of the webhook’s basic authentication. Optional.'),
    notificationPassword: credential('`adyen`: password of the webhook’s basic authentication. Optional.'),
    reportUser: credential('`adyen`: user who may download reports. Optional; needs `reportPassword`.'),
    reportPassword: credential('`adyen`: password of that user. Optional; needs `reportUser`.'),
    secretKey: credential('`stripe`: secret or restricted API key.'),
    webhookSecrets: secrets('`stripe`: signing secrets of the webhook endpoint.'),
    iban: credential('`bank`: IBAN of the account.'),
    holder: credential('`bank`: name of its holder, as the bank writes it.'),
    bic: credential('`bank`: BIC of the bank. Optional.'),
  },
  {
    title: 'ProviderCredentials',
    description:
      'Credentials, by the provider’s names for them. An omitted credential keeps its value. The first request ' +
      'needs all credentials that are not optional. An empty text removes an optional credential. Credentials are ' +
      'stored encrypted and never shown.',
  },
);
