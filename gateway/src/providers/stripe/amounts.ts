// Amounts in Stripe's smallest units and in ours (contract 13). Every amount that goes to Stripe or comes from it
// passes here.
import { foreignUnits } from '@tollgate/provider-kit';

/**
 * Decimals of Stripe's smallest unit that differ from ISO 4217: ISK and UGX have none there, MGA has two. Stripe takes
 * three decimals, the last of them zero.
 */
export const { toForeign: toStripeAmount, fromForeign: fromStripeAmount } = foreignUnits({
  decimals: { ISK: 2, UGX: 2, MGA: 0 },
  mostDecimals: 3,
});
