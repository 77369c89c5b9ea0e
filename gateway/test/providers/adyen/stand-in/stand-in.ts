// A server on this machine that plays Adyen's Checkout v72 with memory, for tests of one adapter and of whole gateways:
// same key, same answer; refusals, redirects, pages, sessions, cancellations, refunds, signed notifications, and faults
// on demand; and Adyen's host of reports. Tests in the same process use its methods; others use its control address,
// /stand-in/… (control.ts). It keeps no card number.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Books, type Event } from './books.ts';
import {
  type CheckoutCall,
  deleteStored,
  listMethods,
  listStored,
  openAppleSession,
  refusal,
  sessionResult,
  takeCancel,
  takeCapture,
  takeDetails,
  takePayment,
  takeRefund,
  takeSession,
  takeVoid,
} from './checkout.ts';
import { control } from './control.ts';
import { Description, HAS_DESCRIPTION } from './description.ts';
import { DISPUTES_PATH, Disputes } from './disputes.ts';
import { type Answer, answerWith, FaultPlan, type PlannedFault, send } from './faults.ts';
import { type Delivery, deliver, takeEvents } from './notifier.ts';
import { bankPage, cardPage } from './pages.ts';
import { Reports } from './reports.ts';

export const API_KEY = 'AQEyhmfxK-of-a-test';
export const MERCHANT_ACCOUNT = 'TollgateTestECOM';
export const HMAC_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';

export interface SeenRequest {
  method: string;
  /** The path after the version, such as /payments. */
  path: string;
  /** The whole path. */
  address: string;
  headers: IncomingMessage['headers'];
  /** Card number and security code are masked. */
  body: Record<string, unknown>;
  statusCode: number;
  /** The port of the connection. */
  port: number;
}

export class AdyenStandIn {
  readonly books = new Books();
  readonly requests: SeenRequest[] = [];
  /** Requests and answers that differ from Adyen's description; always empty without PROVIDER_SPECS. */
  readonly violations: string[] = [];
  readonly merchantAccount: string;
  readonly reports: Reports;
  readonly disputes = new Disputes();
  /** Where events go; null: they wait in `books.events` until a test delivers them. */
  notifications: Delivery | null = null;
  readonly #faults = new FaultPlan();
  readonly #answers = new Map<string, Answer>();
  readonly #description = HAS_DESCRIPTION ? Description.shared() : null;
  readonly #ofDisputes = HAS_DESCRIPTION ? Description.shared('DisputeService-v30.json') : null;
  #server: Server | null = null;
  #port = 0;

  constructor(merchantAccount: string) {
    this.merchantAccount = merchantAccount;
    this.reports = new Reports(this.books, merchantAccount);
  }

  static async open(merchantAccount = MERCHANT_ACCOUNT): Promise<AdyenStandIn> {
    const standIn = new AdyenStandIn(merchantAccount);
    await standIn.listen();
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Also listens again on the same port, after `stopListening`. */
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

  /** Refuses connections from now on; its memory stays. */
  async stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async close(): Promise<void> {
    await this.stopListening();
  }

  fault(planned: PlannedFault): void {
    this.#faults.add(planned);
  }

  noFaults(): void {
    this.#faults.clear();
  }

  /** How often money was taken under a reference. */
  charges(reference: string): number {
    return this.books.charged(reference).length;
  }

  /** Posts the waiting events, or the given ones. */
  async deliver(delivery: Delivery, events: readonly Event[] = takeEvents(this.books)): Promise<number[]> {
    return deliver(events, delivery);
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', this.url);
    const text = await textOf(request);
    const [room, ...rest] = address.pathname.split('/').filter(Boolean);
    if (room === 'stand-in') send(response, await control(this, request.method ?? 'GET', rest, text));
    else if (room === 'reports') this.reports.answer(request, response, address.pathname, this.#faults);
    else if (room === 'page' && bankPage(this.books, rest, response)) await this.#tell();
    else if (room === 'hosted') {
      const form = request.method === 'POST' ? new URLSearchParams(text) : null;
      if (!cardPage(this.books, rest, form, response)) send(response, refusal(404, '000', 'no such page'));
      await this.#tell();
    } else if (/^(\/checkout)?\/v72\//.test(address.pathname) || isOfDisputes(address))
      await this.#api(request, response, address, text);
    else send(response, refusal(404, '000', 'no such address'));
  }

  async #api(request: IncomingMessage, response: ServerResponse, address: URL, text: string): Promise<void> {
    const path = isOfDisputes(address)
      ? address.pathname.slice(DISPUTES_PATH.length)
      : address.pathname.replace(/^(\/checkout)?\/v72/, '');
    const body = text === '' ? {} : JSON.parse(text);
    const method = request.method ?? 'GET';
    const port = request.socket.remotePort ?? 0;
    const seen: SeenRequest = {
      method,
      path,
      address: address.pathname,
      headers: request.headers,
      body: masked(body),
      statusCode: 0,
      port,
    };
    this.requests.push(seen);
    const key = isOfDisputes(address) ? null : keyOf(request, path);
    await answerWith(this.#faults.next(path), request, response, () => {
      const answer = this.#once(key, () => this.#answer(request, address, path, body));
      seen.statusCode = answer.statusCode;
      return answer;
    });
    await this.#tell();
  }

  /** The same key gets the same answer, and nothing is done again. */
  #once(key: string | null, answer: () => Answer): Answer {
    if (key === null) return answer();
    const known = this.#answers.get(key);
    if (known) return known;
    const first = answer();
    this.#answers.set(key, first);
    return first;
  }

  #answer(request: IncomingMessage, address: URL, path: string, body: Record<string, unknown>): Answer {
    const method = (request.method ?? 'GET').toLowerCase();
    if (request.headers['x-api-key'] !== API_KEY)
      return refusal(401, '000', 'HTTP Status Response - Unauthorized');
    if (isOfDisputes(address)) return this.#answerDispute(path, body);
    const hasBody = method === 'post';
    const isOfAccount = ['/payments/details', '/applePay/sessions'].includes(path) || !hasBody;
    if (!isOfAccount && body.merchantAccount !== this.merchantAccount)
      return refusal(403, '901', 'Invalid Merchant Account');
    const described = path
      .replace(/^\/sessions\/[^/]+$/, '/sessions/{sessionId}')
      .replace(/^\/storedPaymentMethods\/[^/]+$/, '/storedPaymentMethods/{storedPaymentMethodId}')
      .replace(/^\/payments\/[^/]+\/(refunds|captures|cancels)$/, '/payments/{paymentPspReference}/$1');
    const faults = hasBody ? this.#faultsOf(described, method, 'request', body) : [];
    if (faults.length > 0) return refusal(422, '14_030', faults.join('; '));
    const answer = this.#take(described, path, address, body);
    if (answer.statusCode < 300 && answer.statusCode !== 204)
      this.#faultsOf(described, method, answer.statusCode, answer.body);
    return answer;
  }

  #answerDispute(path: string, body: Record<string, unknown>): Answer {
    if (body.merchantAccountCode !== this.merchantAccount)
      return refusal(403, '901', 'Invalid Merchant Account');
    const check = (part: 'request' | number, sent: unknown) =>
      this.#ofDisputes?.faults(path, 'post', part, sent) ?? [];
    const faults = check('request', body);
    this.violations.push(...faults);
    if (faults.length > 0) return refusal(422, '14_030', faults.join('; '));
    const answer = this.disputes.answer(path, body);
    this.violations.push(...check(answer.statusCode, answer.body));
    return answer;
  }

  #take(described: string, path: string, address: URL, body: Record<string, unknown>): Answer {
    const call: CheckoutCall = { books: this.books, body, origin: this.url };
    switch (described) {
      case '/payments':
        return takePayment(call);
      case '/payments/details':
        return takeDetails(call);
      case '/sessions':
        return takeSession(call);
      case '/sessions/{sessionId}':
        return sessionResult(this.books, path.split('/')[2]!, address.searchParams.get('sessionResult'));
      case '/cancels':
        return takeCancel(call);
      case '/payments/{paymentPspReference}/refunds':
        return takeRefund(call, path.split('/')[2]!);
      case '/payments/{paymentPspReference}/captures':
        return takeCapture(call, path.split('/')[2]!);
      case '/payments/{paymentPspReference}/cancels':
        return takeVoid(call, path.split('/')[2]!);
      case '/storedPaymentMethods':
        return listStored(this.books, address.searchParams);
      case '/storedPaymentMethods/{storedPaymentMethodId}':
        return deleteStored(this.books, path.split('/')[2]!, address.searchParams);
      case '/paymentMethods':
        return { statusCode: 200, body: { paymentMethods: listMethods(this.books) } };
      case '/applePay/sessions':
        return openAppleSession(call);
      default:
        return refusal(404, '000', 'no such address');
    }
  }

  #faultsOf(path: string, method: string, part: 'request' | number, body: unknown): string[] {
    const faults = this.#description?.faults(path, method, part, body) ?? [];
    this.violations.push(...faults);
    return faults;
  }

  async #tell(): Promise<void> {
    if (this.notifications === null || this.books.events.length === 0) return;
    const events = takeEvents(this.books);
    // A receiver that is down gets these events with the next ones.
    await this.deliver(this.notifications, events).catch(() => this.books.events.unshift(...events));
  }
}

const isOfDisputes = ({ pathname }: URL) => pathname.startsWith(`${DISPUTES_PATH}/`);

/** The request's path and idempotency key; null: it has none. */
function keyOf(request: IncomingMessage, path: string): string | null {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? `${path} ${key}` : null;
}

function masked(body: Record<string, unknown>): Record<string, unknown> {
  const method = body.paymentMethod as Record<string, unknown> | undefined;
  if (typeof method?.number !== 'string') return body;
  const number = `****${method.number.slice(-4)}`;
  return { ...body, paymentMethod: { ...method, number, ...(method.cvc ? { cvc: '***' } : {}) } };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
