// Finds the words of a screen if a method or a payout has its own.

import type { CashierState } from '../../../gateway/src/http/cashier/state/state.ts';
import { currentLocale, hasText, t } from '../i18n.ts';

/** The text of `key.variant` if there is one, else of `key`. The first of several variants with a text counts. */
export function own(key: string, variant: string | string[], values?: Record<string, string>): string {
  const keys = [variant].flat().map((one) => `${key}.${one}`);
  return t(keys.find(hasText) ?? key, values);
}

/** `start.payout.end` if a payout has its own text; else `start.end`. */
export function told(
  { kind, brand }: CashierState,
  start: string,
  end: string,
  values: Record<string, string> = {},
): string {
  const special = `${start}.payout.${end}`;
  const key = kind === 'payout' && hasText(special) ? special : `${start}.${end}`;
  return t(key, { ...values, brand: brand.name });
}

/** "3.4 MB", as the language writes it. */
export const inUnits = (n: number, unit: 'kilobyte' | 'megabyte'): string =>
  new Intl.NumberFormat(currentLocale(), {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(n);

/** A number in groups, as people read it aloud. `lengths`: the length of each group in turn; the last one repeats. */
export function inGroups(text: string, ...lengths: number[]): string[] {
  const groups: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = lengths[Math.min(groups.length, lengths.length - 1)] ?? 4;
    groups.push(text.slice(at, at + length));
    at += length;
  }
  return groups;
}

/** A phone or tablet: it cannot scan its own screen, but it opens apps and takes photos. */
export const onPhone = matchMedia('(pointer: coarse)').matches;
