// Which options the plugin needs, and the name under which Vendure injects them.
import type { TollgateOptions } from './plugin-types.d.ts';

export const TOLLGATE_OPTIONS = Symbol('TOLLGATE_OPTIONS');

/** Throws and names each option that is missing. */
export function requireOptions(options: TollgateOptions | undefined): TollgateOptions {
  const names = ['baseUrl', 'apiKey', 'signingSecret', 'returnUrl'] as const;
  const missing = names.filter((name) => !options?.[name]?.length);
  if (missing.length > 0)
    throw new Error(`Options of TollgatePlugin: ${missing.map((name) => `${name} is missing`).join('; ')}.`);
  return options!;
}
