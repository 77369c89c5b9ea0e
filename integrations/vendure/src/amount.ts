// Amounts of Vendure are integers. How many of their digits are decimals is the `precision` of the shop's MoneyStrategy
// (2 by default), the same for every currency: with it 1,000 yen are 100000. The gateway takes decimals: at most two
// places, and none for a currency without minor units.

/** Throws if the gateway cannot charge exactly this amount. */
export function wireAmount(units: number, currency: string, precision: number): number {
  if (!Number.isSafeInteger(units) || units < 0)
    throw new RangeError(`${units} is no amount of Vendure, which counts in integers.`);
  const amount = Number(`${units}e-${precision}`);
  const places = Math.min(2, ownPlacesOf(currency));
  if (units % 10 ** Math.max(0, precision - places) !== 0)
    throw new RangeError(
      `Tollgate cannot charge ${amount} ${currency}: it takes at most ${places} decimal places. Round your prices to them.`,
    );
  return amount;
}

/** The gateway's amount as an integer of Vendure. Throws if the shop's precision cannot express it. */
export function unitsOf(amount: number, currency: string, precision: number): number {
  const units = Number(`${amount}e${precision}`);
  if (!Number.isSafeInteger(units))
    throw new RangeError(`A shop with ${precision} decimals cannot book ${amount} ${currency}.`);
  return units;
}

function ownPlacesOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}
