// Whether this address may call for the brand (spec 5.2). The address is the caller's own. Behind TRUSTED_PROXIES those
// proxies name it, and Fastify works it out (request.ip). It must never trust what a stranger writes into
// X-Forwarded-For.

import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors/refusal.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import { addressInCidrs, type Cidr, parseCidrs } from '../../domain/web-address.ts';

/** A changed brand is a new object, so each list is parsed once. */
const lists = new WeakMap<Brand, Cidr[]>();

/** Node.js forgets the address when the connection closes, so a client that disconnected has none. */
export function callerAddress(request: Pick<FastifyRequest, 'ip'>): string | null {
  return (request.ip as string | undefined) ?? null;
}

/** For places where an address is required. */
export const UNKNOWN_ADDRESS = 'unknown';

/** `address` is called only if the brand has a list, because computing it costs time on every request. */
export function checkSourceIp(brand: Brand, address: () => string): void {
  if (brand.ipAllowList.length === 0) return;
  let list = lists.get(brand);
  if (!list) {
    list = parseCidrs(brand.ipAllowList);
    lists.set(brand, list);
  }
  const caller = (address() as string | undefined) ?? UNKNOWN_ADDRESS;
  if (addressInCidrs(caller, list)) return;
  throw new Refusal(403, `this brand's address list does not allow requests from ${caller}`, {
    reason: 'source_ip',
  });
}
