// Sends one call: signs it, waits for the answer, verifies it, and retries where that is safe. The call itself says
// what is safe (`Repeat`). Nothing here may send a call twice that could charge twice.
import {
  AbortedError,
  AnswerSignatureError,
  ApiError,
  ConnectionError,
  errorOf,
  IdempotencyError,
  RateLimitError,
  ServerError,
  TimeoutError,
  TollgateError,
} from '../errors.ts';
import { bytesOf, cardAnswerText, matches, sign } from '../signing.ts';
import type { CallOptions, Settings } from './settings.ts';
import { firstOf } from './signals.ts';

export type Query = Record<string, string | number | boolean | null | undefined>;

export interface Request {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Query | undefined;
  /** The text to send, or a form. */
  body?: string | FormData;
  /**
   * The text that `X-Signature` signs. Absent: the path and query of a call that changes something; a read is not
   * signed.
   */
  textToSign?: string;
  headers?: Record<string, string>;
  /**
   * Which answers are signed. card: only answers to a card pay-in. card-or-none: the client does not know whether it is
   * a card pay-in; a signature must be right if there is one.
   */
  answerSigned?: 'body' | 'card' | 'card-or-none';
  /** Reads a good answer that does not end, and returns JSON. */
  readBody?: (response: Response) => Promise<string>;
  merchantReference?: string | null;
}

/** What the client may do after a lost answer. */
export interface Repeat<T> {
  /** Send it again: a read, or a call that the gateway executes only once. */
  again: boolean;
  /** Look for the result of the lost call; undefined: it did nothing. */
  find?: (options: CallOptions) => Promise<T | undefined>;
  /** Look before sending again; otherwise look only after the gateway refused the retry. */
  findFirst?: boolean;
}

interface Received {
  headers: Headers;
  text: string;
  body: unknown;
  requestId: string;
}

export interface Answer<T> {
  body: T;
  headers: Headers;
  requestId: string | null;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

export class Transport {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get signs(): boolean {
    return this.#settings.secrets.length > 0;
  }

  /** X-Signature or Signature of a text; undefined: the client has no secret. */
  async signatureOf(text: string): Promise<string | undefined> {
    const [secret] = this.#settings.secrets;
    return secret === undefined ? undefined : await sign(secret, text);
  }

  async get<T>(path: string, query: Query | undefined, options: CallOptions = {}): Promise<Answer<T>> {
    return await this.send<Answer<T>>(
      { method: 'GET', path, query },
      options,
      { again: true },
      (answer) => answer as Answer<T>,
    );
  }

  /** A read for a caller who reads the body. Throws ApiError, and passes on the error of a broken connection. */
  async open(
    { path, query, headers }: Pick<Request, 'path' | 'query' | 'headers'>,
    id: string,
    signal: AbortSignal,
  ): Promise<Response> {
    const { baseUrl, apiKey, hooks } = this.#settings;
    const call = { id, method: 'GET', path, attempt: 1 };
    const began = performance.now();
    let status: number | null = null;
    let response: Response;
    quietly(() => hooks.onRequest?.(call));
    try {
      response = await this.#settings.fetch(baseUrl + path + textOf(query), {
        headers: { 'X-API-KEY': apiKey, 'X-Request-Id': id, ...headers },
        redirect: 'manual',
        signal,
      });
      status = response.status;
    } finally {
      const elapsedMs = performance.now() - began;
      quietly(() => hooks.onAnswer?.({ ...call, elapsedMs, status, retryInMs: null }));
    }
    if (response.ok) return response;
    const parsed = parse(await response.text());
    throw errorOf(response.status, isObject(parsed) ? parsed : {}, {
      requestId: id,
      retryAfterSeconds: retryAfterOf(response),
    });
  }

  async send<T>(
    request: Request,
    options: CallOptions,
    repeat: Repeat<T>,
    read: (answer: Answer<unknown>) => T = ({ body }) => body as T,
  ): Promise<T> {
    const id = crypto.randomUUID();
    const retries = options.retries ?? this.#settings.retries;
    let wasLost = false;
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      const call = { id, method: request.method, path: request.path, attempt };
      const tell = (status: number | null, retryInMs: number | null) =>
        quietly(() =>
          this.#settings.hooks.onAnswer?.({
            ...call,
            elapsedMs: performance.now() - began,
            status,
            retryInMs,
          }),
        );
      quietly(() => this.#settings.hooks.onRequest?.(call));
      let error: unknown;
      try {
        const answer = await this.#once(request, id, options);
        tell(answer.status, null);
        return read(answer);
      } catch (thrown) {
        error = thrown;
      }
      if (!(error instanceof TollgateError)) throw error;
      const isLost = error.outcomeUnknown && !(error instanceof AnswerSignatureError);
      wasLost ||= isLost;
      const mayRepeat = attempt <= retries && isPassing(error) && (repeat.again || !isLost);
      const pauseMs = mayRepeat ? this.#pauseMs(error, attempt) : null;
      tell(error.status, pauseMs);
      // If an earlier try was lost and this one is refused, the lost one may have succeeded. Look also after the last
      // try.
      const mayFind = retries > 0 && !(error instanceof AbortedError) && repeat.find !== undefined && wasLost;
      if (mayFind && (pauseMs === null ? isLost || isRefusal(error) : false)) {
        const found = await this.#find(repeat, options, error);
        if (found !== undefined) return found;
      }
      if (pauseMs === null) throw wasLost ? unknown(error) : error;
      await pause(pauseMs, options.signal);
      if (mayFind && isLost && repeat.findFirst) {
        const found = await this.#find(repeat, options, error);
        if (found !== undefined) return found;
      }
    }
  }

  /** If the gateway cannot be asked, the outcome stays unknown. */
  async #find<T>({ find }: Repeat<T>, options: CallOptions, lost: TollgateError): Promise<T | undefined> {
    try {
      return await find!(options);
    } catch (error) {
      if (error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError)
        throw unknown(lost);
      throw error;
    }
  }

  async #once(
    request: Request,
    id: string,
    options: CallOptions,
  ): Promise<Answer<unknown> & { status: number }> {
    const { method, path, query, body, readBody, merchantReference = null } = request;
    const moves = method !== 'GET';
    const timeoutMs = options.timeoutMs ?? this.#settings.timeoutMs;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? firstOf(timeout, options.signal) : timeout;
    const facts = { requestId: id, merchantReference };
    if (options.signal?.aborted)
      throw new AbortedError(`${method} ${path}: aborted`, { ...facts, outcomeUnknown: false });
    let response: Response;
    let text: string;
    const headers = await this.#headersOf(request, id);
    try {
      response = await this.#settings.fetch(this.#settings.baseUrl + path + textOf(query), {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body !== undefined && { body }),
      });
      text = response.ok && readBody ? await readBody(response) : await response.text();
    } catch (cause) {
      const lost = { ...facts, outcomeUnknown: moves, cause };
      if (options.signal?.aborted) throw new AbortedError(`${method} ${path}: aborted`, lost);
      if (timeout.aborted)
        throw new TimeoutError(`${method} ${path}: no answer within ${timeoutMs} ms`, lost);
      const outcomeUnknown = moves && !wasNotSent(cause);
      throw new ConnectionError(`${method} ${path}: no answer came (${reasonOf(cause)})`, {
        ...lost,
        outcomeUnknown,
      });
    }
    const requestId = response.headers.get('x-request-id') ?? id;
    const parsed = parse(text);
    if (!response.ok) {
      throw errorOf(response.status, isObject(parsed) ? parsed : {}, {
        ...facts,
        requestId,
        retryAfterSeconds: retryAfterOf(response),
      });
    }
    if (parsed === undefined && response.status !== 204) {
      const lost = { ...facts, requestId, outcomeUnknown: moves };
      throw new ConnectionError(`${method} ${path}: the answer is not JSON; is baseUrl the gateway?`, lost);
    }
    await this.#verify(request, { headers: response.headers, text, body: parsed, requestId });
    return { status: response.status, body: parsed, headers: response.headers, requestId };
  }

  async #headersOf(request: Request, id: string): Promise<Record<string, string>> {
    const { method, path, query, body, headers } = request;
    // A brand that requires signatures wants them on each call that changes something, also without a body.
    const text = request.textToSign ?? (method === 'GET' ? undefined : path + textOf(query));
    const signature = text === undefined ? undefined : await this.signatureOf(text);
    return {
      'X-API-KEY': this.#settings.apiKey,
      'X-Request-Id': id,
      Accept: 'application/json',
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      ...(signature !== undefined && { 'X-Signature': signature }),
      ...headers,
    };
  }

  async #verify(
    { answerSigned, method, path, merchantReference = null }: Request,
    { headers, text, body, requestId }: Received,
  ): Promise<void> {
    if (answerSigned === undefined || !this.signs) return;
    const result = isObject(body) && isObject(body.result) ? body.result : {};
    const given = headers.get('x-signature');
    // The gateway does not know the option, or the option is no card. Such an answer is not signed.
    if (answerSigned === 'card' && given === null && result.errorCode === '1010') return;
    if (answerSigned === 'card-or-none' && given === null) return;
    const data = bytesOf(answerSigned === 'body' ? text : cardAnswerText(result));
    for (const secret of this.#settings.secrets) if (await matches(secret, data, given)) return;
    const fault =
      given === null ? 'the answer has no X-Signature' : 'the X-Signature of the answer does not match';
    throw new AnswerSignatureError(`${method} ${path}: ${fault}; is it the signing secret of this brand?`, {
      requestId,
      merchantReference,
    });
  }

  /** null: the gateway asks for a longer pause than the caller allows. */
  #pauseMs(error: TollgateError, attempt: number): number | null {
    const most = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
    const asked =
      error instanceof ApiError && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1000 : 0;
    if (asked > this.#settings.maxRetryDelayMs) return null;
    return Math.max(asked, Math.min(most, this.#settings.maxRetryDelayMs) * (0.5 + Math.random() / 2));
  }
}

/** Whether a retry may get another answer. */
function isPassing(error: TollgateError): boolean {
  if (error instanceof AbortedError || error instanceof AnswerSignatureError) return false;
  if (error instanceof IdempotencyError) return error.status === 409;
  return error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;
}

const isRefusal = (error: TollgateError): boolean =>
  error.status !== null && error.status < 500 && error.status !== 429;

function unknown<E extends TollgateError>(error: E): E {
  return Object.defineProperty(error, 'outcomeUnknown', { value: true, enumerable: true });
}

/** Whether no connection was made, so that the gateway never saw the call. */
function wasNotSent(cause: unknown): boolean {
  const codes = [cause, (cause as { cause?: unknown })?.cause].map(
    (error) => (error as { code?: unknown })?.code,
  );
  return codes.some((code) =>
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ConnectionRefused'].includes(String(code)),
  );
}

function reasonOf(cause: unknown): string {
  const inner = (cause as { cause?: { code?: string; message?: string } })?.cause;
  return String(inner?.code ?? inner?.message ?? (cause as Error)?.message ?? cause);
}

function retryAfterOf({ headers }: Response): number | null {
  const given = headers.get('retry-after');
  if (given === null) return null;
  const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

function textOf(query: Query | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Ignores errors of a hook: a hook must not make a payment fail. */
function quietly(hook: () => void): void {
  try {
    hook();
  } catch {}
}

export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }
    function aborted(): void {
      clearTimeout(timer);
      reject(new AbortedError('aborted before the retry', { outcomeUnknown: false }));
    }
    if (signal?.aborted) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
}
