// The card that a payout goes to (contract 7): its number, expiry and holder, or the token of a saved card. It has no
// CVV, because nobody is charged. card.ts's rules check number and expiry; a message must never repeat either.

import { checkCardDetails, fourDigitYear } from './card.ts';
import {
  type CheckedFormats,
  checkEach,
  checkPlainText,
  type PaymentData,
  type Surroundings,
} from './check-fields.ts';

/** A token replaces all other fields, so we drop them. */
export function checkPayoutCard(data: PaymentData, { now }: Surroundings): CheckedFormats {
  if (data.token !== undefined) return checkEach({ token: data.token }, { token: checkPlainText });
  const checked = checkCardDetails(data, now);
  const faults: Record<string, string> = {};
  // Absent fields are missing, not wrong; the CVV is always absent.
  for (const { field, message } of Array.isArray(checked) ? checked : []) {
    const name = field.replace('paymentData.', '');
    if (data[name] !== undefined) faults[name] = message;
  }
  return { data: normalForm(data), faults };
}

/** In card.ts's spelling. Fields with a fault are not read. */
function normalForm(data: PaymentData): PaymentData {
  return checkEach(data, {
    cardNumber: (value) => ({ value: value.replaceAll(' ', '') }),
    expiryMonth: (value) => ({ value: value.padStart(2, '0') }),
    expiryYear: (value) => ({ value: fourDigitYear(value) }),
    cardHolder: checkPlainText,
  }).data;
}
