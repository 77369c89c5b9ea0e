// May this brand use this option for this amount (contract 7)? The brand's own settings meet the catalogue's rules; pay-ins
// and payouts ask alike.
import { type Brand, optionUsage } from '../domain/brand.ts';
import { currencyDigits } from '../domain/currency.ts';
import { type Direction, findOption, judgeOption } from '../domain/payment-option.ts';

export interface Use {
  brand: Brand;
  optionId: string;
  country: string | null;
  currency: string;
  amountMinor: bigint;
}

export function judgeUse(use: Use, direction: Direction): ReturnType<typeof judgeOption> {
  const { brand, optionId, country, currency, amountMinor } = use;
  const option = findOption(optionId)?.option;
  const usage = option ? optionUsage(brand, option.id, optionId) : null;
  return judgeOption({
    brandActive: brand.active,
    enabled: usage?.enabled ?? false,
    direction,
    optionId,
    country,
    currency,
    amountMinor,
    minorDigits: currencyDigits(currency)!,
    limits: { minAmount: usage?.minAmount ?? null, maxAmount: usage?.maxAmount ?? null },
  });
}
