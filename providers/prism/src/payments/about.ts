// Which charge an answer or a notification is about, in the connector's own words (contract 13). The library gives back
// what it was asked, so its own fields are used only where the connector's JSON says nothing. Pure.
import { type AboutCharge, parseDecimal } from '@tollgate/provider-kit';
import type { AboutPaths } from '../connectors/connector.ts';

export interface Said {
  reference: string | null;
  amountMinor: bigint | null;
  currency: string | null;
}

/** `currency`: of the charge, if the answer names none. */
export function saidIn(own: unknown, paths: AboutPaths, currency: string): Said {
  const said = textAt(own, paths.currency)?.toUpperCase() ?? null;
  const amount = textAt(own, paths.amount);
  return {
    reference: textAt(own, paths.reference),
    currency: said,
    amountMinor: amount === null ? null : minorOf(amount, paths.unit, said ?? currency),
  };
}

/** What the answer does not say is taken from the charge itself. null: it names an amount that cannot be read. */
export function aboutOf(
  own: unknown,
  paths: AboutPaths,
  charge: AboutCharge,
  library: Partial<AboutCharge> = {},
): AboutCharge | null {
  const { reference, amountMinor, currency } = saidIn(own, paths, charge.currency);
  if (textAt(own, paths.amount) !== null && amountMinor === null) return null;
  return {
    reference: reference ?? charge.reference,
    amountMinor: amountMinor ?? library.amountMinor ?? charge.amountMinor,
    currency: currency ?? library.currency ?? charge.currency,
  };
}

/** The first of the paths that leads to a text or a number. */
export function textAt(own: unknown, paths: readonly string[] = []): string | null {
  for (const path of paths) {
    let at: unknown = own;
    for (const name of path.split('.')) {
      at =
        typeof at === 'object' && at !== null && Object.hasOwn(at, name)
          ? (at as Record<string, unknown>)[name]
          : null;
    }
    if (typeof at === 'number' || (typeof at === 'string' && at !== '')) return String(at);
  }
  return null;
}

/** null: it is no amount of this currency, such as one with too many digits. */
function minorOf(amount: string, unit: AboutPaths['unit'], currency: string): bigint | null {
  if (unit === 'major') return parseDecimal(amount, currency);
  return /^\d{1,15}$/.test(amount) ? BigInt(amount) : null;
}
