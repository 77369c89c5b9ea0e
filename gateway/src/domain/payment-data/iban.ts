// Bank accounts of the SEPA area (contract 7): IBAN with its checksum and the structure of its country, BIC, holder.
// For SEPA transfers and direct debits. Normal form: no spaces, upper case.

import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import {
  type Checked,
  type CheckedFormats,
  checkEach,
  checkPlainText,
  compactCode,
  type PaymentData,
} from './check-fields.ts';
import { hasLatinName } from './latin-text.ts';

/** These countries joined SEPA in 2024 and 2025; the library's list is older. */
const SEPA_SINCE = ['AL', 'MD', 'ME', 'MK', 'RS'];

/** A name may be in any script. Banks get it in Latin letters (latin-text.ts), so it must have a letter. */
export function checkSepaPayout(data: PaymentData): CheckedFormats {
  return checkEach(data, { iban: checkIban, bic: checkBic, accountHolder: checkHolder });
}

function checkHolder(value: string): Checked {
  const checked = checkPlainText(value);
  if ('fault' in checked || hasLatinName(checked.value)) return checked;
  return { fault: 'must have a letter' };
}

export function checkIban(value: string): Checked {
  const iban = compactCode(value);
  if (iban === null || !isValidIBAN(iban)) return { fault: 'is not a valid IBAN: check its digits' };
  const country = iban.slice(0, 2);
  if (!isSEPACountry(country) && !SEPA_SINCE.includes(country)) {
    return { fault: 'must be an account in a SEPA country' };
  }
  return { value: iban };
}

export function checkBic(value: string): Checked {
  const bic = compactCode(value);
  if (bic === null || !isValidBIC(bic)) return { fault: 'must be a BIC of 8 or 11 characters' };
  return { value: bic };
}
