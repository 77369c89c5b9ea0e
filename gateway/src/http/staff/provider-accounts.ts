// Checking and retiring a brand's account at a provider (contract 13). No answer may hold a credential.

import { Type } from 'typebox';
import { checkProviderAccount } from '../../actions/providers/check-provider-account.ts';
import { retireProviderAccount } from '../../actions/providers/retire-provider-account.ts';
import { checkExamples } from '../operator/providers/provider-account-examples.ts';
import { CheckResult } from '../schemas/provider-account-schemas.ts';
import { refuseFields } from './refuse-fields.ts';
import { staffCalls } from './staff-calls.ts';

const ids = {
  provider: Type.String({ maxLength: 100, description: 'Name of the provider, such as `adyen`.' }),
};

export const checkProviderAccountCalls = staffCalls({
  under: 'brand',
  address: 'POST /providers/:provider/check',
  ids,
  summary: 'Check the credentials of an account',
  description:
    'Makes a harmless call to the provider, for at most ten seconds, and stores the result with the account in ' +
    'use. If the provider names another merchant account than before, that account gets a new `accountId`, and the ' +
    'former account is retired. No body.',
  answers: { 200: { description: 'The result.', schema: Type.Object(CheckResult), examples: checkExamples } },
  errors: { 409: 'Somebody else is changing the account at the same time.' },
  operator: { operationId: 'checkProviderAccount' },
  portal: { operationId: 'checkProvider', tags: ['Portal providers'], permission: 'providers.change' },
  handle: async (context, { actor, brand: { brandId } }, { params: { provider }, body }) => {
    refuseFields(body);
    return await checkProviderAccount(context, actor, { brandId, provider });
  },
});

export const retireProviderAccountCalls = staffCalls({
  under: 'brand',
  address: 'DELETE /providers/:provider',
  ids,
  summary: 'Retire the account at a provider',
  description:
    'Within two seconds no process sends new payments there. Refunds and notifications of earlier payments ' +
    'continue, so keep the credentials valid at the provider until those are finished. 404 if no account is in ' +
    'use, also if it was retired before.',
  answers: { 204: { description: 'Retired.', empty: true } },
  operator: { operationId: 'retireProviderAccount' },
  portal: {
    operationId: 'retireProvider',
    tags: ['Portal providers'],
    permission: 'providers.change',
    needsConfirmation: true,
  },
  handle: async (context, { actor, brand: { brandId } }, { params: { provider } }) => {
    await retireProviderAccount(context, actor, { brandId, provider });
  },
});
