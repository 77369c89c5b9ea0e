// Connecting, changing, checking and retiring an account at a provider, under
// /portal/api/brands/{brandId}/providers/{provider} (contract 13, 14). The actions are the operator's, with the user as
// the actor. No answer may hold a credential.
import { Type } from 'typebox';
import { FORMERS, type Former } from '../../../actions/providers/account-faults.ts';
import { putProviderAccount } from '../../../actions/providers/put-provider-account.ts';
import { call } from '../../calls/call.ts';
import {
  accountRequestOf,
  accountSettingFields,
  answerAccount,
  ProviderAccount,
} from '../../schemas/provider-account-schemas.ts';
import { choice, closed, uuid } from '../../schemas/schema-fields.ts';
import { portalErrors } from '../portal-schemas.ts';

const Path = Type.Object({
  brandId: uuid('The brand.'),
  provider: Type.String({ maxLength: 100, description: 'Name of the provider.' }),
});

const Body = closed(
  {
    ...accountSettingFields,
    credentials: Type.Optional(
      Type.Unsafe<Record<string, string | string[]>>({
        type: 'object',
        additionalProperties: true,
        description:
          'By the names of `listProviders`. An omitted credential keeps its value; an empty text removes an ' +
          'optional credential. Stored encrypted and never shown.',
      }),
    ),
    formers: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }),
        choice(FORMERS, 'What happens to the value.'),
        {
          description:
            'For a credential that is a list, by its name: what happens to its stored values. keep: the newest ' +
            'stored value stays valid after the sent value. end: the newest stored value stays, and the older value ' +
            'is removed.',
        },
      ),
    ),
  },
  { title: 'PortalProviderSettings', description: 'The settings, and the new credentials.' },
);

export const putProviderCall = call({
  address: 'PUT /portal/api/brands/:brandId/providers/:provider',
  operationId: 'putProvider',
  tags: ['Portal providers'],
  summary: 'Connect a provider, or change the account',
  description:
    'Replaces the settings of the account at the provider. An omitted setting gets its default; an omitted ' +
    'credential keeps its value. The gateway checks the credentials at the provider at once, for at most ten ' +
    'seconds, and stores the account whatever the result. Another merchant account gets a new `accountId`, and the ' +
    'former account is retired.',
  access: 'portal',
  permission: 'providers.change',
  needsConfirmation: true,
  params: Path,
  body: Body,
  answers: {
    200: { description: 'The account, and the result of the check.', schema: ProviderAccount },
    ...portalErrors(409),
  },
  handle: async (context, { portal: { actor, brand }, params: { provider }, body }) => {
    const { formers = {}, credentials, ...settings } = body;
    const account = { brandId: brand.brandId, provider };
    const request = {
      ...accountRequestOf(settings, credentials),
      formers: formers as Record<string, Former>,
    };
    return answerAccount(await putProviderAccount(context, actor, account, request));
  },
});
