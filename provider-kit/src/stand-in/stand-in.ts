// Plays a provider over HTTP on this machine, for the tests of a package. The package gives the calls and keeps the
// books. This gives a server that records requests, repeats the answer for a known idempotency key, plays faults, and
// sends notifications. It never calls any other address than the one that a test names.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Fault, FaultPlan, type PlannedFault } from './faults.ts';
import { readForm, writeForm } from './form.ts';
import { type Routes, RouteTable, type StandInAnswer, type StandInRequest } from './routes.ts';
import { type PlayedNotification, type Sending, sendNotifications } from './send-notifications.ts';

export type { Fault, PlannedFault } from './faults.ts';
export { type Form, type FormValue, readForm, writeForm } from './form.ts';
export type { Handler, Routes, StandInAnswer, StandInRequest } from './routes.ts';
export { type PlayedNotification, type Sending, sendNotifications } from './send-notifications.ts';

/** A request that came, with the status of its answer; 0: it got none. */
export interface SeenRequest extends StandInRequest {
  status: number;
}

export interface StandInOptions {
  routes: Routes;
  /** Before every route, such as a check of the key. An answer ends the request; null: the route answers. */
  admit?: (request: StandInRequest) => StandInAnswer | null;
  /**
   * The idempotency key of a request. The same key gets the same answer, and nothing is done again. null, or no such
   * function: each request is carried out.
   */
  keyOf?: (request: StandInRequest) => string | null;
  /**
   * The faults of a request against the provider's published description, in words; an empty list: none. They are
   * collected in `violations`, and the request is still carried out.
   */
  check?: (request: StandInRequest) => readonly string[];
  /** For a request that no route fits; 404 if absent. */
  otherwise?: (request: StandInRequest) => StandInAnswer;
}

export class StandIn {
  /** All requests, oldest first. */
  readonly requests: SeenRequest[] = [];
  /** What the provider's description says against requests, and exceptions of the package's own functions. */
  readonly violations: string[] = [];
  /** Notifications that were told and not sent yet. */
  waiting: PlayedNotification[] = [];
  readonly #options: StandInOptions;
  readonly #routes: RouteTable;
  readonly #faults = new FaultPlan();
  readonly #answers = new Map<string, Promise<StandInAnswer>>();
  #server: Server | null = null;
  #port = 0;

  private constructor(options: StandInOptions) {
    this.#options = options;
    this.#routes = new RouteTable(options.routes);
  }

  /** It listens on a free port of 127.0.0.1. */
  static async start(options: StandInOptions): Promise<StandIn> {
    const standIn = new StandIn(options);
    await standIn.listen();
    return standIn;
  }

  /** For the `endpoint` of an account. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** "POST /v2/payments" for each request, oldest first. */
  get calls(): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }

  fault(planned: PlannedFault): void {
    this.#faults.add(planned);
  }

  /** How many answers wait for `release`. */
  get heldCount(): number {
    return this.#faults.heldCount;
  }

  /** Sends the answers that a fault holds back. */
  release(): void {
    this.#faults.release();
  }

  noFaults(): void {
    this.#faults.clear();
  }

  /** Keeps a notification until `deliver`. */
  tell(notification: PlayedNotification): void {
    this.waiting.push(notification);
  }

  /** Sends the waiting notifications, or the given ones. */
  async deliver(sending: Sending, notifications?: readonly PlayedNotification[]): Promise<number[]> {
    return await sendNotifications(notifications ?? this.waiting.splice(0), sending);
  }

  /** Refuses connections until `listen`. Its memory stays. */
  async stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** Listens again, on the same port. */
  async listen(): Promise<void> {
    const server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        this.violations.push(`the stand-in failed: ${String(error)}`);
        response.destroy();
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.#port, '127.0.0.1', resolve);
    });
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.release();
    await this.stopListening();
  }

  async #handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await this.#read(message);
    const seen: SeenRequest = { ...request, status: 0 };
    this.requests.push(seen);
    const fault = this.#faults.take(`${request.method} ${request.path}`);
    const answer = await this.#meet(fault, request, message);
    if (answer === null || response.destroyed) return;
    seen.status = answer.status ?? 200;
    write(response, answer, fault?.kind === 'half');
  }

  async #read(message: IncomingMessage): Promise<StandInRequest> {
    const address = new URL(message.url ?? '/', this.url);
    const method = message.method ?? 'GET';
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const found = this.#routes.find(method, address.pathname);
    return {
      method,
      path: address.pathname,
      template: found?.template ?? null,
      params: found?.params ?? {},
      query: Object.fromEntries(address.searchParams),
      headers: message.headers,
      text,
      body: bodyOf(text, message.headers['content-type'] ?? ''),
    };
  }

  /** null: the connection is cut. */
  async #meet(
    fault: Fault | null,
    request: StandInRequest,
    { socket }: IncomingMessage,
  ): Promise<StandInAnswer | null> {
    const isBefore =
      fault?.kind === 'answer' ? fault.when !== 'after' : fault?.kind === 'lost' && fault.when === 'before';
    const answer = isBefore ? {} : await this.#carryOut(request);
    switch (fault?.kind) {
      case 'lost':
        socket.resetAndDestroy();
        return null;
      case 'slow':
        await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
        return answer;
      case 'held':
        await this.#faults.hold();
        return answer;
      case 'page':
        return { headers: { 'content-type': 'text/html' }, text: '<html><body>Please wait</body></html>' };
      case 'answer':
        return fault.answer;
      case 'changed':
        return { ...answer, json: { ...(answer.json as object), ...fault.fields } };
      default:
        return answer;
    }
  }

  async #carryOut(request: StandInRequest): Promise<StandInAnswer> {
    const { admit, check, keyOf } = this.#options;
    const refused = admit?.(request);
    if (refused) return refused;
    if (check) this.violations.push(...check(request));
    const key = keyOf?.(request) ?? null;
    if (key === null) return await this.#answer(request);
    const known = this.#answers.get(key);
    if (known) return await known;
    const first = this.#answer(request);
    this.#answers.set(key, first);
    return await first;
  }

  async #answer(request: StandInRequest): Promise<StandInAnswer> {
    const found = this.#routes.find(request.method, request.path);
    if (found) return await found.handler(request);
    return this.#options.otherwise?.(request) ?? { status: 404, json: { message: 'no such address' } };
  }
}

function bodyOf(text: string, contentType: string): unknown {
  if (text === '') return null;
  if (contentType.includes('x-www-form-urlencoded')) return readForm(text);
  if (!contentType.includes('json')) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function write(response: ServerResponse, answer: StandInAnswer, isHalf: boolean): void {
  const { status = 200, headers = {}, json, form, text } = answer;
  const [type, body] =
    json !== undefined
      ? ['application/json', JSON.stringify(json)]
      : form !== undefined
        ? ['application/x-www-form-urlencoded', writeForm(form)]
        : ['text/plain', text ?? ''];
  if (status === 204) {
    response.writeHead(204, headers).end();
    return;
  }
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers });
  if (!isHalf) response.end(body);
  else response.write(body.slice(0, body.length / 2), () => response.destroy());
}
