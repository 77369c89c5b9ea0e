// Which brand is calling: the X-API-KEY header (spec 5.1). First of the checks that authenticate.ts strings together.
// The look-up is by the key's hash, so its time tells nothing about a key (storage/brand-directory.ts says why).
import type { FastifyRequest } from 'fastify';
import type { Brand } from '../../domain/brand.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { BrandDirectory } from '../../storage/brand-directory.ts';

export function brandOf(request: FastifyRequest, brands: Pick<BrandDirectory, 'byApiKey'>): Brand {
  const key = request.headers['x-api-key'];
  // Sent twice, Node.js joins the two with a comma, and what comes out is nobody's key.
  if (typeof key !== 'string' || key === '') throw new Refusal(401, 'X-API-KEY: the header is missing');
  const brand = brands.byApiKey(key);
  if (!brand) throw new Refusal(401, 'X-API-KEY: no such key, or it has expired');
  return brand;
}
