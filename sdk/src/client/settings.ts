// The settings of a client, checked once. The key and the secrets are kept where neither `inspect` nor JSON finds them.
import { UsageError } from '../errors.ts';

export interface CallStart {
  /** The id of the call, sent as `X-Request-Id`; the same for its retries. */
  id: string;
  method: string;
  /** Without its query, which may name a reference. */
  path: string;
  /** 1 for the first one. */
  attempt: number;
}

export interface CallEnd extends CallStart {
  elapsedMs: number;
  /** null: no answer came. */
  status: number | null;
  /** What follows: the call ends, or is tried again after so many milliseconds. */
  retryInMs: number | null;
}

export interface Hooks {
  onRequest?: (call: CallStart) => void;
  onAnswer?: (call: CallEnd) => void;
}

export interface ClientOptions {
  /** Where the gateway is, such as `https://pay.example`. */
  baseUrl: string;
  /** Of the brand: `tg_test_…` or `tg_live_…`. */
  apiKey: string;
  /**
   * Of the brand: `tgs_…`. Requests are signed with it and answers are verified. While it is replaced, give the new one and the
   * old one, the new one first. Without it nothing is signed or verified.
   */
  signingSecret?: string | readonly string[];
  /** How often a call is tried again where that is safe. Default 3; 0: never. */
  retries?: number;
  /** Of each try. Default 30,000. */
  timeoutMs?: number;
  /** The longest pause before a retry. If the gateway asks for more, the error is thrown. Default 30,000. */
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
    throw new UsageError('retries: must be 0 or a whole number above it');
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
    // Some runtimes refuse a fetch that is called as a method of another object.
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
    throw new UsageError('baseUrl: must be https, because a live key would be sent in clear');
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

function requireToken(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw new UsageError(`${name}: is missing`);
  if (value !== value.trim())
    throw new UsageError(`${name}: has white space at an end; was it read from a file?`);
  if (!/^[\x21-\x7e]+$/.test(value)) throw new UsageError(`${name}: has characters that it cannot have`);
}
