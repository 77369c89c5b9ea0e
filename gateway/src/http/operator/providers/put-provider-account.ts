// PUT /operator/brands/{id}/providers/{provider} (contract 13). The answer never holds a credential.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { putProviderAccount } from '../../../actions/providers/put-provider-account.ts';
import type { Operation } from '../../operation.ts';
import { choice, closed, maybe, text, uuid } from '../../schemas/schema-fields.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { GivenCredentials } from './credential-schemas.ts';
import {
  accountExample,
  accountPath,
  accountRequests,
  answerAccount,
  CARD_ENTRIES,
  ENVIRONMENTS,
  HIGHEST_PRIORITY,
  ProviderAccount,
  ProviderPath,
} from './provider-account-schemas.ts';

const LONGEST_LIST = 1_000;

const Body = closed(
  {
    environment: choice(
      ENVIRONMENTS,
      'Which environment of the provider it is: `test` in the test environment, `live` in production.',
    ),
    priority: maybe(
      Type.Integer({
        minimum: 0,
        maximum: HIGHEST_PRIORITY,
        description: 'Accounts with lower numbers are asked first, 0 to 1,000,000; ties by age. Default 100.',
      }),
    ),
    optionIds: maybe(
      Type.Array(uuid('An option or suboption of the catalogue.'), {
        minItems: 1,
        maxItems: LONGEST_LIST,
        description: 'Options that go to it. Absent: all that the provider serves.',
      }),
    ),
    cardEntry: maybe(
      choice(
        CARD_ENTRIES,
        'Where the shopper enters a card. `tollgate`: here, and its number is sent server to server (the default of ' +
          '`adyen`). `provider`: on the provider’s page (the only value of `stripe`).',
      ),
    ),
    endpoint: maybe(
      text(
        500,
        'Scheme, host and port in place of the provider’s own for every call; paths stay. In the test environment only, ' +
          'never link-local, and otherwise under the rules of `notificationUrl`. Absent: the provider’s own.',
        { numbers: 'any', examples: ['http://127.0.0.1:4010'] },
      ),
    ),
    credentials: maybe(GivenCredentials),
  },
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
      const account = await putProviderAccount(context, operator, accountPath(params), {
        environment: body.environment,
        priority: body.priority ?? null,
        optionIds: body.optionIds ?? null,
        cardEntry: body.cardEntry ?? null,
        endpoint: body.endpoint ?? null,
        credentials: body.credentials ?? {},
      });
      return answerAccount(account);
    },
  );
}
