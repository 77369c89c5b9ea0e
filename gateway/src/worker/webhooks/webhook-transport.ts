// One HTTP delivery of a webhook: a POST over pooled connections, to an address that is checked when connecting
// (contract 5: after DNS, so that DNS rebinding does not help an attacker). It has no clock: its caller calls `abort`.
// It never follows a redirect, and never connects to an address that the check refuses.
import { type ConnectionRules, guardedConnector } from '@tollgate/provider-kit/http/guarded-connector';
import { Agent, type Dispatcher } from 'undici';
import { excerptOf } from '../../domain/transactions/answer-excerpt.ts';

/** Calling `dispatch` directly costs about half of `Agent.request`, which builds a stream for every body. */
type Handler = Required<
  Pick<
    Dispatcher.DispatchHandler,
    'onRequestStart' | 'onResponseStart' | 'onResponseData' | 'onResponseEnd' | 'onResponseError'
  >
>;

export interface Answer {
  /** null: no answer arrived. */
  statusCode: number | null;
  /** Why there was no answer, in a few words for the portal; null with an answer. */
  error: string | null;
  retryAfter: string | null;
  /** The beginning of the body; null: it is empty. */
  excerpt: string | null;
}

export interface Transport {
  /** Calls `done` exactly once, unless aborted; it also reports an invalid address as an answer. */
  send(url: string, headers: string[], body: string, done: (answer: Answer) => void): Delivery;
  close(): Promise<void>;
}

export interface Delivery {
  /** Ends the delivery: it does not call `done` any more, and closes the connection. */
  abort(): void;
}

/** It does not read the rest of an answer's body: the status is enough. */
const MAX_BODY_BYTES = 16 * 1024;
/** Bytes kept from the body of a failure, for the portal: enough for an error page's headline or a JSON message. */
const FAILURE_BYTES = 1024;
/** Bytes kept from the body of a success, which is mostly short; every delivery has one. */
const SUCCESS_BYTES = 256;

export class HttpTransport implements Transport {
  readonly #requireHttps: boolean;
  readonly #agent: Agent;

  constructor(options: ConnectionRules) {
    this.#requireHttps = options.requireHttps;
    this.#agent = new Agent({
      connect: guardedConnector(options),
      // HTTP/1.1 only: over one HTTP/2 connection a stuck delivery would delay the others.
      allowH2: false,
      // The sender's sweep is the only timeout; undici's would cost a timer for each delivery.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 30_000,
    });
  }

  send(url: string, headers: string[], body: string, done: (answer: Answer) => void): Delivery {
    const exchange = new Exchange(done);
    try {
      const { origin, pathname, search, protocol } = new URL(url);
      if (this.#requireHttps && protocol !== 'https:') throw new Error('not an https address');
      this.#agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, exchange);
    } catch (error) {
      // Not within this call: the sender must note the delivery first.
      queueMicrotask(() => exchange.onResponseError(null, error as Error));
    }
    return exchange;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

class Exchange implements Handler, Delivery {
  readonly #done: (answer: Answer) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #over = false;
  #statusCode = 0;
  #retryAfter: string | null = null;
  #bodyBytes = 0;
  #excerptBytes = FAILURE_BYTES;
  #excerpt: Buffer[] = [];

  constructor(done: (answer: Answer) => void) {
    this.#done = done;
  }

  abort(): void {
    this.#over = true;
    this.#controller?.abort(new Error('given up'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(new Error('given up'));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // 1xx is no answer: the real one follows.
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    const retryAfter = headers['retry-after'];
    if (typeof retryAfter === 'string') this.#retryAfter = retryAfter;
    if (statusCode >= 200 && statusCode <= 299) this.#excerptBytes = SUCCESS_BYTES;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const room = this.#excerptBytes - this.#bodyBytes;
    if (room > 0) this.#excerpt.push(Buffer.from(chunk.subarray(0, room)));
    this.#bodyBytes += chunk.length;
    if (this.#bodyBytes <= MAX_BODY_BYTES) return;
    this.#end(null);
    controller.abort(new Error('enough read'));
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end(nameError(error));
  }

  #end(error: string | null): void {
    if (this.#over) return;
    this.#over = true;
    const statusCode = error === null ? this.#statusCode : null;
    const hasText = statusCode !== null && this.#excerpt.length > 0;
    const excerpt = hasText ? excerptOf(Buffer.concat(this.#excerpt)) : null;
    this.#done({ statusCode, error, retryAfter: this.#retryAfter, excerpt });
  }
}

/** Common connection errors as text; others appear by their code. */
const ERROR_NAMES: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'connection closed before an answer',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  ETIMEDOUT: 'no connection in time',
  ENOTFOUND: 'host name not found',
  ENODATA: 'host name not found',
  EAI_AGAIN: 'host name could not be resolved',
  ETIMEOUT: 'host name could not be resolved',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  ADDRESS_REFUSED: 'the address is private or reserved',
};

function nameError(error: Error & { code?: string }): string {
  const code = error.code ?? '';
  if (ERROR_NAMES[code]) return ERROR_NAMES[code];
  if (/CERT|SSL|TLS|SIGNED|ISSUER/.test(code)) return `certificate or TLS: ${code}`;
  return (code || error.message).slice(0, 200);
}
