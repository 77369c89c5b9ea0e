// DELETE /operator/brands/{id}/providers/{provider} (contract 13).
import { retireProviderAccount } from '../../../actions/providers/retire-provider-account.ts';
import { call } from '../../call.ts';
import { operatorErrors } from '../operator-schemas.ts';
import { accountPath, ProviderPath } from './provider-account-schemas.ts';

export const retireProviderAccountCall = call({
  address: 'DELETE /operator/brands/:id/providers/:provider',
  operationId: 'retireProviderAccount',
  tags: ['Operator'],
  summary: 'Retire the account at a provider',
  description:
    'Nothing new goes there, in every process within two seconds. Refunds and notifications of earlier payments go on, so keep ' +
    'its credentials valid at the provider until they are over. 404 if no account is in use, also because it was retired before.',
  access: 'operator',
  params: ProviderPath,
  answers: { 204: { description: 'Retired.', empty: true }, ...operatorErrors() },
  handle: async (context, { params, operator }) => {
    await retireProviderAccount(context, operator, accountPath(params));
  },
});
