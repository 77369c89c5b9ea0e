// Asks the provider whether the credentials of the brand's account work, and stores the answer (contract 13). If the
// provider now names another merchant account, that account gets an id of its own, as after a PUT.
import type { AccountCheck } from '@tollgate/provider-kit';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { requireBrand } from '../merchants/change-brand.ts';
import { type AccountPath, noAccount, requireKind } from './require-kind.ts';
import { type AccountContext, settleAccount } from './settle-account.ts';

export async function checkProviderAccount(
  context: AccountContext,
  by: AuditActor,
  { brandId, provider }: AccountPath,
): Promise<Pick<AccountCheck, 'ok' | 'reason'>> {
  const brand = await requireBrand(context.sql, brandId);
  const kind = requireKind(context, provider);
  const { check } = await settleAccount(context, { by, brand, kind }, (inUse) => {
    if (!inUse) throw noAccount(kind);
    const { environment, priority, optionIds, cardEntry, multipleCaptures, wallets, endpoint, credentials } =
      inUse;
    return { environment, priority, optionIds, cardEntry, multipleCaptures, wallets, endpoint, credentials };
  });
  return { ok: check.ok, reason: check.reason };
}
