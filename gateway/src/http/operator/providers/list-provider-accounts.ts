// GET /operator/brands/{id}/providers (contract 13): the accounts without their credentials.
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { listProviderAccounts } from '../../../actions/providers/account-view.ts';
import type { Operation } from '../../operation.ts';
import { answerAccount, ProviderAccount } from '../../schemas/provider-account-schemas.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { accountsExample } from './provider-account-examples.ts';

const operation = {
  operationId: 'listProviderAccounts',
  tags: ['Operator'],
  summary: 'List the accounts of a brand at providers',
  description:
    'The accounts in use and the retired ones, oldest first. Retired ones still receive notifications.',
  access: 'operator',
  params: BrandPath,
  answers: {
    200: { description: 'The accounts.', schema: Type.Array(ProviderAccount), examples: accountsExample },
    ...operatorErrors(),
  },
} satisfies Operation;

export function listProviderAccountsRoute(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { id: string } }>(
    '/operator/brands/:id/providers',
    { schema: operation },
    async ({ params }) => (await listProviderAccounts(context, params.id)).map(answerAccount),
  );
}
