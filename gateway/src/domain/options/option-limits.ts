// Whether the limits that an operator sets for a brand's option make sense (contract 2, 7): amounts that its currencies
// can hold, and a range that is not empty. Pure; every fault must name its field.
import { currencyDigits } from '@tollgate/provider-kit/currency';
import { describeAmountFault, toMinor, wireDecimals } from '../money/money.ts';
import { defaultLimits, findOption } from './payment-option.ts';

export interface OptionSetting {
  enabled: boolean;
  /** In units of the transaction's currency; null: the catalogue's own limit. */
  minAmount: number | null;
  maxAmount: number | null;
}

type Limits = Pick<OptionSetting, 'minAmount' | 'maxAmount'>;
type Settings = ReadonlyMap<string, Limits>;

/** `settings`: the brand's settings after the change, including this option's. Empty: all is right. */
export function limitFaults(optionId: string, settings: Settings): string[] {
  const own = settings.get(optionId);
  const found = findOption(optionId);
  if (!own || !found) return [];
  const currencies = currenciesOf(optionId);
  const faults = [
    ...amountFaults('minAmount', own.minAmount, currencies),
    ...amountFaults('maxAmount', own.maxAmount, currencies),
  ];
  if (faults.length > 0) return faults;
  const { minAmount, maxAmount } = own;
  if (minAmount !== null && maxAmount !== null) {
    if (minAmount > maxAmount) return ['minAmount: must not be more than maxAmount'];
  } else if (minAmount !== null || maxAmount !== null) {
    // If one limit is not set here, the option's applies (for a suboption), or the catalogue's.
    const beside = rangeOf({ ...settings.get(found.option.id), ...notNull(own) }, currencies);
    if (beside.isEmpty && minAmount !== null)
      return [`minAmount: must not be more than ${beside.maxAmount}, the maxAmount that applies`];
    if (beside.isEmpty)
      return [`maxAmount: must not be less than ${beside.minAmount}, the minAmount that applies`];
  }
  return found.suboption ? [] : suboptionFaults(own, found.option.suboptions, settings);
}

/** A suboption's limit is compared with the option's opposite limit (domain/merchants/brand.ts, optionUsage). */
function suboptionFaults(
  own: Limits,
  suboptions: { id: string; name: string }[],
  settings: Settings,
): string[] {
  for (const { id, name } of suboptions) {
    const theirs = settings.get(id);
    if (!theirs || (theirs.minAmount === null) === (theirs.maxAmount === null)) continue;
    if (!rangeOf({ ...own, ...notNull(theirs) }, currenciesOf(id)).isEmpty) continue;
    return theirs.minAmount !== null
      ? [`maxAmount: must not be less than ${theirs.minAmount}, the minAmount of its suboption ${name}`]
      : [`minAmount: must not be more than ${theirs.maxAmount}, the maxAmount of its suboption ${name}`];
  }
  return [];
}

const notNull = (limits: Limits): Partial<Limits> => ({
  ...(limits.minAmount !== null && { minAmount: limits.minAmount }),
  ...(limits.maxAmount !== null && { maxAmount: limits.maxAmount }),
});

/** The widest limits over all currencies. If a limit is not set, the limit of the catalogue applies. */
function rangeOf({ minAmount, maxAmount }: Partial<Limits>, currencies: string[]) {
  const ranges = currencies.map((currency) => {
    const usual = defaultLimits(currency, currencyDigits(currency)!);
    return { min: minAmount ?? usual.minAmount, max: maxAmount ?? usual.maxAmount };
  });
  return {
    minAmount: Math.min(...ranges.map(({ min }) => min)),
    maxAmount: Math.max(...ranges.map(({ max }) => max)),
    isEmpty: ranges.every(({ min, max }) => min > max),
  };
}

/** A limit must be an amount in one of the currencies. A fault names the currency with the most decimals. */
function amountFaults(field: string, amount: number | null, currencies: string[]): string[] {
  if (amount === null || currencies.some((currency) => 'minor' in toMinor(amount, currency))) return [];
  const finest = currencies.reduce((a, b) => (wireDecimals(b) > wireDecimals(a) ? b : a));
  const read = toMinor(amount, finest);
  return 'fault' in read ? [`${field}: ${describeAmountFault(read.fault, finest)}`] : [];
}

function currenciesOf(optionId: string): string[] {
  const { option, suboption } = findOption(optionId)!;
  return [...new Set((suboption ?? option).availableCountries.flatMap((one) => one.currencies))];
}
