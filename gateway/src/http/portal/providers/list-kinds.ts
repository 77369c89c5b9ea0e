// GET /portal/api/brands/{brandId}/provider-kinds (contract 14, 18): every provider that the brand can connect, from
// the providers' declarations. A plain read of memory. It is apart from the accounts, because a page asks for those
// every ten seconds, and a hundred providers are more than 100 KB.
import { Type } from 'typebox';
import { call } from '../../calls/call.ts';
import { ProviderKind, toKind } from '../../schemas/provider-kind-schemas.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';

const ProviderKinds = Type.Object(
  { items: Type.Array(ProviderKind, { description: 'In the order of their declarations.' }) },
  { title: 'ProviderKinds', description: 'The providers that can be connected.' },
);

export const listKindsCall = call({
  address: 'GET /portal/api/brands/:brandId/provider-kinds',
  operationId: 'listProviderKinds',
  tags: ['Portal providers'],
  summary: 'List the providers that a brand can connect',
  description: 'Every provider of this gateway, with what it serves and the credentials that it needs.',
  access: 'portal',
  permission: 'providers.read',
  params: PortalBrandPath,
  answers: { 200: { description: 'The providers.', schema: ProviderKinds }, ...portalErrors() },
  handle: async ({ config, providerKinds }) => {
    const environment = config.environment === 'test' ? 'test' : 'live';
    return { items: providerKinds.map((kind) => toKind(kind, environment)) };
  },
});
