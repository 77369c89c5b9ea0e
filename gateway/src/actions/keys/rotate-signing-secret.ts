// A new signing secret for a brand: from now on it signs answers and webhooks. Requests may use the new secret, or the
// former secret until that ends (contract 2). Only the answer shows the secret.
import { randomUUIDv7 } from 'node:crypto';
import { type AuditActor, masked } from '../../domain/audit/audit.ts';
import { newSigningSecret } from '../../domain/keys/credentials.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import {
  expireSigningSecrets,
  insertSigningSecret,
  touchBrand,
} from '../../storage/merchants/brand-store.ts';
import type { Context } from '../context.ts';
import { requireBrand } from '../merchants/change-brand.ts';
import { DEFAULT_OVERLAP_SECONDS } from './rotate-api-key.ts';

export async function rotateSigningSecret(
  { sql, brands, vault, now }: Pick<Context, 'sql' | 'brands' | 'vault' | 'now'>,
  by: AuditActor,
  brandId: string,
  { expirePreviousInSeconds = DEFAULT_OVERLAP_SECONDS }: { expirePreviousInSeconds?: number } = {},
): Promise<{ signingSecret: string; previousExpiresAt: Date }> {
  const { merchantId } = await requireBrand(sql, brandId);
  const signingSecret = newSigningSecret();
  const sealed = vault.seal(signingSecret, sealContext.signingSecret(brandId));
  const hint = masked(signingSecret);
  const at = now();
  const previousExpiresAt = new Date(at.getTime() + expirePreviousInSeconds * 1_000);
  await withRetries(() =>
    sql.begin(async (tx) => {
      await touchBrand(tx, merchantId, brandId);
      await expireSigningSecrets(tx, merchantId, brandId, previousExpiresAt);
      await insertSigningSecret(tx, { merchantId, brandId }, { id: randomUUIDv7(), sealed, hint }, at);
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'signing-secret.rotated',
        target: { kind: 'brand', id: brandId },
        before: null,
        after: { signingSecret: hint, previousExpiresAt: previousExpiresAt.toISOString() },
      });
    }),
  );
  await brands.refresh();
  return { signingSecret, previousExpiresAt };
}
