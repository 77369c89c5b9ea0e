// HTTP calls to a provider, for the SDKs' own clients: pooled connections, no redirects, an address check when
// connecting, and the `endpoint` of a test account in place of scheme, host and port (contract 13). It says whether a
// failed call can have reached the provider.
import { Agent, type Dispatcher } from 'undici';
import { isLinkLocalAddress, isPublicAddress } from './addresses.ts';
import { guardedConnector } from './guarded-connector.ts';

export interface ProviderRequest {
  method: string;
  /** The provider's own address; the endpoint of the account replaces its origin. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Uint8Array | undefined;
  signal: AbortSignal;
}

export interface ProviderAnswer {
  statusCode: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

export interface OpenAnswer extends Omit<ProviderAnswer, 'text'> {
  /** The caller reads it to its end, or destroys it. */
  body: Dispatcher.ResponseData['body'];
}

/** No connection was made, so nothing was sent: certainly nothing was done. */
export class NotConnectedError extends Error {
  override name = 'NotConnectedError';
}

export interface ProviderHttpOptions {
  /** Scheme, host and port in place of the provider's; null: the provider's own, over https. */
  endpoint: string | null;
  /** Whether the endpoint may be http and private; link-local never is. */
  allowPrivate: boolean;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** The longest answers are lists of events. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

export class ProviderHttp {
  readonly #endpoint: URL | null;
  readonly #agent: Agent;

  constructor({ endpoint, allowPrivate }: ProviderHttpOptions) {
    this.#endpoint = endpoint === null ? null : new URL(endpoint);
    const isFree = endpoint !== null && allowPrivate;
    this.#agent = new Agent({
      connect: guardedConnector({
        timeoutMs: CONNECT_TIMEOUT_MS,
        requireHttps: !isFree,
        isAllowedAddress: isFree ? (ip) => !isLinkLocalAddress(ip) : isPublicAddress,
      }),
      allowH2: false,
      // The caller's signal is the deadline.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 10_000,
      keepAliveMaxTimeout: 60_000,
    });
  }

  /** Throws NotConnectedError, or any other error if nobody knows whether the provider got the request. */
  async send(request: ProviderRequest): Promise<ProviderAnswer> {
    const { body, ...answer } = await this.open(request);
    return { ...answer, text: await readText(body) };
  }

  /** As `send`, for an answer that is read as a stream. */
  async open({ method, url, headers, body, signal }: ProviderRequest): Promise<OpenAnswer> {
    const { origin, pathname, search } = this.#addressOf(url);
    try {
      const answer = await this.#agent.request({
        origin,
        path: pathname + search,
        method: method as 'GET',
        headers,
        body: body ?? null,
        signal,
      });
      const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')]);
      return { statusCode: answer.statusCode, headers: Object.fromEntries(pairs), body: answer.body };
    } catch (error) {
      throw neverSent(error) ? new NotConnectedError('no connection', { cause: error }) : error;
    }
  }

  #addressOf(url: string): URL {
    const address = new URL(url);
    if (!this.#endpoint) {
      if (address.protocol !== 'https:') throw new NotConnectedError('not an https address');
      return address;
    }
    return new URL(address.pathname + address.search, this.#endpoint);
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Faults of making a connection; a reset may come after the request was read. */
const BEFORE_CONNECTION = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ENODATA',
  'EAI_AGAIN',
  'ETIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ADDRESS_REFUSED',
]);

function neverSent(error: unknown): boolean {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return BEFORE_CONNECTION.has(code) || /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL_WRONG_VERSION/.test(code);
}
