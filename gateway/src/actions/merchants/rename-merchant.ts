// Gives a merchant another name (contract 2), which no other merchant may have. Its brands, users and transactions stay
// the same.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { merchantNameKey } from '../../domain/merchants/merchant-name.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import {
  claimMerchantName,
  lockMerchant,
  type MerchantRow,
  releaseMerchantName,
  setMerchantName,
} from '../../storage/merchants/merchant-store.ts';
import type { Context } from '../context.ts';
import { nameTaken } from './create-merchant.ts';

export async function renameMerchant(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  by: AuditActor,
  merchantId: string,
  name: string,
): Promise<MerchantRow> {
  return await withRetries(() =>
    sql.begin(async (tx) => {
      const merchant = await lockMerchant(tx, merchantId);
      if (!merchant) throw new Refusal(404, 'id: no such merchant');
      if (merchant.name === name) return merchant;
      // "ada ltd" may become "Ada Ltd": the merchant already owns that name.
      if (merchantNameKey(merchant.name) !== merchantNameKey(name)) {
        if (!(await claimMerchantName(tx, merchantId, name))) throw nameTaken();
        await releaseMerchantName(tx, merchantId, merchant.name);
      }
      await setMerchantName(tx, merchantId, name);
      await appendAudit(tx, {
        merchantId,
        at: now(),
        by,
        action: 'merchant.renamed',
        target: { kind: 'merchant', id: merchantId },
        before: { name: merchant.name },
        after: { name },
      });
      return { ...merchant, name };
    }),
  );
}
