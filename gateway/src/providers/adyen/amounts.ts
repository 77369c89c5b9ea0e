// Amounts as Adyen counts them (contract 13): an integer in a minor unit of the currency. It must never round: an
// amount that does not divide exactly has no value at Adyen.
import { foreignUnits } from '@tollgate/provider-kit';

export interface AdyenAmount {
  /** In Adyen's minor units. */
  value: number;
  currency: string;
}

/** Adyen's decimals that differ from ISO 4217: CLP and ISK have none there, CVE and IDR two. */
const { toForeign, fromForeign } = foreignUnits({ decimals: { CLP: 2, ISK: 2, CVE: 0, IDR: 0 } });

/** Null: Adyen has no exact value for this amount. */
export function toAdyen(amountMinor: bigint, currency: string): AdyenAmount | null {
  const value = toForeign({ amountMinor, currency });
  return value === null ? null : { value, currency };
}

/** In our minor units; null: the currency is unknown, or the value is no amount in our minor units. */
export function fromAdyen(value: unknown, currency: unknown): bigint | null {
  // Adyen writes currencies in upper case and amounts without a sign.
  const isAmount = typeof value === 'number' && value >= 0 && currency === String(currency).toUpperCase();
  return isAmount ? (fromForeign(value, currency)?.amountMinor ?? null) : null;
}
