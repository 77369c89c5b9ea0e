// An amount as the cashier's page gets it: a decimal text, and how many decimals its currency has. Pure.
import { currencyDigits } from '@tollgate/provider-kit/currency';
import { formatMinor } from '../../../domain/money/money.ts';
import type { ShownAmount } from './state.ts';

export function shownAmount(amountMinor: bigint, currency: string): ShownAmount {
  return { value: formatMinor(amountMinor, currency), currency, digits: currencyDigits(currency)! };
}
