// Whether a text contains the number of a payment card. Such a text must not leave the page or enter an address. The
// gateway refuses it too (gateway/src/domain/payment-data/card-number-in-text.ts). Pure.

export const CARD_NUMBER_ADVICE =
  'This looks like a card number, so it was not sent. Search for its last four digits instead.';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Groups of digits with anything but letters between them. */
const RUN = /\d(?:[^\p{L}\d]{0,3}\d){12,}/gu;
/** First digits of the card schemes. */
const SCHEME = /^(?:3|4|5|6|2[2-7])/;
const LENGTHS = [13, 14, 15, 16, 19];

/** The last four digits of the card number in the text; null: it contains none. */
export function cardNumberEnd(text: string): string | null {
  for (const [run] of text.replaceAll(UUID, ' ').matchAll(RUN)) {
    const groups = run.split(/\D+/);
    for (let first = 0; first < groups.length; first++) {
      let digits = '';
      for (const group of groups.slice(first)) {
        digits += group;
        if (isCardNumber(digits)) return digits.slice(-4);
      }
    }
  }
  return null;
}

const isCardNumber = (digits: string) =>
  LENGTHS.includes(digits.length) && SCHEME.test(digits) && passesLuhn(digits);

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (1 + (place % 2));
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
