// Plays Stripe on 127.0.0.1: an HTTP server with memory for tests of the adapter, and of whole gateways that reach it
// by an account's `endpoint`. A test controls it by its methods, or from another process by POST /stand-in/…
// (control.ts). It is no copy of Stripe: it has only what the adapter uses, and refuses what Stripe would refuse there.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Form, readForm } from '@tollgate/provider-kit/stand-in';
import { type ApiCall, answerCall } from './api.ts';
import { Books } from './books.ts';
import { steer } from './control.ts';
import { RequestCheck } from './description.ts';
import { EventSender } from './events.ts';
import { type FaultKind, Faults } from './faults.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { decideRedirect, type Page, payOnCheckout, showCheckout, showRedirect } from './pages.ts';
import { StripeRefusal, type Thing } from './records.ts';

export interface Recorded extends ApiCall {
  /** The raw request. */
  raw: string;
  key: string | undefined;
  version: string | undefined;
}

export interface StandInOptions {
  now?: () => Date;
  secretKey?: string;
  webhookSecret?: string;
}

export class StripeStandIn {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly books: Books;
  readonly faults = new Faults();
  readonly keys = new IdempotencyKeys();
  readonly sender: EventSender;
  readonly description = new RequestCheck();
  readonly requests: Recorded[] = [];
  /** Calls that match get 403: the key may not make them. */
  forbidden: RegExp | null = null;
  #server: Server | null = null;
  #port = 0;

  static async start(options: StandInOptions = {}): Promise<StripeStandIn> {
    const standIn = new StripeStandIn(options);
    await standIn.listen();
    return standIn;
  }

  private constructor({
    now = () => new Date(),
    secretKey = 'sk_test_standinZqXy',
    webhookSecret = 'whsec_standin',
  }: StandInOptions) {
    this.secretKey = secretKey;
    this.webhookSecret = webhookSecret;
    this.sender = new EventSender({ now, secret: webhookSecret });
    this.books = new Books({
      now,
      origin: () => this.origin,
      onEvent: (event) => this.sender.happened(event),
    });
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Also listens again after `refuse`, on the same port. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => void this.#take(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** From now on nobody can connect. */
  async refuse(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  async close(): Promise<void> {
    this.faults.clear();
    await this.sender.settled();
    await this.refuse();
  }

  fault(on: string, kind: FaultKind, times = 1): void {
    this.faults.add(on, kind, times);
  }

  /** How often money moved under our reference of a charge or a refund. */
  charges(reference: string): number {
    return this.books.charged.get(reference) ?? this.books.refunded.get(reference) ?? 0;
  }

  /** The calls so far, as "POST /v1/refunds". */
  calls(): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }

  /** The latest PaymentIntent or page with our reference. */
  of(reference: string, kind = 'payment_intent'): Thing | undefined {
    return this.books.of(kind).findLast(({ metadata }) => metadata?.reference === reference);
  }

  lastEvent(type: string): Thing {
    const found = this.books.events.findLast((event) => event.type === type);
    if (!found) throw new Error(`no event ${type}`);
    return found;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    const body = await textOf(request).catch(() => null);
    if (body === null) return;
    try {
      if (url.pathname.startsWith('/stand-in/')) {
        const said = body === '' ? {} : JSON.parse(body);
        write(response, 200, JSON.stringify((await steer(this, url.pathname.slice(10), said)) ?? {}));
      } else if (url.pathname.startsWith('/pages/')) {
        this.#show(request.method ?? 'GET', url.pathname.split('/').slice(2), body, response);
      } else {
        await this.#answer(request, url, body, response);
      }
    } catch (error) {
      write(response, 500, JSON.stringify({ error: { type: 'stand_in', message: String(error) } }));
    }
  }

  #show(method: string, [kind, id, decision]: string[], body: string, response: ServerResponse): void {
    const thing = this.books.find(id ?? '');
    const page: Page =
      kind === 'checkout'
        ? method === 'POST'
          ? payOnCheckout(this.books, thing, new URLSearchParams(body))
          : showCheckout(thing)
        : decision === undefined
          ? showRedirect(thing)
          : decideRedirect(this.books, thing, decision);
    response.writeHead(page.status, {
      'content-type': 'text/html; charset=utf-8',
      ...(page.location !== undefined && { location: page.location }),
    });
    response.end(page.html ?? '');
  }

  async #answer(request: IncomingMessage, url: URL, body: string, response: ServerResponse): Promise<void> {
    const method = request.method ?? 'GET';
    const header = (name: string) => request.headers[name] as string | undefined;
    const form = formOf(method === 'GET' ? url.search.slice(1) : body, header('content-type'));
    const call: ApiCall = { method, path: url.pathname, form };
    const key = header('idempotency-key');
    this.requests.push({
      ...call,
      raw: `${method} ${request.url}\n${JSON.stringify({ ...request.headers, authorization: undefined })}\n${body}`,
      key,
      version: header('stripe-version'),
    });
    const fault = this.faults.take(`${method} ${url.pathname}`);
    if (fault === 'lost-before') {
      request.socket.resetAndDestroy();
      return;
    }
    if (typeof fault === 'object' && fault && 'text' in fault) {
      write(response, fault.status, fault.text, 'text/html');
      return;
    }
    const { status, text } = this.#execute(call, key, header('authorization'), fault);
    if (fault === 'lost-after') request.socket.resetAndDestroy();
    else if (fault === 'half-body') {
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length * 2 });
      response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
    } else if (fault === 'html') write(response, 200, '<html>Bad gateway</html>', 'text/html');
    else if (fault === 'empty') write(response, 200, '{}');
    else if (typeof fault === 'object' && fault && 'statusAfter' in fault) {
      write(response, fault.statusAfter, 'upstream timed out', 'text/plain');
    } else {
      if (fault === 'held') await this.faults.hold();
      if (typeof fault === 'object' && fault && 'delayMs' in fault) {
        await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
      }
      write(response, status, text);
    }
  }

  #execute(
    call: ApiCall,
    key: string | undefined,
    authorization: string | undefined,
    fault: FaultKind | null,
  ) {
    const request = `${call.method} ${call.path} ${JSON.stringify(call.form)}`;
    const withKey = call.method === 'POST' ? key : undefined;
    let isBegun = false;
    try {
      this.#admit(call, authorization);
      if (typeof fault === 'object' && fault && 'error' in fault)
        throw new StripeRefusal(fault.status, fault.error);
      this.description.check(call.method, call.path, call.form);
      const kept = this.keys.begin(withKey, request);
      if (kept) return kept;
      isBegun = true;
      const answer = { status: 200, text: JSON.stringify(answerCall(this.books, call)) };
      this.keys.keep(withKey, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      const answer = { status: error.status, text: JSON.stringify({ error: error.body }) };
      if (isBegun && error.status === 402) this.keys.keep(withKey, answer);
      else if (isBegun) this.keys.release(withKey);
      return answer;
    }
  }

  #admit({ method, path }: ApiCall, authorization: string | undefined): void {
    if (authorization !== `Bearer ${this.secretKey}`) {
      const shown = (authorization ?? '').slice(-4);
      const message = `Invalid API Key provided: sk_test_****${shown}`;
      throw new StripeRefusal(401, { type: 'invalid_request_error', message });
    }
    if (this.forbidden?.test(`${method} ${path}`)) {
      throw new StripeRefusal(403, {
        type: 'invalid_request_error',
        code: 'more_permissions_required_for_application',
        message: 'The provided key does not have the required permissions.',
      });
    }
  }
}

function write(response: ServerResponse, status: number, text: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type, 'request-id': 'req_standin' });
  response.end(text);
}

/** A file stays as it is: each byte is one character. */
async function textOf(request: IncomingMessage): Promise<string> {
  const isFile = request.headers['content-type']?.startsWith('multipart/form-data');
  return (await buffer(request)).toString(isFile ? 'latin1' : 'utf8');
}

/** A file as name, type, size and bytes: the boundary around it differs in each call. */
function formOf(body: string, type = ''): Form {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary === undefined) return readForm(body);
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('\r\n\r\n');
      const head = part.slice(0, at);
      const content = part.slice(at + 4, -2);
      const name = / name="([^"]+)"/.exec(head)?.[1] ?? '';
      const filename = / filename="([^"]+)"/.exec(head)?.[1];
      if (filename === undefined) return [name, content];
      const contentType = /content-type: *(\S+)/i.exec(head)?.[1] ?? '';
      return [name, { name: filename, type: contentType, size: String(content.length), content }];
    }),
  );
}
