// The options of the provider in medusa-config.ts.
import { MedusaError } from '@medusajs/framework/utils';

export type TollgateOptions = Readonly<{
  /** The gateway's address. */
  baseUrl: string;
  apiKey: string;
  /** While the brand's secret is replaced: the new one and the old one. The first one signs. */
  signingSecret: string | readonly string[];
  /** `manual` (default): authorise with the order, capture with the shipment. `automatic`: charge with the order. */
  captureMode?: 'manual' | 'automatic';
  /** The page of the storefront that customers return to. The gateway adds transactionId and merchantReference. */
  returnUrl: string;
  /** The brand's country, for methods of one country. Default: the country of the customer's billing address. */
  country?: string;
}>;

/** Throws and names each option that is missing. */
export function requireOptions(options: Record<string, unknown>): void {
  const missing = ['baseUrl', 'apiKey', 'signingSecret', 'returnUrl'].filter(
    (name) => ![options[name]].flat().every((one) => typeof one === 'string' && one !== ''),
  );
  const faults = missing.map((name) => `${name} is missing`);
  if (!['manual', 'automatic', undefined].includes(options.captureMode as string | undefined))
    faults.push("captureMode must be 'manual' or 'automatic'");
  if (faults.length > 0)
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `Options of @tollgate/medusa: ${faults.join('; ')}.`,
    );
}
