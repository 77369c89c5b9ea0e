// The methods of the gateway's option catalogue (contract 7). An adapter declares which of them it serves.
import catalogue from './option-catalogue.json' with { type: 'json' };
import type { TransactionType } from './seam/transaction.ts';

/** The types of options (spec 2.2, contract 7). */
export type OptionType =
  | 'CARD'
  | 'OPEN_BANKING'
  | 'BANK_TRANSFER'
  | 'DIRECT_DEBIT'
  | 'WALLET'
  | 'MOBILE_MONEY'
  | 'UPI'
  | 'PIX'
  | 'CASH_VOUCHER'
  | 'P2P'
  | 'CRYPTO';

/** What a payer does with an option. */
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

interface Listed {
  method: string;
  availableCountries: { code: string; currencies: string[] }[];
  suboptions: readonly object[];
}

const LISTED: Readonly<Record<TransactionType, readonly Listed[]>> = catalogue;

/** Each method of the catalogue. */
export function methodsOf(direction: TransactionType): string[] {
  const options: readonly Listed[] = LISTED[direction];
  const methods = options.flatMap(({ method, suboptions }) => [
    method,
    ...suboptions.map((one) => (one as { method?: string }).method ?? method),
  ]);
  return [...new Set(methods)];
}

/** The currencies in which the catalogue offers a method of pay-ins. */
export function currenciesOf(method: string): string[] {
  const places = LISTED.PAYIN.filter((one) => one.method === method).flatMap((one) => one.availableCountries);
  return [...new Set(places.flatMap(({ currencies }) => currencies))];
}
