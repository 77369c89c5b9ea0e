// The areas that a role may open, in the order of the rail.
import { type Area, listedFor } from './area.ts';
import { AREAS } from './screens.ts';

export const areasFor = (permissions: readonly string[]): readonly Area[] =>
  AREAS.filter(({ screens }) => listedFor(screens, permissions).length > 0);

/**
 * The letter after G that goes to the area. Payouts have P, so payment links have the first letter of their second
 * word.
 */
export function keyOf(label: string): string {
  return (label.split(' ').at(-1) ?? label).slice(0, 1).toLowerCase();
}
