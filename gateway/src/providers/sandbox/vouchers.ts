// The numbers of cash vouchers and tills (contract 7): what a payer shows at a counter, or types in. Each has the
// length and the check digits of its scheme, so that a merchant's own reader of them can be tried out.
import type { Transaction } from '@tollgate/provider-kit';
import { digitsFrom } from './codes/derived-digits.ts';

/** The Brazilian central bank never assigned this code. */
const BOLETO_BANK = '999';
const REAL = '9';
const MOST_IN_TEN_DIGITS = 9_999_999_999n;

/**
 * The 47 digits of a boleto as people type them (linha digitável, FEBRABAN): three fields with a check digit each, the
 * check digit of all, due date and amount.
 */
export function boletoLine({ id, amountMinor }: Pick<Transaction, 'id' | 'amountMinor'>, due: Date): string {
  const free = digitsFrom(id, 'boleto', 25);
  const dueAndAmount =
    amountMinor > MOST_IN_TEN_DIGITS
      ? String(amountMinor).padStart(14, '0')
      : dueFactor(due) + String(amountMinor).padStart(10, '0');
  const check = modulo11(BOLETO_BANK + REAL + dueAndAmount + free);
  const fields = [BOLETO_BANK + REAL + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return fields.map((field) => field + luhnDigit(field)).join('') + check + dueAndAmount;
}

/** Days since 7 October 1997; after 9999 (21 February 2025) they began again at 1000. */
function dueFactor(due: Date): string {
  const days = Math.floor((due.getTime() - Date.UTC(1997, 9, 7)) / 86_400_000);
  return String(((days - 1_000) % 9_000) + 1_000);
}

/** Weights 2 to 9 from the right; results 0, 10 and 11 become 1. */
function modulo11(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits.at(-1 - i)) * (2 + (i % 8));
  const check = 11 - (sum % 11);
  return String(check > 9 ? 1 : check);
}

/** The number of any other voucher: 98, as payment references of OXXO's shops begin, eleven digits, a check digit. */
export function voucherReference({ id }: Pick<Transaction, 'id'>, method: string): string {
  const digits = `98${digitsFrom(id, method, 11)}`;
  return digits + luhnDigit(digits);
}

/** A number to say at a counter, as at Fawry: nine digits, the first never 0. */
export function shortReference({ id }: Pick<Transaction, 'id'>, method: string): string {
  return `9${digitsFrom(id, method, 8)}`;
}

/** A shop's till number, as at M-Pesa: seven digits, the first of them a 5. */
export function tillNumber({ id }: Pick<Transaction, 'id'>): string {
  return `5${digitsFrom(id, 'till', 6)}`;
}

/** Every second digit from the right is doubled, and all digits are added up (modulo 10). */
function luhnDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const weighted = Number(digits.at(-1 - i)) * (i % 2 === 0 ? 2 : 1);
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return String((10 - (sum % 10)) % 10);
}
