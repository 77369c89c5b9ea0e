// Groups a text while it is typed: the text in its printed form, with the caret at the same place among the significant
// characters. Pasting, filling by the browser and deleting in the middle all work the same. Pure.

export interface Mask {
  /** The significant characters; the others belong to the form. */
  counts: RegExp;
  /** The printed form of the typed text. */
  print: (text: string, deleting: boolean) => string;
}

export interface Typed {
  text: string;
  caret: number;
  /** The text before this input. */
  before: string;
  /** The key deleted the character before the caret. */
  deleting: boolean;
}

export function retype(
  mask: Mask,
  { text, caret, before, deleting }: Typed,
): { text: string; caret: number } {
  let typed = asciiDigits(text);
  let at = caret;
  // Only a gap was deleted, but the shopper meant the character before it.
  if (deleting && kept(mask, typed) === kept(mask, before)) {
    while (at > 0 && !mask.counts.test(typed[at - 1]!)) at--;
    typed = typed.slice(0, Math.max(at - 1, 0)) + typed.slice(at);
    at = Math.max(at - 1, 0);
  }
  const printed = mask.print(typed, deleting);
  if (at >= typed.length) return { text: printed, caret: printed.length };
  let left = kept(mask, typed.slice(0, at)).length;
  let place = 0;
  while (left > 0 && place < printed.length) if (mask.counts.test(printed[place++]!)) left--;
  return { text: printed, caret: place };
}

const kept = ({ counts }: Mask, text: string) => [...text].filter((one) => counts.test(one)).join('');

/** Arabic, Persian, Hindi and full-width keyboards have their own digits. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[٠-٩۰-۹०-९０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String((code - (code >> 8 === 9 ? 6 : 0)) & 15);
  });
}

export const digitsOf = (text: string) => asciiDigits(text).replaceAll(/[^0-9]/g, '');
export const codeOf = (text: string) =>
  asciiDigits(text)
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .toUpperCase();

/** 'abcdef' with gaps at 2 and 4: 'ab cd ef'. */
export function grouped(
  text: string,
  gaps: readonly number[],
  separators: string | readonly string[] = ' ',
): string {
  let out = '';
  for (const [i, character] of [...text].entries()) {
    const gap = gaps.indexOf(i);
    out +=
      (i > 0 && gap >= 0 ? (typeof separators === 'string' ? separators : separators[gap]) : '') + character;
  }
  return out;
}

/** One field for month and year: '1' waits, '5' and '1/' become a month, '12/2030' and '2030-12' become '12 / 30'. */
export function printExpiry(text: string, deleting = false): string {
  const typed = asciiDigits(text).trim();
  // While the shopper deletes, nothing is added.
  if (deleting) return typed.replace(/(?<![\s/])[\s/]+$/, '');
  const iso = /^(20\d\d)-(\d\d)/.exec(typed);
  if (iso) return `${iso[2]} / ${iso[1]!.slice(2)}`;
  let digits = typed.replaceAll(/\D/g, '');
  if (/^([2-9]|1[3-9]|1\s*[/.-])/.test(typed)) digits = `0${digits}`;
  let year = digits.slice(2, 6);
  if (!year.startsWith('20')) year = year.slice(0, 2);
  else if (year.length === 4) year = year.slice(2);
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${year}`;
}
