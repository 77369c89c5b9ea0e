// The types of options (spec 2.2), and the flow of each: what a payer does. The sandbox's answer, the simulated pages,
// and the cashier's button and sentences follow from the flow, so a new option that fits one needs no code of its own.
// If the flow of an option is not the flow of its type, its entry in the catalogue names the flow.
import type { OptionType, PaymentFlow } from '@tollgate/provider-kit/catalogue';

export type { OptionType, PaymentFlow };

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
