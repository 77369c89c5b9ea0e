// Finds a card number in a text that is stored in clear. Every free text of a request is checked
// (http/schemas/formats.ts), because a number pasted into a reference or a note must never be kept. Order numbers must
// pass, so the refusal is narrow: the whole range, length and check digit of a card scheme, in groups as people write
// them, and no id of another kind (docs/decisions/0036). The masking in logs is wider. Pure.
import { countrySpecs, isValidIBAN } from 'ibantools';
import { isIssuedNumber, isNumberOfScheme } from './card.ts';

/**
 * Fewer digits are not a card number; most texts end here. The time is linear, because the gap between two digits is
 * bounded.
 */
const MANY_DIGITS = /\d(?:[ \u00a0-]{0,3}\d){13}/;
/** Groups of digits with spaces or dashes between them. */
const GROUPS = /\d+(?:[ \u00a0-]{1,3}\d+)*/g;
const BETWEEN = /[ \u00a0-]+/;
const LONGEST = 19;

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const IBAN_LIKE = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g;
/** Year (2020 to 2029), month, day, hour, minute, second, and four more: many systems number their orders like this. */
const DATE_AND_TIME = /^2\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d[0-5]\d\d{4}$/;

/** For refusing the text. */
export const holdsCardNumber = (text: string): boolean => holdsNumber(text, isIssuedNumber);

/** For masking the text where it is shown or logged. */
export const mayHoldCardNumber = (text: string): boolean => holdsNumber(text, isNumberOfScheme);

/** A userId may be any text (spec 2.1), even a card number. Files and logs show six and four digits of it. */
export function withCardMasked(text: string): string {
  if (!holdsCardNumber(text)) return text;
  return text.replace(GROUPS, (run) => {
    const digits = run.replaceAll(/\D/g, '').length;
    let at = 0;
    return run.replaceAll(/\d/g, (digit) => (++at <= 6 || at > digits - 4 ? digit : '•'));
  });
}

type Judge = (digits: string, isInGroups: boolean) => boolean;

function holdsNumber(text: string, judge: Judge): boolean {
  if (!MANY_DIGITS.test(text)) return false;
  if (!holdsCardInRuns(text, judge)) return false;
  return holdsCardInRuns(text.replace(UUID, ' / ').replace(IBAN_LIKE, withoutIban), judge);
}

function holdsCardInRuns(text: string, judge: Judge): boolean {
  for (const [run] of text.matchAll(GROUPS)) if (holdsCardInGroups(run.split(BETWEEN), judge)) return true;
  return false;
}

/** A card number begins and ends with a group. An expiry or another number may stand beside it. */
function holdsCardInGroups(groups: string[], judge: Judge): boolean {
  for (let first = 0; first < groups.length; first++) {
    let digits = '';
    for (let last = first; last < groups.length && digits.length < LONGEST; last++) {
      digits += groups[last];
      if (judge(digits, last > first) && !DATE_AND_TIME.test(digits)) return true;
    }
  }
  return false;
}

/** Removes an IBAN at the beginning, in its country's length; the rest is checked. */
function withoutIban(candidate: string): string {
  const length = countrySpecs[candidate.slice(0, 2)]?.chars ?? 0;
  const [iban] = new RegExp(`^(?: ?[A-Z0-9]){${length}}`).exec(candidate) ?? [];
  if (!iban || !isValidIBAN(iban.replaceAll(' ', ''))) return candidate;
  return ` / ${candidate.slice(iban.length)}`;
}
