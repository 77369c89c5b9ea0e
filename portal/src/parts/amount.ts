// Reads the text of an amount field (amount-field.tsx), by the habits of the browser and of the brand, whose time zone
// tells its country. Amounts are in units of the currency, as the gateway answers them. Pure functions.
import { type DecimalSign, readAmount } from '../../../gateway/src/domain/money/written-amount.ts';
import { isIso, LOCALE, OWN_LOCALE } from './format.ts';

export type TypedAmount = { amount: number } | { fault: string };

/** Nobody types more decimals. For every amount with these decimals a JSON number is exact. */
const CRYPTO_DECIMALS: Readonly<Record<string, number>> = { BTC: 8, USDT: 6 };
/** In the API no fiat amount has more (contract 3). */
const MOST_FIAT_DECIMALS = 2;

/** null: any currency. */
export function decimalsOf(currency: string | null): number {
  if (currency === null) return CRYPTO_DECIMALS.BTC!;
  if (!isIso(currency)) return CRYPTO_DECIMALS[currency] ?? MOST_FIAT_DECIMALS;
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return Math.min(maximumFractionDigits, MOST_FIAT_DECIMALS);
}

/** The locale of the screen, and the locale by which the reader types. */
const READER: readonly [string, ...string[]] = [LOCALE, OWN_LOCALE];

export function readTyped(
  text: string,
  currency: string | null,
  timeZone: string,
  locales: readonly string[] = READER,
): TypedAmount {
  // A field for any currency reads "1.234" as a field for euros does: three digits behind a point are seldom decimals.
  const decimals = currency === null && isUnclear(text) ? MOST_FIAT_DECIMALS : decimalsOf(currency);
  const read = readAmount(text, signsOf(locales, timeZone), decimals);
  return 'fault' in read ? read : { amount: Number(read.decimal) };
}

const isUnclear = (text: string) => /^[1-9]\d{0,2}[.,]\d{3}$/.test(text.trim());

/** The amount as the screen writes it, in a form that the field reads as the same amount again. */
export function fieldText(
  amount: number,
  currency: string | null,
  timeZone: string,
  locales: readonly [string, ...string[]] = READER,
): string {
  const decimals = decimalsOf(currency);
  const fewest = currency === null ? 0 : Math.min(decimals, 2);
  const written = (useGrouping: boolean, minimumFractionDigits = fewest) =>
    new Intl.NumberFormat(locales[0], {
      useGrouping,
      minimumFractionDigits,
      maximumFractionDigits: decimals,
      numberingSystem: 'latn',
    }).format(amount);
  const isReadAgain = (text: string) => {
    const again = readTyped(text, currency, timeZone, locales);
    return 'amount' in again && again.amount === amount;
  };
  // Three decimals look like a group of digits; four do not.
  const [last, ...others] = [written(false, Math.min(decimals, 4)), written(true), written(false)];
  return others.find(isReadAgain) ?? last!;
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

/** null: the locale writes a sign that this field does not read, as with Arabic digits. */
function signOf(locale: string): DecimalSign | null {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(1.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value;
  return sign === '.' || sign === ',' ? sign : null;
}

/** Time zones that have a newer name, under the name that browsers list (CLDR keeps it for ever). */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmara': 'Africa/Asmera',
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
  'America/Argentina/Catamarca': 'America/Catamarca',
  'America/Argentina/Cordoba': 'America/Cordoba',
  'America/Argentina/Jujuy': 'America/Jujuy',
  'America/Argentina/Mendoza': 'America/Mendoza',
  'America/Atikokan': 'America/Coral_Harbour',
  'America/Indiana/Indianapolis': 'America/Indianapolis',
  'America/Kentucky/Louisville': 'America/Louisville',
  'America/Nuuk': 'America/Godthab',
  'Asia/Ho_Chi_Minh': 'Asia/Saigon',
  'Asia/Kathmandu': 'Asia/Katmandu',
  'Asia/Kolkata': 'Asia/Calcutta',
  'Asia/Yangon': 'Asia/Rangoon',
  'Atlantic/Faroe': 'Atlantic/Faeroe',
  'Europe/Kyiv': 'Europe/Kiev',
  'Pacific/Chuuk': 'Pacific/Truk',
  'Pacific/Kanton': 'Pacific/Enderbury',
  'Pacific/Pohnpei': 'Pacific/Ponape',
};

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The locales of this time zone's countries. Empty for UTC, and if the browser does not know the zone. */
function localesOfZone(timeZone: string): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const zone = FORMER_NAMES[timeZone] ?? timeZone;
  const regions = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return regions.flatMap((region) => {
    if (names.of(region) === undefined) return [];
    const locale = new Intl.Locale(`und-${region}`);
    const zones = 'getTimeZones' in locale ? locale.getTimeZones() : [];
    return zones?.includes(zone) ? [locale.maximize().toString()] : [];
  });
}
