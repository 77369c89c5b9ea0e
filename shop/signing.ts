// Signatures as the gateway's specification describes them (its section 5): Base64 of HMAC-SHA256 over a text, keyed with
// the brand's signing secret. The shop has its own code for them, as every merchant needs. Secrets and expected signatures
// must never be shown or logged.
import { createHmac, timingSafeEqual } from 'node:crypto';

export function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('base64');
}

/** In constant time over equal lengths; a missing signature does not match. */
export function signatureMatches(secret: string, text: string, given: string | null | undefined): boolean {
  if (typeof given !== 'string') return false;
  const expected = Buffer.from(sign(secret, text), 'utf8');
  const found = Buffer.from(given, 'utf8');
  return expected.length === found.length && timingSafeEqual(expected, found);
}

/** The second way of signing webhooks, for Standard Webhooks libraries: one or several `v1,…` in a header. */
export function standardWebhookMatches(
  secret: string,
  rawBody: string,
  headers: Record<string, string>,
): boolean {
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${rawBody}`;
  const given = (headers['webhook-signature'] ?? '').split(' ');
  return given.some((one) => one.startsWith('v1,') && signatureMatches(secret, text, one.slice(3)));
}

/** What the header `Signature` of a card payment signs. */
export function cardRequestText(body: Record<string, unknown>): string {
  return `${body.paymentOptionId}:${body.merchantReference ?? ''}:${body.currency}:${body.amount}`;
}

/** What `X-Signature` of its answer signs: five fields of the nested result. */
export function cardAnswerText(result: Record<string, unknown>): string {
  const { transactionId, merchantReference, currency, amount, status } = result;
  return `${transactionId}:${merchantReference}:${currency}:${amount}:${status}`;
}
