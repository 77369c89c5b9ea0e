// A new brand of a merchant with its first API key and signing secret (contract 2). Called by the operator API and
// the demo. The key and the secret are in the answer and nowhere else in clear.
import { randomUUIDv7 } from 'node:crypto';
import {
  type BrandSettings,
  DEFAULT_SETTINGS,
  settingsConflicts,
  settingsFaults,
} from '../domain/brand-settings.ts';
import { hashOf, newApiKey, newSigningSecret } from '../domain/credentials.ts';
import { Refusal } from '../domain/refusal.ts';
import { insertApiKey, insertBrand, insertSigningSecret, merchantExists } from '../storage/brand-store.ts';
import { type SqlTransaction, withRetries } from '../storage/database.ts';
import { sealContext } from '../storage/vault.ts';
import type { BrandView } from './change-brand.ts';
import type { Context } from './context.ts';

export type NewBrand = Partial<Omit<BrandSettings, 'active'>> & { name: string };

export interface CreatedBrand extends BrandView {
  apiKey: string;
  signingSecret: string;
}

export async function createBrand(
  context: Context,
  merchantId: string,
  request: NewBrand,
): Promise<CreatedBrand> {
  const created = await withRetries(() =>
    context.sql.begin(async (tx) => {
      if (!(await merchantExists(tx, merchantId))) throw new Refusal(404, 'id: no such merchant');
      return addBrand(context, tx, merchantId, request);
    }),
  );
  await context.brands.refresh();
  return created;
}

/** The same inside the caller's transaction; the caller refreshes the directory after its commit. */
export async function addBrand(
  { config, vault, now }: Pick<Context, 'config' | 'vault' | 'now'>,
  tx: SqlTransaction,
  merchantId: string,
  request: NewBrand,
): Promise<CreatedBrand> {
  const settings: BrandSettings = { ...DEFAULT_SETTINGS, ...request };
  const faults = [
    ...settingsFaults(settings, { allowInsecure: config.allowInsecureWebhooks }),
    ...settingsConflicts(settings),
  ];
  if (faults.length > 0) throw new Refusal(400, faults);

  const brandId = randomUUIDv7();
  const apiKey = newApiKey(config.environment);
  const signingSecret = newSigningSecret();
  const at = now();
  const { options, ...row } = settings;
  await insertBrand(tx, { ...row, merchantId, brandId, optionIds: options === 'all' ? null : options }, at);
  await insertApiKey(tx, merchantId, brandId, hashOf(apiKey), at);
  const sealed = vault.seal(signingSecret, sealContext.signingSecret(brandId));
  await insertSigningSecret(tx, merchantId, brandId, { id: randomUUIDv7(), sealed }, at);
  return { merchantId, brandId, apiKey, signingSecret, ...settings, optionSettings: [] };
}
