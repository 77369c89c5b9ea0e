// Text in the form that banks of the SEPA area accept: the Latin characters of SWIFT's set X (EPC217-08). Other scripts
// and signs are transliterated, never dropped. Pure.
import anyAscii from 'any-ascii';

const OUTSIDE = /[^A-Za-z0-9/\-?:().,'+ ]/g;
/** Replacements for what any-ascii writes for some signs and set X lacks. */
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

/** any-ascii would write out their names: ":grinning:". */
const PICTURES = /\p{Extended_Pictographic}/gu;

/** At most `longest` characters, without blanks at its ends. May be empty. */
export function latinText(text: string, longest: number): string {
  const latin = anyAscii(text.normalize('NFC').replaceAll(PICTURES, ' '))
    .replaceAll(OUTSIDE, (sign) => NEAREST[sign] ?? ' ')
    .replaceAll(/ +/g, ' ');
  // A slash at an end, and two in a row, have a meaning in banks' messages.
  return latin
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^[/ ]+|(?<![/ ])[/ ]+$/g, '')
    .slice(0, longest)
    .replace(/(?<![/ ])[/ ]+$/, '');
}

export const LONGEST_NAME = 70;

/** The name of a person or a company, in the form that a bank gets. */
export const latinName = (name: string): string => latinText(name, LONGEST_NAME);

/** A bank would not accept a name without a letter. */
export const hasLatinName = (name: string): boolean => /[A-Za-z]/.test(latinName(name));
