// A new API key for a brand. The former keys keep working for a while, so that the merchant can change over without an
// outage, or end at once after a leak (contract 2). Only the answer shows the key.
import { type AuditActor, masked } from '../../domain/audit/audit.ts';
import { hashOf, newApiKey } from '../../domain/keys/credentials.ts';
import { type KeyScope, scopesOfNewKey } from '../../domain/keys/key-scopes.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { listCredentials } from '../../storage/keys/credential-store.ts';
import { expireApiKeys, insertApiKey, touchBrand } from '../../storage/merchants/brand-store.ts';
import type { Context } from '../context.ts';
import { requireBrand } from '../merchants/change-brand.ts';

export const DEFAULT_OVERLAP_SECONDS = 24 * 3_600;

export async function rotateApiKey(
  { sql, brands, config, now }: Pick<Context, 'sql' | 'brands' | 'config' | 'now'>,
  by: AuditActor,
  brandId: string,
  {
    expirePreviousInSeconds = DEFAULT_OVERLAP_SECONDS,
    scopes: wanted = null,
  }: { expirePreviousInSeconds?: number | undefined; scopes?: readonly KeyScope[] | null | undefined } = {},
): Promise<{ apiKey: string; scopes: KeyScope[]; previousExpiresAt: Date }> {
  const { merchantId } = await requireBrand(sql, brandId);
  const apiKey = newApiKey(config.environment);
  const at = now();
  const previousExpiresAt = new Date(at.getTime() + expirePreviousInSeconds * 1_000);
  const inPortal = by.kind === 'user';
  const scopes = await withRetries(() =>
    sql.begin(async (tx) => {
      await touchBrand(tx, merchantId, brandId);
      // Read under the lock: four eyes may have been switched on meanwhile.
      const { fourEyes } = await requireBrand(tx, brandId);
      const [newest] = await listCredentials(tx, 'api-key', merchantId, brandId);
      const allowed = scopesOfNewKey({ wanted, former: newest?.scopes ?? null, inPortal, fourEyes });
      await expireApiKeys(tx, merchantId, brandId, previousExpiresAt);
      const key = {
        hash: hashOf(apiKey),
        hint: masked(apiKey),
        scopes: allowed,
        madeBy: inPortal ? by.id : null,
      };
      await insertApiKey(tx, { merchantId, brandId }, key, at);
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'api-key.rotated',
        target: { kind: 'brand', id: brandId },
        before: null,
        after: {
          apiKey: masked(apiKey),
          scopes: allowed,
          previousExpiresAt: previousExpiresAt.toISOString(),
        },
      });
      return allowed;
    }),
  );
  await brands.refresh();
  return { apiKey, scopes, previousExpiresAt };
}
