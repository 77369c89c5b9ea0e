// A new merchant: a name and an id under which its brands, users and transactions are kept (contract 2).
import { randomUUIDv7 } from 'node:crypto';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { insertMerchant } from '../../storage/merchants/brand-store.ts';
import type { Context } from '../context.ts';

export async function createMerchant(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  { name }: { name: string },
): Promise<{ merchantId: string; name: string }> {
  const merchantId = randomUUIDv7();
  const at = now();
  await withRetries(() =>
    sql.begin(async (tx) => {
      await insertMerchant(tx, merchantId, name, at);
      await appendAudit(tx, {
        merchantId,
        at,
        by,
        action: 'merchant.created',
        target: { kind: 'merchant', id: merchantId },
        before: null,
        after: { name },
      });
    }),
  );
  return { merchantId, name };
}
