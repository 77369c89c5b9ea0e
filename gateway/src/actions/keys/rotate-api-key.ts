// A new API key for a brand; the former ones work on for a while, so that the merchant can change over without an outage, or
// end at once after a leak (contract 2). The key is shown in the answer only.
import { type AuditActor, masked } from '../../domain/audit/audit.ts';
import { hashOf, newApiKey } from '../../domain/keys/credentials.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { expireApiKeys, insertApiKey, touchBrand } from '../../storage/merchants/brand-store.ts';
import type { Context } from '../context.ts';
import { requireBrand } from '../merchants/change-brand.ts';

export const DEFAULT_OVERLAP_SECONDS = 24 * 3_600;

export async function rotateApiKey(
  { sql, brands, config, now }: Pick<Context, 'sql' | 'brands' | 'config' | 'now'>,
  by: AuditActor,
  brandId: string,
  { expirePreviousInSeconds = DEFAULT_OVERLAP_SECONDS }: { expirePreviousInSeconds?: number } = {},
): Promise<{ apiKey: string; previousExpiresAt: Date }> {
  const { merchantId } = await requireBrand(sql, brandId);
  const apiKey = newApiKey(config.environment);
  const at = now();
  const previousExpiresAt = new Date(at.getTime() + expirePreviousInSeconds * 1_000);
  await withRetries(() =>
    sql.begin(async (tx) => {
      await touchBrand(tx, merchantId, brandId);
      await expireApiKeys(tx, merchantId, brandId, previousExpiresAt);
      await insertApiKey(tx, { merchantId, brandId }, { hash: hashOf(apiKey), hint: masked(apiKey) }, at);
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'api-key.rotated',
        target: { kind: 'brand', id: brandId },
        before: null,
        after: { apiKey: masked(apiKey), previousExpiresAt: previousExpiresAt.toISOString() },
      });
    }),
  );
  await brands.refresh();
  return { apiKey, previousExpiresAt };
}
