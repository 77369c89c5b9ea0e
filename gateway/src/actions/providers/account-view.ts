// A brand's accounts at providers as their owners see them (contract 13). It reads the database and not the memory, so
// that the answer has the latest times. The view must never hold a credential, sealed or open; at most it says which
// ones are stored.
import type { BrandId } from '../../domain/merchants/brand.ts';
import { type AccountRow, listAccounts } from '../../storage/merchants/provider-account-store.ts';
import type { Context } from '../context.ts';
import { requireBrand } from '../merchants/change-brand.ts';
import { openAll } from './settle-account.ts';

export interface AccountView
  extends Omit<
    AccountRow,
    'merchantId' | 'brandId' | 'credentialsSealed' | 'createdAt' | 'multipleCaptures'
  > {
  /** null: the provider's accounts have no such setting. */
  multipleCaptures: boolean | null;
  /** Where the provider sends its notifications. */
  notificationUrl: string;
}

type Parts = Pick<Context, 'sql' | 'config' | 'providerKinds'>;

/** Includes retired accounts, because their notifications continue. The newest comes last. */
export async function listProviderAccounts(context: Parts, brandId: string): Promise<AccountView[]> {
  return await viewsOf(context, await requireBrand(context.sql, brandId));
}

/** How many values of each credential are stored, by account and name; none if the seal is broken. */
export async function storedCredentials(
  { sql, vault }: Pick<Context, 'sql' | 'vault'>,
  brand: BrandId,
): Promise<ReadonlyMap<string, Readonly<Record<string, number>>>> {
  const opened = await openAll({ vault }, await listAccounts(sql, brand));
  return new Map(
    opened.map(({ id, credentials }) => [
      id,
      Object.fromEntries(Object.entries(credentials).map(([name, value]) => [name, [value].flat().length])),
    ]),
  );
}

export async function requireView(context: Parts, brand: BrandId, accountId: string): Promise<AccountView> {
  const view = (await viewsOf(context, brand)).find(({ id }) => id === accountId);
  if (!view) throw new Error(`account ${accountId} was stored, but cannot be found`);
  return view;
}

async function viewsOf({ sql, config, providerKinds }: Parts, brand: BrandId): Promise<AccountView[]> {
  const rows = await listAccounts(sql, brand);
  const hasSetting = (provider: string) =>
    providerKinds.find(({ id }) => id === provider)?.hasMultipleCaptures === true;
  return rows.map(({ merchantId: _, brandId: __, credentialsSealed: ___, createdAt: ____, ...row }) => ({
    ...row,
    multipleCaptures: hasSetting(row.provider) ? row.multipleCaptures : null,
    notificationUrl: `${config.publicUrl}/providers/${row.provider}/notifications/${row.id}`,
  }));
}
