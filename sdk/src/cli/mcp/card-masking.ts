// Finds card data in a text and hides it: the values of card fields, card tokens, and card numbers anywhere. It
// replaces each hidden character with one `•`, so that positions in the text do not change. Pure.

const NAMES = 'card_?num(?:ber)?|pan|(?:card_?)?cv[vc]2?|security_?code|token';
const NAME = new RegExp(`^(?:${NAMES})$`, 'i');
/**
 * Matches in JSON, and in JSON inside a text, where quotes have backslashes. The value is a text, a list, or has no
 * quotes.
 */
const FIELD = new RegExp(
  String.raw`((?<!\\)(\\*["'])(?:${NAMES})\2\s*:\s*)(\[[^\]]*|\2(?:(?!(?<!\\)\2)[\s\S])*|[^\s,{}[\]"'\\]+)`,
  'gi',
);
const TOKEN = /\btok_\w+/g;
/** A UUID may contain digits that look like a card number. */
const UUID = /((?<![0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z]))/gi;
/** Digits, with the separators that people write between them. */
const RUN = /\d(?:[ \u00a0-]{0,3}\d){11,}/g;
const [SHORTEST, LONGEST] = [12, 19];
/** Prefixes and lengths that the card schemes issue. */
const OF_SCHEME =
  /^(?:(?:[456]|2[2-7]|3[05689]|8[12]|9792)\d*(?<=^\d{16})|3[47]\d{13}|3[0689]\d{12}|(?:[46]|35)\d*(?<=^\d{17,19}))$/;

export const isCardField = (name: string): boolean => NAME.test(name);

/** Quotes, commas, brackets and white space stay. */
export const hidden = (value: string): string => value.replace(/[^\s"'\\,[\]]/g, '•');

export function withoutCardData(text: string): string {
  return text
    .replace(FIELD, (_, name: string, _quote, value: string) => name + hidden(value))
    .replace(TOKEN, hidden)
    .split(UUID)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(RUN, withoutCardNumbers)))
    .join('');
}

/**
 * Other digits may stand beside a card number. A number that begins and ends with a group needs only the right length
 * and check digit. A number inside other digits must also belong to a card scheme, because every tenth number has a
 * right check digit.
 */
function withoutCardNumbers(run: string): string {
  const places = [...run.matchAll(/\d/g)].map(({ index }) => index);
  const digits = run.replace(/\D/g, '');
  const shown = [...run];
  for (let first = 0; first + SHORTEST <= digits.length; first++)
    for (let length = SHORTEST; length <= LONGEST && first + length <= digits.length; length++) {
      const number = digits.slice(first, first + length);
      const [from, to] = [places[first]!, places[first + length - 1]!];
      const isAlone = !/\d/.test((run[from - 1] ?? '') + (run[to + 1] ?? ''));
      if ((isAlone ? /^[2-9]/ : OF_SCHEME).test(number) && passesLuhn(number))
        for (const at of places.slice(first, first + length)) shown[at] = '•';
    }
  return shown.join('');
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const value = (digits.charCodeAt(digits.length - 1 - at) - 48) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
