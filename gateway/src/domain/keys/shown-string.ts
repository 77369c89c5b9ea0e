// The signed string as a refusal shows it in `test` (contract 3): the string that was checked, at most 2,000
// characters. It must never show the card. Every other character stays, and so does the length, so that developers can
// compare it with their own text. Pure.
import { mayHoldCardNumber } from '../payment-data/card-number-in-text.ts';

const LONGEST = 2_000;
/** A text, a list, an object, or a value without quotes. */
const VALUE = String.raw`("(?:[^"\\]|\\.)*"|[[{](?:[^"\]}]|"(?:[^"\\]|\\.)*")*|[^,{}[\]"]+)`;
const NUMBER_FIELD = new RegExp(`("(?:card_?number|card_?num|pan)":)${VALUE}`, 'gi');
const SECRET_FIELD = new RegExp(
  `("(?:card_?cvv|card_?cvc|cvv2?|cvc2?|security_?code|token)":)${VALUE}`,
  'gi',
);
/** A card number can stand in any other field by mistake. */
const DIGITS = /\d(?:[ \u00a0-]{0,3}\d){11,}/g;

export function shownString(text: string): string {
  const fieldsMasked = text
    .replace(NUMBER_FIELD, (_, name: string, value: string) => name + maskedNumber(value))
    .replace(SECRET_FIELD, (_, name: string, value: string) => name + value.replace(/[^",:[\]{}]/g, '•'));
  // We check the whole text first: digits of an IBAN or a UUID alone may look like a card number.
  return mayHoldCardNumber(fieldsMasked)
    ? fieldsMasked
        .replace(DIGITS, (run) => (mayHoldCardNumber(run) ? maskedNumber(run) : run))
        .slice(0, LONGEST)
    : fieldsMasked.slice(0, LONGEST);
}

/**
 * The record shows the first six and the last four digits too. A short number has no digits to spare, so all are
 * hidden.
 */
function maskedNumber(value: string): string {
  const digits = value.match(/\d/g)?.length ?? 0;
  let at = 0;
  return value.replace(/\d/g, (digit) => {
    at++;
    return digits >= 12 && (at <= 6 || at > digits - 4) ? digit : '•';
  });
}
