// The settings of a client, checked once. It keeps the key and the secrets where neither `inspect` nor JSON shows them.
import { UsageError } from '../errors.ts';

export interface CallStart {
  /** The id of the call, sent as `X-Request-Id`. Retries have the same id. */
  id: string;
  method: string;
  /** Without the query, which may contain a reference. */
  path: string;
  /** 1 for the first try. */
  attempt: number;
}

export interface CallEnd extends CallStart {
  elapsedMs: number;
  /** null: no answer came. */
  status: number | null;
  /** null: the call ends; otherwise it is tried again after this many milliseconds. */
  retryInMs: number | null;
}

export interface Hooks {
  onRequest?: (call: CallStart) => void;
  onAnswer?: (call: CallEnd) => void;
}

export interface ClientOptions {
  /** The address of the gateway, such as `https://pay.example`. */
  baseUrl: string;
  /** The brand's API key: `tg_test_…` or `tg_live_…`. */
  apiKey: string;
  /**
   * The brand's signing secret: `tgs_…`. The client signs requests and verifies answers with it. While you replace it,
   * give both, the new one first. Without it nothing is signed or verified.
   */
  signingSecret?: string | readonly string[];
  /** The maximum number of retries of a call, where a retry is safe. Default 3; 0: never. */
  retries?: number;
  /** The timeout of each try. Default 30,000. */
  timeoutMs?: number;
  /** The longest pause before a retry. If the gateway asks for more, the call throws. Default 30,000. */
  maxRetryDelayMs?: number;
  hooks?: Hooks;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
}

export interface Settings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secrets: readonly string[];
  readonly retries: number;
  readonly timeoutMs: number;
  readonly maxRetryDelayMs: number;
  readonly hooks: Hooks;
  readonly fetch: typeof fetch;
}

export function settingsOf(options: ClientOptions): Settings {
  const { apiKey, signingSecret = [], retries = 3, timeoutMs = 30_000, maxRetryDelayMs = 30_000 } = options;
  const secrets = [signingSecret].flat().filter((secret) => secret !== undefined) as string[];
  const baseUrl = addressOf(options.baseUrl, apiKey);
  requireToken('apiKey', apiKey);
  for (const secret of secrets) {
    requireToken('signingSecret', secret);
    if (/^tg_(test|live)_/.test(secret))
      throw new UsageError('signingSecret: this is an API key; the secret begins with tgs_');
  }
  if (!Number.isInteger(retries) || retries < 0)
    throw new UsageError('retries: must be a whole number, 0 or more');
  if (!(timeoutMs > 0)) throw new UsageError('timeoutMs: must be above 0');
  const call = options.fetch ?? globalThis.fetch;
  return {
    baseUrl,
    apiKey,
    secrets,
    retries,
    timeoutMs,
    maxRetryDelayMs,
    hooks: options.hooks ?? {},
    // Some runtimes refuse a `fetch` that is called as a method of another object.
    fetch: (...request) => call(...request),
  };
}

function addressOf(baseUrl: string, apiKey: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch {
    throw new UsageError('baseUrl: must be an address, such as https://pay.example');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UsageError('baseUrl: must begin with https:// or http://');
  if (url.protocol === 'http:' && String(apiKey).startsWith('tg_live_'))
    throw new UsageError('baseUrl: must be https, because a live key would be sent unencrypted');
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

function requireToken(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw new UsageError(`${name}: is missing`);
  if (value !== value.trim())
    throw new UsageError(`${name}: has white space at its beginning or end; was it read from a file?`);
  if (!/^[\x21-\x7e]+$/.test(value)) throw new UsageError(`${name}: contains invalid characters`);
}
