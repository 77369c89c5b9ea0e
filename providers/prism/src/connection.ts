// One account of a connector: everything that its calls share, and the access token that some connectors want before
// each call. A token moves no money.
import {
  type AdapterParts,
  type Capabilities,
  type Credentials,
  type ProviderAccount,
  ProviderHttp,
} from '@tollgate/provider-kit';
import type { Connector, Facts } from './connectors/connector.ts';
import { factsOf } from './connectors/facts.ts';
import { type Call, type Exchange, exchange, type Wire } from './exchange.ts';
import type { TokenAnswer } from './messages/answers.ts';
import { type AccessToken, secret } from './messages/charge-messages.ts';
import { RecentRefunds } from './payments/recent-refunds.ts';
import type { LibraryProcess } from './process/library-process.ts';
import type { Reply } from './process/protocol.ts';

const TOKEN_FLOW = 'create_server_authentication_token';
/** A token is renewed this long before its end. */
const RENEWED_BEFORE_MS = 60_000;
/** If the connector states no end. */
const TOKEN_SECONDS = 300;

export interface Served {
  account: ProviderAccount;
  connector: Connector;
  capabilities: Capabilities;
}

export class Connection {
  readonly account: ProviderAccount;
  readonly connector: Connector;
  readonly facts: Facts;
  readonly capabilities: Capabilities;
  readonly refunds = new RecentRefunds();
  readonly parts: AdapterParts;
  readonly #wire: Wire;
  #token: { value: AccessToken; untilMs: number } | null = null;

  constructor(
    { account, connector, capabilities }: Served,
    parts: AdapterParts,
    process: Pick<LibraryProcess, 'ask'>,
  ) {
    this.account = account;
    this.connector = connector;
    this.capabilities = capabilities;
    this.facts = factsOf(connector.connector);
    this.parts = parts;
    this.#wire = {
      process,
      http: new ProviderHttp({ endpoint: account.endpoint, allowPrivate: parts.allowPrivateEndpoints }),
      account: {
        connector: connector.connector,
        environment: account.environment === 'live' ? 'PRODUCTION' : 'SANDBOX',
        config: configOf(connector, account.credentials),
      },
      idempotencyHeader: this.facts.idempotencyHeader,
    };
  }

  /** A message that needs no call, such as the reading of a notification. Throws LibraryGone. */
  async direct(flow: string, message: object): Promise<Reply> {
    return await this.#wire.process.ask({ step: 'direct', flow, account: this.#wire.account, message });
  }

  has(flow: string): boolean {
    return this.connector.flows.includes(flow);
  }

  async call<Message>(call: Call): Promise<Exchange<Message>> {
    const exchanged = await exchange<Message>(this.#wire, call);
    // The connector may have withdrawn the token.
    if ('statusCode' in exchanged && exchanged.statusCode === 401) this.#token = null;
    if (exchanged.kind === 'no-answer' || exchanged.kind === 'not-sent') {
      const { connector } = this.connector;
      const fields = { connector, accountId: this.account.id, flow: call.flow, kind: exchanged.kind };
      this.parts.log.warn(fields, 'a call through Prism got no readable answer');
    }
    return exchanged;
  }

  /** null: this connector needs none. 'none': it gave none. */
  async token(signal: AbortSignal): Promise<AccessToken | null | 'none'> {
    if (!this.connector.steps.includes('token')) return null;
    const now = this.parts.now().getTime();
    if (this.#token && now < this.#token.untilMs) return this.#token.value;
    const message = { merchantAccessTokenId: this.account.id };
    const answer = await this.call<TokenAnswer>({ flow: TOKEN_FLOW, message, signal });
    const token = answer.kind === 'answered' ? answer.message.accessToken?.value : undefined;
    if (answer.kind !== 'answered' || !token) return 'none';
    const { tokenType = 'Bearer', expiresInSeconds = '' } = answer.message;
    const seconds = /^\d{1,9}$/.test(expiresInSeconds) ? Number(expiresInSeconds) : TOKEN_SECONDS;
    const value = { token, tokenType, expiresInSeconds: String(seconds) };
    this.#token = { value, untilMs: now + seconds * 1000 - RENEWED_BEFORE_MS };
    return value;
  }
}

/** The credentials in the library's form. Lists are of this package's own, and the library gets none. */
function configOf({ credentials }: Connector, given: Credentials): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const { name, isSecret } of credentials) {
    const value = given[name];
    if (typeof value === 'string' && value !== '') config[name] = isSecret ? secret(value) : value;
  }
  return config;
}
