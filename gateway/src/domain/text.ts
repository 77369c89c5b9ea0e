// Checks a text from outside before it is kept, and holds the text arithmetic that others share. It never changes a
// text: a signed value must stay as it was sent.

export { isCleanText } from '@tollgate/provider-kit/text';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Also for ids in a path, if the route treats a malformed id like an unknown one. */
export const isUuid = (text: string): boolean => UUID.test(text);

/**
 * A letter, digit, punctuation mark or symbol that leaves ink. Blanks leave none. Nor do characters that only format
 * (zero width, direction, variation), fillers that count as letters, and the empty cell of Braille.
 */
const VISIBLE = /(?![\u2800\p{Default_Ignorable_Code_Point}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a reader would see anything. A reason, a note or a name that nobody can see does not count as given. */
export function hasVisibleCharacter(text: string): boolean {
  return VISIBLE.test(text);
}

/** Length in Unicode code points, as contract 3 counts it: an emoji of two UTF-16 units counts as one. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 1; i < text.length; i++) {
    if (isLowSurrogate(text.charCodeAt(i)) && isHighSurrogate(text.charCodeAt(i - 1))) length--;
  }
  return length;
}

const isHighSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800;
const isLowSurrogate = (unit: number) => (unit & 0xfc00) === 0xdc00;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Bytes as one big-endian number in base62, padded so that equal input lengths give equal output lengths (32 bytes:
 * 43).
 */
export function base62(bytes: Uint8Array): string {
  let number = bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (number > 0n) {
    text = BASE62[Number(number % 62n)]! + text;
    number /= 62n;
  }
  return text.padStart(Math.ceil((bytes.length * 8) / Math.log2(62)), '0');
}
