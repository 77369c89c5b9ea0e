// What the schemas cannot check about the settings of a brand (contract 2): addresses, domains, options, and settings
// that exclude each other. Pure. It must list every fault, and each names its field.

import { findOption } from '../options/payment-option.ts';
import { checkHostName, checkNotificationUrl, parseCidrs } from '../web-address.ts';
import type { BrandSettings } from './brand-settings.ts';

/** Empty: all is right. */
export function settingsFaults(
  settings: Partial<BrandSettings>,
  { allowInsecure }: { allowInsecure: boolean },
): string[] {
  const faults: string[] = [];
  if (typeof settings.notificationUrl === 'string') {
    const fault = checkNotificationUrl(settings.notificationUrl, { allowInsecure });
    if (fault) faults.push(`notificationUrl: ${fault}`);
  }
  if (settings.timeZone !== undefined && !isTimeZone(settings.timeZone)) {
    faults.push('timeZone: must be an IANA name such as Europe/Berlin, or UTC');
  }
  for (const [i, entry] of (settings.ipAllowList ?? []).entries()) {
    try {
      parseCidrs([entry]);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      faults.push(`ipAllowList.${i}: ${error.message}`);
    }
  }
  faults.push(...domainFaults(settings.domains ?? []));
  if (Array.isArray(settings.options)) {
    for (const [i, id] of settings.options.entries()) {
      const found = findOption(id.toLowerCase());
      if (!found) faults.push(`options.${i}: no option of the catalogue has this id`);
      else if (found.suboption) faults.push(`options.${i}: is a suboption; name its option`);
    }
  }
  return faults;
}

/** A place or UTC. Offsets are refused, because their summer time is unknown. */
function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

type Connected = Pick<
  BrandSettings,
  'paymentFacilitator' | 'domains' | 'enforceSignatures' | 'signAllRequests'
>;

/** Conflicts between settings in the form that will be stored. `changes`: the settings that the request names. */
export function settingsConflicts(
  { paymentFacilitator, domains, enforceSignatures, signAllRequests }: Connected,
  changes: Partial<Connected>,
): string[] {
  const faults: string[] = [];
  // This checks only a request that changes one of the two, so that an older brand can still be renamed.
  const touched = changes.paymentFacilitator !== undefined || changes.domains !== undefined;
  if (touched && paymentFacilitator && domains.length === 0) {
    faults.push('domains: must name at least one domain if paymentFacilitator is true');
  }
  if (signAllRequests && !enforceSignatures) {
    faults.push('signAllRequests: can be true only if enforceSignatures is true; send both');
  }
  return faults;
}

/**
 * merchantDomain must be the exact text (spec 2.7), so a domain stays as written. DNS ignores case, so this check does
 * too.
 */
function domainFaults(domains: string[]): string[] {
  const faults: string[] = [];
  const first = new Map<string, number>();
  for (const [i, domain] of domains.entries()) {
    const fault = checkHostName(domain);
    const same = first.get(domain.toLowerCase());
    if (fault !== null) faults.push(`domains.${i}: ${fault}`);
    else if (same !== undefined) faults.push(`domains.${i}: is the same domain as domains.${same}`);
    else first.set(domain.toLowerCase(), i);
  }
  return faults;
}
