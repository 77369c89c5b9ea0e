// The creditor reference of a pay-in by bank transfer (ISO 11649). The payer names it, so that we can assign the money.
// It is derived from the transaction's id and leads back to it, so we need no table of references. Pure.
import { base32crockford, hex } from '@scure/base';

/**
 * The first 80 bits of a UUID without its version: time, counter, and 18 random bits. 16 characters of base 32, without
 * I, L, O, U.
 */
const CODE = /^RF(\d\d)([0-9A-HJKMNP-TV-Z]{16})$/;
const LENGTH = 20;

/** `transactionId`: a UUIDv7. */
export function creditorReference(transactionId: string): string {
  const digits = transactionId.replaceAll('-', '');
  const code = base32crockford.encode(hex.decode(digits.slice(0, 12) + digits.slice(13, 21)));
  return `RF${checkDigits(code)}${code}`;
}

/** The range of ids with this reference; it holds at most one transaction. null: the text does not have this form. */
export function idsOfReference(reference: string): { first: string; last: string } | null {
  const [, digits, code] = CODE.exec(reference) ?? [];
  if (code === undefined || checkDigits(code) !== digits) return null;
  const known = hex.encode(base32crockford.decode(code));
  const id = (rest: string) => {
    const all = `${known.slice(0, 12)}7${known.slice(12)}${rest}`;
    return [8, 12, 16, 20, 32].map((end, i) => all.slice([0, 8, 12, 16, 20][i], end)).join('-');
  };
  return { first: id('00000000000'), last: id('fffffffffff') };
}

/** Each reference of this form in a text, once. Spaces and case do not matter. */
export function referencesIn(text: string): string[] {
  const compact = text.replaceAll(/\s+/g, '').toUpperCase();
  const found = new Set<string>();
  for (let at = compact.indexOf('RF'); at >= 0; at = compact.indexOf('RF', at + 1)) {
    const candidate = compact.slice(at, at + LENGTH);
    if (idsOfReference(candidate) !== null) found.add(candidate);
  }
  return [...found];
}

/** ISO 7064, MOD 97-10, over the code with RF00 behind it, letters read as 10 to 35. */
function checkDigits(code: string): string {
  let rest = 0;
  for (const character of `${code}RF00`) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return String(98 - rest).padStart(2, '0');
}
