// Text as banks of the SEPA area take it: the Latin characters of SWIFT's set X (EPC217-08). Other scripts and signs are
// transliterated, not dropped. Pure.
import anyAscii from 'any-ascii';

const OUTSIDE = /[^A-Za-z0-9/\-?:().,'+ ]/g;
/** What any-ascii writes for signs and set X does not have. */
const NEAREST: Readonly<Record<string, string>> = {
  '&': '+',
  _: '-',
  '"': "'",
  '`': "'",
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
};

/** Their names would be written out: ":grinning:". */
const PICTURES = /\p{Extended_Pictographic}/gu;

/** At most `longest` characters, none of them at its ends a blank. May be empty. */
export function latinText(text: string, longest: number): string {
  const latin = anyAscii(text.normalize('NFC').replaceAll(PICTURES, ' '))
    .replaceAll(OUTSIDE, (sign) => NEAREST[sign] ?? ' ')
    .replaceAll(/ +/g, ' ');
  // A slash at an end, and two in a row, have a meaning in messages of banks.
  return latin
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^[/ ]+|(?<![/ ])[/ ]+$/g, '')
    .slice(0, longest)
    .replace(/(?<![/ ])[/ ]+$/, '');
}

export const LONGEST_NAME = 70;

/** Of a person or a company, as a bank gets it. */
export const latinName = (name: string): string => latinText(name, LONGEST_NAME);

/** A name without a letter is none that a bank would take. */
export const hasLatinName = (name: string): boolean => /[A-Za-z]/.test(latinName(name));
