// The possible meanings of a text in a search box. The same text can be the last four digits of a card and somebody's
// reference, so a text may have several meanings, and all are searched (storage/listing/). It must never query by
// itself. Pure.

export interface SearchTerm {
  kind: 'id' | 'email' | 'phone' | 'last4' | 'reference' | 'name' | 'digits';
  /** A reference stays as typed; other texts are in lower case; a phone number has only its digits. */
  value: string;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const PHONE = /^\+?[\d\s()./-]+$/;
const FEWEST_DIGITS_OF_A_PHONE = 6;
/** The usual ways to write a card's digits. */
const LAST_FOUR = /^(?:[*•x.\s]*)(\d{4})$/;
const LONGEST = 320;

/** Words of letters, and the other signs that names contain. */
const NAME = /^(?=.*\p{L}{2})[\p{L}\p{M} .,'’()-]+$/u;

/** Empty if the text fits nothing. */
export function termsOfText(text: string): SearchTerm[] {
  const typed = text.trim();
  if (typed === '' || typed.length > LONGEST) return [];
  const terms: SearchTerm[] = [{ kind: 'reference', value: typed }];
  const value = typed.toLowerCase();
  // References made by the gateway contain the id: "ref-…", "pay-…", "user-…".
  const id = UUID.exec(value)?.[0];
  if (id) terms.push({ kind: 'id', value: id });
  if (EMAIL.test(value)) terms.push({ kind: 'email', value });
  const last4 = LAST_FOUR.exec(value)?.[1];
  if (last4) terms.push({ kind: 'last4', value: last4 });
  const digits = value.replace(/\D/g, '');
  if (PHONE.test(value) && digits.length >= FEWEST_DIGITS_OF_A_PHONE)
    for (const number of spellingsOf(value, digits)) terms.push({ kind: 'phone', value: number });
  if (NAME.test(typed)) terms.push({ kind: 'name', value: typed });
  return terms;
}

/**
 * Three spellings: the digits as typed; the digits without the "(0)" of domestic numbers and without 00; and the last
 * digits, as people write the number in their own country.
 */
function spellingsOf(value: string, digits: string): string[] {
  const whole = value.replaceAll('(0)', '').replace(/\D/g, '').replace(/^00/, '');
  const isLong = digits.length >= TAIL_DIGITS;
  return [...new Set([digits, whole, ...(isLong ? [digits.slice(-TAIL_DIGITS)] : [])])];
}

/** Fewer digits of a reference would match too much. The listing has the same limit (storage/listing/columns.ts). */
export const FEWEST_DIGITS = 3;
const RUNS = new RegExp(`\\d{${FEWEST_DIGITS},}`, 'g');

/** The last run of digits in a text, as in a reference: 1718 of S-001718. */
export function lastDigitsOf(text: string): SearchTerm[] {
  const run = text.match(RUNS)?.at(-1);
  return run === undefined ? [] : [{ kind: 'digits', value: run.replace(/^0+(?=\d)/, '') }];
}

/** Most domestic numbers have this many digits or more (storage/listing/columns.ts). */
export const TAIL_DIGITS = 8;

/** A shorter beginning would match too much. */
const SHORTEST_BEGINNING = 3;

/** Whether references may be looked up by this beginning. An e-mail address is never the beginning of a reference. */
export function isBeginning(text: string): boolean {
  const { length } = text.trim();
  return length >= SHORTEST_BEGINNING && length <= LONGEST && !text.includes('@');
}

const BEGINNING_OF_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{0,4}){0,3}(?:-[0-9a-f]{0,11})?$/i;

/** The first and the last id with this beginning; null: no id has it. */
export function idsBeginningWith(text: string): { first: string; last: string } | null {
  const typed = text.trim().toLowerCase();
  if (!BEGINNING_OF_ID.test(typed)) return null;
  const filled = (digit: string) =>
    typed + 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'.slice(typed.length).replaceAll('x', digit);
  const [first, last] = [filled('0'), filled('f')];
  return UUID.test(first) ? { first, last } : null;
}
