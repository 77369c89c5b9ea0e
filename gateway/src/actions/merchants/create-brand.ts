// A new brand of a merchant with its first API key and signing secret (contract 2). Only the answer has the key and the
// secret in clear.
import { randomUUIDv7 } from 'node:crypto';
import { type AuditActor, masked, shown } from '../../domain/audit/audit.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { hashOf, newApiKey, newSigningSecret } from '../../domain/keys/credentials.ts';
import { KEY_SCOPES } from '../../domain/keys/key-scopes.ts';
import { PLAIN_LOOK, readLookChanges } from '../../domain/merchants/brand-look.ts';
import {
  type BrandSettings,
  DEFAULT_SETTINGS,
  type SettingChanges,
} from '../../domain/merchants/brand-settings.ts';
import { settingsConflicts, settingsFaults } from '../../domain/merchants/setting-faults.ts';
import { appendAudit } from '../../storage/audit/audit-log.ts';
import { type SqlTransaction, withRetries } from '../../storage/database/database.ts';
import { sealContext } from '../../storage/keys/vault.ts';
import { insertBrandLogo } from '../../storage/merchants/brand-logo-store.ts';
import { insertApiKey, insertBrand, insertSigningSecret } from '../../storage/merchants/brand-store.ts';
import { merchantExists } from '../../storage/merchants/merchant-store.ts';
import type { Context } from '../context.ts';
import { type BrandView, brandFacts } from './change-brand.ts';

export type NewBrand = Omit<SettingChanges, 'active'> & { name: string };

export interface CreatedBrand extends BrandView {
  apiKey: string;
  signingSecret: string;
}

export async function createBrand(
  context: Context,
  by: AuditActor,
  merchantId: string,
  request: NewBrand,
): Promise<CreatedBrand> {
  const created = await withRetries(() =>
    context.sql.begin(async (tx) => {
      if (!(await merchantExists(tx, merchantId))) throw new Refusal(404, 'id: no such merchant');
      const brand = await addBrand(context, tx, merchantId, request);
      await appendAudit(tx, {
        merchantId,
        at: context.now(),
        by,
        action: 'brand.created',
        target: { kind: 'brand', id: brand.brandId },
        before: null,
        after: {
          ...shown(brandFacts(brand)),
          apiKey: masked(brand.apiKey),
          signingSecret: masked(brand.signingSecret),
        },
      });
      return brand;
    }),
  );
  await context.brands.refresh();
  return created;
}

/**
 * The same inside the caller's transaction; the caller writes the audit log, and refreshes the directory after its
 * commit.
 */
export async function addBrand(
  { config, vault, now }: Pick<Context, 'config' | 'vault' | 'now'>,
  tx: SqlTransaction,
  merchantId: string,
  request: NewBrand,
): Promise<CreatedBrand> {
  const { look: wanted, ...given } = request;
  const settings: BrandSettings = { ...DEFAULT_SETTINGS, ...given };
  const read = readLookChanges(wanted ?? {});
  const faults = [
    ...settingsFaults(settings, { allowInsecure: config.allowInsecureWebhooks }),
    ...settingsConflicts(settings, settings),
    ...('faults' in read ? read.faults : []),
  ];
  if ('faults' in read || faults.length > 0) throw new Refusal(400, faults);

  const brandId = randomUUIDv7();
  const apiKey = newApiKey(config.environment);
  const signingSecret = newSigningSecret();
  const at = now();
  const { options, ...row } = settings;
  const look = { ...PLAIN_LOOK, ...read.set };
  const optionIds = options === 'all' ? null : options;
  await insertBrand(tx, { ...row, merchantId, brandId, optionIds, look }, at);
  if (read.newLogo) await insertBrandLogo(tx, { merchantId, brandId }, read.newLogo, at);
  await insertApiKey(
    tx,
    { merchantId, brandId },
    { hash: hashOf(apiKey), hint: masked(apiKey), scopes: KEY_SCOPES, madeBy: null },
    at,
  );
  const sealed = vault.seal(signingSecret, sealContext.signingSecret(brandId));
  const secret = { id: randomUUIDv7(), sealed, hint: masked(signingSecret) };
  await insertSigningSecret(tx, { merchantId, brandId }, secret, at);
  return { merchantId, brandId, apiKey, signingSecret, ...settings, look, optionSettings: [] };
}
