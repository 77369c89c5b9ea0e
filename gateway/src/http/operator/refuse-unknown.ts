// Refuses parameters and fields if an operator's call takes none, and names each (contract 3): a mistyped setting must
// not look as if it were set. Calls that take some have a closed schema, which does the same.
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Refusal } from '../../domain/errors/refusal.ts';

/** Call it before the routes of the scope are made. */
export function refuseUnknown(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route: RouteOptions) => {
    const takes = { query: route.schema?.querystring !== undefined, body: route.schema?.body !== undefined };
    // Scrapers send their own parameters to /metrics.
    if (!route.url.startsWith('/operator/') || (takes.query && takes.body)) return;
    const others = [route.preValidation ?? []].flat();
    const refuse = (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) => {
      const given = [
        ...(takes.query ? [] : Object.keys(request.query as object)),
        ...(takes.body ? [] : fields(request.body)),
      ];
      if (given.length === 0) done();
      else
        done(
          new Refusal(
            400,
            given.map((name) => `${name || '(no name)'}: is not known here; this call takes none`),
          ),
        );
    };
    route.preValidation = [...others, refuse] as never;
  });
}

/** Reads only a JSON object: a statement of a bank is a stream. */
function fields(body: unknown): string[] {
  const isObject =
    typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype;
  return isObject ? Object.keys(body) : [];
}
