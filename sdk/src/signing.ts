// The texts to sign and their signatures (Base64 of HMAC-SHA256, with the secret as the key), by WebCrypto. It never
// logs or throws a secret or an expected signature.

const encoder = new TextEncoder();

export type Bytes = Uint8Array<ArrayBuffer>;

export const bytesOf = (text: string): Bytes => encoder.encode(text) as Bytes;

/** `secret`: a text's UTF-8 bytes are the key; bytes are the key as they are. */
async function hmac(secret: string | Bytes, data: Bytes): Promise<Bytes> {
  const raw = typeof secret === 'string' ? bytesOf(secret) : secret;
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, data));
}

export async function sign(secret: string | Bytes, text: string | Bytes): Promise<string> {
  return toBase64(await hmac(secret, typeof text === 'string' ? bytesOf(text) : text));
}

/**
 * Whether one of `given` is the signature, in constant time for equal lengths. Computes one HMAC, however many are
 * given. A text that is no signature does not match.
 */
export async function matches(
  secret: string | Bytes,
  data: Bytes,
  given: string | null | readonly string[],
): Promise<boolean> {
  const expected = bytesOf(toBase64(await hmac(secret, data)));
  let found = false;
  // Compares every one, so that the time does not tell which one matched.
  for (const one of [given].flat()) if (isEqual(expected, bytesOf(one ?? ''))) found = true;
  return found;
}

function isEqual(expected: Bytes, found: Bytes): boolean {
  if (found.length !== expected.length) return false;
  let difference = 0;
  for (let i = 0; i < expected.length; i++) difference |= expected[i]! ^ found[i]!;
  return difference === 0;
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** null: the text is no Base64. */
export function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * The signed text of a card pay-in. Without a reference its segment is empty; the amount is as JavaScript writes it.
 */
export function cardRequestText(body: Record<string, unknown>): string {
  const { paymentOptionId, merchantReference, currency, amount } = body;
  return `${paymentOptionId}:${merchantReference ?? ''}:${currency}:${amount}`;
}

/** The signed text of the answer to a card pay-in. */
export function cardAnswerText(result: Record<string, unknown>): string {
  const { transactionId, merchantReference, currency, amount, status } = result;
  return `${transactionId}:${merchantReference}:${currency}:${amount}:${status}`;
}

/** The signed text of a form: the JSON of its text fields in order, with every value a text. */
export function formText(fields: readonly (readonly [name: string, value: string])[]): string {
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`;
}

/** Signatures of sessions and links use `null` for every empty text, nested ones too. */
export const withoutEmptyTexts = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (_name, value) => (value === '' ? null : value));
