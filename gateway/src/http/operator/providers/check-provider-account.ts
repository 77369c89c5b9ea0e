// POST /operator/brands/{id}/providers/{provider}/check (contract 13). The answer never holds a credential.
import { Type } from 'typebox';
import { checkProviderAccount } from '../../../actions/providers/check-provider-account.ts';
import { Refusal } from '../../../domain/errors/refusal.ts';
import { call } from '../../call.ts';
import { CheckResult } from '../../schemas/provider-account-schemas.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { accountPath, checkExamples, ProviderPath } from './provider-account-schemas.ts';

export const checkProviderAccountCall = call({
  address: 'POST /operator/brands/:id/providers/:provider/check',
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
  handle: async (context, { params, body, operator }) => {
    refuseFields(body);
    return await checkProviderAccount(context, operator, accountPath(params));
  },
});

/** A body may be absent or empty. A schema cannot express that. */
function refuseFields(body: unknown): void {
  const names = Object.keys(body ?? {});
  if (names.length > 0) throw new Refusal(400, ['body: must be empty; this call has no fields']);
}
