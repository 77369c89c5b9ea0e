// An amount as a bank's message writes it: a decimal number of XML Schema, with any zeros before and behind it
// (`000025.50`, `.50`, `25.500000`, `+25.50`). If the currency cannot hold the figure, it is read anyway and the entry
// waits for a person. Pure.
import { currencyDigits } from '@tollgate/provider-kit/currency';
import { LONGEST_FIELD, MessageFault } from './message-reader.ts';

export interface BankAmount {
  currency: string;
  /** In minor units; null: the currency cannot hold the figure. */
  minor: bigint | null;
  /** In units of 10^-5, the finest a message may use; null: the figure is finer still. */
  exact: bigint | null;
  /** Without padding zeros, so equal figures have equal texts. */
  text: string;
}

const DECIMAL = /^([+-]?)0*((?:[1-9]\d*)?)(?:\.(\d*))?$/;
/** The most digits before the point that count as an amount of money. */
const MOST_DIGITS = 13;
export const EXACT_DIGITS = 5;

/** null: there is no figure. An unknown currency has two decimals. Throws MessageFault if the text is not an amount. */
export function readAmount(text: string | undefined, currency: string): BankAmount | null {
  if (text === undefined) return null;
  const [, sign, units = '', behind = ''] = DECIMAL.exec(text) ?? [];
  const decimals = withoutEnd(behind);
  const isZero = units === '' && decimals === '';
  if (sign === undefined || !/\d/.test(text) || (sign === '-' && !isZero))
    throw new MessageFault(`body: an amount cannot be read: "${text.slice(0, 40)}"`);
  const isCut = text.length >= LONGEST_FIELD;
  const inUnits = (digits: number) =>
    isCut || units.length > MOST_DIGITS || decimals.length > digits
      ? null
      : BigInt(`${units}${decimals.padEnd(digits, '0')}` || '0');
  return {
    currency,
    minor: inUnits(currencyDigits(currency) ?? 2),
    exact: inUnits(EXACT_DIGITS),
    text: `${units || '0'}${decimals === '' ? '' : `.${decimals}`}`,
  };
}

/** Without the zeros at its end. */
function withoutEnd(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}
