// The settings of a brand in the operator's words (contract 2), and what must hold for them. Used by the actions
// that make and change brands, and by the operator routes. Pure; every fault is listed, each naming its field.
import { findOption } from './payment-option.ts';
import { checkNotificationUrl, parseCidrs } from './web-address.ts';

export interface BrandSettings {
  name: string;
  /** An inactive brand reads; its new transactions are declined (1012). */
  active: boolean;
  notificationUrl: string | null;
  enforceSignatures: boolean;
  automaticApproval: boolean;
  ipAllowList: string[];
  paymentFacilitator: boolean;
  domains: string[];
  fourEyes: boolean;
  /** Ids of the catalogue's options, or all of them, also those to come. */
  options: 'all' | string[];
}

export const DEFAULT_SETTINGS: Omit<BrandSettings, 'name'> = {
  active: true,
  notificationUrl: null,
  enforceSignatures: false,
  automaticApproval: false,
  ipAllowList: [],
  paymentFacilitator: false,
  domains: [],
  fourEyes: false,
  options: 'all',
};

/** What the schemas cannot say: addresses, ranges, options that exist. Empty when all is well. */
export function settingsFaults(
  settings: Partial<BrandSettings>,
  { allowInsecure }: { allowInsecure: boolean },
): string[] {
  const faults: string[] = [];
  if (typeof settings.notificationUrl === 'string') {
    const fault = checkNotificationUrl(settings.notificationUrl, { allowInsecure });
    if (fault) faults.push(`notificationUrl: ${fault}`);
  }
  for (const [i, entry] of (settings.ipAllowList ?? []).entries()) {
    try {
      parseCidrs([entry]);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      faults.push(`ipAllowList.${i}: ${error.message}`);
    }
  }
  if (Array.isArray(settings.options)) {
    for (const [i, id] of settings.options.entries()) {
      const found = findOption(id.toLowerCase());
      if (!found) faults.push(`options.${i}: no option of the catalogue has this id`);
      else if (found.suboption) faults.push(`options.${i}: is a suboption; name its option`);
    }
  }
  return faults;
}
