// The types of options (spec 2.2), and the flow of each: what a payer does. The sandbox's answer, the simulated pages,
// and the cashier's button and sentences follow from the flow, so a new option that fits one needs no code of its own.
// If the flow of an option is not the flow of its type, its entry in the catalogue names the flow.
import type { OptionType } from '@tollgate/provider-kit/catalogue';

export type { OptionType };

export type PaymentFlow =
  /** Enters a card. */
  | 'card'
  /** Approves the payment on the bank's page. */
  | 'bank'
  /** Approves the payment on the wallet's page. */
  | 'wallet'
  /** Signs a direct debit on a page of its own. */
  | 'mandate'
  /** Scans a code with an app. */
  | 'qr'
  /** Transfers the money; the bank's reference shows which payment it is. */
  | 'transfer'
  /** Transfers the money, and proves it with a reference or a receipt. */
  | 'receipt'
  /** Sends the money from a phone, and types in the code of the message that confirms it. */
  | 'mobile'
  /** Pays a number with its bar code at a counter or in an app. */
  | 'voucher'
  /** Pays a short reference number at a counter or in an app. */
  | 'code'
  /** Pays in cash at a shop of a network. */
  | 'agents';

export const FLOW_OF_TYPE: Readonly<Record<OptionType, PaymentFlow>> = {
  CARD: 'card',
  OPEN_BANKING: 'bank',
  BANK_TRANSFER: 'transfer',
  DIRECT_DEBIT: 'mandate',
  WALLET: 'wallet',
  MOBILE_MONEY: 'mobile',
  UPI: 'qr',
  PIX: 'qr',
  CASH_VOUCHER: 'voucher',
  P2P: 'receipt',
  CRYPTO: 'qr',
};
