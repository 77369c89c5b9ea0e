// hyperswitch-prism as a function: a message in, the connector's HTTP request or the read answer out. Only the process
// of the library (library-program.ts) and the script that writes the table of connectors import this. It must never
// open a connection, and nothing here logs: messages hold card numbers.
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface LibraryAccount {
  connector: string;
  environment: 'SANDBOX' | 'PRODUCTION';
  /** By the connector's own names; each value is a secret, except addresses. */
  config: Readonly<Record<string, unknown>>;
}

export interface LibraryRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface LibraryAnswer {
  statusCode: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

interface MessageType {
  encode(message: object): { finish(): Uint8Array };
  decode(bytes: Uint8Array): object;
  verify(message: object): string | null;
}
interface Transformer {
  callReq(flow: string, request: Buffer, options: Buffer): Buffer;
  callRes(flow: string, answer: Buffer, request: Buffer, options: Buffer): Buffer;
  callDirect(flow: string, request: Buffer, options: Buffer): Buffer;
}
type Flows = Readonly<Record<string, { request: string; response: string }>>;

/** The fields that have an enum, and its name. The library knows enums by number, and messages have their names. */
const ENUMS: Readonly<Record<string, string>> = {
  currency: 'Currency',
  captureMethod: 'CaptureMethod',
  authType: 'AuthenticationType',
  countryAlpha2Code: 'CountryAlpha2',
  environment: 'Environment',
  paymentMethodType: 'PaymentMethodType',
  method: 'HttpMethod',
  setupFutureUsage: 'FutureUsage',
  acceptanceType: 'AcceptanceType',
  eventType: 'WebhookEventType',
  paymentStatus: 'PaymentStatus',
  refundStatus: 'RefundStatus',
  disputeStatus: 'DisputeStatus',
  mitCategory: 'MitCategory',
  documentType: 'DocumentKind',
};
const BYTES = 'body';
/** Copies of what came, which nobody reads. */
const UNREAD = ['rawConnectorRequest', 'rawConnectorResponse', 'responseHeaders'];

export class Library {
  readonly #types: Record<string, MessageType & Record<string, unknown>>;
  readonly #client: Transformer;
  readonly #flows: Flows;

  /** Loads the library from the folder in which it is installed. Throws if it is missing, or cannot run here. */
  constructor(folder: string) {
    const load = createRequire(join(folder, 'package.json'));
    const at = 'hyperswitch-prism/dist/src/payments';
    this.#types = load(`${at}/generated/proto.js`).types;
    const { FLOWS, SINGLE_FLOWS } = load(`${at}/_generated_flows.js`);
    this.#flows = { ...FLOWS, ...SINGLE_FLOWS };
    const { UniffiClient } = load(`${at}/uniffi_client.js`);
    this.#client = new UniffiClient();
  }

  request(flow: string, account: LibraryAccount, message: object): LibraryRequest {
    const bytes = this.#client.callReq(flow, this.#encoded(flow, message), this.#options(account));
    const { url, method, headers, body } = this.#types.FfiConnectorHttpRequest!.decode(bytes) as {
      url: string;
      method: string;
      headers: Record<string, string>;
      body?: Uint8Array;
    };
    return { url, method, headers: { ...headers }, body: Buffer.from(body ?? []).toString('utf8') };
  }

  answer(flow: string, account: LibraryAccount, message: object, answer: LibraryAnswer): object {
    const http = this.#bytes('FfiConnectorHttpResponse', { ...answer, body: Buffer.from(answer.body) });
    const asked = this.#encoded(flow, message);
    const bytes = this.#client.callRes(flow, http, asked, this.#options(account));
    const { body } = this.#types.FfiConnectorHttpResponse!.decode(bytes) as { body: Uint8Array };
    return this.#decoded(this.#flowOf(flow).response, body);
  }

  /** A message that needs no HTTP call, such as the reading of a notification. */
  direct(flow: string, account: LibraryAccount, message: object): object {
    const bytes = this.#client.callDirect(flow, this.#encoded(flow, message), this.#options(account));
    return this.#decoded(this.#flowOf(flow).response, bytes);
  }

  #flowOf(flow: string) {
    if (!Object.hasOwn(this.#flows, flow)) throw new Error('no such flow');
    return this.#flows[flow]!;
  }

  #options({ connector, environment, config }: LibraryAccount): Buffer {
    return this.#bytes(
      'FfiOptions',
      this.#numbered({ environment, connectorConfig: { [connector]: config } }),
    );
  }

  #encoded(flow: string, message: object): Buffer {
    return this.#bytes(this.#flowOf(flow).request, this.#numbered(message));
  }

  #bytes(type: string, message: object): Buffer {
    const known = this.#types[type]!;
    // It names the field, and never its value.
    const fault = known.verify(message);
    if (fault) throw new Error(`not a ${type}: ${fault}`);
    return Buffer.from(known.encode(message).finish());
  }

  #decoded(type: string, bytes: Uint8Array): object {
    return this.#named(this.#types[type]!.decode(bytes), type) as object;
  }

  /** A copy with the numbers of enums. */
  #numbered(value: unknown, field = ''): unknown & object {
    if (typeof value === 'string' && Object.hasOwn(ENUMS, field)) {
      const number = this.#types[ENUMS[field]!]![value];
      if (typeof number !== 'number') throw new Error(`${field} has no such value`);
      return number as unknown as object;
    }
    if (typeof value === 'string' && field === BYTES) return Buffer.from(value);
    if (Array.isArray(value)) return value.map((one) => this.#numbered(one, field));
    if (typeof value !== 'object' || value === null) return value as unknown as object;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#numbered(one, name)]));
  }

  /** A copy with the names of enums, and with integers of 64 bits as text. */
  #named(value: unknown, type: string, field = ''): unknown {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
    if (typeof value === 'number') return this.#nameOf(value, type, field);
    if (Array.isArray(value)) return value.map((one) => this.#named(one, type, field));
    if (typeof value !== 'object' || value === null) return value;
    if ('low' in value && 'high' in value) return String(value);
    const own = value.constructor.name;
    const entries = Object.entries(value).filter(([name]) => !UNREAD.includes(name));
    return Object.fromEntries(entries.map(([name, one]) => [name, this.#named(one, own, name)]));
  }

  #nameOf(value: number, type: string, field: string): unknown {
    const statuses: Record<string, string> = {
      RefundResponse: 'RefundStatus',
      MerchantAuthenticationServiceCreateServerAuthenticationTokenResponse: 'OperationStatus',
      RecurringPaymentServiceRevokeResponse: 'MandateStatus',
    };
    const known = field === 'status' ? (statuses[type] ?? 'PaymentStatus') : ENUMS[field];
    const values = known === undefined ? undefined : this.#types[known];
    return values ? (Object.keys(values).find((name) => values[name] === value) ?? `${value}`) : value;
  }
}
