// How to write a text in a CSV file: a formula must never run on a colleague's machine, so a text that begins like a
// formula gets an apostrophe in front, as people do it by hand. Everything else stays what it is, also a date or a
// number. `textAsItWas` removes our apostrophe, and no other. Former versions put it before dates and numbers too.
// Pure.

/** Spreadsheets read a full-width or small form of a sign like the sign itself, and ignore invisible characters. */
const plain = (value: string): string =>
  value
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim();

const CALCULATED = /^[=+\-@\u2212]/;
/** A number, which calculates nothing. */
const NEGATIVE = /^[-\u2212]\d[\d.,]*$/;
const BEGINS_WITH_BREAK = /^[\t\r\n]/;

/** Currency signs and abbreviations beside a number, which a country's spreadsheet reads as an amount. */
const CURRENCY = String.raw`(?:\p{Sc}|R\$|US\$|EUR|USD|GBP|CHF|Fr\.?|kr\.?|zł|Kč|Ft|lei|Rs\.?|%)`;
const DIGITS = String.raw`\d[\d.,'’\s]*(?:[ed][+-]?\d+)?`;
const NUMBER = new RegExp(String.raw`^\(?\s*${CURRENCY}?\s*[.,]?${DIGITS}\s*${CURRENCY}?\s*\)?-?$`, 'iu');
/** Dates, times of day and fractions: numbers with a sign between them. */
const DATE_OR_TIME = /^\d{1,4}\s*[-/.: ]\s*\d{1,4}(?:\s*[-/.: ].*)?(?:\s*[ap]\.?m?\.?)?$/i;
const HOUR = /^\d{1,2}\s*[ap]\.?(?:m\.?)?$/i;
/** `MAR-1`, `SEPT2`, `1jan`, `12 March 2026`: a word beside a number, if the word is a month. */
const BESIDE_NUMBER = /^(?:\p{L}{3,12}\.?,?\s*)??(\p{L}{3,12})\.?[-/.,\s]*\d{1,4}(?:[-/.,\s]+\d{1,4})?$/u;
const BEHIND_NUMBER =
  /^(?:\p{L}{3,12}\.?,?\s*)?\d{1,4}(?:st|nd|rd|th)?[-/.,\s]*(\p{L}{3,12})\.?(?:[-/.,\s]+\d{1,4})?$/u;
/** `3月1日`, `2026年3月`: as spreadsheets in Japan, China and Korea read them. */
const EAST_ASIAN =
  /^(?:\d{1,4}\s*[年년][-/.\s]*)?\d{1,2}\s*[月월]\s*(?:\d{1,2}\s*[日일])?$|^\d{1,2}\s*[時시时](?:\s*\d{1,2}\s*[分분])?$/;
/** The first version of this rule. We keep it, so that the texts that it protected stay protected. */
const AFTER_DIGITS = /^\d{1,2}[- ]?[a-z]{3}/i;

const LANGUAGES = 'en de fr es it pt nl pl sv da nb fi cs sk hu ro tr hr sl et lv lt id ca ru uk bg el'.split(
  ' ',
);

/** Months as spreadsheets in these languages write them, long and short, without a point. */
let months: Set<string> | undefined;
function isMonth(word: string): boolean {
  months ??= new Set(
    LANGUAGES.flatMap((language) =>
      (['long', 'short'] as const).flatMap((month) => {
        const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
        return Array.from({ length: 12 }, (_, i) => {
          const parts = format.formatToParts(new Date(Date.UTC(2026, i, 1)));
          return flat(parts.find(({ type }) => type === 'month')?.value ?? '');
        });
      }),
    ).concat('sept', 'mär', 'mrz', 'maerz', 'okt', 'dez'),
  );
  return months.has(flat(word));
}

const flat = (word: string): string => word.toLowerCase().replaceAll('.', '');

/** Booleans and error values, which a cell may hold. */
const WORDS =
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|verdadeiro|waar|onwaar|#[A-ZÀ-Ý0-9/]*[!?/][A-ZÀ-Ý0-9]*[!?]?|#NV)$/i;

function isConverted(value: string): boolean {
  const word = BESIDE_NUMBER.exec(value)?.[1] ?? BEHIND_NUMBER.exec(value)?.[1];
  return (
    NUMBER.test(value) ||
    DATE_OR_TIME.test(value) ||
    HOUR.test(value) ||
    AFTER_DIGITS.test(value) ||
    EAST_ASIAN.test(value) ||
    WORDS.test(value) ||
    (word !== undefined && isMonth(word))
  );
}

/** A longer text is never a date, and is a number only if it is all digits. */
const LONGEST_CONVERTED = 60;
const DIGITS_ALONE = /^\d[\d.,]*$/;

function isFormula(value: string): boolean {
  const shown = plain(value);
  return (CALCULATED.test(shown) && !NEGATIVE.test(shown)) || BEGINS_WITH_BREAK.test(value);
}

/** Whether this or a former version may have written the text with an apostrophe in front. */
function mayHaveApostrophe(value: string): boolean {
  let inner = value;
  while (inner.startsWith("'")) inner = inner.slice(1);
  const shown = plain(inner);
  if (CALCULATED.test(shown) || BEGINS_WITH_BREAK.test(inner)) return true;
  return shown.length <= LONGEST_CONVERTED ? isConverted(shown) : DIGITS_ALONE.test(shown);
}

/**
 * A place behind a semicolon, tab or line break. A spreadsheet that splits there ignores quotes in the middle of the
 * text that it reads as a cell. The pattern looks at each character once.
 */
const BEHIND_SEPARATOR =
  /([;\t\r\n]["\s]*)('*)([=+\-@\u2212\uFF1D\uFF0B\uFF0D\uFF20\uFE62\uFE63\uFE66\uFE6B]?)/g;

export function textInCsv(value: string): string {
  const inside = value.replace(BEHIND_SEPARATOR, (all, before: string, own: string, sign: string) =>
    sign === '' ? all : `${before}'${own}${sign}`,
  );
  // A text that begins with its own apostrophe gets another one, if `textAsItWas` would take it for ours.
  const isMarked = inside.startsWith("'") ? mayHaveApostrophe(inside) : isFormula(inside);
  return isMarked ? `'${inside}` : inside;
}

/** The text that `textInCsv` was given. */
export function textAsItWas(written: string): string {
  const inside = written.startsWith("'") && mayHaveApostrophe(written.slice(1)) ? written.slice(1) : written;
  return inside.replace(BEHIND_SEPARATOR, (all, before: string, own: string, sign: string) =>
    sign === '' || own === '' ? all : before + own.slice(1) + sign,
  );
}
