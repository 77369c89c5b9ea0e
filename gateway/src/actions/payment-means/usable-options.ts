// The options for a brand's pay-ins and payouts: those that its settings allow for a country, a currency and an amount,
// and that a provider serves (contract 7, 9). Every call uses this one rule: for lists, for links and for choices. It
// must never list an option that planTransaction (domain/transactions/plan.ts) would turn down.

import { CODE, type ErrorCode, errorReason } from '../../domain/errors/error-codes.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { type Brand, optionUsage } from '../../domain/merchants/brand.ts';
import { isCountryCode } from '../../domain/options/country.ts';
import {
  coversCountry,
  findOption,
  optionsOf,
  type PaymentOption,
  type Suboption,
} from '../../domain/options/payment-option.ts';
import type { Routed } from '../../domain/options/routed.ts';
import { closestFitRefusal, refuseUse, type Served, type Use } from '../../domain/transactions/plan.ts';
import type { Context } from '../context.ts';

type Session = Omit<Use, 'optionId'>;
type Providers = Pick<Context, 'providersFor'>;

/**
 * Whether a provider can take it, and if not, whether only capturing later (1013) or storing (1014) is the obstacle.
 */
export function servedBy(context: Providers, brand: Brand, use: Routed): Served {
  if (isServed(context, brand, use)) return 'served';
  const { details, ...bare } = use;
  const { captureMode, mandate } = details ?? {};
  // Without `amountMinor` it would be charged: only the amount of zero is the obstacle.
  const { amountMinor: _, ...charged } = use;
  if (mandate !== undefined && use.amountMinor === 0n && isServed(context, brand, charged))
    return 'not-for-zero';
  if ((captureMode === undefined && mandate === undefined) || !isServed(context, brand, bare))
    return 'not-served';
  const takesLater =
    captureMode === undefined || isServed(context, brand, { ...bare, details: { captureMode } });
  return { lacks: takesLater ? CODE.notStorable : CODE.notCapturedLater };
}

/** Does a provider serve it? An option with suboptions is served if one of them is. */
function isServed({ providersFor }: Providers, { brandId }: Brand, use: Routed): boolean {
  if (providersFor(brandId, use).length > 0) return true;
  const found = findOption(use.optionId);
  if (!found || found.suboption) return false;
  return found.option.suboptions.some(({ id }) => providersFor(brandId, { ...use, optionId: id }).length > 0);
}

/** The first rule that forbids the option or suboption; null: it may be used. */
export function refuseOption(context: Providers, brand: Brand, use: Use): ErrorCode | null {
  return refuseUse(use, brand, servedBy(context, brand, use));
}

/** Leaves out an option if none of its suboptions can be used. */
export function usableOptions(context: Providers, brand: Brand, session: Session): PaymentOption[] {
  return optionsOf(session.type).filter((option) => refuseWhole(context, brand, session, option) === null);
}

export function usableSuboptions(
  context: Providers,
  brand: Brand,
  session: Session,
  option: PaymentOption,
): Suboption[] {
  return option.suboptions.filter(
    ({ id }) => refuseOption(context, brand, { ...session, optionId: id }) === null,
  );
}

/**
 * Refuses a link that no shopper could use (contract 8): 400 with the code of the option that passed the most rules.
 * `only`: refuses for these codes alone; null: for any.
 */
export function requireUsableOption(
  context: Providers,
  brand: Brand,
  session: Session,
  only: readonly ErrorCode[] | null = null,
): void {
  const refusals: ErrorCode[] = [];
  for (const option of optionsOf(session.type)) {
    const refused = refuseWhole(context, brand, session, option);
    if (refused === null) return;
    refusals.push(refused);
  }
  const errorCode = closestFitRefusal(refusals);
  if (only !== null && !only.includes(errorCode)) return;
  const what = session.type === 'PAYIN' ? 'payment option' : 'payout option';
  throw new Refusal(400, `no ${what} of this brand accepts it: ${errorReason(errorCode)}`, { errorCode });
}

function refuseWhole(
  context: Providers,
  brand: Brand,
  session: Session,
  { id, suboptions }: PaymentOption,
): ErrorCode | null {
  const refused = refuseOption(context, brand, { ...session, optionId: id });
  if (refused !== null || suboptions.length === 0) return refused;
  const theirs = suboptions.map((one) => refuseOption(context, brand, { ...session, optionId: one.id }));
  const refusals = theirs.filter((code) => code !== null);
  return refusals.length < theirs.length ? null : closestFitRefusal(refusals);
}

/** For discovery, which names no amount and perhaps no currency (spec 4.1, 4.3). `id`: of an option or a suboption. */
export function isOffered(
  context: Providers,
  brand: Brand,
  { country, currency }: { country: string | null; currency: string | null },
  id: string,
): boolean {
  const { option, suboption } = findOption(id)!;
  if (!optionUsage(brand, option.id, id).enabled) return false;
  const { availableCountries } = suboption ?? option;
  return availableCountries.some((place) => {
    if (country !== null && !coversCountry(place, country)) return false;
    const here = country ?? (isCountryCode(place.code) ? place.code : null);
    const currencies = currency === null ? place.currencies : [currency];
    return currencies.some((one) => isServed(context, brand, { optionId: id, country: here, currency: one }));
  });
}
