// Amounts at Mollie are decimal texts with as many decimals as ISO 4217 gives the currency. Every amount that goes to
// Mollie or comes from it passes here. It must never round: an amount that does not divide exactly is null.
import {
  type Amount,
  currencyDigits,
  formatMinor,
  isCryptoCurrency,
  parseDecimal,
} from '@tollgate/provider-kit';
import { isRecord } from './objects.ts';

export type { Amount };

/** As Mollie writes it. */
export interface MollieAmount {
  currency: string;
  value: string;
}

/** null: Mollie has no such currency, or the amount is below zero. */
export function toMollieAmount({ amountMinor, currency }: Amount): MollieAmount | null {
  if (!isKnown(currency) || amountMinor < 0n) return null;
  return { currency, value: formatMinor(amountMinor, currency) };
}

/** null: it is no amount, its currency is not known, or it has a fraction of our minor unit. */
export function fromMollieAmount(amount: unknown): Amount | null {
  return scaledAmount(amount, 0);
}

/**
 * An amount in fractions of the minor unit: `moreDecimals` decimals more. The costs in a settlement are written with
 * two decimals more than the currency has.
 */
export function scaledAmount(amount: unknown, moreDecimals: number): Amount | null {
  if (!isRecord(amount) || typeof amount.currency !== 'string') return null;
  const { currency, value } = amount as { currency: string; value: unknown };
  const amountMinor = isKnown(currency) ? parseDecimal(value, currency, moreDecimals) : null;
  return amountMinor === null ? null : { amountMinor, currency };
}

const isKnown = (currency: string): boolean =>
  currencyDigits(currency) !== undefined && !isCryptoCurrency(currency);
