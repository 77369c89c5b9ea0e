// The prices and taxes of an order's lines, for the cashier's page and for providers that want them (Klarna). They are
// used only if every line has a price and all lines together are the amount: nobody may see or get a sum that is wrong.
// Pure; all in minor units.
import type { OrderLine } from './seam/transaction.ts';

export interface PricedLine {
  name: string;
  quantity: number;
  /** The price of one, with its tax. */
  unitMinor: bigint;
  totalMinor: bigint;
  /** The rate: 1900 is 19 %. null: the merchant named none. */
  taxBasisPoints: number | null;
  /** The tax in the total; 0 without a rate. */
  taxMinor: bigint;
}

/** Why the prices of an order are not used. `line` counts from 0. */
export type OrderFault =
  | { kind: 'no-name' | 'no-price' | 'no-whole-quantity'; line: number }
  | { kind: 'sum'; sumMinor: bigint };

/** More pieces than anybody orders, and few enough for every provider. */
const MOST_PIECES = 1_000_000;

/** null: no line has a price. */
export function priceOrder(
  lines: readonly OrderLine[] | null,
  amountMinor: bigint,
): { lines: PricedLine[] } | { fault: OrderFault } | null {
  if (!lines?.some(({ unitPriceMinor }) => unitPriceMinor != null)) return null;
  const priced: PricedLine[] = [];
  for (const [line, given] of lines.entries()) {
    const name = (given.productName?.trim() || given.description?.trim()) ?? '';
    const quantity = given.quantity ?? 1;
    if (name === '') return { fault: { kind: 'no-name', line } };
    if (given.unitPriceMinor == null) return { fault: { kind: 'no-price', line } };
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST_PIECES)
      return { fault: { kind: 'no-whole-quantity', line } };
    const unitMinor = BigInt(given.unitPriceMinor);
    const totalMinor = unitMinor * BigInt(quantity);
    const taxBasisPoints = given.taxBasisPoints ?? null;
    priced.push({
      name,
      quantity,
      unitMinor,
      totalMinor,
      taxBasisPoints,
      taxMinor: taxIn(totalMinor, taxBasisPoints),
    });
  }
  const sumMinor = priced.reduce((sum, { totalMinor }) => sum + totalMinor, 0n);
  return sumMinor === amountMinor ? { lines: priced } : { fault: { kind: 'sum', sumMinor } };
}

/** The tax in a price that includes it, rounded half up. */
export function taxIn(priceMinor: bigint, taxBasisPoints: number | null): bigint {
  if (taxBasisPoints === null) return 0n;
  const rate = BigInt(taxBasisPoints);
  const whole = 10_000n + rate;
  return (2n * priceMinor * rate + whole) / (2n * whole);
}
