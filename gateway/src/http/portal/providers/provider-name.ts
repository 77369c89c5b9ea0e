// Facts about providers for the other pages of the portal: the name of a provider, the account that took a payment, and
// whether the brand has no provider. Nothing here may answer a credential.
import type { Context } from '../../../actions/context.ts';
import type { BrandId } from '../../../domain/merchants/brand.ts';
import { listAccounts } from '../../../storage/merchants/provider-account-store.ts';

export function providerName({ providerKinds }: Pick<Context, 'providerKinds'>, id: string): string {
  return id === 'sandbox' ? 'Sandbox' : (providerKinds.find((one) => one.id === id)?.name ?? id);
}

/**
 * In production without an account there is no provider, so the gateway declines everything with 1011 (contract 13).
 */
export function declinesAll(
  { config, providerAccounts }: Pick<Context, 'config' | 'providerAccounts'>,
  brandId: string,
): boolean {
  return config.environment === 'production' && providerAccounts.ofBrand(brandId).length === 0;
}

export interface ShownAccount {
  accountId: string;
  environment: 'test' | 'live';
  merchantAccount: string | null;
  isRetired: boolean;
}

/** null: the payment went to no account, or to the sandbox. */
export async function shownAccount(
  { sql }: Pick<Context, 'sql'>,
  brand: BrandId,
  accountId: string | null,
): Promise<ShownAccount | null> {
  if (accountId === null) return null;
  const found = (await listAccounts(sql, brand)).find(({ id }) => id === accountId);
  if (!found) return null;
  const { environment, merchantAccount, retiredAt } = found;
  return { accountId, environment, merchantAccount, isRetired: retiredAt !== null };
}
