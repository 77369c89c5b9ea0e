// Tells the doctor (process/doctor) how a request arrived here, whatever proxies it passed. If a request proves that
// its sender has the operator's token, a header of the answer names the address that the gateway takes for the
// caller's. The sender never sends the token itself. It runs on each request, so it costs one look at a header.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerAddress } from './auth/source-ip.ts';

export const PROOF_HEADER = 'x-tollgate-doctor';
export const SEEN_HEADER = 'x-tollgate-seen';
const VALID_SECONDS = 60;

export interface Seen {
  /** Who opened the connection. */
  peer: string | null;
  /** Who the gateway believes is calling. */
  caller: string | null;
  forwardedFor: string | null;
}

export function proofFor(operatorToken: string, nowSeconds = Math.floor(Date.now() / 1_000)): string {
  const mac = createHmac('sha256', operatorToken).update(`doctor ${nowSeconds}`).digest('hex');
  return `${nowSeconds}.${mac}`;
}

/** An onRequest hook. It runs after the hook that reads X-Forwarded-For. */
export function showSeenAddress(operatorToken: string) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const proof = request.headers[PROOF_HEADER];
    if (typeof proof === 'string' && isProven(proof, operatorToken)) {
      const forwarded = request.headers['x-forwarded-for'];
      const seen: Seen = {
        peer: request.raw.socket.remoteAddress ?? null,
        caller: callerAddress(request),
        forwardedFor: typeof forwarded === 'string' ? forwarded : null,
      };
      reply.header(SEEN_HEADER, JSON.stringify(seen));
    }
    done();
  };
}

function isProven(proof: string, operatorToken: string): boolean {
  const seconds = Number(/^\d{1,12}(?=\.)/.exec(proof)?.[0] ?? Number.NaN);
  if (!(Math.abs(Date.now() / 1_000 - seconds) <= VALID_SECONDS)) return false;
  const expected = Buffer.from(proofFor(operatorToken, seconds));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
