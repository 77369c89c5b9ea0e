// What a person types into a field of an amount (amount-field.tsx), read by the habits of the browser and of the brand, whose
// time zone tells its country. Amounts are in units of the currency, as the gateway answers them. Pure functions.
import { type DecimalSign, readAmount } from '../../../gateway/src/domain/money/written-amount.ts';
import { isIso, LOCALE, OWN_LOCALE } from './format.ts';

export type TypedAmount = { amount: number } | { fault: string };

/** Nobody types more decimals, and a JSON number keeps these exactly for every amount that has them. */
const CRYPTO_DECIMALS: Readonly<Record<string, number>> = { BTC: 8, USDT: 6 };
/** On the wire no fiat amount has more (contract 3). */
const MOST_FIAT_DECIMALS = 2;

/** null: of any currency. */
export function decimalsOf(currency: string | null): number {
  if (currency === null) return CRYPTO_DECIMALS.BTC!;
  if (!isIso(currency)) return CRYPTO_DECIMALS[currency] ?? MOST_FIAT_DECIMALS;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return Math.min(maximumFractionDigits, MOST_FIAT_DECIMALS);
}

/** The locale of the screen, and by whose habits the reader types. */
const READER: readonly [string, ...string[]] = [LOCALE, OWN_LOCALE];

export function readTyped(
  text: string,
  currency: string | null,
  timeZone: string,
  locales: readonly string[] = READER,
): TypedAmount {
  const read = readAmount(text, signsOf(locales, timeZone), decimalsOf(currency));
  return 'fault' in read ? read : { amount: Number(read.decimal) };
}

/** As the screen writes amounts, and so that the field reads it as the same amount again. */
export function fieldText(
  amount: number,
  currency: string | null,
  timeZone: string,
  locales: readonly [string, ...string[]] = READER,
): string {
  const decimals = decimalsOf(currency);
  const written = (useGrouping: boolean) =>
    new Intl.NumberFormat(locales[0], {
      useGrouping,
      minimumFractionDigits: currency === null ? 0 : Math.min(decimals, 2),
      maximumFractionDigits: decimals,
      numberingSystem: 'latn',
    }).format(amount);
  const grouped = written(true);
  const again = readTyped(grouped, currency, timeZone, locales);
  return 'amount' in again && again.amount === amount ? grouped : written(false);
}

const kept = new Map<string, readonly DecimalSign[]>();

function signsOf(readers: readonly string[], timeZone: string): readonly DecimalSign[] {
  const key = `${readers} ${timeZone}`;
  const known = kept.get(key);
  if (known) return known;
  const locales = [...readers, ...localesOfZone(timeZone)];
  const signs = [...new Set(locales.map(signOf))].filter((one) => one !== null);
  kept.set(key, signs);
  return signs;
}

/** null: a sign that this field does not read, as in Arabic digits. */
function signOf(locale: string): DecimalSign | null {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value;
  return sign === '.' || sign === ',' ? sign : null;
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** How people write in the countries of this time zone; none for UTC, and where the browser does not know. */
function localesOfZone(timeZone: string): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const regions = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return regions.flatMap((region) => {
    if (names.of(region) === undefined) return [];
    const locale = new Intl.Locale(`und-${region}`);
    const zones = 'getTimeZones' in locale ? locale.getTimeZones() : [];
    return zones?.includes(timeZone) ? [locale.maximize().toString()] : [];
  });
}
