// GET /operator/brands/{id}/providers (contract 13): the accounts without their credentials.
import { Type } from 'typebox';
import { listProviderAccounts } from '../../../actions/providers/account-view.ts';
import { call } from '../../calls/call.ts';
import { answerAccount, ProviderAccount } from '../../schemas/provider-account-schemas.ts';
import { BrandPath, operatorErrors } from '../operator-schemas.ts';
import { accountsExample } from './provider-account-examples.ts';

export const listProviderAccountsCall = call({
  address: 'GET /operator/brands/:id/providers',
  operationId: 'listProviderAccounts',
  tags: ['Operator'],
  summary: 'List the accounts of a brand at providers',
  description:
    'The accounts in use and the retired accounts, oldest first. Retired accounts still receive notifications.',
  access: 'operator',
  params: BrandPath,
  answers: {
    200: { description: 'The accounts.', schema: Type.Array(ProviderAccount), examples: accountsExample },
    ...operatorErrors(),
  },
  handle: async (context, { params }) => (await listProviderAccounts(context, params.id)).map(answerAccount),
});
