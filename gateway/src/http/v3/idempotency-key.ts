// The Idempotency-Key header of card pay-ins (spec 8, contract 3), and the meaning of "the same data" (contract 8).
// Nothing that depends on a CVV may leave this file: somebody with the keys could try all CVVs.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors/refusal.ts';
import { holdsCardNumber } from '../../domain/payment-data/card-number-in-text.ts';

const KEY = /^[\x20-\x7e\x80-\xff]{1,64}$/;

/** The key; null without one. Throws Refusal 400 for a malformed key. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  // Node joins a header that was sent twice; only the raw list shows it.
  const { rawHeaders } = request.raw;
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 15 && rawHeaders[i]!.toLowerCase() === 'idempotency-key') times++;
  }
  if (times > 1) throw new Refusal(400, 'Idempotency-Key: must be sent once');
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new Refusal(400, 'Idempotency-Key: must be 1 to 64 characters without control characters');
  }
  if (holdsCardNumber(key)) throw new Refusal(400, 'Idempotency-Key: must not hold a card number');
  return key;
}

/** The names of a CVV, also in places where it does not belong. */
const CVV_NAME = /cvv|cvc|cvn|security[-_ ]?code/i;

/** The data to compare when a key is used again: the body as parsed, in its order, without any CVV. */
export function comparedData(body: { paymentData?: Record<string, unknown> | null }): string {
  const { cardCvv: _, ...paymentData } = body.paymentData ?? {};
  const text = JSON.stringify(body.paymentData ? { ...body, paymentData } : body);
  // Checking every name is slow, and a CVV in a wrong place is rare.
  if (!CVV_NAME.test(text)) return text;
  return JSON.stringify(JSON.parse(text), (name, value) => (CVV_NAME.test(name) ? undefined : value));
}
