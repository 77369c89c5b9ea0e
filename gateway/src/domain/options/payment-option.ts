// The payment and payout options of contract 7 and their rules: which exist, which a merchant is shown (spec 2.2, 4.1,
// 4.3) and whether one may be used for an amount. The options themselves are in option-catalogue.json; their ids never
// change, because merchants store them. It must never know a brand: its switches and limits are arguments.

import { isCryptoCurrency } from '@tollgate/provider-kit/currency';
import catalogue from '@tollgate/provider-kit/option-catalogue.json' with { type: 'json' };
import { CODE, type ErrorCode } from '../errors/error-codes.ts';
import { FLOW_OF_TYPE, type OptionType, type PaymentFlow } from './payment-flow.ts';
import { sepaAmountFault } from './sepa-amount.ts';

export type Direction = 'PAYIN' | 'PAYOUT';

/** `code` is a country, or WORLDWIDE or ANY, which both mean every country (spec 2.2). */
export interface Availability {
  code: string;
  currencies: string[];
}

/** One input of an option: a field of `paymentData`, or of the customer if the name begins with `customer.`. */
export interface OptionField {
  name: string;
  label: string;
  type: string;
  /** The allowed values; empty: any text. */
  values: string[];
  required: boolean;
  /** Set if the values depend on the currency: a crypto currency exists only on certain networks. */
  valuesByCurrency?: Readonly<Record<string, string[]>>;
  /** The older name that v2 uses for it (spec 2.3). */
  nameInV2?: string;
  /**
   * A request may omit it. If the cashier asks for the named other field, the shopper must fill this one in beside it.
   */
  askedWith?: string;
}

interface Choice {
  id: string;
  name: string;
  type: OptionType;
  /** Selects the rules in payment-data/ and the provider behaviour. A suboption may have its own method. */
  method: string;
  /** What the payer does. For a payout it means nothing. */
  flow: PaymentFlow;
  /** File name in assets/logos. */
  logo: string;
  availableCountries: Availability[];
}

export interface Suboption extends Choice {}

export interface PaymentOption extends Choice {
  direction: Direction;
  fields: OptionField[];
  suboptions: Suboption[];
}

const OPTIONS: Readonly<Record<Direction, PaymentOption[]>> = {
  PAYIN: load('PAYIN'),
  PAYOUT: load('PAYOUT'),
};

/** An entry of option-catalogue.json. A suboption has only the members that differ from its option. */
interface Entry extends Omit<Choice, 'flow'> {
  flow?: PaymentFlow;
  fields: OptionField[];
  suboptions: (Pick<Choice, 'id' | 'name' | 'logo'> & Partial<Choice>)[];
}

function load(direction: Direction): PaymentOption[] {
  return (catalogue[direction] as Entry[]).map((entry): PaymentOption => {
    const { type, method, availableCountries, flow = FLOW_OF_TYPE[type] } = entry;
    return {
      ...entry,
      direction,
      flow,
      suboptions: entry.suboptions.map((one) => ({ type, method, flow, availableCountries, ...one })),
    };
  });
}

interface Found {
  option: PaymentOption;
  suboption?: Suboption;
}

const BY_ID: Map<string, Found> = new Map(
  [...OPTIONS.PAYIN, ...OPTIONS.PAYOUT].flatMap((option) => [
    [option.id, { option }] as const,
    ...option.suboptions.map((suboption) => [suboption.id, { option, suboption }] as const),
  ]),
);

/** Adds an option of a provider's package to the catalogue. Only own-options.ts calls it, which judges it first. */
export function addOption(option: PaymentOption): void {
  OPTIONS[option.direction].push(option);
  BY_ID.set(option.id, { option });
}

/** Every option of the direction, in the order of display. */
export function optionsOf(direction: Direction): readonly PaymentOption[] {
  return OPTIONS[direction];
}

/** The option with this id, or the suboption with its option. UUIDs are equal whatever their case. */
export function findOption(id: string): Found | undefined {
  return BY_ID.get(id) ?? BY_ID.get(id.toLowerCase());
}

/** The suboption with this id, or the option without one. */
export function findChoice(id: string | null): PaymentOption | Suboption | undefined {
  const found = id === null ? undefined : findOption(id);
  return found?.suboption ?? found?.option;
}

/** The method of a transaction; null while none was chosen. */
export const methodOf = ({ optionId }: { optionId: string | null }): string | null =>
  findChoice(optionId)?.method ?? null;

/** The part of an option that spec 2.2 shows. */
export interface DiscoveredOption {
  id: string;
  name: string;
  logo: string;
  type: OptionType;
  suboptions: { id: string; name: string; logo: string; type: OptionType }[];
  availableCountries: Availability[];
}

export interface Discovery {
  country?: string | null;
  currency?: string | null;
  excludeCountries?: boolean | null;
  /** Called for each option, and with the suboption's id for each suboption of an enabled one. */
  isEnabled(optionId: string, suboptionId?: string): boolean;
  /** Where the logos' addresses begin, without a slash at the end. */
  publicUrl: string;
}

/** The options a brand may use in the given country and currency, if any; suboptions are filtered in the same way. */
export function discover(direction: Direction, discovery: Discovery): DiscoveredOption[] {
  const { isEnabled, publicUrl, excludeCountries } = discovery;
  const shown = ({ id, name, logo, type }: Choice) => ({
    id,
    name,
    logo: `${publicUrl}/assets/logos/${logo}`,
    type,
  });
  const found: DiscoveredOption[] = [];
  for (const option of OPTIONS[direction]) {
    const availableCountries = narrow(option.availableCountries, discovery);
    if (availableCountries.length === 0 || !isEnabled(option.id)) continue;
    const suboptions = option.suboptions
      .filter((one) => narrow(one.availableCountries, discovery).length > 0 && isEnabled(option.id, one.id))
      .map(shown);
    found.push({
      ...shown(option),
      suboptions,
      availableCountries: excludeCountries ? [] : availableCountries,
    });
  }
  return found;
}

interface Place {
  country?: string | null;
  currency?: string | null;
}

/** The part of the availability in the given country and currency. */
function narrow(available: readonly Availability[], { country, currency }: Place): Availability[] {
  return available
    .filter((one) => country == null || coversCountry(one, country))
    .filter((one) => currency == null || one.currencies.includes(currency))
    .map(({ code, currencies }) => ({ code, currencies: currency == null ? [...currencies] : [currency] }));
}

/** Whether a place of the catalogue is, or contains, this country. */
export function coversCountry({ code }: Pick<Availability, 'code'>, country: string): boolean {
  return code === country || code === 'WORLDWIDE' || code === 'ANY';
}

export interface OptionUse {
  brandActive: boolean;
  /** Whether the brand has the option switched on. For an unknown id the value does not matter. */
  enabled: boolean;
  direction: Direction;
  /** The option or suboption, as sent. */
  optionId: string;
  /** null: the request named none, so none can be wrong; the cashier may ask for it (spec 2.7). */
  country: string | null;
  currency: string;
  amountMinor: bigint;
  minorDigits: number;
  /** The brand's own limits, in units of the currency as sent over the wire; null: the default. */
  limits?: { minAmount?: number | null; maxAmount?: number | null };
  /** What no provider of the brand can do with it: capture it later (1013), store it (1014). null: they can. */
  lacks?: ErrorCode | null;
  /** It stores the means of payment for later charges, and charges nothing. */
  isOnlyStored?: boolean;
}

/** Whether this brand may use this option for this amount; else the first broken rule, in the order of contract 7. */
export function judgeOption(use: OptionUse): 'ok' | { errorCode: ErrorCode } {
  if (!use.brandActive) return { errorCode: CODE.brandInactive };
  const found = findOption(use.optionId);
  if (!found || !use.enabled || found.option.direction !== use.direction)
    return { errorCode: CODE.optionNotAllowed };

  const { availableCountries } = found.suboption ?? found.option;
  const here = narrow(availableCountries, { country: use.country });
  if (here.length === 0) return { errorCode: CODE.countryNotSupported };
  if (narrow(here, { currency: use.currency }).length === 0) return { errorCode: CODE.currencyNotSupported };

  if (use.lacks) return { errorCode: use.lacks };
  // Nothing is charged, so no limit applies.
  if (use.isOnlyStored) return 'ok';

  // One correctly rounded division gives the double of the amount's decimal text. So the comparison with a limit from
  // JSON is exact at the limit itself.
  const amount = Number(use.amountMinor) / 10 ** use.minorDigits;
  const usual = defaultLimits(use.currency, use.minorDigits);
  if (amount < (use.limits?.minAmount ?? usual.minAmount)) return { errorCode: CODE.amountTooSmall };
  if (amount > (use.limits?.maxAmount ?? usual.maxAmount)) return { errorCode: CODE.amountTooLarge };
  // This limit holds regardless of a brand's own limits.
  const fault = sepaAmountFault(found.option, use.amountMinor);
  if (fault) return { errorCode: fault === 'too-small' ? CODE.amountTooSmall : CODE.amountTooLarge };
  return 'ok';
}

/** Contract 7: 1 to 50,000 of the currency; wide limits for crypto, from its smallest unit upwards. */
export function defaultLimits(
  currency: string,
  minorDigits: number,
): { minAmount: number; maxAmount: number } {
  if (isCryptoCurrency(currency)) return { minAmount: 1 / 10 ** minorDigits, maxAmount: 1_000_000 };
  return { minAmount: 1, maxAmount: 50_000 };
}

/** An input as v2's `extraData` and `formInputs` describe it (spec 2.3, 2.4), and as the cashier asks for it. */
export interface OptionInput {
  label: string;
  name: string;
  type: string;
  values: string[];
  required: boolean;
}

/** The option's inputs under their names in `paymentData`, or under v2's; the values are those for the currency. */
export function inputsOf(option: PaymentOption, currency: string, names: 'v3' | 'v2' = 'v3'): OptionInput[] {
  // v2 lists what a request must contain.
  const listed = option.fields.filter(({ askedWith }) => names === 'v3' || askedWith === undefined);
  return listed.map(({ label, name, nameInV2, type, values, valuesByCurrency, required }) => ({
    label,
    name: names === 'v2' ? (nameInV2 ?? name) : name,
    type,
    values: [...(valuesByCurrency?.[currency] ?? values)],
    required,
  }));
}

/** Renames fields from their older names to those of `paymentData`. If both came, the newer name counts. */
export function fromV2Names(
  option: PaymentOption,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const renamed: Record<string, unknown> = { ...given };
  for (const { name, nameInV2 } of option.fields) {
    if (nameInV2 !== undefined && given[nameInV2] !== undefined) renamed[name] ??= given[nameInV2];
  }
  return renamed;
}
