// Which brand is calling: the X-API-KEY header (spec 5.1). The look-up is by the key's hash, so its time tells nothing about
// a key (storage/merchants/brand-directory.ts says why).
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { Refusal } from '../../domain/errors/refusal.ts';
import { isKeyOfOther, KEY_PREFIXES } from '../../domain/keys/credentials.ts';
import type { Brand } from '../../domain/merchants/brand.ts';

export function brandOf(
  request: FastifyRequest,
  {
    brands,
    config,
  }: { brands: Pick<Context['brands'], 'byApiKey'>; config: Pick<Context['config'], 'environment'> },
): Brand {
  const key = request.headers['x-api-key'];
  // If the header is sent twice, Node.js joins the two with a comma, and the result matches no key.
  if (typeof key !== 'string' || key === '') throw new Refusal(401, 'X-API-KEY: the header is missing');
  if (isKeyOfOther(key, config.environment)) {
    const { environment } = config;
    const begin = KEY_PREFIXES[environment];
    throw new Refusal(401, `X-API-KEY: the keys of this environment (${environment}) begin with ${begin}`);
  }
  const brand = brands.byApiKey(key, request);
  if (!brand) throw new Refusal(401, 'X-API-KEY: no such key, or it has expired');
  return brand;
}
