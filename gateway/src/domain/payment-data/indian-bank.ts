// Bank accounts in India (contract 7): account number, IFSC, holder. For payouts. Neither number has a check digit, so
// a typing error passes here and only the bank notices it.

import {
  type Checked,
  type CheckedFormats,
  checkEach,
  checkPlainText,
  compactCode,
  type PaymentData,
} from './check-fields.ts';

export function checkIndianBank(data: PaymentData): CheckedFormats {
  return checkEach(data, {
    accountNumber: checkAccountNumber,
    ifsc: checkIfsc,
    accountHolder: checkPlainText,
  });
}

/** Leading zeros are part of the number. */
function checkAccountNumber(value: string): Checked {
  const number = value.replaceAll(/\s/g, '');
  return /^[0-9]{9,18}$/.test(number) ? { value: number } : { fault: 'must have 9 to 18 digits' };
}

/** Four letters for the bank, a reserved zero, six characters for the branch. */
export function checkIfsc(value: string): Checked {
  const ifsc = compactCode(value);
  if (ifsc !== null && /^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc)) return { value: ifsc };
  return { fault: 'must be an IFSC: four letters, a zero, six letters or digits, such as HDFC0001234' };
}
