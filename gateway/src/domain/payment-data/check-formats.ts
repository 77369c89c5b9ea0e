// The formats of the methods' fields (contract 7): which file checks which method. It must check only fields that are
// present. Pure.

import type { CheckedFormats, CheckMethod, PaymentData, Surroundings } from './check-fields.ts';
import { checkCryptoAddress } from './crypto-address.ts';
import { checkSepa, checkSepaPayout } from './iban.ts';
import { checkIndianBank } from './indian-bank.ts';
import { checkPayoutCard } from './payout-card.ts';
import { checkMobileMoney } from './phone.ts';
import { checkPixKey } from './pix.ts';
import { checkUpi } from './vpa.ts';
import { checkWalletId } from './wallet-id.ts';

/** By the option's method. A method that is not here has no fields in `paymentData`. */
const CHECKS: Readonly<Record<string, CheckMethod>> = {
  'sepa-direct-debit': checkSepa,
  'sepa-transfer': checkSepaPayout,
  'indian-bank': checkIndianBank,
  upi: checkUpi,
  pix: checkPixKey,
  'm-pesa': checkMobileMoney,
  wallet: checkWalletId,
  crypto: checkCryptoAddress,
  // Only for payouts: card.ts checks the card of a pay-in.
  card: checkPayoutCard,
};

export function checkFormats(method: string, data: PaymentData, surroundings: Surroundings): CheckedFormats {
  return CHECKS[method]?.(data, surroundings) ?? { data, faults: {} };
}
