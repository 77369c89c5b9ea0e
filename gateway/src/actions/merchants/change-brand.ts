// Reads and changes the settings of a brand (contract 2). It reads from the database and not from memory, so the answer
// includes what another process changed a moment ago.
import { type AuditActor, type AuditFacts, differences } from '../../domain/audit/audit.ts';
import { type Outdated, outdatedFields, outdatedRefusal } from '../../domain/audit/outdated-view.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { logoUrl } from '../../domain/merchants/brand-logo.ts';
import { type BrandLook, readLookChanges } from '../../domain/merchants/brand-look.ts';
import {
  type BrandSettings,
  DEFAULT_SETTINGS,
  type SettingChanges,
} from '../../domain/merchants/brand-settings.ts';
import { settingsConflicts, settingsFaults } from '../../domain/merchants/setting-faults.ts';
import type { OptionSetting } from '../../domain/options/option-limits.ts';
import { defaultRisk } from '../../domain/risk/risk.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { lastBrandChanges } from '../../storage/audit/audit-search.ts';
import { type Sql, type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { listCredentials, setKeyScopes } from '../../storage/keys/credential-store.ts';
import { deleteOtherBrandLogos, insertBrandLogo } from '../../storage/merchants/brand-logo-store.ts';
import {
  alignOptions,
  type BrandRow,
  findBrand,
  listBrands,
  loadOptions,
  lockBrand,
  updateBrand,
} from '../../storage/merchants/brand-store.ts';
import { merchantExists } from '../../storage/merchants/merchant-store.ts';
import { renewBrandEndpoint } from '../../storage/webhooks/webhook-renewals.ts';
import type { Context } from '../context.ts';

export interface BrandView extends BrandSettings {
  merchantId: string;
  brandId: string;
  look: BrandLook;
  /** The settings of single options; all others follow `options` and the catalogue's limits. */
  optionSettings: (OptionSetting & { optionId: string })[];
}

export interface SeenChanges extends SettingChanges {
  /** The values that the caller saw before the change, under the names of `seenSettings`. */
  seen?: AuditFacts;
}

export async function showBrand({ sql }: Pick<Context, 'sql'>, brandId: string): Promise<BrandView> {
  return toView(sql, await requireBrand(sql, brandId));
}

/** The brands of one merchant, by name; `name`: only those whose name contains it. */
export async function showBrands(
  { sql }: Pick<Context, 'sql'>,
  merchantId: string,
  { name = '' }: { name?: string | undefined },
): Promise<BrandView[]> {
  if (!(await merchantExists(sql, merchantId))) throw new Refusal(404, 'id: no such merchant');
  const found = await listBrands(sql, merchantId);
  const named = found.filter((brand) => brand.name.toLowerCase().includes(name.toLowerCase()));
  return await Promise.all(named.map((brand) => toView(sql, brand)));
}

export async function changeBrand(
  { sql, brands, config, now }: Pick<Context, 'sql' | 'brands' | 'config' | 'now'>,
  by: AuditActor,
  brandId: string,
  { seen = {}, ...changes }: SeenChanges,
): Promise<BrandView> {
  const { merchantId } = await requireBrand(sql, brandId);
  const faults = settingsFaults(changes, { allowInsecure: config.allowInsecureWebhooks });
  const read = readLookChanges(changes.look ?? {});
  if ('faults' in read) faults.push(...read.faults);
  if ('faults' in read || faults.length > 0) throw new Refusal(400, faults);
  const view = await withRetries(() =>
    sql.begin(async (tx) => {
      const before = await lockBrand(tx, merchantId, brandId);
      if (!before) throw new Refusal(404, 'id: no such brand');
      const viewBefore = await toView(tx, before);
      const outdated = outdatedFields(seenSettings(viewBefore, config), seen);
      if (outdated.length > 0) throw await outdatedSettings(tx, before, outdated);
      const { options, look: _, ...rest } = changes;
      const after: BrandRow = { ...before, ...rest, look: { ...before.look, ...read.set } };
      const conflicts = settingsConflicts(after, changes);
      if (conflicts.length > 0) throw new Refusal(400, conflicts);
      if (options !== undefined) {
        after.optionIds = options === 'all' ? null : options;
        await alignOptions(tx, merchantId, brandId, after.optionIds);
      }
      await updateBrand(tx, after);
      if (after.fourEyes && !before.fourEyes) await withdrawSettle(tx, after, by, now());
      // Undelivered events for the former address go to this one.
      if (after.notificationUrl !== before.notificationUrl) await renewBrandEndpoint(tx, after, now());
      if (read.newLogo) await insertBrandLogo(tx, after, read.newLogo, now());
      if (read.set.logo !== undefined) {
        // The former logo stays until the next change: open pages and processes that have not refreshed yet still use
        // it.
        const kept = [before.look.logo, after.look.logo].flatMap((logo) => logo?.hash ?? []);
        await deleteOtherBrandLogos(tx, merchantId, brandId, kept);
      }
      const view = await toView(tx, after);
      const changed = differences(brandFacts(viewBefore), brandFacts(view));
      if (changed) {
        const target = { kind: 'brand', id: brandId } as const;
        await appendAudit(tx, { merchantId, at: now(), by, action: 'brand.changed', target, ...changed });
      }
      return view;
    }),
  );
  await brands.refresh();
  return view;
}

/**
 * With four eyes, the maker of a key must not use it to approve payouts. So keys that were made in the portal earlier
 * lose their settle scope now; another person may allow it again (docs/decisions/0071).
 */
async function withdrawSettle(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandRow,
  by: AuditActor,
  at: Date,
): Promise<void> {
  for (const key of await listCredentials(tx, 'api-key', merchantId, brandId)) {
    const hasEnded = key.expiresAt !== null && key.expiresAt <= at;
    if (hasEnded || key.madeBy === null || !key.scopes!.includes('settle')) continue;
    const scopes = key.scopes!.filter((one) => one !== 'settle');
    await setKeyScopes(tx, merchantId, key.id, scopes);
    await appendAudit(tx, {
      merchantId,
      at,
      by,
      action: 'api-key.scopes-changed',
      target: { kind: 'brand', id: brandId },
      before: { apiKey: key.hint, scopes: key.scopes },
      after: { apiKey: key.hint, scopes },
    });
  }
}

/** The settings as a page shows them, with separate parts of the look. */
export function seenSettings(
  { look, ...brand }: BrandView,
  { publicUrl, environment }: Pick<Context['config'], 'publicUrl' | 'environment'>,
): AuditFacts {
  const { displayName, logo, accentColour, cornerRadius, methodOrder } = look;
  return {
    ...brand,
    risk: brand.risk ?? defaultRisk(environment),
    'look.displayName': displayName,
    'look.logo': logo && logoUrl(publicUrl, brand.brandId, logo),
    'look.accentColour': accentColour,
    'look.cornerRadius': cornerRadius,
    'look.methodOrder': methodOrder,
  };
}

/** The fields that changed since the caller saw them, with the user who changed each one last. */
async function outdatedSettings(
  tx: SqlTransaction,
  { merchantId, brandId }: BrandRow,
  outdated: Outdated[],
): Promise<Refusal> {
  const changes = await lastBrandChanges(tx, merchantId, brandId);
  return outdatedRefusal(
    outdated.map((one) => {
      const setting = one.field.split('.')[0]!;
      return { ...one, last: changes.find(({ after }) => after !== null && setting in after) ?? null };
    }),
  );
}

/** The stored brand, or the 404 of the operator API. */
export async function requireBrand(sql: Sql | SqlTransaction, brandId: string): Promise<BrandRow> {
  const brand = await findBrand(sql, brandId);
  if (!brand) throw new Refusal(404, 'id: no such brand');
  return brand;
}

/** The settings for the audit log. We name them one by one, because a new brand's values include its secrets. */
export function brandFacts(brand: BrandView): AuditFacts {
  const names = ['name', ...Object.keys(DEFAULT_SETTINGS), 'look', 'optionSettings'] as (keyof BrandView)[];
  return Object.fromEntries(names.map((name) => [name, brand[name]]));
}

async function toView(run: Sql | SqlTransaction, row: BrandRow): Promise<BrandView> {
  const { optionIds, ...settings } = row;
  const optionSettings = await loadOptions(run, [row.merchantId], [row.brandId]);
  return {
    ...settings,
    options: optionIds ?? 'all',
    optionSettings: optionSettings.map(({ brandId: _, ...setting }) => setting),
  };
}
