// What a SEPA credit transfer can carry: 0.01 to 999,999,999.99 EUR. A payout outside this range must be refused when
// it is made, because no payment file could hold it later. Pure.

export const LEAST_SEPA_MINOR = 1n;
export const MOST_SEPA_MINOR = 99_999_999_999n;

/** null: the amount fits, or this is not a payout by SEPA transfer. */
export function sepaAmountFault(
  { direction, method }: { direction: 'PAYIN' | 'PAYOUT'; method: string },
  amountMinor: bigint,
): 'too-small' | 'too-large' | null {
  if (direction !== 'PAYOUT' || method !== 'sepa-transfer') return null;
  if (amountMinor < LEAST_SEPA_MINOR) return 'too-small';
  return amountMinor > MOST_SEPA_MINOR ? 'too-large' : null;
}
