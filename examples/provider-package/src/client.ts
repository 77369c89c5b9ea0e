// Calls to Acme. Each answer says whether Acme can have heard the call, because that decides whether another account
// may be asked.
import {
  type AccountCheck,
  type AdapterParts,
  NOTHING_DONE_STATUSES,
  NotConnectedError,
  type ProviderAccount,
  ProviderHttp,
} from '@tollgate/provider-kit';

/** Every object of Acme has an id. */
export type AcmeObject = Record<string, unknown> & { id: string };

export type Answer =
  | { kind: 'object'; object: AcmeObject }
  /** Certainly nothing was done. `status`: Acme's; null: there was no connection. */
  | { kind: 'nothing-done'; status: number | null }
  | { kind: 'not-found' }
  /** No answer, or none that can be read: anything may have happened. */
  | { kind: 'unknown' };

interface Request {
  body?: object;
  /** The same key acts once, however often it is sent. */
  key?: string;
  signal: AbortSignal;
}

export class AcmeClient {
  readonly parts: AdapterParts;
  readonly #http: ProviderHttp;
  readonly #apiKey: string;

  constructor({ endpoint, credentials }: ProviderAccount, parts: AdapterParts) {
    this.parts = parts;
    this.#apiKey = String(credentials.apiKey);
    this.#http = new ProviderHttp({ endpoint, allowPrivate: parts.allowPrivateEndpoints });
  }

  async send(method: 'GET' | 'POST', path: string, { body, key, signal }: Request): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.#apiKey}` };
    if (body) headers['content-type'] = 'application/json';
    if (key) headers['idempotency-key'] = key;
    try {
      const url = `https://api.acme.example${path}`;
      const text = body && JSON.stringify(body);
      const answer = await this.#http.send({ method, url, headers, body: text, signal });
      return read(answer.statusCode, answer.text);
    } catch (error) {
      return error instanceof NotConnectedError
        ? { kind: 'nothing-done', status: null }
        : { kind: 'unknown' };
    }
  }

  /** A call that changes nothing. */
  async check(signal: AbortSignal): Promise<AccountCheck> {
    const answer = await this.send('GET', '/v1/account', { signal });
    if (answer.kind === 'object') return { ok: true, reason: null, merchantAccount: answer.object.id };
    const isRefused = answer.kind === 'nothing-done' && answer.status === 401;
    const reason = isRefused
      ? 'Acme refuses the API key. Copy it again from the dashboard.'
      : 'Acme did not answer. Try again.';
    return { ok: false, reason };
  }
}

function read(status: number, text: string): Answer {
  if (NOTHING_DONE_STATUSES.includes(status)) return { kind: 'nothing-done', status };
  const object = parse(text);
  // A page with status 404 comes from a proxy, and says nothing about a payment.
  if (status === 404 && object?.error === 'not_found') return { kind: 'not-found' };
  const isAnswer = status >= 200 && status < 300 && typeof object?.id === 'string';
  return isAnswer ? { kind: 'object', object: { ...object, id: String(object.id) } } : { kind: 'unknown' };
}

/** null: it is no JSON object. */
export function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
