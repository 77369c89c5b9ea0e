// Erases personal data after the time that a brand keeps it (its setting personalDataMonths): transactions that ended
// that many months ago, oldest first, in small batches behind a mark. Each run that erased anything leaves one row in
// the audit log of the brand. So does a run that ended early, because the setting was removed or its process died.
import type { AuditActor } from '../../domain/audit/audit.ts';
import type { BrandId } from '../../domain/merchants/brand.ts';
import { firstIdAt } from '../../domain/transactions/time-ordered-id.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { withRetries } from '../../storage/database/database.ts';
import { noteErasures } from '../../storage/erasure/erasure-work.ts';
import {
  advanceIdleMarks,
  agedTransactions,
  brandsToAudit,
  brandsWithAged,
  brandsWithRetention,
  claimMark,
  moveMark,
  type RetentionBrand,
  releaseMark,
  takeExpired,
} from '../../storage/erasure/retention-marks.ts';
import type { Context } from '../context.ts';
import { ERASED_AT_ONCE, eraseBatch, LEASE_MS } from './erase-batch.ts';
import { expiredBefore, unusedAmong } from './expired-before.ts';

/** The brand's setting asked for it, not a person. */
const WORKER: AuditActor = { kind: 'operator', id: 'worker', name: 'Tollgate', requestId: null, ip: null };
const DAY_MS = 86_400_000;
/**
 * The mark of an idle brand moves on when it is this far behind. Otherwise each look would again read all later
 * transactions of the merchant's other brands.
 */
const LAG_MS = 3_600_000;

/** Takes one batch of each brand. 'more': at least one brand is not done. */
export async function eraseExpired(context: Context, limit = ERASED_AT_ONCE): Promise<'more' | 'done'> {
  let more = false;
  const { sql, now } = context;
  const at = now().getTime();
  const firstYoungOf = (months: number) => firstIdAt(expiredBefore(new Date(at), months));
  const lagOf = (months: number) => firstIdAt(expiredBefore(new Date(at - LAG_MS), months));
  const brands = await brandsWithRetention(sql);
  const { aged, behind } = await brandsWithAged(sql, brands, { firstYoungOf, lagOf });
  await advanceIdleMarks(
    sql,
    behind.map((brand) => ({ ...brand, firstYoung: firstYoungOf(brand.months) })),
  );
  for (const brand of aged) more = (await eraseNext(context, brand, limit)) || more;
  const isAged = new Set(aged.map(({ brandId }) => brandId));
  for (const brand of await brandsToAudit(sql, now())) {
    // This brand continues, and gets one audit row for everything at its end.
    if (isAged.has(brand.brandId)) continue;
    const months = brands.find(({ brandId }) => brandId === brand.brandId)?.months ?? null;
    await auditExpired(context, { ...brand, months });
  }
  return more ? 'more' : 'done';
}

async function eraseNext(context: Context, brand: RetentionBrand, limit: number): Promise<boolean> {
  const { sql, now } = context;
  const { months } = brand;
  const at = now();
  const afterId = await withRetries(() => claimMark(sql, brand, at, LEASE_MS));
  if (afterId === null) return false;
  const before = expiredBefore(at, months);
  const aged = await agedTransactions(sql, brand, { afterId, firstYoung: firstIdAt(before), limit });
  const last = aged.at(-1);
  if (last) {
    const due = aged.filter(({ endedAt }) => endedAt !== null && endedAt < before);
    const ids = due.map(({ id }) => id);
    const young = aged.filter((one) => !due.includes(one)).map(({ id }) => id);
    await withRetries(() =>
      sql.begin(async (tx) => {
        const soon = { cause: 'retention', at, dueAt: new Date(at.getTime() + LEASE_MS) } as const;
        await noteErasures(tx, brand, ids, soon);
        // These are unfinished, or ended only lately. They are noted, so that the mark can pass them, and are looked at
        // again a day later.
        await noteErasures(tx, brand, young, { ...soon, dueAt: new Date(at.getTime() + DAY_MS) });
        await moveMark(tx, brand, last.id);
      }),
    );
    const unused = await unusedAmong(context, brand, due, before);
    if (ids.length > 0) await eraseBatch(context, brand, { transactionIds: ids, cause: 'retention', unused });
  }
  const isDone = aged.length < limit;
  if (isDone) await auditExpired(context, brand);
  await releaseMark(sql, brand);
  return !isDone;
}

/** `months` null: the brand no longer has the setting. */
async function auditExpired(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  { merchantId, brandId, months }: BrandId & { months: number | null },
): Promise<void> {
  await withRetries(() =>
    sql.begin(async (tx) => {
      const expired = await takeExpired(tx, { merchantId, brandId });
      if (!expired) return;
      const target = { kind: 'brand', id: brandId } as const;
      const row = { merchantId, at: now(), by: WORKER, action: 'personal-data.expired', target } as const;
      await appendAudit(tx, { ...row, before: null, after: { ...expired, months } });
    }),
  );
}
