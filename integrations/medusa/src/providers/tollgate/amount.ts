// Amounts of Medusa are decimals of any length. The gateway takes decimals with at most two places, and none for a
// currency without minor units.
import type { BigNumberInput } from '@medusajs/framework/types';
import { MathBN, MedusaError } from '@medusajs/framework/utils';

/** Throws if the gateway cannot charge exactly this amount. */
export function wireAmount(amount: BigNumberInput, currency: string): number {
  const exact = MathBN.convert(amount);
  const rounded = exact.decimalPlaces(placesOf(currency));
  // Taxes and shares leave endless fractions. What rounds to the currency's own places is the price; the rest is not.
  const price = exact.decimalPlaces(ownPlacesOf(currency));
  if (!price.eq(rounded))
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      `Tollgate cannot charge ${price} ${currency}: it takes at most ${placesOf(currency)} decimal places. Round your prices to them.`,
    );
  return rounded.toNumber();
}

function placesOf(currency: string): number {
  return Math.min(2, ownPlacesOf(currency));
}

function ownPlacesOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
