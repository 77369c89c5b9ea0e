// Ends a former API key or signing secret of a brand now, before its overlap is over (contract 14). The newest one
// stays: without it, the merchant could call nothing, or the gateway could sign nothing. Every process applies it
// within two seconds.

import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import {
  type Credential,
  type CredentialId,
  endCredential as endStored,
  listCredentials,
} from '../../storage/keys/credential-store.ts';
import { touchBrand } from '../../storage/merchants/brand-store.ts';
import type { Context } from '../context.ts';

const WORDS = {
  'api-key': { name: 'API key', fact: 'apiKey', action: 'api-key.ended' },
  'signing-secret': { name: 'signing secret', fact: 'signingSecret', action: 'signing-secret.ended' },
} as const;

export async function endCredential(
  { sql, brands, now }: Pick<Context, 'sql' | 'brands' | 'now'>,
  by: AuditActor,
  { merchantId, brandId }: BrandId,
  { kind, id }: CredentialId,
): Promise<Credential> {
  const { name, fact, action } = WORDS[kind];
  const at = now();
  const ended = await withRetries(() =>
    sql.begin(async (tx) => {
      await touchBrand(tx, merchantId, brandId);
      const found = (await listCredentials(tx, kind, merchantId, brandId)).find((one) => one.id === id);
      if (!found) throw new Refusal(404, `the brand has no such ${name}`);
      if (found.expiresAt === null) {
        throw new Refusal(
          409,
          `this is the newest ${name}; rotate it, with an overlap of 0 to end it at once`,
        );
      }
      if (found.expiresAt <= at) throw new Refusal(409, `this ${name} has already ended`);
      await endStored(tx, merchantId, { kind, id }, at);
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action,
        target: { kind: 'brand', id: brandId },
        before: { [fact]: found.hint, endsAt: found.expiresAt.toISOString() },
        after: { [fact]: found.hint, endsAt: at.toISOString() },
      });
      return { ...found, expiresAt: at };
    }),
  );
  await brands.refresh();
  return ended;
}
