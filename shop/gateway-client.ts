// The calls of the shop's server to the gateway, by the SDK: it signs them, verifies the answers, and tries again if
// that is safe. The shop writes each request that the SDK sends, masked, beside its order. It must never be called from
// a browser, and never show the key or secret.
import { AnswerSignatureError, ApiError, Tollgate, TollgateError } from '@tollgate/sdk';
import { masked, maskedKey } from './masking.ts';
import type { CallStep, Order, Orders } from './orders.ts';

const TIMEOUT_MS = 10_000;
const SENT_HEADERS = ['X-API-KEY', 'Content-Type', 'Idempotency-Key', 'X-Signature', 'Signature'];
const SHOWN_HEADERS = ['X-Signature', 'Idempotent-Replayed', 'X-Request-Id'];
const SIGNED_TEXT = {
  body: 'JSON.stringify(body)',
  card: 'paymentOptionId:merchantReference:currency:amount for Signature, JSON.stringify(body) for X-Signature',
};
const WITHOUT_ANSWER =
  'No answer came, so the outcome is unknown. The shop asks for the status before it tries again.';

export interface ShopOptions {
  /** Where the shop's server reaches the gateway. */
  baseUrl: string;
  /** Where customers and webhooks reach the shop, without /shop. */
  publicUrl: string;
  apiKey: string;
  signingSecret: string;
}

/** What the page shows beside the order. */
export interface Shown {
  title: string;
  text: string;
  /** Shown opened. */
  main?: boolean;
}

/** `faults`: the gateway refused, in its words, and nothing was done. null: the outcome is unknown. */
export type Outcome<T> = { answer: T } | { faults: readonly string[] } | null;

export class GatewayClient {
  readonly #options: ShopOptions;
  readonly #orders: Orders;

  constructor(options: ShopOptions, orders: Orders) {
    this.#options = options;
    this.#orders = orders;
  }

  async call<T>(order: Order, shown: Shown, make: (tollgate: Tollgate) => Promise<T>): Promise<Outcome<T>> {
    const steps: CallStep[] = [];
    const { baseUrl, apiKey, signingSecret } = this.#options;
    const send = (url: string, init: RequestInit) => this.#send(order, shown, steps, { url, init });
    const tollgate = new Tollgate({
      baseUrl,
      apiKey,
      signingSecret,
      timeoutMs: TIMEOUT_MS,
      retries: 1,
      fetch: send as typeof fetch,
    });
    let outcome: Outcome<T> = null;
    try {
      outcome = { answer: await make(tollgate) };
      noteProof(steps.at(-1), true);
    } catch (error) {
      if (!(error instanceof TollgateError)) throw error;
      if (error instanceof ApiError && !error.outcomeUnknown) outcome = { faults: error.messages };
      if (error instanceof AnswerSignatureError) noteProof(steps.at(-1), false);
      // The payment's answer was lost, and the SDK found the payment.
      order.transactionId ??= outcome === null ? error.transactionId : null;
    }
    this.#orders.changed(order);
    return outcome;
  }

  /** Sends the SDK's request, and writes it down. */
  async #send(
    order: Order,
    shown: Shown,
    steps: CallStep[],
    { url, init }: { url: string; init: RequestInit },
  ): Promise<Response> {
    const sent = new Headers(init.headers);
    const { pathname, search } = new URL(url);
    const step = this.#orders.add<CallStep>(order, {
      kind: 'call',
      ...(steps.length === 0 ? { title: shown.title, text: shown.text } : repeated(init.method!)),
      method: init.method as CallStep['method'],
      path: pathname + search,
      headers: shownOf(sent, SENT_HEADERS).map(([name, value]) => [
        name,
        name === 'X-API-KEY' ? maskedKey(value) : value,
      ]),
      body: masked(init.body ? JSON.parse(init.body as string) : null),
      signed: sent.has('signature') ? SIGNED_TEXT.card : sent.has('x-signature') ? SIGNED_TEXT.body : null,
      main: shown.main ?? false,
      times: 1,
      answer: null,
      failure: null,
    });
    steps.push(step);
    const began = performance.now();
    try {
      const response = await fetch(url, init);
      step.answer = {
        status: response.status,
        headers: shownOf(response.headers, SHOWN_HEADERS),
        body: masked(JSON.parse(await response.clone().text())),
        verified: null,
        tookMs: performance.now() - began,
      };
      return response;
    } catch (error) {
      // A broken connection, a timeout and invalid JSON are the same to a shop.
      step.failure = WITHOUT_ANSWER;
      throw error;
    }
  }
}

const repeated = (method: string): Pick<CallStep, 'title' | 'text'> =>
  method === 'GET'
    ? {
        title: 'Look whether it was done',
        text: 'The answer was lost. The SDK looks the payment up before it sends anything twice.',
      }
    : {
        title: 'Send it again',
        text: 'The answer was lost. The SDK sends the request again; the gateway executes it only once.',
      };

function shownOf(headers: Headers, names: readonly string[]): [name: string, value: string][] {
  return names.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as [string, string]];
  });
}

/** The SDK trusts no answer with a wrong signature. If an answer has none, answers of that call are not signed. */
function noteProof(step: CallStep | undefined, isRight: boolean): void {
  if (!step?.answer) return;
  if (!isRight) step.failure = 'The signature of this answer is wrong or missing, so the shop ignores it.';
  const isSigned = step.answer.headers.some(([name]) => name === 'X-Signature');
  step.answer.verified = isRight ? isSigned || null : false;
}
