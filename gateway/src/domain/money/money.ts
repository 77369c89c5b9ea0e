// Amounts: a JSON number on the wire, integer minor units (bigint) inside, and exact both ways (contract 3). toMinor
// reads an amount of a request, toWire writes one of an answer. It must never multiply or round a float: the number's
// shortest decimal string is the amount, because that is what the merchant wrote and signed.

import { formatMinor } from '@tollgate/provider-kit/amounts';
import { currencyDigits, isCryptoCurrency } from '@tollgate/provider-kit/currency';

export { formatMinor, toWire } from '@tollgate/provider-kit/amounts';

export type AmountFault =
  | 'NOT_A_NUMBER'
  | 'NEGATIVE'
  | 'TOO_MANY_DECIMALS'
  | 'TOO_LARGE'
  | 'UNKNOWN_CURRENCY';

/** Contract 3. Compared as doubles, because JSON can express only doubles. */
const MAX_AMOUNT = 999_999_999_999.99;
/** Amounts are stored as 64-bit integers. Among the known currencies only BTC can exceed them (at 92 billion coins). */
const MAX_MINOR = 2n ** 63n - 1n;
const FIAT_WIRE_DECIMALS = 2;

/** The amount in minor units, or its first fault. Minus zero is zero. */
export function toMinor(amount: number, currency: string): { minor: bigint } | { fault: AmountFault } {
  const digits = currencyDigits(currency);
  if (digits === undefined) return { fault: 'UNKNOWN_CURRENCY' };
  if (typeof amount !== 'number' || Number.isNaN(amount)) return { fault: 'NOT_A_NUMBER' };
  if (amount < 0) return { fault: 'NEGATIVE' };
  // 1e400 parses to Infinity, so this refuses it too.
  if (amount > MAX_AMOUNT) return { fault: 'TOO_LARGE' };

  const { significant, decimals } = decimalParts(amount);
  if (decimals > wireDecimals(currency, digits)) return { fault: 'TOO_MANY_DECIMALS' };
  const minor = BigInt(significant + '0'.repeat(digits - decimals));
  return minor > MAX_MINOR ? { fault: 'TOO_LARGE' } : { minor };
}

/** How many decimals an amount may have on the wire: the currency's own, but for fiat at most two (spec 2.7). */
export function wireDecimals(currency: string, digits = knownDigits(currency)): number {
  return isCryptoCurrency(currency) ? digits : Math.min(digits, FIAT_WIRE_DECIMALS);
}

/** The message for the caller; the field's name is put in front. */
export function describeAmountFault(fault: AmountFault, currency: string): string {
  switch (fault) {
    case 'NOT_A_NUMBER':
      return 'must be a number';
    case 'NEGATIVE':
      return 'must be at least 0';
    case 'TOO_LARGE':
      return 'must be at most 999999999999.99';
    case 'UNKNOWN_CURRENCY':
      return 'is in an unknown currency';
    case 'TOO_MANY_DECIMALS': {
      const decimals = wireDecimals(currency);
      if (decimals === 0) return `must have no decimals in ${currency}`;
      return `must have at most ${decimals} decimals in ${currency}`;
    }
  }
}

function knownDigits(currency: string): number {
  const digits = currencyDigits(currency);
  if (digits === undefined) throw new RangeError(`no such currency: ${currency}`);
  return digits;
}

/** A finite number from 0 to MAX_AMOUNT, as digits and the number of decimals. */
function decimalParts(amount: number): { significant: string; decimals: number } {
  const text = String(amount);
  // Below 1e-6 JavaScript writes 1.5e-7: the exponent moves the point further left.
  const e = text.indexOf('e');
  const mantissa = e === -1 ? text : text.slice(0, e);
  const shift = e === -1 ? 0 : -Number(text.slice(e + 1));
  const point = mantissa.indexOf('.');
  if (point === -1) return { significant: mantissa, decimals: shift };
  return {
    significant: mantissa.slice(0, point) + mantissa.slice(point + 1),
    decimals: mantissa.length - point - 1 + shift,
  };
}

interface Stated {
  amountMinor: bigint | null;
  currency: string | null;
}

/**
 * A currency with as many decimals. A bank or a provider may name an unknown currency, whose amounts have two decimals
 * (domain/bank/bank-amount.ts).
 */
export const countedLike = (currency: string): string =>
  currencyDigits(currency) === undefined ? 'EUR' : currency;

/** "54.00 EUR received, 55.00 EUR expected". `moved`: what happened to the first amount. */
export function otherAmountText(
  moved: 'received' | 'paid' | 'returned' | 'reported',
  came: Stated,
  expected: Stated,
): string {
  const text = ({ amountMinor, currency }: Stated) =>
    amountMinor === null || currency === null
      ? 'an unknown amount'
      : `${formatMinor(amountMinor, countedLike(currency))} ${currency}`;
  return `${text(came)} ${moved}, ${text(expected)} expected`;
}
