// An amount as a person or a spreadsheet writes it: 1,234.50 and 1.234,50, 1 234,50, 1'234.50 and 1,23,456.00 alike. It
// must never guess: if a text could mean two amounts, it is refused in words. Pure, and without imports, because the
// portal's fields use it too.

/** The sign before the decimals. If it is the point, the comma groups digits, and the other way round. */
export type DecimalSign = '.' | ',';

export type WrittenAmount =
  /** In the form of the wire: digits, and a point before the decimals. */
  { decimal: string } | { fault: string };

/** In every country these only group digits: spaces of every width, and apostrophes. */
const PLAIN_GROUPS = /[\s\u00A0\u2007\u2009\u202F'’]/g;
const MOST_DIGITS = 12;

/**
 * `signs`: the decimal signs that are usual for the reader, the brand and so on; empty: none is known. `decimals`: as
 * many as the currency has on the wire.
 */
export function readAmount(text: string, signs: readonly DecimalSign[], decimals: number): WrittenAmount {
  const given = text.trim();
  if (given === '') return { fault: 'Write an amount.' };
  if (/^[-−–]/.test(given)) return { fault: 'Write an amount above zero, without a sign.' };
  if (!/^\d[\d.,\s\u00A0\u2007\u2009\u202F'’]*$/.test(given)) return { fault: hint(decimals) };
  const sign = decimalSignOf(given, signs, decimals);
  if (sign === 'ambiguous') return { fault: ambiguity(given, decimals) };
  const at = sign === null ? -1 : given.lastIndexOf(sign);
  const whole = at === -1 ? given : given.slice(0, at);
  const fraction = at === -1 ? '' : given.slice(at + 1);
  if (!isGroupedRightly(whole) || !/^\d*$/.test(fraction) || (at !== -1 && fraction === '')) {
    return { fault: hint(decimals) };
  }
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (digits.length > MOST_DIGITS) return { fault: 'This amount is too large.' };
  const kept = fraction.replace(/(?<!0)0+$/, '');
  if (kept.length > decimals) return { fault: tooManyDecimals(decimals) };
  return { decimal: kept === '' ? digits : `${digits}.${kept}` };
}

/** null: there are no decimals. */
function decimalSignOf(
  text: string,
  signs: readonly DecimalSign[],
  decimals: number,
): DecimalSign | null | 'ambiguous' {
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  // A sign that occurs twice groups digits.
  if (points + commas !== 1) return null;
  const only: DecimalSign = points === 1 ? '.' : ',';
  // With three digits after the sign and one to three before it, the sign could group thousands or begin decimals.
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return only;
  if (decimals === 0) return null;
  const groups = signs.some((one) => one !== only);
  const separates = signs.includes(only);
  if (groups && !separates) return null;
  if (separates && !groups && decimals >= 3) return only;
  return 'ambiguous';
}

/** Groups of three, or, as in India, groups of two before the last three. One sign separates all groups. */
function isGroupedRightly(whole: string): boolean {
  if (/^\d+$/.test(whole)) return true;
  const plain = whole.replace(PLAIN_GROUPS, ' ');
  const [, sign] = /^\d+([., ])/.exec(plain) ?? [];
  if (sign === undefined) return false;
  const parts = plain.split(sign);
  const last = parts.at(-1)!;
  const [first, ...middle] = parts.slice(0, -1);
  const isGroup = (size: number) => (part: string) => part.length === size && /^\d+$/.test(part);
  if (!isGroup(3)(last) || !/^\d{1,3}$/.test(first!)) return false;
  return middle.every(isGroup(3)) || (first!.length <= 2 && middle.every(isGroup(2)));
}

const example = (decimals: number) => (decimals === 0 ? '1250' : '1250.50');

const hint = (decimals: number) => `Write digits, such as ${example(decimals)}.`;

const tooManyDecimals = (decimals: number) =>
  decimals === 0
    ? 'This currency has no decimals.'
    : `This currency has at most ${decimals === 2 ? 'two' : decimals} decimals.`;

function ambiguity(given: string, decimals: number): string {
  const [whole, rest] = given.split(/[.,]/) as [string, string];
  // Four decimals are not a group of digits, so this advice is unambiguous.
  const small = `${whole}.${decimals > 3 ? `${rest}0` : rest.slice(0, 2)}`;
  return `${given} may mean ${whole}${rest} or ${small}. Write one of these.`;
}
