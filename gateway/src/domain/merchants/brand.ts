// A brand as the gateway sees it while it works: settings, secrets, limits. storage/merchants/brand-directory.ts holds
// brands in memory and must refresh them within two seconds of a change (contract 2).

import type { OptionSetting } from '../options/option-limits.ts';
import type { BlockList } from '../risk/block-list.ts';
import type { RiskLimits } from '../risk/risk.ts';
import type { StoredSettings } from './brand-settings.ts';

export interface SigningSecret {
  id: string;
  secret: string;
  /** null: valid until replaced. */
  expiresAt: Date | null;
}

export interface BrandId {
  merchantId: string;
  brandId: string;
}

export interface Brand extends BrandId, Omit<StoredSettings, 'risk'> {
  /** null: the risk rules are off. */
  risk: RiskLimits | null;
  /** Blocks apply even if the rules are off. */
  blocks: BlockList;
  optionSettings: Map<string, OptionSetting>;
  /** Newest first; the first one signs webhooks and answers. */
  signingSecrets: SigningSecret[];
}

/** Whether an option (or the parent of a suboption) is switched on for this brand. */
function isOptionEnabled(brand: Brand, optionId: string): boolean {
  const setting = brand.optionSettings.get(optionId);
  if (setting) return setting.enabled;
  return brand.optionIds === null || brand.optionIds.includes(optionId);
}

/**
 * What a brand has set for an option or a suboption. The limits of a suboption come before those of its option. A
 * suboption is off if it or its option is off.
 */
export function optionUsage(brand: Brand, parentId: string, optionId: string): OptionSetting {
  const own = brand.optionSettings.get(optionId);
  const parent = brand.optionSettings.get(parentId);
  return {
    enabled: isOptionEnabled(brand, parentId) && own?.enabled !== false,
    minAmount: own?.minAmount ?? parent?.minAmount ?? null,
    maxAmount: own?.maxAmount ?? parent?.maxAmount ?? null,
  };
}

/** Secrets that the gateway accepts on requests now, newest first. */
export function validSecrets(brand: Pick<Brand, 'signingSecrets'>, now: Date): SigningSecret[] {
  return brand.signingSecrets.filter((one) => one.expiresAt === null || one.expiresAt > now);
}

/** The name of the brand that gets the sample data. */
export const SAMPLE_SHOP = 'Sample shop';
