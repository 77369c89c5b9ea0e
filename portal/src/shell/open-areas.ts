// The areas that a role may open, in the order of the rail.
import type { Area } from './area.ts';
import { AREAS } from './areas.ts';

export function areasFor(permissions: readonly string[]): readonly Area[] {
  return (AREAS as readonly Area[]).filter(({ permission }) => permissions.includes(permission));
}

/**
 * The letter after G that goes to the area. Payouts have P, so payment links have the first letter of their second
 * word.
 */
export function keyOf(label: string): string {
  return (label.split(' ').at(-1) ?? label).slice(0, 1).toLowerCase();
}
