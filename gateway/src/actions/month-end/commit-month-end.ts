// The commit of a month-end, with its row in the audit log. A brand's months are committed one after the other. A
// month-end is refused if another month was closed after the month-end was read.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { auditFacts, type Manifest, textOf } from '../../domain/month-end/manifest.ts';
import { fingerprintOf, signSeal } from '../../domain/month-end/seal-key.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { wasTakenBackSince } from '../../storage/bank/entry-store.ts';
import { retryAfterConnectionLoss, withRetries } from '../../storage/database/database.ts';
import { lockBrand } from '../../storage/merchants/brand-store.ts';
import {
  findMonthEnd,
  insertMonthEnd,
  keepSignature,
  listMonthEnds,
  type MonthEnd,
} from '../../storage/month-end/month-end-store.ts';
import type { Context } from '../context.ts';
import { sealedOf } from './month-end-file.ts';
import { sealingKey } from './seal-keys.ts';

export interface MadeMonthEnd {
  monthEnd: MonthEnd;
  /** false: the month was closed before. */
  isNew: boolean;
}

interface Committing {
  monthEnd: MonthEnd;
  manifest: Manifest;
  statementIds: readonly string[];
  /** The last closed month-end when this one was read. */
  former: MonthEnd | null;
}

export async function commitMonthEnd(
  { sql, vault }: Pick<Context, 'sql' | 'vault'>,
  by: AuditActor,
  { monthEnd, manifest, statementIds, former }: Committing,
): Promise<MadeMonthEnd> {
  return await retryAfterConnectionLoss(() =>
    withRetries(() =>
      sql.begin(async (tx) => {
        // One at a time: the lock waits for an earlier try whose commit was not acknowledged, and shows us other
        // months.
        await lockBrand(tx, monthEnd.merchantId, monthEnd.brandId);
        const made = await findMonthEnd(tx, monthEnd, monthEnd.month);
        if (made) return { monthEnd: made, isNew: made.id === monthEnd.id };
        const [last] = await listMonthEnds(tx, monthEnd, 1);
        if (last && last.id !== former?.id)
          throw new Refusal(409, `month: ${last.month} has just been closed`);
        // It still shows the assignment, and nobody would look at the entry again.
        if (await wasTakenBackSince(tx, monthEnd, monthEnd.madeAt))
          throw new Refusal(409, 'month: an assignment was taken back meanwhile; close the month again');
        const { merchantId, brandId, madeAt: at, manifestSha256 } = monthEnd;
        const key = await sealingKey(tx, vault, { merchantId, at, by });
        await insertMonthEnd(tx, monthEnd, statementIds);
        await appendAudit(tx, ...key.made, {
          merchantId,
          at,
          by,
          before: null,
          action: 'month-end.made',
          target: { kind: 'brand', id: brandId },
          after: auditFacts(manifest, manifestSha256, fingerprintOf(key.publicKey)),
        });
        const signature = signSeal(key.privateKey, textOf(await sealedOf(tx, monthEnd)));
        const signed = { keyId: key.id, signature };
        await keepSignature(tx, monthEnd, signed);
        return { monthEnd: { ...monthEnd, signed }, isNew: true };
      }),
    ),
  );
}
