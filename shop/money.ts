// Amounts of the shop: whole minor units inside, decimals only on the way to the gateway or to a reader. All currencies
// of the shop have two decimals. Nothing here may calculate with fractions.

/** '29.00' → 2900; null if it is no amount with at most two decimals. */
export function parseAmount(text: string): number | null {
  const [, whole, cents = ''] = /^\s*(\d{1,9})(?:[.,](\d{1,2}))?\s*$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(cents.padEnd(2, '0'));
}

export function decimalText(minor: number): string {
  return `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
}

/** As a JSON number: 2900 → 29, 2905 → 29.05. */
export const wireAmount = (minor: number): number => Number(decimalText(minor));

/** An amount in an answer of the gateway, in minor units. */
export const minorOf = (amount: number): number => Math.round(amount * 100);

export function money(minor: number, currency: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  return format.format(decimalText(minor) as unknown as number);
}
