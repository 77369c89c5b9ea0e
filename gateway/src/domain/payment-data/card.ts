// Checks a card before anything is stored (spec 2.8, contract 3): number, expiry, CVV, holder. Brands, lengths and CVV
// sizes come from card-validator's table. A fault names its field and says what to do; it must never repeat the number
// or the CVV, not even in part.

import cardValidator from 'card-validator';
import { LRUCache } from 'lru-cache';
import { codePointLength, hasVisibleCharacter, isCleanText } from '../text.ts';

export interface CardFault {
  /** Path in the request body, such as `paymentData.cardNumber`. */
  field: string;
  message: string;
}

export interface CardDetails {
  /** Digits only. */
  number: string;
  /** Six characters. For numbers shorter than 14 digits the last ones are `*`, so that four digits stay hidden. */
  first6: string;
  last4: string;
  /** VISA, MASTERCARD, AMEX … or UNKNOWN. */
  brand: string;
  /** 01–12. */
  expiryMonth: string;
  /** Four digits. */
  expiryYear: string;
  cvv: string;
  holder: string;
}

export interface TokenDetails {
  token: string;
  /** null: it was not given, and need not be. */
  cvv: string | null;
}

type PaymentData = Readonly<Record<string, unknown>>;

/**
 * The checked card, or all its faults. A card is valid through its last month, which is at most 50 years ahead
 * (contract 3).
 */
export function checkCardDetails(paymentData: PaymentData, now: Date): CardFault[] | CardDetails {
  const faults: CardFault[] = [];
  const fault = (field: string, message: string) => {
    faults.push({ field: `paymentData.${field}`, message });
    return undefined;
  };
  const text = (field: string) => requiredText(paymentData[field], (message) => fault(field, message));

  const number = checkNumber(text('cardNumber'), (message) => fault('cardNumber', message));
  const month = checkMonth(text('expiryMonth'), (message) => fault('expiryMonth', message));
  const year = checkYear(text('expiryYear'), now, (message) => fault('expiryYear', message));
  if (month !== undefined && year !== undefined && hasExpired(month, year, now)) {
    fault(
      year < now.getUTCFullYear() ? 'expiryYear' : 'expiryMonth',
      'the card has expired: use another card',
    );
  }
  const rules = number === undefined ? undefined : rulesOf(number);
  const cvv = checkCvv(text('cardCvv'), rules, (message) => fault('cardCvv', message));
  const holder = checkHolder(text('cardHolder'), (message) => fault('cardHolder', message));

  if (faults.length > 0) return faults;
  return {
    number: number!,
    ...shownDigits(number!),
    brand: rules!.brand,
    expiryMonth: String(month).padStart(2, '0'),
    expiryYear: String(year),
    cvv: cvv!,
    holder: holder!,
  };
}

/**
 * A saved card: token and CVV (spec 2.8). `brand` is the saved card's brand, if already known. `isCvvOptional`: only
 * the cashier may leave the CVV out.
 */
export function checkTokenDetails(
  paymentData: PaymentData,
  { brand = 'UNKNOWN', isCvvOptional = false }: { brand?: string; isCvvOptional?: boolean } = {},
): CardFault[] | TokenDetails {
  const faults: CardFault[] = [];
  const read = (field: string) =>
    requiredText(paymentData[field], (message) => {
      faults.push({ field: `paymentData.${field}`, message });
      return undefined;
    });

  const token = read('token');
  const isCvvLeftOut = isCvvOptional && (paymentData.cardCvv ?? '') === '';
  const cvv = isCvvLeftOut
    ? null
    : checkCvv(read('cardCvv'), { cvvLengths: cvvLengthsOf(brand) }, (message) => {
        faults.push({ field: 'paymentData.cardCvv', message });
        return undefined;
      });
  if (token !== undefined && codePointLength(token) > MAX_TEXT) {
    faults.push({ field: 'paymentData.token', message: `must be at most ${MAX_TEXT} characters` });
  }
  return faults.length > 0 ? faults : { token: token!, cvv: cvv ?? null };
}

/** The card of a pay-in as the request gave it: a new one, or a saved one by its token. */
export type GivenCard = { kind: 'new'; details: CardDetails } | ({ kind: 'saved' } & TokenDetails);

/** A checked card, new or saved (spec 2.8), or all its faults. */
export function readCard(
  paymentData: PaymentData,
  now: Date,
  { isCvvOptional = false } = {},
): CardFault[] | GivenCard {
  if (paymentData.token != null) {
    const checked = checkTokenDetails(paymentData, { isCvvOptional });
    return Array.isArray(checked) ? checked : { kind: 'saved', ...checked };
  }
  const checked = checkCardDetails(paymentData, now);
  return Array.isArray(checked) ? checked : { kind: 'new', details: checked };
}

/** Records a fault and returns undefined, so that a check can end with it. */
type Note = (message: string) => undefined;

const MAX_TEXT = 255;

function requiredText(value: unknown, fault: Note): string | undefined {
  if (value === undefined || value === null || value === '') return fault('required');
  if (typeof value !== 'string') return fault('must be a string');
  return isCleanText(value) ? value : fault('must not contain control characters');
}

/** Removes spaces between the digits, as people and cards write them; any other character is a fault. */
function checkNumber(value: string | undefined, fault: Note): string | undefined {
  if (value === undefined) return undefined;
  const number = value.replaceAll(' ', '');
  if (!/^[0-9]+$/.test(number)) return fault('must consist of digits, with or without spaces');
  if (!rulesOf(number).lengths.includes(number.length)) {
    return fault('has too few or too many digits: check the number on the card');
  }
  return passesLuhn(number) ? number : fault('is not a card number: check the digits');
}

function checkMonth(value: string | undefined, fault: Note): number | undefined {
  if (value === undefined) return undefined;
  return /^(0?[1-9]|1[0-2])$/.test(value) ? Number(value) : fault('must be a month from 01 to 12');
}

function checkYear(value: string | undefined, now: Date, fault: Note): number | undefined {
  if (value === undefined) return undefined;
  if (!/^([0-9]{2}|[0-9]{4})$/.test(value)) return fault('must be a year of four (or two) digits');
  const year = Number(fourDigitYear(value));
  return year > now.getUTCFullYear() + MAX_YEARS_AHEAD ? fault('is too far ahead: check the year') : year;
}

const MAX_YEARS_AHEAD = 50;

/** Two digits mean the years 2000 to 2099, as in the cashier's page. */
export const fourDigitYear = (year: string): string => (year.length === 2 ? `20${year}` : year);

/** The month ends when it has ended everywhere: twelve hours after UTC, because the card's owner may be there. */
export function hasExpired(month: number, year: number, now: Date): boolean {
  const latest = new Date(now.getTime() - 12 * 3_600_000);
  return year * 12 + (month - 1) < latest.getUTCFullYear() * 12 + latest.getUTCMonth();
}

function checkCvv(value: string | undefined, rules: Pick<Rules, 'cvvLengths'> | undefined, fault: Note) {
  if (value === undefined) return undefined;
  const lengths = rules?.cvvLengths ?? cvvLengthsOf('UNKNOWN');
  if (/^[0-9]+$/.test(value) && lengths.includes(value.length)) return value;
  return fault(`must be ${lengths.join(' or ')} digits for this card`);
}

/** Required like the rest of a new card: spec 2.3 says so, and 2.8 only renames it. */
function checkHolder(value: string | undefined, fault: Note): string | undefined {
  if (value === undefined) return undefined;
  if (!hasVisibleCharacter(value)) return fault('must not be empty: give the name on the card');
  return codePointLength(value) <= MAX_TEXT ? value : fault(`must be at most ${MAX_TEXT} characters`);
}

function shownDigits(number: string): { first6: string; last4: string } {
  const shown = Math.min(6, number.length - 4 - 4);
  return { first6: number.slice(0, shown).padEnd(6, '*'), last4: number.slice(-4) };
}

/** The part of a number that may be shown. The number was checked before. */
export function shownCard(number: string): Pick<CardDetails, 'brand' | 'first6' | 'last4'> {
  return { brand: rulesOf(number).brand, ...shownDigits(number) };
}

/**
 * RuPay (NPCI) is not in the library: 508, 60 without Discover's 6011 and Hipercard's 606282, 652150 to 653149, and 81
 * and 82 above UnionPay's 8171 (en.wikipedia.org/wiki/Payment_card_number). JCB uses 353 and 356 too, and those cards
 * stay JCB. 16 digits.
 */
const RUPAY = /^(?:508|60(?!11|6282)|6521[5-9]|652[2-9]|6530|6531[0-4]|817[2-9]|81[89]|82)/;
const RUPAY_DIGITS = 16;

/** Lengths of cards in circulation. The table has more lengths, which belong to other numbers nowadays. */
const CIRCULATING: Readonly<Record<string, readonly number[]>> = { AMEX: [15], DINERS: [14, 16] };
const CIRCULATING_ELSE = [16, 19];

/**
 * Whether a card of a known scheme might have these digits, in a wide sense. It decides what is masked where texts are
 * shown or logged.
 */
export function isNumberOfScheme(digits: string): boolean {
  // The check digit comes first: the look-up costs a hundred times as much, and a text may have thousands of
  // candidates.
  if (digits.length < 14 || digits.length > 19 || !passesLuhn(digits)) return false;
  const { brand, lengths } = rulesOf(digits);
  const circulating = CIRCULATING[brand] ?? CIRCULATING_ELSE;
  return brand !== 'UNKNOWN' && lengths.includes(digits.length) && circulating.includes(digits.length);
}

/**
 * Whole ranges and lengths that schemes issue, for refusing a text. The library is too wide for that: its Maestro
 * begins with any 6, its Diners Club has 16 digits from 30 on, its UnionPay begins with 81, and order numbers look like
 * these. Source: en.wikipedia.org/wiki/Payment_card_number.
 */
const ISSUED: readonly (readonly [starts: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|095|[689])/, [14]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 19]],
  [/^62/, [16, 19]],
  [/^(?:50(?:18|20|38)|5893|6304|6759|676[1-3])/, [16, 19]],
  [/^220[0-4]/, [16, 19]],
  [/^(?:9792|606282|636297|636368|627780|509|5067|508[5-9]|6069[89]|607[0-9]|608[0-5])/, [16]],
];
/** More ranges for digits in groups, as on a card. Order numbers have no groups. */
const ISSUED_IN_GROUPS: typeof ISSUED = [[/^(?:3(?:0[0-5]|095|[689])|8[12])/, [16]]];

/** Whether this is a card number of a known scheme for certain: its whole range, its length, a valid check digit. */
export function isIssuedNumber(digits: string, isInGroups: boolean): boolean {
  const fits = ([starts, lengths]: (typeof ISSUED)[number]) =>
    lengths.includes(digits.length) && starts.test(digits);
  return (ISSUED.some(fits) || (isInGroups && ISSUED_IN_GROUPS.some(fits))) && passesLuhn(digits);
}

function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    const digit = number.charCodeAt(number.length - 1 - i) - 48;
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

interface Rules {
  brand: string;
  lengths: readonly number[];
  cvvLengths: readonly number[];
}

/** The names that are not just the library's in upper case. */
const BRAND_NAMES: Readonly<Record<string, string>> = { 'american-express': 'AMEX', 'diners-club': 'DINERS' };
const UNKNOWN_RULES: Rules = {
  brand: 'UNKNOWN',
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  cvvLengths: [3, 4],
};

const RUPAY_RULES: Rules = { brand: 'RUPAY', lengths: [RUPAY_DIGITS], cvvLengths: [3] };

// The library's look-up costs 9 µs a number, as much as the rest of a request's validation. Its patterns end at eight
// digits, so we cache the answer for those. An issuer's range is not card data.
const RANGE_DIGITS = 8;
const rulesByRange = new LRUCache<string, Rules>({ max: 5000 });

function rulesOf(number: string): Rules {
  // A number of another length belongs to the brand of the surrounding range, Maestro or Discover. Numbers that begin
  // with 8 have no such brand.
  if ((number.length === RUPAY_DIGITS || number.startsWith('8')) && RUPAY.test(number)) return RUPAY_RULES;
  const range = number.slice(0, RANGE_DIGITS);
  const known = rulesByRange.get(range);
  if (known) return known;
  if (range.length < RANGE_DIGITS) return UNKNOWN_RULES;
  const type = cardValidator.number(range).card;
  if (!type) {
    rulesByRange.set(range, UNKNOWN_RULES);
    return UNKNOWN_RULES;
  }
  const brand = BRAND_NAMES[type.type] ?? type.type.toUpperCase();
  const rules: Rules = { brand, lengths: type.lengths, cvvLengths: [type.code.size] };
  rulesByRange.set(range, rules);
  return rules;
}

function cvvLengthsOf(brand: string): readonly number[] {
  if (brand === 'UNKNOWN') return UNKNOWN_RULES.cvvLengths;
  return brand === 'AMEX' ? [4] : [3];
}
