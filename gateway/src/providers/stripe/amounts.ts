// Amounts in Stripe's smallest units and in ours. Stripe follows ISO 4217 except for the currencies below (contract
// 13). Every amount that goes to Stripe or comes from it passes here. It must never round: an amount that does not
// divide exactly is null.
import { currencyDigits } from '../../domain/money/currency.ts';

/** Decimals of Stripe's smallest unit that differ from ISO 4217: ISK and UGX have none there, MGA has two. */
const DECIMALS_AT_STRIPE: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 };

/** Stripe takes three decimals, the last of them zero. */
const MOST_DECIMALS = 3;

export interface Amount {
  amountMinor: bigint;
  /** Upper case. */
  currency: string;
}

/** Our minor units as Stripe's; null: the currency or the amount cannot be expressed there. */
export function toStripeAmount({ amountMinor, currency }: Amount): number | null {
  const units = unitsOf(currency);
  if (!units) return null;
  const scaled = amountMinor * units.up;
  if (scaled % units.down !== 0n) return null;
  const amount = scaled / units.down;
  if (amount % units.step !== 0n || amount < 0n || amount > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return Number(amount);
}

/**
 * Stripe's amount in our minor units; null: it is no amount, or it cannot be expressed in ours. `currency` may have any
 * case.
 */
export function fromStripeAmount(amount: unknown, currency: unknown): Amount | null {
  if (!Number.isSafeInteger(amount) || typeof currency !== 'string') return null;
  const code = currency.toUpperCase();
  const units = unitsOf(code);
  if (!units) return null;
  const scaled = BigInt(amount as number) * units.down;
  return scaled % units.up === 0n ? { amountMinor: scaled / units.up, currency: code } : null;
}

/** Ours × `up` ÷ `down` is Stripe's, which must be a multiple of `step`. */
function unitsOf(currency: string): { up: bigint; down: bigint; step: bigint } | null {
  const ours = currencyDigits(currency);
  const theirs = Object.hasOwn(DECIMALS_AT_STRIPE, currency) ? DECIMALS_AT_STRIPE[currency] : ours;
  if (ours === undefined || theirs === undefined || theirs > MOST_DECIMALS) return null;
  return {
    up: 10n ** BigInt(Math.max(theirs - ours, 0)),
    down: 10n ** BigInt(Math.max(ours - theirs, 0)),
    step: theirs === MOST_DECIMALS ? 10n : 1n,
  };
}
