// Turns the X-Forwarded-For of proxies into the form that Fastify reads (request.ip): some proxies write the port
// beside the address. Installed only if TRUSTED_PROXIES names a proxy. It must never turn something else into an
// address.
import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Neither a trusted proxy nor an address on anybody's list. */
const UNKNOWN = 'unknown';

/** An onRequest hook, before any that asks for `request.ip`. */
export function readForwardedFor(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  const { headers } = request.raw;
  const written = headers['x-forwarded-for'];
  if (typeof written === 'string') headers['x-forwarded-for'] = written.split(',').map(addressIn).join(', ');
  done();
}

/** Reads `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::5`, `[2001:db8::5]` and `[2001:db8::5]:443`. */
function addressIn(entry: string): string {
  const text = entry.trim();
  const [, bracketed, v4, port = '0'] =
    /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (Number(port) > 65_535) return UNKNOWN;
  if (bracketed !== undefined) return isPlain(bracketed, 6) ? bracketed : UNKNOWN;
  if (v4 !== undefined) return isPlain(v4, 4) ? v4 : UNKNOWN;
  return isPlain(text, 6) ? text : UNKNOWN;
}

/** Refuses a zone, because it has a meaning only on the proxy's machine. */
const isPlain = (address: string, family: 4 | 6) => isIP(address) === family && !address.includes('%');
