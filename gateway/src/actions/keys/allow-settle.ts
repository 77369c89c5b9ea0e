// Lets an API key approve payouts (contract 2). Where the brand has four eyes, the key's maker may not allow it, and
// nobody who may be the same person: otherwise somebody could make a payout and approve it with their own key
// (docs/decisions/0071). Every process applies it within two seconds.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { KEY_SCOPES } from '../../domain/keys/key-scopes.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { GIVEN_ACCESS_COUNTS_MS, whyNotApprove } from '../../domain/payouts/four-eyes.ts';
import { listGivenAccess } from '../../storage/access/given-access.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { type Credential, listCredentials, setKeyScopes } from '../../storage/keys/credential-store.ts';
import { touchBrand } from '../../storage/merchants/brand-store.ts';
import type { Context } from '../context.ts';
import { requireBrand } from '../merchants/change-brand.ts';

export async function allowSettle(
  { sql, brands, now }: Pick<Context, 'sql' | 'brands' | 'now'>,
  by: AuditActor,
  { merchantId, brandId }: BrandId,
  keyId: string,
): Promise<Credential> {
  const changed = await withRetries(() =>
    sql.begin(async (tx) => {
      const at = now();
      await touchBrand(tx, merchantId, brandId);
      const { fourEyes } = await requireBrand(tx, brandId);
      const found = (await listCredentials(tx, 'api-key', merchantId, brandId)).find(
        ({ id }) => id === keyId,
      );
      if (!found) throw new Refusal(404, 'the brand has no such API key');
      if (found.expiresAt !== null && found.expiresAt <= at) throw new Refusal(409, 'this API key has ended');
      const before = found.scopes!;
      if (before.includes('settle')) throw new Refusal(409, 'this API key may already approve payouts');
      if (fourEyes) await refuseItsMaker(tx, found, { merchantId, by, at });
      const scopes = KEY_SCOPES.filter((one) => before.includes(one) || one === 'settle');
      await setKeyScopes(tx, merchantId, keyId, scopes);
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'api-key.scopes-changed',
        target: { kind: 'brand', id: brandId },
        before: { apiKey: found.hint, scopes: before },
        after: { apiKey: found.hint, scopes },
      });
      return { ...found, scopes };
    }),
  );
  await brands.refresh();
  return changed;
}

/** An operator's key has no maker in the portal. */
async function refuseItsMaker(
  tx: SqlTransaction,
  { madeBy }: Credential,
  { merchantId, by, at }: { merchantId: string; by: AuditActor; at: Date },
): Promise<void> {
  if (madeBy === null) return;
  const given = await listGivenAccess(tx, merchantId, new Date(at.getTime() - GIVEN_ACCESS_COUNTS_MS));
  if (whyNotApprove({ userId: madeBy }, by, given) === null) return;
  throw new Refusal(
    403,
    'the brand has four eyes, so somebody other than the maker of this key must allow it',
  );
}
