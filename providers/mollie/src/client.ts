// Calls to Mollie's API over the kit's connections. Every other file of this folder that asks Mollie uses it. A call is
// sent once: a repeated one is the caller's decision. It throws MollieFault if there is no answer, and never repeats
// Mollie's texts: they may quote a key.
import { NotConnectedError, ProviderHttp, type ProviderHttpOptions } from '@tollgate/provider-kit';
import { isRecord } from './objects.ts';

const API = 'https://api.mollie.com/v2/';

/** The facts about a call that brought no object. */
export type CallFailure =
  /** Nothing was sent. */
  | { kind: 'not-connected' }
  /**
   * Answered with this status. `isReadable`: the body is an error of Mollie; otherwise it may come from a proxy.
   * `isKeyUsed`: another call had the same key, and nobody knows what it did.
   */
  | { kind: 'refused'; status: number; isReadable: boolean; isKeyUsed: boolean }
  /** Nobody knows what happened to it. */
  | { kind: 'unreadable' };

class MollieFault extends Error {
  override name = 'MollieFault';
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    super(failure.kind === 'refused' ? `status ${failure.status}` : failure.kind);
    this.failure = failure;
  }
}

/** Any other error says nothing about the call. */
export function failureOf(error: unknown): CallFailure {
  return error instanceof MollieFault ? error.failure : { kind: 'unreadable' };
}

interface Sending {
  signal: AbortSignal;
  /** Mollie carries out one call for each key. */
  key?: string;
  body?: object;
}

export class MollieClient {
  readonly #http: ProviderHttp;
  readonly #token: string;

  constructor(token: string, options: ProviderHttpOptions) {
    this.#http = new ProviderHttp(options);
    this.#token = token;
  }

  /** `path`: below /v2/, such as payments/tr_1. */
  async get(path: string, signal: AbortSignal): Promise<unknown> {
    return await this.#send('GET', path, { signal });
  }

  /** Resolves to null if the answer has no body. */
  async post(path: string, sending: Sending): Promise<unknown> {
    return await this.#send('POST', path, sending);
  }

  /** Deleting twice does nothing more, so it needs no key. */
  async delete(path: string, signal: AbortSignal): Promise<unknown> {
    return await this.#send('DELETE', path, { signal });
  }

  async #send(method: string, path: string, { signal, key, body }: Sending): Promise<unknown> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#token}`,
      accept: 'application/hal+json',
      'user-agent': 'Tollgate',
    };
    if (key !== undefined) headers['idempotency-key'] = key;
    if (body !== undefined) headers['content-type'] = 'application/json';
    const sent = { method, url: API + path, headers, body: body && JSON.stringify(body), signal };
    const answer = await this.#http.send(sent).catch((error: unknown) => {
      throw new MollieFault({
        kind: error instanceof NotConnectedError ? 'not-connected' : 'unreadable',
      });
    });
    const { statusCode: status, text } = answer;
    if (status < 200 || status > 299) throw new MollieFault(refusalIn(status, text));
    if (text === '') return null;
    return parse(text) ?? fail();
  }
}

function fail(): never {
  throw new MollieFault({ kind: 'unreadable' });
}

function refusalIn(status: number, text: string): CallFailure {
  const body = parse(text);
  const isReadable = isRecord(body) && body.status === status && typeof body.title === 'string';
  const isKeyUsed = status === 409 || (isReadable && /idempotency/i.test(String(body.detail)));
  return { kind: 'refused', status, isReadable, isKeyUsed };
}

/** null: it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
