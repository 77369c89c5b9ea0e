// The strings that are signed (spec 5) and their signatures. They check requests and sign answers and webhooks;
// openapi/signature-vectors.json shows every case. It must never receive a body that was changed after parsing, never
// log a secret or an expected signature, and never throw on any input from outside.

import { createHmac, timingSafeEqual } from 'node:crypto';

/** Spec 5.4: standard Base64 of HMAC-SHA256 over UTF-8; the secret is used unchanged, never decoded. */
export function hmacBase64(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('base64');
}

/** Spec 5, rule 5: constant time over equal lengths; a missing signature does not match. */
export function signaturesMatch(expected: string, given: string | undefined): boolean {
  if (typeof given !== 'string') return false;
  const a = Buffer.from(expected, 'utf8');
  const b = Buffer.from(given, 'utf8');
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The signed string of a card pay-in request (spec 5, rule 4). Without a reference its segment is empty. The amount is
 * written as JavaScript writes it.
 */
export function cardRequestString(request: {
  paymentOptionId: string;
  merchantReference?: string | null | undefined;
  currency: string;
  amount: number;
}): string {
  const { paymentOptionId, merchantReference, currency, amount } = request;
  return `${paymentOptionId}:${merchantReference ?? ''}:${currency}:${amount}`;
}

/** The signed string of a card v3 answer (spec 5): five fields of its nested result. */
export function cardResponseString(result: {
  transactionId: string;
  merchantReference: string;
  currency: string;
  amount: number;
  status: string;
}): string {
  const { transactionId, merchantReference, currency, amount, status } = result;
  return `${transactionId}:${merchantReference}:${currency}:${amount}:${status}`;
}

/**
 * Spec 5, rule 1: the compact JSON.stringify of the parsed body, with its properties in the order in which they came.
 */
export function bodyString(payload: unknown): string {
  // A body is parsed JSON, so stringify never answers undefined here.
  return JSON.stringify(payload);
}

/**
 * Spec 5, rule 2: a copy of the payload in which every empty-string property is null, at any depth. "Properties" are
 * those of objects, also of objects inside arrays. An empty string as an array element becomes null too: merchants
 * implement this rule with a JSON.stringify replacer, which does the same. It works without recursion, because 256 KB
 * of brackets nest deeper than the stack.
 */
export function emptyStringsToNull<T>(payload: T): T {
  const root: { value: unknown } = { value: payload };
  const pending: Record<string, unknown>[] = [root];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const key of Object.keys(holder)) {
      const value = holder[key];
      if (value === '') setOwn(holder, key, null);
      else if (typeof value === 'object' && value !== null) {
        const copy = (Array.isArray(value) ? value.slice() : copyOf(value)) as Record<string, unknown>;
        setOwn(holder, key, copy);
        pending.push(copy);
      }
    }
  }
  return root.value as T;
}

/** A spread keeps a property named __proto__ as a plain property, as JSON.parse made it. */
const copyOf = (value: object): object => ({ ...value });

function setOwn(holder: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') holder[key] = value;
  else Object.defineProperty(holder, key, { value, enumerable: true, writable: true, configurable: true });
}

/**
 * Spec 5, rule 3: the JSON text of a multipart form's text fields in submitted order, every value a string. It is built
 * from the list, because a JavaScript object would put names that look like integers ("7") first. A duplicate name
 * keeps its first place and takes its last value, as JSON.parse does with duplicate names in a JSON body.
 */
export function multipartString(fields: Iterable<readonly [name: string, value: string]>): string {
  // A Map keeps the order of first insertion, even for names that look like integers.
  const members = [...new Map(fields)].map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return `{${members.join(',')}}`;
}

/**
 * The signature headers of one webhook try (contract 5). The event stores `body` and `xSignature`, and each try sends
 * them unchanged; the timestamp is that of this try. With several secrets, newest first, the receiver may check with
 * any of them.
 */
export function webhookHeaders(delivery: {
  eventId: string;
  timestampSeconds: number;
  body: string;
  xSignature: string;
  secrets: readonly string[];
}): Record<'x-signature' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const { eventId, timestampSeconds, body, xSignature, secrets } = delivery;
  const signed = `${eventId}.${timestampSeconds}.${body}`;
  return {
    'x-signature': xSignature,
    'webhook-id': eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets.map((secret) => `v1,${hmacBase64(secret, signed)}`).join(' '),
  };
}
