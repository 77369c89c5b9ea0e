// The accounts to which a payer of the sandbox transfers money (contract 6, paymentDetails). Each pay-in has an account
// of its own, with valid check digits, at a bank with an unassigned code, so no real money can follow.
import { type Transaction, toWire } from '@tollgate/provider-kit';
import { codeFrom, digitsFrom } from './codes/derived-digits.ts';

export const BENEFICIARY = 'Tollgate Sandbox';
export const SANDBOX_BANK = 'Tollgate Sandbox Bank';

/** German bank codes begin with 1 to 8, Turkish bank codes end at 00900. */
const GERMAN_BANK_CODE = '99900001';
const TURKISH_BANK_CODE = '00999';
const BIC = 'TGSBDE99XXX';

/** The reference that a payer names, so that the money can be assigned. */
export function transferReference({ id }: Pick<Transaction, 'id'>): string {
  return `TG${codeFrom(id, 'reference', 10)}`;
}

/** The fields that every paymentDetails has, after those of the account. */
export function detailsOf(transaction: Transaction, account: object, expiresAt: Date) {
  const { amountMinor, currency } = transaction;
  return {
    beneficiary: BENEFICIARY,
    ...account,
    reference: transferReference(transaction),
    amount: toWire(amountMinor, currency),
    currency,
    expiresAt: expiresAt.toISOString(),
  };
}

/** In the form of the currency's country; `bankName` is part of an Indian account's code. */
export function accountOf({ id, currency }: Pick<Transaction, 'id' | 'currency'>, bankName: string) {
  if (currency === 'EUR') return sepaAccount({ id });
  if (currency === 'TRY') return turkishAccount({ id });
  if (currency === 'INR') return indianAccount({ id }, bankName);
  return { accountNumber: digitsFrom(id, 'account', 12) };
}

function sepaAccount({ id }: Pick<Transaction, 'id'>) {
  return { iban: ibanOf('DE', GERMAN_BANK_CODE + digitsFrom(id, 'account', 10)), bic: BIC };
}

function turkishAccount({ id }: Pick<Transaction, 'id'>) {
  return { iban: ibanOf('TR', `${TURKISH_BANK_CODE}0${digitsFrom(id, 'account', 16)}`) };
}

/** `bankCode` is an IFSC: four letters of the bank, a zero, six of the branch. */
function indianAccount({ id }: Pick<Transaction, 'id'>, bankName: string) {
  const letters = bankName.replaceAll(/[^A-Za-z]/g, '').toUpperCase();
  return { accountNumber: digitsFrom(id, 'account', 12), bankCode: `${letters.slice(0, 4)}0999999` };
}

/** ISO 13616: letters count as 10 to 35. With the right check digits, the number divided by 97 leaves 1. */
function ibanOf(country: string, bban: string): string {
  const digits = `${bban}${country}00`.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${check.toString().padStart(2, '0')}${bban}`;
}
