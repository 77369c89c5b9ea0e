// The calls of the shop's server to the gateway: with its API key, signed if the call needs it, answers verified. Each call
// is written beside the order it belongs to, masked. It must never be called from a browser, and never show the key or
// secret.
import { masked, maskedKey } from './masking.ts';
import type { CallStep, Json, Order, Orders } from './orders.ts';
import { cardAnswerText, cardRequestText, sign, signatureMatches } from './signing.ts';

const TIMEOUT_MS = 20_000;
const SHOWN_HEADERS = ['X-Signature', 'Idempotent-Replayed', 'X-Request-Id'];
const SIGNED_TEXT = {
  body: 'JSON.stringify(body)',
  card: 'paymentOptionId:merchantReference:currency:amount for Signature, JSON.stringify(body) for X-Signature',
};
const WITHOUT_ANSWER = 'No answer came, so nobody knows what happened. The shop asks before it tries again.';

export interface ShopOptions {
  /** Where the shop's server reaches the gateway. */
  baseUrl: string;
  /** Where customers and webhooks reach the shop, without /shop. */
  publicUrl: string;
  apiKey: string;
  signingSecret: string;
}

export interface Request {
  title: string;
  text: string;
  method: 'GET' | 'POST';
  path: string;
  body?: Record<string, unknown>;
  /** Which signature request and answer carry. */
  signing?: 'body' | 'card';
  idempotencyKey?: string;
  main?: boolean;
}

export interface Answer {
  /** HTTP. */
  status: number;
  body: Json;
}

export class GatewayClient {
  readonly #options: ShopOptions;
  readonly #orders: Orders;

  constructor(options: ShopOptions, orders: Orders) {
    this.#options = options;
    this.#orders = orders;
  }

  /** null: no answer, or none with a right signature. Then the outcome is unknown. */
  async call(order: Order, request: Request): Promise<Answer | null> {
    const { title, text, method, path, main = false } = request;
    const headers = this.#headersOf(request);
    const step = this.#orders.add<CallStep>(order, {
      kind: 'call',
      title,
      text,
      method,
      path,
      headers: Object.entries(headers).map(([name, value]) => [
        name,
        name === 'X-API-KEY' ? maskedKey(value) : value,
      ]),
      body: masked(request.body ?? null),
      signed: request.signing ? SIGNED_TEXT[request.signing] : null,
      main,
      times: 1,
      answer: null,
      failure: null,
    });
    const answer = await this.#send(request, headers, step);
    this.#orders.changed(order);
    return answer;
  }

  #headersOf({ body, signing, idempotencyKey }: Request): Record<string, string> {
    const { apiKey, signingSecret } = this.#options;
    return {
      'X-API-KEY': apiKey,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      // A card payment needs it only if the brand signs all requests; other brands ignore it.
      ...(signing && { 'X-Signature': sign(signingSecret, JSON.stringify(body)) }),
      ...(signing === 'card' && { Signature: sign(signingSecret, cardRequestText(body!)) }),
    };
  }

  async #send(
    { method, path, body, signing }: Request,
    headers: Record<string, string>,
    step: CallStep,
  ): Promise<Answer | null> {
    const began = performance.now();
    try {
      const response = await fetch(this.#options.baseUrl + path, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer: Answer = { status: response.status, body: JSON.parse(await response.text()) };
      const verified = this.#verify(answer, response.headers.get('x-signature'), signing);
      step.answer = {
        status: answer.status,
        headers: SHOWN_HEADERS.flatMap((name) => {
          const value = response.headers.get(name);
          return value === null ? [] : [[name, value]];
        }),
        body: masked(answer.body),
        verified,
        tookMs: performance.now() - began,
      };
      if (verified !== false) return answer;
      step.failure = 'The signature of this answer is wrong or missing, so it is not believed.';
    } catch {
      // A broken connection, a timeout and invalid JSON are the same to a shop.
      step.failure = WITHOUT_ANSWER;
    }
    return null;
  }

  /** null: answers like this are not signed. */
  #verify({ status, body }: Answer, given: string | null, signing: Request['signing']): boolean | null {
    if (signing === undefined || status >= 300) return null;
    const text = signing === 'body' ? JSON.stringify(body) : cardAnswerText(body.result ?? {});
    return signatureMatches(this.#options.signingSecret, text, given);
  }
}

/** The faults of an HTTP error, in the gateway's words. */
export function faultsOf({ body }: Answer): string[] {
  const { message } = body as { message?: string | string[] };
  return message === undefined ? ['the gateway gave no reason'] : [message].flat();
}
