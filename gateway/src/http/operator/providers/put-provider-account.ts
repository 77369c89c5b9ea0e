// PUT /operator/brands/{id}/providers/{provider} (contract 13). The answer never holds a credential.
import type { TSchema } from 'typebox';
import { putProviderAccount } from '../../../actions/providers/put-provider-account.ts';
import { call } from '../../calls/call.ts';
import {
  accountRequestOf,
  accountSettingFields,
  answerAccount,
  ProviderAccount,
} from '../../schemas/provider-account-schemas.ts';
import { closed, maybe } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { credentialsOf, GivenCredentials } from './credential-schemas.ts';
import { accountExample, accountPath, ProviderPath, requestsOf } from './provider-account-examples.ts';

const bodyOf = <Credentials extends TSchema>(credentials: Credentials) =>
  closed(
    { ...accountSettingFields, credentials: maybe(credentials) },
    { title: 'ProviderAccountSettings', description: 'The settings, and the new credentials.' },
  );

export const putProviderAccountCall = call({
  address: 'PUT /operator/brands/:id/providers/:provider',
  operationId: 'putProviderAccount',
  tags: ['Operator'],
  summary: 'Connect a brand to a provider, or change the account',
  description:
    'Replaces the settings of the brand’s account at the provider. An omitted setting gets its default; an omitted ' +
    'credential keeps its value. The gateway checks the credentials at the provider at once, for at most ten ' +
    'seconds, and stores the account whatever the result. The same merchant account keeps its `accountId`, also if ' +
    'it was retired. Another merchant account gets a new `accountId`, and the former account is retired. Every ' +
    'process of the gateway uses the account within two seconds.',
  access: 'operator',
  params: ProviderPath,
  body: bodyOf(GivenCredentials),
  ofProviders: (kinds) => ({ body: bodyOf(credentialsOf(kinds)), examples: requestsOf(kinds) }),
  answers: {
    200: {
      description: 'The account, and the result of the check.',
      schema: ProviderAccount,
      examples: accountExample,
    },
    ...operatorErrors({ 409: 'Somebody else is changing the account at the same time.' }),
  },
  handle: async (context, { params, body, operator }) => {
    const account = await putProviderAccount(
      context,
      operator,
      accountPath(params),
      accountRequestOf(body, body.credentials),
    );
    return answerAccount(account);
  },
});
