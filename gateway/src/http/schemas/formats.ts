// The string formats and keywords of the request schemas, each with the sentence that a caller reads after a violation.
// They run on unchecked input of any length: each must be linear and must never throw.
import { isIP } from 'node:net';
import { isCurrencyCode } from '@tollgate/provider-kit/currency';
import { isDay } from '../../domain/ledger/zoned-days.ts';
import { isCountryCode } from '../../domain/options/country.ts';
import { holdsCardNumber } from '../../domain/payment-data/card-number-in-text.ts';
import { hasVisibleCharacter, isCleanText, isUuid } from '../../domain/text.ts';

const EMAIL_LONGEST = 255;
const EMAIL_LOCAL_PART = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cs}]+$/u;
const EMAIL_DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,62})$/u;

const HOURS_MINUTES = String.raw`([01]\d|2[0-3]):[0-5]\d`;
const MOMENT = new RegExp(
  String.raw`^\d{4}-\d\d-\d\dT${HOURS_MINUTES}:[0-5]\d(\.\d{1,9})?(Z|[+-]${HOURS_MINUTES})$`,
);

export const FORMATS: Record<string, (text: string) => boolean> = {
  text: isCleanText,
  uuid: isUuid,
  country: isCountryCode,
  currency: isCurrencyCode,
  language: (text) => /^[A-Za-z]{2}$/.test(text),
  email: isEmail,
  // A zone (fe80::1%eth0) has a meaning only on one machine.
  ip: (text) => isIP(text) !== 0 && !text.includes('%'),
  'date-time': (text) => text.length <= 40 && isInCalendar(Date.parse(text)),
  // The zone is required: without it the server would use its own zone.
  moment: (text) => MOMENT.test(text) && isDay(text.slice(0, 10)) && isInCalendar(Date.parse(text)),
  uri: (text) => URL.canParse(text),
};

/** The text after the field's name. */
export const FORMAT_SENTENCES: Record<string, string> = {
  text: 'must not contain control characters or broken surrogate pairs',
  uuid: 'must be a UUID, such as 0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15',
  country: 'must be a two-letter country code in upper case (ISO 3166-1), such as DE',
  currency: 'must be a known currency code in upper case (ISO 4217, BTC or USDT), such as EUR',
  language: 'must be a two-letter language code (ISO 639-1), such as en',
  email: 'must be an e-mail address, such as name@example.com',
  ip: 'must be an IPv4 or IPv6 address',
  'date-time': 'must be a date and time in ISO 8601',
  moment: 'must be a date and time with its zone (RFC 3339), such as 2026-11-22T09:30:00Z',
  uri: 'must be an absolute address',
};

/** The same text for a pattern. */
export const PATTERN_SENTENCES: Record<string, string> = {
  '^all$': 'must be "all" or an array of option ids',
  '^#[0-9a-fA-F]{6}$': 'must be a colour as six hexadecimal digits, such as #00754a',
  '^([1-9][0-9]?|100)$': 'must be a whole number from 1 to 100',
};

interface FieldFault {
  keyword: string;
  instancePath: string;
  message: string;
  params: object;
}
interface CleanStrings {
  (wanted: boolean, value: object, schema: unknown, at?: { instancePath: string }): boolean;
  errors?: FieldFault[];
}

/** Names the inner field with the fault, not only the object. */
const cleanStrings: CleanStrings = (wanted, value, _schema, at) => {
  const path = wanted ? uncleanPath(value, at?.instancePath ?? '') : null;
  if (path === null) return true;
  cleanStrings.errors = [
    { keyword: 'cleanStrings', instancePath: path, message: 'is not clean', params: {} },
  ];
  return false;
};

/**
 * `cleanStrings: true`: every text inside is clean, at any depth, names included; for objects without a fixed schema.
 * `noCardNumber: true`: for a text that is stored in clear. `visible: true`: for a text that a person must be able to
 * read; an empty text is refused for its length.
 */
export const KEYWORDS = [
  { keyword: 'cleanStrings', type: 'object', schemaType: 'boolean', errors: 'full', validate: cleanStrings },
  {
    keyword: 'noCardNumber',
    type: 'string',
    schemaType: 'boolean',
    // The length rule refuses a text over the maximum length.
    validate: (wanted: boolean, value: string) => !wanted || value.length > 2_000 || !holdsCardNumber(value),
  },
  {
    keyword: 'visible',
    type: 'string',
    schemaType: 'boolean',
    validate: (wanted: boolean, value: string) => !wanted || value === '' || hasVisibleCharacter(value),
  },
] as const satisfies object[];

const CALENDAR = { begins: Date.parse('0001-01-01T00:00:00Z'), ends: Date.parse('9999-12-31T23:59:59.999Z') };

/** The database accepts only years of four digits, and not 0. NaN is not within the range either. */
const isInCalendar = (at: number): boolean => at >= CALENDAR.begins && at <= CALENDAR.ends;

/** Deep bodies never get here: json-body.ts limits the depth. The message does not repeat a name that is not clean. */
function uncleanPath(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isCleanText(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (!isCleanText(key)) return path;
    const unclean = uncleanPath(inner, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    if (unclean !== null) return unclean;
  }
  return null;
}

/**
 * One @, a local part without quotes, a domain of at least two labels. The check is no single regular expression, so
 * nothing backtracks.
 */
function isEmail(text: string): boolean {
  // In UTF-16 units, at most two to a code point; the exact limit is the schema's.
  if (text.length > EMAIL_LONGEST * 2) return false;
  const at = text.lastIndexOf('@');
  if (at < 1) return false;
  const local = text.slice(0, at);
  if (!EMAIL_LOCAL_PART.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) {
    return false;
  }
  const labels = text.slice(at + 1).split('.');
  return labels.length > 1 && labels.every((label) => EMAIL_DOMAIN_LABEL.test(label) && !label.endsWith('-'));
}
