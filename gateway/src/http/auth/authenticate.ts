// The checks that each request of a brand passes before its body is read, in the order of contract 3: API key (401),
// source address (403), rate (429), and the scope of a key that may not do everything (403). Afterwards `request.brand`
// is the caller. It is on the hot path: no promise for a known key, and no allocation that is not needed.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import type { KeyScope } from '../../domain/keys/key-scopes.ts';
import type { Brand } from '../../domain/merchants/brand.ts';
import type { Maker } from '../../domain/transactions/transaction.ts';
import type { KnownKey } from '../../storage/merchants/brand-directory.ts';
import type { Operation } from '../calls/operation.ts';
import { knownKey, knownKeyOrNew, requireScope } from './api-key.ts';
import { RateLimiter, rateHeader, refusalOfRate } from './rate-limit.ts';
import { checkSourceIp } from './source-ip.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set only on routes behind `authenticate`. */
    brand: Brand;
    /** What the caller's key may do; null: everything. */
    keyScopes: readonly KeyScope[] | null;
    /** The user who counts as the maker of this key's payouts; null: the merchant's server. */
    keyMaker: Maker | null;
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Call it once on the app, before its routes: requests then have one shape from the start, which is faster in V8. */
export function decorateBrand(app: FastifyInstance): void {
  if (!app.hasRequestDecorator('brand')) {
    app.decorateRequest('brand', null as unknown as Brand);
    app.decorateRequest('keyScopes', null);
    app.decorateRequest('keyMaker', null);
  }
}

/** The onRequest hook. All routes of an app must share one, because each would count its own rate. */
export function authenticate(
  context: Pick<Context, 'brands' | 'config'>,
  limiter: RateLimiter | null = context.config.rateLimitPerSecond > 0
    ? new RateLimiter(context.config.rateLimitPerSecond)
    : null,
): Hook {
  const check = ({ entry, key }: KnownKey, request: FastifyRequest, reply: FastifyReply): void => {
    const { brand } = entry;
    // Also set for a request that is refused below, because the brand's log records it (http/log-requests.ts).
    request.brand = brand;
    request.keyScopes = key.scopes;
    request.keyMaker = key.maker;
    checkSourceIp(brand, () => request.ip);
    if (limiter) {
      const decision = limiter.take(brand.brandId);
      reply.header('RateLimit', rateHeader(decision));
      reply.header('RateLimit-Policy', limiter.policy);
      if (!decision.allowed) throw refusalOfRate(decision);
    }
    if (key.scopes !== null) requireScope(key.scopes, scopesOf(request));
  };
  return (request, reply, done) => {
    try {
      const known = knownKeyOrNew(request, context);
      if (known === null) {
        context.brands
          .lookForNewKeys()
          .then(() => check(knownKey(request, context), request, reply))
          .then(() => done(), done);
        return;
      }
      check(known, request, reply);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

function scopesOf({ routeOptions }: FastifyRequest): readonly KeyScope[] {
  const { scopes } = routeOptions.schema as unknown as Operation;
  if (!scopes) throw new Error(`${routeOptions.url} names no scope`);
  return scopes;
}
