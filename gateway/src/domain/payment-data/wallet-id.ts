// The recipient's id in a wallet (contract 7). For payouts. Each wallet has ids of its own kind, so we can only check
// that it is a text.

import { type CheckedFormats, checkEach, checkPlainText, type PaymentData } from './check-fields.ts';

export function checkWalletId(data: PaymentData): CheckedFormats {
  return checkEach(data, { walletId: checkPlainText });
}
