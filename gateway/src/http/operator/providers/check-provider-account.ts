// POST /operator/brands/{id}/providers/{provider}/check (contract 13). The answer never holds a credential.
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { checkProviderAccount } from '../../../actions/providers/check-provider-account.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import type { Operation } from '../../operation.ts';
import { CheckResult } from '../../schemas/provider-account-schemas.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { accountPath, checkExamples, ProviderPath } from './provider-account-examples.ts';

const operation = {
  operationId: 'checkProviderAccount',
  tags: ['Operator'],
  summary: 'Check the credentials of an account',
  description:
    'Asks the provider with a harmless call, for ten seconds at most, and keeps the result with the account in use. If the ' +
    'provider names another merchant account than before, that gets a new `accountId` and the former is retired. No body.',
  access: 'operator',
  params: ProviderPath,
  answers: {
    200: { description: 'The result.', schema: Type.Object(CheckResult), examples: checkExamples },
    ...operatorErrors({ 409: 'Somebody else is changing the account at the same time.' }),
  },
} satisfies Operation;

export function checkProviderAccountRoute(app: FastifyInstance, context: Context): void {
  app.post<{ Params: Static<typeof ProviderPath> }>(
    '/operator/brands/:id/providers/:provider/check',
    { schema: operation },
    async ({ params, body, operator }) => {
      refuseFields(body);
      return await checkProviderAccount(context, operator, accountPath(params));
    },
  );
}

/** A body may be absent or empty. A schema cannot express that. */
function refuseFields(body: unknown): void {
  const names = Object.keys(body ?? {});
  if (names.length > 0) throw new Refusal(400, ['body: must be empty; this call has no fields']);
}
