// Removes a block (contract 12); the same commit writes the row of the audit log. Every process applies it within two
// seconds.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { touchBrand } from '../../storage/merchants/brand-store.ts';
import { deleteBlock } from '../../storage/risk/block-store.ts';
import type { Context } from '../context.ts';
import { requireBrand } from '../merchants/change-brand.ts';
import { blockFacts, personalFieldsOf } from './add-block.ts';

export async function removeBlock(
  { sql, brands, now }: Pick<Context, 'sql' | 'brands' | 'now'>,
  by: AuditActor,
  brandId: string,
  blockId: string,
): Promise<void> {
  const { merchantId } = await requireBrand(sql, brandId);
  await withRetries(() =>
    sql.begin(async (tx) => {
      await touchBrand(tx, merchantId, brandId);
      const deleted = await deleteBlock(tx, merchantId, brandId, blockId);
      if (!deleted) throw new Refusal(404, 'blockId: the brand has no such block');
      const target = { kind: 'brand', id: brandId } as const;
      const removed = { merchantId, at: now(), by, action: 'block.removed', target } as const;
      await appendAudit(tx, {
        ...removed,
        before: blockFacts(deleted),
        after: null,
        personalFields: personalFieldsOf(deleted),
      });
    }),
  );
  await brands.refresh();
}
