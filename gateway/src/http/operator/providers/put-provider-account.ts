// PUT /operator/brands/{id}/providers/{provider} (contract 13). The answer never holds a credential.
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { putProviderAccount } from '../../../actions/providers/put-provider-account.ts';
import type { Operation } from '../../operation.ts';
import {
  accountRequestOf,
  accountSettingFields,
  answerAccount,
  ProviderAccount,
} from '../../schemas/provider-account-schemas.ts';
import { closed, maybe } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { GivenCredentials } from './credential-schemas.ts';
import { accountExample, accountPath, accountRequests, ProviderPath } from './provider-account-examples.ts';

const Body = closed(
  { ...accountSettingFields, credentials: maybe(GivenCredentials) },
  { title: 'ProviderAccountSettings', description: 'The settings, and credentials that are new.' },
);

const operation = {
  operationId: 'putProviderAccount',
  tags: ['Operator'],
  summary: 'Connect a brand to a provider, or change the account',
  description:
    'Replaces the settings of the brand’s account at the provider: what is left out has its default. A credential that is left ' +
    'out stays as it was. The credentials are checked at the provider at once, for ten seconds at most; the account is stored ' +
    'whatever the result. The same merchant account again keeps its `accountId`, also after it was retired. Another one gets a ' +
    'new one, and the former is retired. Every process of the gateway uses the account within two seconds.',
  access: 'operator',
  params: ProviderPath,
  body: Body,
  examples: accountRequests,
  answers: {
    200: {
      description: 'The account, and the result of the check.',
      schema: ProviderAccount,
      examples: accountExample,
    },
    ...operatorErrors({ 409: 'Somebody else is changing the account at the same time.' }),
  },
} satisfies Operation;

export function putProviderAccountRoute(app: FastifyInstance, context: Context): void {
  app.put<{ Params: Static<typeof ProviderPath>; Body: Static<typeof Body> }>(
    '/operator/brands/:id/providers/:provider',
    { schema: operation },
    async ({ params, body, operator }) => {
      const account = await putProviderAccount(
        context,
        operator,
        accountPath(params),
        accountRequestOf(body, body.credentials),
      );
      return answerAccount(account);
    },
  );
}
