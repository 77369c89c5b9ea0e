// Retires the brand's account at a provider (contract 13): nothing new goes there, but refunds and notifications of
// earlier payments continue. It never deletes anything.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { retiredAccount } from '../../domain/merchants/place-account.ts';
import { withRetries } from '../../storage/database/database.ts';
import { lockBrand } from '../../storage/merchants/brand-store.ts';
import { lockAccounts } from '../../storage/merchants/provider-account-store.ts';
import { requireBrand } from '../merchants/change-brand.ts';
import { type AccountPath, noAccount, requireKind } from './require-kind.ts';
import { type AccountContext, noteRetired, openAll, writeRetired } from './settle-account.ts';

export async function retireProviderAccount(
  context: AccountContext,
  by: AuditActor,
  { brandId, provider }: AccountPath,
): Promise<void> {
  const { sql, providerAccounts, now } = context;
  const brand = await requireBrand(sql, brandId);
  const kind = requireKind(context, provider);
  await withRetries(() =>
    sql.begin(async (tx) => {
      await lockBrand(tx, brand.merchantId, brandId);
      const kept = await openAll(context, await lockAccounts(tx, brand, kind.id));
      const inUse = kept.find((one) => one.retiredAt === null);
      if (!inUse) throw noAccount(kind);
      const retired = retiredAccount(inUse, now());
      await writeRetired(context, tx, retired);
      await noteRetired(context, tx, { by, brand, kind }, retired);
    }),
  );
  await providerAccounts.refresh();
}
