// The HTTP server as a Fastify app: limits, request ids, headers, body parsing, validation and error answers for every
// route. The routes themselves are in routes.ts. It runs on each request, so it must not allocate or log more than it
// needs. It never logs a body, a header or a query.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Context } from '../actions/context.ts';
import { Refusal } from '../domain/errors/refusal.ts';
import { mayHoldCardNumber } from '../domain/payment-data/card-number-in-text.ts';
import { logAnswer } from './answer-log.ts';
import { readForwardedFor } from './auth/forwarded-for.ts';
import { dropAfterEnd, lingerBeforeClose } from './connections.ts';
import {
  answerBrokenRequest,
  answerError,
  answerUnknownRoute,
  answerUnusableUrl,
  refuseFaults,
} from './error-responses.ts';
import { refuseWhileHeld } from './held.ts';
import { Metrics } from './metrics/metrics.ts';
import { collectOpenApi } from './openapi.ts';
import { BODY_LIMIT_BYTES, requireObjectBody, takeJsonBodies } from './request-body/json-body.ts';
import { registerRoutes } from './routes.ts';
import { buildValidator } from './schemas/validators.ts';
import { showSeenAddress } from './seen-by-gateway.ts';
import { traceRequests } from './trace-requests.ts';
import { WriteErrors } from './write-errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    service: {
      /** The process will end soon: it still answers, and each answer ends its connection. */
      isLeaving: boolean;
      /** The database is a restored copy: the gateway takes and sends nothing (held.ts). */
      isHeld: boolean;
      writeErrors: WriteErrors;
    };
  }
}

/** Contract 3: the server cuts slow headers or bodies after this time. */
const RECEIVE_TIMEOUT_MS = 10_000;
/** Longer than the idle time of common load balancers (60 s), so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
const SANE_REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

export function buildApp(context: Context, metrics: Metrics = new Metrics()): FastifyInstance {
  const app = fastify({
    loggerInstance: sharedLogger(context.log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: RECEIVE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      headersTimeout: RECEIVE_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      // `begin` checks it, because Node's own refusal would not say why and would still read the bytes after it.
      requireHostHeader: false,
    },
    forceCloseConnections: 'idle',
    trustProxy: context.config.trustedProxies.length > 0 ? [...context.config.trustedProxies] : false,
    // Longer than any id, so that the route itself answers a wrong one.
    routerOptions: { maxParamLength: 512 },
    schemaController: { compilersFactory: { buildValidator } },
    schemaErrorFormatter: refuseFaults,
    frameworkErrors: answerUnusableUrl,
    clientErrorHandler: answerBrokenRequest,
  }) as unknown as FastifyInstance;

  // Response schemas only describe. A compiled serializer would drop fields they do not name, and answers are signed.
  app.setSerializerCompiler(() => JSON.stringify);
  takeJsonBodies(app);
  app.setErrorHandler((error, request, reply) => answerError(context.log, error, request, reply));
  app.setNotFoundHandler(answerUnknownRoute);

  app.decorate('service', { isLeaving: false, isHeld: false, writeErrors: new WriteErrors() });
  lingerBeforeClose(app.server);
  app.decorateRequest('refusedFor', null);
  app.decorateRequest('span', null);
  app.decorateRequest('answered', null);
  app.decorateRequest('about', null);
  if (context.tracing) traceRequests(app, context.tracing);
  app.addHook('onRequest', begin);
  app.addHook('onRequest', refuseWhileHeld);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.service.isLeaving) reply.header('connection', 'close');
    done();
  });
  if (context.config.trustedProxies.length > 0) app.addHook('onRequest', readForwardedFor);
  app.addHook('onRequest', showSeenAddress(context.operatorToken));
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    if (request.method !== 'GET' && request.method !== 'HEAD' && !request.is404)
      app.service.writeErrors.count(reply.statusCode === 500);
    metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime);
    if (request.refusedFor !== null) metrics.countRefusal(request.refusedFor);
    logAnswer(context, request, reply);
    done();
  });
  app.addHook('onRoute', requireObjectBody);
  collectOpenApi(app, context.config);
  registerRoutes(app, context, metrics);
  return app;
}

/** Runs for every answer, also for answers that end early. Pages and assets set their own Cache-Control. */
function begin(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  if (dropAfterEnd(request, reply)) return;
  reply.header('x-request-id', request.id);
  reply.header('cache-control', 'no-store');
  reply.header('x-content-type-options', 'nosniff');
  const fault = framingFault(request);
  if (fault !== null) done(new Refusal(400, fault));
  // Checks the route before everything else (contract 3); in the handler the body would be parsed already.
  else if (request.is404) answerUnknownRoute(request, reply);
  else done();
}

/** Headers that Node's parser accepts and that a proxy in front may read differently. */
function framingFault({ raw }: FastifyRequest): string | null {
  // Also matches lists that end in chunked.
  const coding = raw.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return 'Transfer-Encoding: may only be chunked';
  // If there are two such headers, Node shows only the first.
  const { rawHeaders } = raw;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return null;
  return hosts === 0 ? 'Host: is missing' : 'Host: must not be sent twice';
}

/** The caller's request id, if it is valid (contract 3). */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  const isSane = typeof given === 'string' && SANE_REQUEST_ID.test(given) && !mayHoldCardNumber(given);
  return isSane ? given : randomUUID();
}

/** Fastify asks for a child logger on each request. It gets the logger itself, because our lines name the requestId. */
function sharedLogger(log: Context['log']): Context['log'] {
  const shared = Object.create(log) as Context['log'];
  shared.child = () => shared as never;
  // The gateway writes its own start messages instead of Fastify's.
  shared.info = log.debug.bind(log);
  return shared;
}
