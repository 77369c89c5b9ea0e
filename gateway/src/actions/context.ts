// What every action is given: the parts of the gateway, wired once in gateway.ts. Actions reach the outside world
// through it and nothing else, so a test can run them on its own database and clock.
import type { Logger } from 'pino';
import type { WebhookEvent } from '../domain/webhooks/webhook-event.ts';
import type { Config } from '../process/config.ts';
import type { Provider, ProviderDeclaration, ProviderHealth, Routed } from '../providers/provider.ts';
import type { ConfirmationStore } from '../storage/confirmations/confirmation-store.ts';
import type { Sql } from '../storage/database/database.ts';
import type { Vault } from '../storage/keys/vault.ts';
import type { BrandDirectory } from '../storage/merchants/brand-directory.ts';
import type { ProviderDirectory } from '../storage/merchants/provider-directory.ts';
import type { RefundStore } from '../storage/refunds/refund-store.ts';
import type { RequestLog } from '../storage/requests/request-log.ts';
import type { TransactionStore } from '../storage/transactions/transaction-store.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** Connects a commit with the webhook sender of the same process; other processes learn of it by the database. */
export interface Outbox {
  /**
   * Asked before the commit: will this process send the event itself, at once? If so, its row is stored under a lease,
   * and `commit` or `abandon` must follow.
   */
  take(event: WebhookEvent): boolean;
  /** The row is committed: send it (taken), or let the poller look soon (not taken). */
  commit(event: WebhookEvent, taken: boolean): void;
  /** The commit did not happen; forget it. */
  abandon(event: WebhookEvent): void;
}

/** The result of one POST to a merchant's address. */
export interface PostAnswer {
  /** null: no answer came. */
  statusCode: number | null;
  error: string | null;
  /** The beginning of an answer that is no success, card numbers masked. */
  excerpt: string | null;
  durationMs: number;
}

/** `errorCode`: null unless it ended without success. */
export interface CountedTransaction {
  type: string;
  status: string;
  optionType: string | null;
  errorCode: string | null;
  brandId: string;
}

/** A background loop of this process, as readiness and metrics see it. */
export interface Pulse {
  loop: string;
  /** Since its last turn ended, with or without an error. */
  quietMs(): number;
  isLate(): boolean;
  /** Turns in a row that failed. */
  failures(): number;
  /** This process made work: a loop that rests longer because it found none goes back to its usual pace. */
  stir(): void;
  /** It rests for long because it found no work. */
  rests(): boolean;
  /** There may be work in so many milliseconds: its next turn is then, or before. */
  wake(inMs: number): void;
}

/** The interface of a class, which a test may replace by its own object. */
type PublicSide<T> = Pick<T, keyof T>;

export interface Context {
  config: Config;
  /** Bearer of the operator API and of /metrics. */
  operatorToken: string;
  sql: Sql;
  now: () => Date;
  log: Logger;
  brands: PublicSide<BrandDirectory>;
  transactions: TransactionStore;
  refunds: RefundStore;
  confirmations: ConfirmationStore;
  vault: Vault;
  outbox: Outbox;
  /** null: there is no tracing. */
  tracing: Tracing | null;
  /** The running loops. */
  pulses: Set<Pulse>;
  /** A status change was committed; for metrics. */
  countTransaction(counted: CountedTransaction): void;
  /** A risk rule or a block refused an attempt; for metrics. */
  countRiskRefusal(rule: string): void;
  /** The providers of a brand for a use, in the order in which they are tried; none: nobody serves it (1011). */
  providersFor(brandId: string, use: Routed): Provider[];
  /** A provider by its id, with the account that was used there, for transactions that it has. */
  provider(id: string, accountId: string | null): Provider | undefined;
  /** What this process has seen of a brand's providers. */
  providerHealth(brandId: string): ProviderHealth[];
  /** The brands' accounts at providers. */
  providerAccounts: PublicSide<ProviderDirectory>;
  /** Every provider that a brand can connect. */
  providerKinds: readonly ProviderDeclaration[];
  /** What became of an item of a notification; for metrics. */
  countNotification(provider: string, state: string): void;
  /** One POST under the rules of webhooks, without their queue. Headers: name, value, name, value … */
  postToMerchant(url: string, headers: string[], body: string): Promise<PostAnswer>;
  /** One call of an identity provider that a merchant named: addresses are checked, redirects not followed. */
  askIdentityProvider(
    url: string,
    call: { method: string; headers: Record<string, string>; body?: string },
  ): Promise<Response>;
  /** The requests of merchants' servers, for their developers. */
  requestLog: PublicSide<RequestLog>;
  /**
   * The same parts with another clock, including the simulated providers; other processes' polls send the webhooks of
   * its commits. For a month of sample data (fill-sample.ts); absent in production.
   */
  withClock?(now: () => Date): Context;
}
