// GET /operator/providers (contract 18): every provider that a brand can connect, from the providers' declarations. A
// plain read of memory.
import { Type } from 'typebox';
import { call } from '../../calls/call.ts';
import { ProviderKind, toKind } from '../../schemas/provider-kind-schemas.ts';
import { operatorErrors } from '../operator-schemas.ts';

export const listProviderKindsCall = call({
  address: 'GET /operator/providers',
  operationId: 'listProviderKinds',
  tags: ['Operator'],
  summary: 'List the providers that brands can connect',
  description:
    'The providers of this gateway, in alphabetical order of their names: its own, and those of its packages ' +
    '(`PROVIDER_PACKAGES`). Each with what it serves, and the credentials that it needs. No answer contains a ' +
    'credential.',
  access: 'operator',
  ofProviders: (kinds) => ({
    answers: {
      200: {
        description: 'The providers.',
        schema: Type.Array(ProviderKind),
        examples: {
          example: { summary: 'One provider', value: kinds.slice(0, 1).map((kind) => toKind(kind, 'test')) },
        },
      },
      ...operatorErrors(),
    },
  }),
  handle: async ({ config, providerKinds }) => {
    const environment = config.environment === 'test' ? 'test' : 'live';
    const byName = providerKinds.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
    return byName.map((kind) => toKind(kind, environment));
  },
});
