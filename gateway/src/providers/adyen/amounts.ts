// Amounts as Adyen counts them (contract 13): an integer in a minor unit of the currency. The gateway uses the minor
// unit of ISO 4217; for a few currencies Adyen uses another. It must never round: an amount that does not divide
// exactly has no value at Adyen.
import { currencyDigits, isCryptoCurrency } from '../../domain/money/currency.ts';

export interface AdyenAmount {
  /** In Adyen's minor units. */
  value: number;
  currency: string;
}

/** Adyen's decimals that differ from ISO 4217: CLP and ISK have none there, CVE and IDR two. */
const ADYENS_DECIMALS: ReadonlyMap<string, number> = new Map([
  ['CLP', 2],
  ['ISK', 2],
  ['CVE', 0],
  ['IDR', 0],
]);

/** Null: Adyen has no exact value for this amount. */
export function toAdyen(amountMinor: bigint, currency: string): AdyenAmount | null {
  const decimals = decimalsOf(currency);
  if (!decimals) return null;
  const value = rescale(amountMinor, decimals.ours, decimals.adyens);
  if (value === null || value < 0n || value > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return { value: Number(value), currency };
}

/** In our minor units; null: the currency is unknown, or the value is no amount in our minor units. */
export function fromAdyen(value: unknown, currency: unknown): bigint | null {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) return null;
  const decimals = typeof currency === 'string' ? decimalsOf(currency) : null;
  return decimals && rescale(BigInt(value), decimals.adyens, decimals.ours);
}

function decimalsOf(currency: string): { ours: number; adyens: number } | null {
  const ours = currencyDigits(currency);
  if (ours === undefined || isCryptoCurrency(currency)) return null;
  return { ours, adyens: ADYENS_DECIMALS.get(currency) ?? ours };
}

function rescale(amount: bigint, from: number, to: number): bigint | null {
  if (to >= from) return amount * 10n ** BigInt(to - from);
  const unit = 10n ** BigInt(from - to);
  return amount % unit === 0n ? amount / unit : null;
}
