// The Idempotency-Key header of card pay-ins (spec 8, contract 3). Called by http/v3/create-payin.ts.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';

const KEY = /^[\x20-\x7e\x80-\xff]{1,64}$/;

/** The key, null without one; a bad one is refused with 400. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  // Node joins a header that came twice; only the raw list tells.
  const { rawHeaders } = request.raw;
  let times = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length === 15 && rawHeaders[i]!.toLowerCase() === 'idempotency-key') times++;
  }
  if (times > 1) throw new Refusal(400, 'Idempotency-Key: must be sent once');
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new Refusal(400, 'Idempotency-Key: must be 1 to 64 characters without control characters');
  }
  return key;
}
