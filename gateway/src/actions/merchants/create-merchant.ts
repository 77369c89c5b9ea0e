// A new merchant: a name, and an id under which its brands, users and transactions are kept (contract 2). Two merchants
// never have the same name.
import { randomUUIDv7 } from 'node:crypto';
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { claimMerchantName, insertMerchant } from '../../storage/merchants/merchant-store.ts';
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
      if (!(await claimMerchantName(tx, merchantId, name))) throw nameTaken();
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

export const nameTaken = () => new Refusal(409, 'name: another merchant has this name');
