// Mobile phone numbers as accounts: M-Pesa, and PIX keys (contract 7). The normal form is E.164. M-Pesa must never
// accept another form: a number without its country is wrong, whatever it looks like. A PIX key without a country
// counts as Brazilian, because people write it as at home.

import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { type Checked, type CheckedFormats, checkEach, type PaymentData } from './check-fields.ts';

/** Contract 7 means Kenya's M-Pesa. */
export function checkMobileMoney(data: PaymentData): CheckedFormats {
  return checkEach(data, { phoneNumber: checkKenyan });
}

function checkKenyan(value: string): Checked {
  const number = value.startsWith('+') ? mobileNumber(value, 'KE') : null;
  if (number?.country === 'KE') return { value: number.number };
  return { fault: 'must be a Kenyan mobile number, such as +254712345678' };
}

/** A mobile number of any country, with its country code. */
export function checkPhone(value: string): Checked {
  const number = value.startsWith('+') ? mobileNumber(value) : null;
  return number ? { value: number.number } : { fault: 'must be a mobile number with its country code' };
}

/**
 * The library knows the mobile ranges of each country. It also accepts letters and extensions, so we exclude those
 * first.
 */
export function mobileNumber(value: string, country?: CountryCode) {
  if (!/^[+0-9 ().-]{5,40}$/.test(value)) return null;
  const number = parsePhoneNumberFromString(value, {
    ...(country && { defaultCountry: country }),
    extract: false,
  });
  return number?.isValid() ? number : null;
}
