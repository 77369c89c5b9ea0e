// Amounts: integer minor units (bigint) inside, text or numbers outside, and exact both ways (contract 3, 13). A
// provider may count a currency in another minor unit than ISO 4217. It must never round: an amount that does not
// divide exactly has no value there, and the adapter answers 1003.
import { currencyDigits, isCryptoCurrency } from './currency.ts';

/**
 * Minor units as the JSON number of an answer. An amount that toMinor accepted gives the same number. Sums are exact
 * below 10^15 minor units; above that they become the nearest number of a JSON reader. Throws RangeError for an unknown
 * currency: stored amounts have known ones.
 */
export function toWire(minor: bigint, currency: string): number {
  const digits = knownDigits(currency);
  // Both operands are exact here, and IEEE division rounds once, to the same double that the decimal text parses to.
  if (minor <= MAX_SAFE && minor >= -MAX_SAFE) return Number(minor) / 10 ** digits;
  return Number(formatMinor(minor, currency));
}

/**
 * Minor units as plain decimal text with all the currency's decimals ("50.00", "1002", "0.00000001"), without the code.
 */
export function formatMinor(minor: bigint, currency: string): string {
  const digits = knownDigits(currency);
  if (digits === 0) return minor.toString();
  const sign = minor < 0n ? '-' : '';
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

function knownDigits(currency: string): number {
  const digits = currencyDigits(currency);
  if (digits === undefined) throw new RangeError(`no such currency: ${currency}`);
  return digits;
}

/** An amount in the gateway's minor units. */
export interface Amount {
  amountMinor: bigint;
  /** Upper case. */
  currency: string;
}

/** How a provider counts amounts. */
export interface ForeignUnits {
  /** The decimals of currencies whose minor unit there differs from ISO 4217. */
  decimals: Readonly<Record<string, number>>;
  /** The most decimals that it takes; an amount with three decimals must end in 0 there. Absent: any, exactly. */
  mostDecimals?: 3;
}

/** Converts between our minor units and those of a provider, as integers in a JSON number. */
export function foreignUnits({ decimals, mostDecimals }: ForeignUnits) {
  /** Ours × `up` ÷ `down` is theirs, which must be a multiple of `step`. */
  function unitsOf(currency: string): { up: bigint; down: bigint; step: bigint } | null {
    const ours = currencyDigits(currency);
    if (ours === undefined || isCryptoCurrency(currency)) return null;
    const theirs = Object.hasOwn(decimals, currency) ? decimals[currency]! : ours;
    if (mostDecimals !== undefined && theirs > mostDecimals) return null;
    return {
      up: 10n ** BigInt(Math.max(theirs - ours, 0)),
      down: 10n ** BigInt(Math.max(ours - theirs, 0)),
      step: mostDecimals === theirs ? 10n : 1n,
    };
  }
  return {
    /** null: the currency or the amount cannot be expressed there. */
    toForeign({ amountMinor, currency }: Amount): number | null {
      const units = unitsOf(currency);
      if (!units) return null;
      const scaled = amountMinor * units.up;
      if (scaled % units.down !== 0n) return null;
      const amount = scaled / units.down;
      if (amount % units.step !== 0n || amount < 0n || amount > MAX_SAFE) return null;
      return Number(amount);
    },
    /** null: it is no amount, or it cannot be expressed in ours. `currency` may have any case. */
    fromForeign(amount: unknown, currency: unknown): Amount | null {
      if (!Number.isSafeInteger(amount) || typeof currency !== 'string') return null;
      const code = currency.toUpperCase();
      const units = unitsOf(code);
      if (!units) return null;
      const scaled = BigInt(amount as number) * units.down;
      return scaled % units.up === 0n ? { amountMinor: scaled / units.up, currency: code } : null;
    },
  };
}

/**
 * A provider's decimal text, such as "10.00", in our minor units; null: it is no amount of this currency.
 * `moreDecimals`: in fractions of the minor unit, with so many decimals more than the currency has.
 */
export function parseDecimal(text: unknown, currency: unknown, moreDecimals = 0): bigint | null {
  if (typeof text !== 'string' || typeof currency !== 'string') return null;
  const digits = currencyDigits(currency);
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,18})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  if (digits === undefined || whole === undefined) return null;
  const length = digits + moreDecimals;
  // More decimals are an amount only if they are zeros.
  if (/[1-9]/.test(fraction.slice(length))) return null;
  const minor = BigInt(whole + fraction.slice(0, length).padEnd(length, '0'));
  return sign === '-' ? -minor : minor;
}
