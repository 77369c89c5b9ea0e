// The options of the plugin in vendure-config.
export interface TollgateOptions {
  /** The gateway's address. */
  baseUrl: string;
  apiKey: string;
  /** While you replace it: the new one and the old one. The first one signs. */
  signingSecret: string | readonly string[];
  /** The page of the storefront that customers return to. The gateway adds transactionId and merchantReference. */
  returnUrl: string;
  /** The country of every payment. Default: the country of the order's billing or shipping address. */
  country?: string;
}

export const TOLLGATE_OPTIONS = Symbol('TOLLGATE_OPTIONS');

/** Throws and names each option that is missing. */
export function requireOptions(options: TollgateOptions | undefined): TollgateOptions {
  const names = ['baseUrl', 'apiKey', 'signingSecret', 'returnUrl'] as const;
  const missing = names.filter((name) => !options?.[name]?.length);
  if (missing.length > 0)
    throw new Error(`Options of TollgatePlugin: ${missing.map((name) => `${name} is missing`).join('; ')}.`);
  return options!;
}

export function secretsOf({ signingSecret }: TollgateOptions): readonly string[] {
  return typeof signingSecret === 'string' ? [signingSecret] : signingSecret;
}
