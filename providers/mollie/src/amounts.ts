// Amounts at Mollie are decimal texts with as many decimals as ISO 4217 gives the currency. Every amount that goes to
// Mollie or comes from it passes here. It must never round: an amount that does not divide exactly is null.
import { currencyDigits, isCryptoCurrency } from '@tollgate/provider-kit';
import { isRecord } from './objects.ts';

export interface Amount {
  amountMinor: bigint;
  currency: string;
}

/** As Mollie writes it. */
export interface MollieAmount {
  currency: string;
  value: string;
}

/** null: Mollie has no such currency, or the amount is below zero. */
export function toMollieAmount({ amountMinor, currency }: Amount): MollieAmount | null {
  const digits = digitsOf(currency);
  if (digits === null || amountMinor < 0n) return null;
  const text = String(amountMinor).padStart(digits + 1, '0');
  const value = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return { currency, value };
}

/** null: it is no amount, its currency is not known, or it has a fraction of our minor unit. */
export function fromMollieAmount(amount: unknown): Amount | null {
  return scaledAmount(amount, 0);
}

/**
 * An amount in fractions of the minor unit: `moreDigits` decimals more. The costs in a settlement are written with two
 * decimals more than the currency has.
 */
export function scaledAmount(amount: unknown, moreDigits: number): Amount | null {
  if (!isRecord(amount) || typeof amount.currency !== 'string' || typeof amount.value !== 'string')
    return null;
  const { currency, value } = amount;
  const digits = digitsOf(currency);
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,18})(?:\.(\d{1,9}))?$/.exec(value) ?? [];
  if (digits === null || whole === undefined) return null;
  const length = digits + moreDigits;
  if (/[^0]/.test(fraction.slice(length))) return null;
  const number = BigInt(whole + fraction.slice(0, length).padEnd(length, '0'));
  return { amountMinor: sign === '-' ? -number : number, currency };
}

function digitsOf(currency: string): number | null {
  return isCryptoCurrency(currency) ? null : (currencyDigits(currency) ?? null);
}
