// Answers on HOST and PORT while a start waits for its database and migrates it (decision 68): the process lives, it is
// not ready, and every other request is 503. Must never read or log a body, and never do what a request asks for.

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { requestIdOf } from '../http/app.ts';
import { lingerBeforeClose } from '../http/connections.ts';
import { answerBrokenRequest, RETRY_AFTER_SECONDS, UNAVAILABLE } from '../http/error-responses.ts';
import type { Config } from './config.ts';
import { descriptorLimit, roomForClients } from './descriptors.ts';

/** The same timeout as the gateway's (contract 3). */
const RECEIVE_TIMEOUT_MS = 10_000;
const OPTIONS = {
  requestTimeout: RECEIVE_TIMEOUT_MS,
  headersTimeout: RECEIVE_TIMEOUT_MS,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: false,
};
const LIVE = { status: 'live' };
const NOT_READY = {
  status: 'not ready',
  checks: {
    database: false,
    writes: false,
    servedMerchants: 0,
    migrations: false,
    stopping: false,
    restored: false,
    lateLoops: [],
  },
};

export class WaitingServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Rejects with the error of `listen`. */
  static async start({ host, port }: Pick<Config, 'host' | 'port'>): Promise<WaitingServer> {
    const server = createServer(OPTIONS, answer);
    // Without "100 Continue": nobody reads the body.
    server.on('checkContinue', answer);
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      answerBrokenRequest(error, socket as Socket);
    });
    server.maxConnections = roomForClients(descriptorLimit() ?? Number.POSITIVE_INFINITY);
    lingerBeforeClose(server);
    server.listen(port, host);
    await once(server, 'listening');
    return new WaitingServer(server);
  }

  /** Ends all its connections; the port is free afterwards. Safe to call twice. */
  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const requestId = requestIdOf(request);
  const path = request.url!.split('?', 1)[0];
  const looks = request.method === 'GET' || request.method === 'HEAD';
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  // The next request must reach the gateway itself.
  response.setHeader('Connection', 'close');
  if (looks && path === '/health/live') {
    response.end(JSON.stringify(LIVE));
    return;
  }
  response.statusCode = 503;
  if (looks && path === '/health/ready') {
    response.end(JSON.stringify(NOT_READY));
    return;
  }
  response.setHeader('Retry-After', String(RETRY_AFTER_SECONDS));
  const message = `${UNAVAILABLE}; nothing was stored, try again in a moment`;
  response.end(JSON.stringify({ statusCode: 503, message, requestId }));
}
