// Mobile phone numbers as accounts: M-Pesa, and PIX keys (contract 7). The normal form is E.164, and M-Pesa takes no other:
// a number without its country is wrong, whatever it may look like. A PIX key without a country is taken as Brazilian,
// because people write it as at home.

import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { type Checked, type CheckedFormats, checkEach, type PaymentData } from './check-fields.ts';

/** M-Pesa of contract 7 is Kenya's. */
export function checkMobileMoney(data: PaymentData): CheckedFormats {
  return checkEach(data, { phoneNumber: checkKenyan });
}

function checkKenyan(value: string): Checked {
  const number = value.startsWith('+') ? mobileNumber(value, 'KE') : null;
  if (number?.country === 'KE') return { value: number.number };
  return { fault: 'must be a Kenyan mobile number, such as +254712345678' };
}

/**
 * The library knows the mobile ranges of each country. It also accepts letters and extensions, so those are excluded
 * first.
 */
export function mobileNumber(value: string, country: CountryCode) {
  if (!/^[+0-9 ().-]{5,40}$/.test(value)) return null;
  const number = parsePhoneNumberFromString(value, { defaultCountry: country, extract: false });
  return number?.isValid() ? number : null;
}
