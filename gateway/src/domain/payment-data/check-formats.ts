// The formats of the methods' fields (contract 7): how each field is usually checked, and which file checks a method
// with rules of its own. It must check only fields that are present. Pure.

import {
  type Check,
  type CheckedFormats,
  type CheckMethod,
  checkEach,
  checkPlainText,
  type PaymentData,
  type Surroundings,
} from './check-fields.ts';
import { checkCryptoAddress } from './crypto-address.ts';
import { checkBic, checkIban, checkSepaPayout } from './iban.ts';
import { checkIfsc, checkIndianBank } from './indian-bank.ts';
import { checkPayoutCard } from './payout-card.ts';
import { checkMobileMoney, checkPhone } from './phone.ts';
import { checkPixKey } from './pix.ts';
import { checkVpa } from './vpa.ts';

/** By the field's name. Names and ids can be of any kind, so only their presence is checked. */
const USUAL_CHECKS: Readonly<Record<string, Check>> = {
  iban: checkIban,
  bic: checkBic,
  ifsc: checkIfsc,
  accountHolder: checkPlainText,
  accountNumber: checkPlainText,
  vpa: checkVpa,
  phoneNumber: checkPhone,
  walletId: checkPlainText,
};

/** Methods with rules of their own, by the option's method. */
const CHECKS: Readonly<Record<string, CheckMethod>> = {
  'sepa-transfer': checkSepaPayout,
  'indian-bank': checkIndianBank,
  pix: checkPixKey,
  'm-pesa': checkMobileMoney,
  crypto: checkCryptoAddress,
  // Only for payouts: card.ts checks the card of a pay-in.
  card: checkPayoutCard,
};

export function checkFormats(method: string, data: PaymentData, surroundings: Surroundings): CheckedFormats {
  return CHECKS[method]?.(data, surroundings) ?? checkEach(data, USUAL_CHECKS);
}
