// The recipient's id in a wallet (contract 7). For payouts. Each wallet has ids of its own kind, so nothing but their being
// text can be checked.

import { type CheckedFormats, checkEach, checkPlainText, type PaymentData } from './check-fields.ts';

export function checkWalletId(data: PaymentData): CheckedFormats {
  return checkEach(data, { walletId: checkPlainText });
}
