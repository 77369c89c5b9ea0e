// Writes one line of the log for each answered request, with its payment and brand. So the id of a request leads from
// the proxy's log to the payment, and from there to its webhooks. It is on the hot path: it parses nothing and waits
// for nothing. A line never has a query, a header, a body, an address or anything else about a person: it names the
// route instead of the path.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../actions/context.ts';
import type { Attributes } from '../tracing/tracing.ts';

/** Monitors call these every few seconds, or they belong to a page that has its own line. */
const QUIET = /^\/(health\/|metrics$|assets\/)/;
/** Reads only this much of an answer: ids and codes are at its beginning. */
const LOOKED_AT = 2_000;
const TRANSACTION_ID = /"transactionId":"([0-9a-f-]{36})"/;
const ERROR_CODE = /"errorCode":"(\d{4})"/;
/** Operator routes about one payment, and about one brand. */
const OF_PAYMENT = '/operator/payments/:id';
const OF_BRAND = '/operator/brands/:id';

export interface Answered {
  transactionId: string | null;
  brandId: string | null;
  errorCode: string | null;
}

/** The payment and brand of an answer, as far as the answer or its route names them. */
export function subjectOfAnswer(request: FastifyRequest, status: number): Answered {
  const { brand, answered, page } = request;
  const { id, brandId, transactionId } = (request.params ?? {}) as Record<string, string | undefined>;
  if (brand) {
    // A list is about no single payment.
    const text = answered === null || answered.startsWith('[') ? '' : answered.slice(0, LOOKED_AT);
    return {
      // The second and third are for an answer that has no body, or that only acknowledges.
      transactionId:
        TRANSACTION_ID.exec(text)?.[1] ?? request.about?.id ?? (status < 400 ? uuidOf(transactionId) : null),
      brandId: brand.brandId,
      errorCode: ERROR_CODE.exec(text)?.[1] ?? null,
    };
  }
  const about = page?.transaction ?? request.about;
  if (about) return { transactionId: about.id, brandId: about.brandId, errorCode: null };
  const route = request.routeOptions.url ?? '';
  return {
    transactionId: uuidOf(route.startsWith(OF_PAYMENT) ? id : transactionId),
    brandId: uuidOf(route.startsWith(OF_BRAND) ? id : brandId),
    errorCode: null,
  };
}

/** Logs a part of an address only if it is an id, because callers can write anything there. */
function uuidOf(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f-]{36}$/i.test(text) ? text.toLowerCase() : null;
}

type Parts = Pick<Context, 'log'> & { config: Pick<Context['config'], 'logRequests'> };

/** Logs at `info`. Logs at `debug` if LOG_REQUESTS is off, and for requests that arrive all the time. */
export function logAnswer({ log, config }: Parts, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'unknown';
  const level = config.logRequests && !QUIET.test(route) ? 'info' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  const { id: requestId, method, span, refusedFor } = request;
  const { transactionId, brandId, errorCode } = subjectOfAnswer(request, reply.statusCode);
  log[level](
    {
      requestId,
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(brandId !== null && { brand: brandId }),
      ...(transactionId !== null && { transactionId }),
      ...(errorCode !== null && { errorCode }),
      ...(refusedFor !== null && { reason: refusedFor }),
      ...(span && { traceId: span.traceId, spanId: span.spanId }),
    },
    'answered',
  );
}

/** The same facts for the span of the request. */
export function attributesOf(request: FastifyRequest, status: number): Attributes {
  const { transactionId, brandId } = subjectOfAnswer(request, status);
  return {
    ...(brandId !== null && { 'tollgate.brand_id': brandId }),
    ...(transactionId !== null && { 'tollgate.transaction_id': transactionId }),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The payment, for a route that finds it by a token or a session and does not name it in the answer; null: none
     * found.
     */
    about: { id: string; brandId: string } | null;
  }
}
