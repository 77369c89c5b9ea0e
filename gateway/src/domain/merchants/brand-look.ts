// How a brand looks in the cashier: name, logo, accent colour, corner radius, order of the methods. It says what an
// operator may set, what is stored, and which defaults apply. Pure. It must list every fault, and each names its field.

import { findOption } from '../options/payment-option.ts';
import { DEFAULT_ACCENT } from './accent-colour.ts';
import { type BrandLogo, logoUrl, type NewLogo, readLogo } from './brand-logo.ts';

/** As stored and held in memory; null: not set. */
export interface BrandLook {
  displayName: string | null;
  logo: BrandLogo | null;
  /** '#rrggbb' in lower case, as the merchant chose it. It is adjusted when it is shown. */
  accentColour: string | null;
  cornerRadius: number | null;
  methodOrder: string[] | null;
}

/** The changes that a request asks for: an absent field stays, null resets it. `logo` is a data URL. */
export type LookChanges = Partial<Omit<BrandLook, 'logo'> & { logo: string | null }>;

/** The values in use, and the logo's address. */
export interface EffectiveLook {
  displayName: string;
  logoUrl: string | null;
  accentColour: string;
  cornerRadius: number;
  methodOrder: string[];
}

export const PLAIN_LOOK: BrandLook = {
  displayName: null,
  logo: null,
  accentColour: null,
  cornerRadius: null,
  methodOrder: null,
};

export const DEFAULT_CORNER_RADIUS = 10;

export function effectiveLook(
  { brandId, name, look }: { brandId: string; name: string; look: BrandLook },
  publicUrl: string,
): EffectiveLook {
  return {
    displayName: look.displayName ?? name,
    logoUrl: look.logo && logoUrl(publicUrl, brandId, look.logo),
    accentColour: look.accentColour ?? DEFAULT_ACCENT,
    cornerRadius: look.cornerRadius ?? DEFAULT_CORNER_RADIUS,
    methodOrder: look.methodOrder ?? [],
  };
}

/** The changed fields, to be merged with the stored look, and a new logo; or all faults. */
export function readLookChanges({
  logo,
  ...rest
}: LookChanges): { set: Partial<BrandLook>; newLogo: NewLogo | null } | { faults: string[] } {
  const faults = lookFaults(rest);
  const set: Partial<BrandLook> = { ...rest };
  if (rest.accentColour) set.accentColour = rest.accentColour.toLowerCase();
  if (rest.methodOrder) set.methodOrder = rest.methodOrder.map((id) => id.toLowerCase());
  let newLogo: NewLogo | null = null;
  if (logo === null) set.logo = null;
  else if (logo !== undefined) {
    const read = readLogo(logo);
    if ('fault' in read) faults.push(`look.logo: ${read.fault}`);
    else {
      newLogo = read;
      set.logo = { hash: read.hash, extension: read.extension };
    }
  }
  return faults.length > 0 ? { faults } : { set, newLogo };
}

/** The schema cannot check whether the options exist. */
function lookFaults({ methodOrder }: Omit<LookChanges, 'logo'>): string[] {
  const faults: string[] = [];
  const first = new Map<string, number>();
  for (const [i, id] of (methodOrder ?? []).entries()) {
    const field = `look.methodOrder.${i}`;
    const found = findOption(id);
    const same = found && first.get(found.option.id);
    if (!found) faults.push(`${field}: no option of the catalogue has this id`);
    else if (found.suboption) faults.push(`${field}: is a suboption; name its option`);
    else if (same !== undefined) faults.push(`${field}: is the same option as look.methodOrder.${same}`);
    else first.set(found.option.id, i);
  }
  return faults;
}

/** The options that `methodOrder` names come first, in its order; the others keep their order. */
export function orderOptions<Option extends { id: string }>(
  options: readonly Option[],
  methodOrder: readonly string[],
): Option[] {
  const place = new Map(methodOrder.map((id, i) => [id, i]));
  const placeOf = ({ id }: Option) => place.get(id) ?? methodOrder.length;
  return options.toSorted((a, b) => placeOf(a) - placeOf(b));
}
