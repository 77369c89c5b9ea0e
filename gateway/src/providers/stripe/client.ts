// Calls to Stripe by its official SDK, over our own connections. All files of this folder use it. The first account
// loads the SDK. The SDK repeats a call by itself when it sees a reset connection, so this client hides resets from it:
// it sends a call once (contract 13). Nobody may log an error of the SDK: it repeats Stripe's text, including parts of
// a key.
import { NotConnectedError, ProviderHttp, type ProviderHttpOptions } from '@tollgate/provider-kit';
import type { Stripe } from 'stripe';
import { isRecord } from './objects.ts';

/** The facts about a call that brought no object. */
export type CallFailure =
  /** Nothing was sent. */
  | { kind: 'not-connected' }
  /** Stripe refused it with this status. `type` is empty if the body cannot be read: then it may come from a proxy. */
  | {
      kind: 'refused';
      status: number;
      type: string;
      code: string;
      declineCode: string;
      /** The parameter that it is about; empty: it names none. */
      param: string;
    }
  /** Nobody knows what happened to it. */
  | { kind: 'unreadable' };

export class StripeClient {
  readonly #http: ProviderHttp;
  readonly #secretKey: string;

  constructor(secretKey: string, options: ProviderHttpOptions) {
    this.#http = new ProviderHttp(options);
    this.#secretKey = secretKey;
    // The first caller need not wait for loading. A failure appears there.
    import('stripe').catch(() => {});
  }

  /** The SDK for one call, with the signal as its deadline. Making one takes less than 0.1 ms. */
  async during(signal: AbortSignal): Promise<Stripe> {
    const { default: StripeSdk } = await import('stripe');
    return new StripeSdk(this.#secretKey, {
      httpClient: httpClient(this.#http, signal),
      maxNetworkRetries: 0,
      telemetry: false,
    });
  }
}

type HttpClient = NonNullable<Stripe.StripeConfig['httpClient']>;

function httpClient(http: ProviderHttp, signal: AbortSignal): HttpClient {
  return {
    getClientName: () => 'tollgate',
    async makeRequest(...[host, , path, method, headers, body]) {
      const answer = await http
        .send({
          method,
          url: `https://${host}${path}`,
          headers: sendable(headers),
          body: body || undefined,
          signal,
        })
        .catch((cause) => {
          // The error has no code, so that the SDK does not send the call again.
          throw cause instanceof NotConnectedError ? cause : new Error('no answer', { cause });
        });
      const { statusCode, text } = answer;
      const requestId = answer.headers['request-id'];
      return {
        getStatusCode: () => statusCode,
        getHeaders: () => ({ 'request-id': requestId ?? '' }),
        getRawResponse: () => ({ statusCode }),
        toStream: () => {
          throw new Error('no call here is streamed');
        },
        toJSON: async () => (statusCode < 400 ? JSON.parse(text) : refusalIn(text)),
      };
    },
  };
}

/**
 * The form that lets the SDK make an error with the status, whatever the body is: otherwise the status would be lost.
 */
function refusalIn(text: string): { error: Record<string, unknown> } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = null;
  }
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  return { error: { ...error, type: typeof error.type === 'string' ? error.type : '' } };
}

/** Removes the length of the body: it is counted when the body is sent. */
function sendable(headers: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => name.toLowerCase() !== 'content-length' && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
}

/** Reads an error of an SDK call. */
export function callFailureOf(error: unknown): CallFailure {
  const { statusCode, rawType, code, decline_code, detail, param } = (error ?? {}) as Record<string, unknown>;
  if (detail instanceof NotConnectedError) return { kind: 'not-connected' };
  if (typeof statusCode !== 'number' || typeof rawType !== 'string') return { kind: 'unreadable' };
  const [text = '', reason = '', about = ''] = [code, decline_code, param].map((one) =>
    typeof one === 'string' ? one : '',
  );
  return {
    kind: 'refused',
    status: statusCode,
    type: rawType,
    code: text,
    declineCode: reason,
    param: about,
  };
}
