// The types of the package; integrations/pack.ts copies this file as it is. The other sources are not in the package.

/** The options of the plugin in vendure-config. */
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

// biome-ignore lint/complexity/noStaticOnlyClass: a plugin of Vendure is a class
export declare class TollgatePlugin {
  static init(options: TollgateOptions): typeof TollgatePlugin;
}
