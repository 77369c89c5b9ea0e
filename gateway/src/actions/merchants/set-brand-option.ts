// Switches one option on or off for a brand and sets its limits (contract 2). It replaces the former setting: if the
// caller leaves out a limit, the catalogue's limit applies again.
import { type AuditActor, type AuditFacts, differences } from '../../domain/audit/audit.ts';
import { type Outdated, outdatedFields, outdatedRefusal } from '../../domain/audit/outdated-view.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { OptionSetting } from '../../domain/options/option-limits.ts';
import { limitFaults } from '../../domain/options/option-limits.ts';
import { findOption } from '../../domain/options/payment-option.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { lastBrandChanges } from '../../storage/audit/audit-search.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { type BrandRow, loadOptions, putOption, touchBrand } from '../../storage/merchants/brand-store.ts';
import type { Context } from '../context.ts';
import { requireBrand } from './change-brand.ts';

export interface OptionChange extends OptionSetting {
  optionId: string;
  /** The setting that the caller saw before the change. */
  seen?: Partial<OptionSetting> | undefined;
}

export async function setBrandOption(
  { sql, brands, now }: Pick<Context, 'sql' | 'brands' | 'now'>,
  by: AuditActor,
  brandId: string,
  { optionId, seen = {}, ...setting }: OptionChange,
): Promise<OptionSetting & { optionId: string }> {
  const id = optionId.toLowerCase();
  const brand = await requireBrand(sql, brandId);
  const { merchantId } = brand;
  if (!findOption(id)) throw new Refusal(404, 'optionId: no such option in the catalogue');
  await withRetries(() =>
    sql.begin(async (tx) => {
      await touchBrand(tx, merchantId, brandId);
      const stored = await loadOptions(tx, [merchantId], [brandId]);
      const former = stored.find((one) => one.optionId === id);
      const standing = former ?? { enabled: isListed(brand.optionIds, id), minAmount: null, maxAmount: null };
      const outdated = outdatedFields(factsOf(standing), seen);
      if (outdated.length > 0) throw await outdatedOption(tx, brand, id, outdated);
      const settings = new Map(stored.map((one) => [one.optionId, one as OptionSetting]));
      const faults = limitFaults(id, settings.set(id, setting));
      if (faults.length > 0) throw new Refusal(400, faults);
      await putOption(tx, merchantId, { brandId, optionId: id, ...setting });
      const before = former ? { optionId: id, ...factsOf(former) } : null;
      const after = { optionId: id, ...factsOf(setting) };
      if (before && !differences(before, after)) return;
      const target = { kind: 'brand', id: brandId } as const;
      await appendAudit(tx, { merchantId, at: now(), by, action: 'brand.option-set', target, before, after });
    }),
  );
  await brands.refresh();
  return { optionId: id, ...setting };
}

/** A suboption without its own setting follows its option. */
function isListed(optionIds: string[] | null, id: string): boolean {
  return findOption(id)!.suboption !== undefined || optionIds === null || optionIds.includes(id);
}

async function outdatedOption(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandRow,
  optionId: string,
  outdated: Outdated[],
): Promise<Refusal> {
  const changes = await lastBrandChanges(tx, merchantId, brandId);
  const last = changes.find(({ after }) => after?.optionId === optionId) ?? null;
  return outdatedRefusal(outdated.map((one) => ({ ...one, last })));
}

const factsOf = ({ enabled, minAmount, maxAmount }: OptionSetting): AuditFacts => ({
  enabled,
  minAmount,
  maxAmount,
});
