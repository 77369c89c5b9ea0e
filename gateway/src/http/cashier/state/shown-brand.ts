// A brand as the cashier's page shows it: its name, its logo's address, and its accent in readable colours. It must
// never show anything else of a brand.
import { type AccentPair, accentPair } from '../../../domain/merchants/accent-colour.ts';
import type { Brand } from '../../../domain/merchants/brand.ts';
import { effectiveLook } from '../../../domain/merchants/brand-look.ts';
import type { ShownBrand } from './state.ts';

/** It computes colours once for each brand: the directory replaces a brand that changes. */
const accents = new WeakMap<Brand, AccentPair>();

/** `publicUrl`: the gateway's own address (config). */
export function shownBrand(brand: Brand, publicUrl: string): ShownBrand {
  const { displayName, logoUrl, accentColour, cornerRadius } = effectiveLook(brand, publicUrl);
  const accent = accents.get(brand) ?? accentPair(accentColour);
  accents.set(brand, accent);
  return { name: displayName, logoUrl, cornerRadius, ...accent };
}
