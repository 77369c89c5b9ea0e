// A span for each request, from its first byte to its answer; it continues the caller's trace (traceparent). Everything
// that the route's work begins belongs to the span. Used only if tracing is on.
import type { FastifyInstance } from 'fastify';
import type { Span, Tracing } from '../tracing/tracing.ts';
import { attributesOf } from './answer-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null: there is no tracing. */
    span: Span | null;
  }
}

/** Monitors call these every few seconds, and nobody looks for them in a trace. */
const UNTRACED = /^\/(health\/|metrics$)/;

export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (UNTRACED.test(route)) return done();
    const { traceparent } = request.headers;
    const { method } = request;
    request.span = tracing.start(`${method} ${route}`, {
      kind: 'server',
      parent: typeof traceparent === 'string' ? traceparent : null,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'tollgate.request_id': request.id,
      },
    });
    request.span.run(done);
  });
  // Reading a body leaves the context that `run` set, because the bytes come from the socket.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === null) done();
    else request.span.run(done);
  });
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { span } = request;
    span?.set({ 'http.response.status_code': statusCode, ...attributesOf(request, statusCode) });
    span?.end({ failed: statusCode >= 500 });
    done();
  });
}
