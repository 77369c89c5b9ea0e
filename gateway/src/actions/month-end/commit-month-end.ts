// The commit of a month-end, with its row in the audit log. Months of a brand are committed one after the other: each follows the one that was
// the last when it was read, or is refused.
import type { AuditActor } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { auditFacts, type Manifest } from '../../domain/month-end/manifest.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type Sql, survivingConnectionLoss, withRetries } from '../../storage/database/database.ts';
import { lockBrand } from '../../storage/merchants/brand-store.ts';
import {
  findMonthEnd,
  insertMonthEnd,
  listMonthEnds,
  type MonthEnd,
} from '../../storage/month-end/month-end-store.ts';

export interface MadeMonthEnd {
  monthEnd: MonthEnd;
  /** false: it was closed before. */
  isNew: boolean;
}

interface Committing {
  monthEnd: MonthEnd;
  manifest: Manifest;
  statementIds: readonly string[];
  /** The last one that was closed when this one was read. */
  former: MonthEnd | null;
}

export async function commitMonthEnd(
  sql: Sql,
  by: AuditActor,
  { monthEnd, manifest, statementIds, former }: Committing,
): Promise<MadeMonthEnd> {
  return await survivingConnectionLoss(() =>
    withRetries(() =>
      sql.begin(async (tx) => {
        // One at a time: a try whose commit was not acknowledged has ended by then, and other months are seen.
        await lockBrand(tx, monthEnd.merchantId, monthEnd.brandId);
        const made = await findMonthEnd(tx, monthEnd, monthEnd.month);
        if (made) return { monthEnd: made, isNew: made.id === monthEnd.id };
        const [last] = await listMonthEnds(tx, monthEnd, 1);
        if (last && last.id !== former?.id)
          throw new Refusal(409, `month: ${last.month} was closed meanwhile`);
        await insertMonthEnd(tx, monthEnd, statementIds);
        await appendAudit(tx, {
          ...{ merchantId: monthEnd.merchantId, at: monthEnd.madeAt, by, before: null },
          action: 'month-end.made',
          target: { kind: 'brand', id: monthEnd.brandId },
          after: auditFacts(manifest, monthEnd.manifestSha256),
        });
        return { monthEnd, isNew: true };
      }),
    ),
  );
}
