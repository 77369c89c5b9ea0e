// Finds card data in a text and hides it: the values of its fields, tokens of cards, and card numbers wherever they stand. Each hidden
// character becomes one `•`, so that places in the text stay what they were. Pure.

const NAMES = 'card_?num(?:ber)?|pan|(?:card_?)?cv[vc]2?|security_?code|token';
const NAME = new RegExp(`^(?:${NAMES})$`, 'i');
/** In JSON, and in JSON within a text, whose quotes have backslashes. The value is a text, a list, or something without quotes. */
const FIELD = new RegExp(
  String.raw`((?<!\\)(\\*["'])(?:${NAMES})\2\s*:\s*)(\[[^\]]*|\2(?:(?!(?<!\\)\2)[\s\S])*|[^\s,{}[\]"'\\]+)`,
  'gi',
);
const TOKEN = /\btok_\w+/g;
/** A UUID may look like a card number in its middle. */
const UUID = /((?<![0-9a-z])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-z]))/gi;
/** Digits, with what people write between them. */
const RUN = /\d(?:[ \u00a0-]{0,3}\d){11,}/g;
const [SHORTEST, LONGEST] = [12, 19];
/** Prefixes and lengths that are issued. */
const OF_SCHEME =
  /^(?:(?:[456]|2[2-7]|3[05689]|8[12]|9792)\d*(?<=^\d{16})|3[47]\d{13}|3[0689]\d{12}|(?:[46]|35)\d*(?<=^\d{17,19}))$/;

export const isCardField = (name: string): boolean => NAME.test(name);

/** Quotes and commas stay. */
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
 * Other digits may stand beside a card number. One that begins and ends with a group needs only the right length and check digit;
 * one within other digits must be of a card scheme too, because every tenth number has a right check digit.
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
