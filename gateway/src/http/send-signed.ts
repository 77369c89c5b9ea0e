// The answers of the six body-signed calls: every 201 carries `X-Signature` (spec 5, contract 3), even if the brand's
// requests need no signature. It must sign the very bytes that it sends.
import type { FastifyReply } from 'fastify';
import { bodyString, hmacBase64 } from '../domain/keys/signature.ts';
import type { Brand } from '../domain/merchants/brand.ts';

/** Signs with the brand's newest secret. */
export function sendSigned(reply: FastifyReply, brand: Brand, body: object): FastifyReply {
  const text = bodyString(body);
  return reply
    .code(201)
    .header('X-Signature', hmacBase64(brand.signingSecrets[0]!.secret, text))
    .type('application/json; charset=utf-8')
    .send(text);
}
