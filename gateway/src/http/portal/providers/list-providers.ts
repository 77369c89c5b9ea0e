// GET /portal/api/brands/{brandId}/providers (contract 13, 14): the accounts of the brand at providers with their
// health. Plain reads. No answer may hold a credential.
import type { Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { listProviderAccounts, storedCredentials } from '../../../actions/providers/account-view.ts';
import { mayInPortal } from '../../../domain/access/portal-permission.ts';
import { healthOf } from '../../../domain/merchants/provider-health.ts';
import { readProviderCalls } from '../../../storage/requests/provider-calls.ts';
import type { PortalCaller } from '../../auth/portal-session.ts';
import { call } from '../../calls/call.ts';
import { PortalBrandPath, portalErrors } from '../portal-schemas.ts';
import { declinesAll } from './provider-name.ts';
import { ProviderList, toHealth, toPortalAccount } from './provider-schemas.ts';

export const listProvidersCall = call({
  address: 'GET /portal/api/brands/:brandId/providers',
  operationId: 'listProviders',
  tags: ['Portal providers'],
  summary: 'List the accounts of a brand at providers',
  description:
    'The accounts in use and the retired accounts, which still receive notifications. Each has its health of the ' +
    'last hour: the calls of this brand, counted over all processes of the gateway. No answer contains a credential.',
  access: 'portal',
  permission: 'providers.read',
  params: PortalBrandPath,
  answers: { 200: { description: 'The providers.', schema: ProviderList }, ...portalErrors() },
  handle: (context, { portal }) => listOf(context, portal),
});

async function listOf(
  context: Context,
  { brand, session }: PortalCaller,
): Promise<Static<typeof ProviderList>> {
  const { config, providerKinds, sql, now } = context;
  const mayChange = mayInPortal(session.user.role, 'providers.change');
  const [views, stored] = await Promise.all([
    listProviderAccounts(context, brand.brandId),
    mayChange ? storedCredentials(context, brand) : null,
  ]);
  // What this process has not written yet counts too.
  await context.providerCalls.write();
  const counted = Map.groupBy(await readProviderCalls(sql, brand, now()), ({ accountId }) => accountId);
  const healthOfAccount = (id: string | null) => healthOf(counted.get(id) ?? [], now());
  const inUse = views.filter(({ retiredAt }) => retiredAt === null);
  const retired = views.filter(({ retiredAt }) => retiredAt !== null);
  const time = (at: Date | null) => at?.getTime() ?? 0;
  const ordered = [
    // The list is in order of age, and the sort keeps that order among equals.
    ...inUse.sort((a, b) => a.priority - b.priority),
    ...retired.sort((a, b) => time(b.retiredAt) - time(a.retiredAt)),
  ];
  const environment = config.environment === 'test' ? 'test' : 'live';
  return {
    environment,
    declinesAll: declinesAll(context, brand.brandId),
    accounts: ordered.map((view) =>
      toPortalAccount(view, providerKinds, {
        stored: stored && { ...stored.get(view.id) },
        health: view.retiredAt ? null : healthOfAccount(view.id),
      }),
    ),
    sandbox: environment === 'test' ? toHealth(healthOfAccount(null)) : null,
  };
}
