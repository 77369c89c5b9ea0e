// DELETE /operator/brands/{id}/providers/{provider} (contract 13).
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { retireProviderAccount } from '../../../actions/providers/retire-provider-account.ts';
import type { Operation } from '../../operation.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { accountPath, ProviderPath } from './provider-account-examples.ts';

const operation = {
  operationId: 'retireProviderAccount',
  tags: ['Operator'],
  summary: 'Retire the account at a provider',
  description:
    'Nothing new goes there, in every process within two seconds. Refunds and notifications of earlier payments go on, so keep ' +
    'its credentials valid at the provider until they are over. 404 if no account is in use, also because it was retired before.',
  access: 'operator',
  params: ProviderPath,
  answers: { 204: { description: 'Retired.', empty: true }, ...operatorErrors() },
} satisfies Operation;

export function retireProviderAccountRoute(app: FastifyInstance, context: Context): void {
  app.delete<{ Params: Static<typeof ProviderPath> }>(
    '/operator/brands/:id/providers/:provider',
    { schema: operation },
    async ({ params, operator }, reply) => {
      await retireProviderAccount(context, operator, accountPath(params));
      return reply.code(204).send();
    },
  );
}
