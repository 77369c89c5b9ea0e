// Adyen's SDK on our own connections: it builds addresses and bodies, and ProviderHttp sends them. It sorts failures by
// the only question that counts (contract 13): is it certain that nothing was done? It must never put a body into an
// error, a log or the console, because a request holds a card number and an answer may repeat it.
import type { ModificationsApi } from '@adyen/api-library/lib/src/services/checkout/modificationsApi.js';
import type { PaymentsApi } from '@adyen/api-library/lib/src/services/checkout/paymentsApi.js';
import type { RecurringApi } from '@adyen/api-library/lib/src/services/checkout/recurringApi.js';
import type { UtilityApi } from '@adyen/api-library/lib/src/services/checkout/utilityApi.js';
import type { DisputesApi } from '@adyen/api-library/lib/src/services/disputes/disputesApi.js';
import type { IRequest } from '@adyen/api-library/lib/src/typings/requestOptions.js';
import {
  type AdapterParts,
  NOTHING_DONE,
  NOTHING_DONE_STATUSES,
  NotConnectedError,
  type Outcome,
  type ProviderAccount,
  ProviderHttp,
} from '@tollgate/provider-kit';

interface AdyenApi {
  payments: PaymentsApi;
  modifications: ModificationsApi;
  /** Stored payment methods. */
  recurring: RecurringApi;
  /** Sessions of Apple Pay. */
  utility: UtilityApi;
  disputes: DisputesApi;
}

/** An account that is connected: what every call needs. */
export interface Connection {
  account: ProviderAccount;
  merchantAccount: string;
  client: AdyenClient;
  parts: AdapterParts;
}

interface CallOptions {
  signal: AbortSignal;
  /** At most 64 characters. */
  idempotencyKey?: string;
}

/** Adyen answered with a status other than 2xx. */
export class AdyenRefusal extends Error {
  override name = 'AdyenRefusal';
  readonly statusCode: number;
  /** Adyen's own code of the error; null: the answer has none that can be read. */
  readonly errorCode: string | null;

  constructor(statusCode: number, errorCode: string | null) {
    super(`Adyen answered ${statusCode}${errorCode === null ? '' : `, error ${errorCode}`}`);
    this.statusCode = statusCode;
    this.errorCode = errorCode;
  }
}

/** The SDK could not be loaded, so nothing was sent. */
class NotLoadedError extends Error {
  override name = 'NotLoadedError';
}

/** Refusals of a return's parameters. After 429 nobody knows whether Adyen processed the same parameters before. */
const PARAMETER_REFUSALS = [400, 401, 403, 404, 422];
/** The same idempotency key is being processed: the first request may succeed. */
const STILL_PROCESSED = '704';

export const isStillProcessed = ({ errorCode }: AdyenRefusal): boolean => errorCode === STILL_PROCESSED;

/**
 * The outcome of a call that brought no answer: `failed` if certainly nothing was done, else `unknown`. `answered`
 * after any 4xx: Adyen works, so its circuit stays closed.
 */
export function outcomeOfFailure(error: unknown): Extract<Outcome, { kind: 'failed' | 'unknown' }> {
  if (error instanceof NotConnectedError || error instanceof NotLoadedError)
    return { kind: 'failed', errorCode: NOTHING_DONE };
  if (!(error instanceof AdyenRefusal)) return { kind: 'unknown' };
  const { statusCode } = error;
  if (!isStillProcessed(error) && NOTHING_DONE_STATUSES.includes(statusCode))
    return { kind: 'failed', errorCode: NOTHING_DONE, answered: true };
  return statusCode >= 400 && statusCode < 500 ? { kind: 'unknown', answered: true } : { kind: 'unknown' };
}

/**
 * Whether Adyen refused the parameters with a code of its own, because they are forged, foreign or used up, or never
 * got them.
 */
export function isParameterRefusal(error: unknown): boolean {
  if (error instanceof NotConnectedError || error instanceof NotLoadedError) return true;
  return (
    error instanceof AdyenRefusal &&
    error.errorCode !== null &&
    !isStillProcessed(error) &&
    PARAMETER_REFUSALS.includes(error.statusCode)
  );
}

export class AdyenClient {
  readonly #http: ProviderHttp;
  readonly #api: Promise<AdyenApi>;
  readonly #accountId: string;
  readonly #log: AdapterParts['log'];

  constructor(account: ProviderAccount, { allowPrivateEndpoints, log }: AdapterParts) {
    this.#http = new ProviderHttp({ endpoint: account.endpoint, allowPrivate: allowPrivateEndpoints });
    this.#accountId = account.id;
    this.#log = log;
    this.#api = this.#load(account);
    // Loading begins at once; the first call that needs the SDK gets its error.
    this.#api.catch(() => {});
  }

  /** Sends one request. It throws the errors that `outcomeOfFailure` sorts. */
  async call<Answer>(
    { signal, idempotencyKey }: CallOptions,
    send: (api: AdyenApi, options: IRequest.Options) => Promise<Answer>,
  ): Promise<Answer> {
    const api = await this.#api.catch((cause: unknown) => {
      throw new NotLoadedError('the SDK of Adyen could not be loaded', { cause });
    });
    try {
      return await send(api, { signal, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) });
    } catch (error) {
      this.#log.warn(
        { provider: 'adyen', accountId: this.#accountId, ...shownOf(error) },
        'a call has failed',
      );
      throw error;
    }
  }

  async #load({ environment, credentials }: ProviderAccount): Promise<AdyenApi> {
    // Imports only these paths: the whole package takes seven times as long to load, and four times the memory.
    const [clients, configs, payments, modifications, recurring, utility, disputes] = await Promise.all([
      import('@adyen/api-library/lib/src/client.js'),
      import('@adyen/api-library/lib/src/config.js'),
      import('@adyen/api-library/lib/src/services/checkout/paymentsApi.js'),
      import('@adyen/api-library/lib/src/services/checkout/modificationsApi.js'),
      import('@adyen/api-library/lib/src/services/checkout/recurringApi.js'),
      import('@adyen/api-library/lib/src/services/checkout/utilityApi.js'),
      import('@adyen/api-library/lib/src/services/disputes/disputesApi.js'),
    ]);
    const apiKey = credentials.apiKey as string;
    const config = new configs.default.default({
      apiKey,
      environment: environment === 'live' ? configs.EnvironmentEnum.LIVE : configs.EnvironmentEnum.TEST,
      ...(typeof credentials.liveEndpointPrefix === 'string'
        ? { liveEndpointUrlPrefix: credentials.liveEndpointPrefix }
        : {}),
    });
    const client = new clients.default.default(config, {
      request: (...[url, json, , , options]) => this.#send(apiKey, url, json, options),
    });
    return {
      payments: new payments.PaymentsApi(client),
      modifications: new modifications.ModificationsApi(client),
      recurring: new recurring.RecurringApi(client),
      utility: new utility.UtilityApi(client),
      disputes: new disputes.DisputesApi(client),
    };
  }

  async #send(
    apiKey: string,
    url: string,
    json: string | Buffer,
    options: IRequest.Options = {},
  ): Promise<string> {
    const { signal, params, idempotencyKey } = options;
    if (!signal) throw new NotConnectedError('a call without a deadline');
    const address = new URL(url);
    if (params) address.search = new URLSearchParams(params).toString();
    const answer = await this.#http.send({
      method: options.method ?? 'POST',
      url: address.href,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-api-key': apiKey,
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: json.length === 0 ? undefined : json.toString(),
      signal,
    });
    const body = objectIn(answer.text);
    if (answer.statusCode < 200 || answer.statusCode > 299)
      throw new AdyenRefusal(answer.statusCode, errorCodeIn(body));
    // The SDK accepts a page of HTML as an answer, and prints a part of it to the console.
    // What was deleted has no body.
    if (answer.statusCode === 204) return '';
    if (body === null) throw new Error('the answer cannot be read');
    return answer.text;
  }
}

/** The parts of a failure that may be logged: never a body, and never the text of an error that others wrote. */
function shownOf(error: unknown): object {
  if (error instanceof AdyenRefusal) return { statusCode: error.statusCode, errorCode: error.errorCode };
  return { failure: error instanceof Error ? error.name : 'unknown' };
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function errorCodeIn(body: Record<string, unknown> | null): string | null {
  const code = body?.errorCode;
  return typeof code === 'string' && /^\w{1,20}$/.test(code) ? code : null;
}
