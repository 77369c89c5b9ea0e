// Finds the calling brand by the X-API-KEY header (spec 5.1). It looks the key up by its hash, so the time of the
// look-up tells nothing about a key (storage/merchants/brand-directory.ts says why).
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isKeyOfOther, KEY_PREFIXES, mayBeApiKey } from '../../domain/keys/credentials.ts';
import type { KeyScope } from '../../domain/keys/key-scopes.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { KnownKey } from '../../storage/merchants/brand-directory.ts';

type Parts = {
  brands: Pick<Context['brands'], 'findKey'>;
  config: Pick<Context['config'], 'environment'>;
};

/** Throws 401 if the key is missing, belongs to the other environment, or is unknown to this process. */
export function knownKey(request: FastifyRequest, parts: Parts): KnownKey {
  const known = parts.brands.findKey(keyOf(request, parts), request);
  if (!known) throw new Refusal(401, 'X-API-KEY: no such key, or it has expired');
  return known;
}

/** As `knownKey`; null: another process may have made the key just now, so look it up before refusing it. */
export function knownKeyOrNew(request: FastifyRequest, parts: Parts): KnownKey | null {
  const key = keyOf(request, parts);
  return parts.brands.findKey(key, request) ?? (mayBeApiKey(key) ? null : knownKey(request, parts));
}

export const brandOf = (request: FastifyRequest, parts: Parts): Brand => knownKey(request, parts).entry.brand;

/** Throws 403 unless the key may do one of these (contract 2). */
export function requireScope(held: readonly KeyScope[] | null, needed: readonly KeyScope[]): void {
  if (held === null || needed.some((one) => held.includes(one))) return;
  throw new Refusal(403, `X-API-KEY: this key may not do this; it has no scope ${needed.join(' or ')}`, {
    reason: 'scope',
  });
}

function keyOf(request: FastifyRequest, { config }: Parts): string {
  const key = request.headers['x-api-key'];
  // If the header is sent twice, Node.js joins the two with a comma, and the result matches no key.
  if (typeof key !== 'string' || key === '') throw new Refusal(401, 'X-API-KEY: the header is missing');
  if (isKeyOfOther(key, config.environment)) {
    const { environment } = config;
    const begin = KEY_PREFIXES[environment];
    throw new Refusal(401, `X-API-KEY: the keys of this environment (${environment}) begin with ${begin}`);
  }
  return key;
}
