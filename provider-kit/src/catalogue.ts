// The methods of the gateway's option catalogue (contract 7). An adapter declares which of them it serves.
import catalogue from './option-catalogue.json' with { type: 'json' };
import type { TransactionType } from './transaction.ts';

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
