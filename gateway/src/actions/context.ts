// What every action is given: the parts of the gateway, wired once in gateway.ts. Actions reach the outside world
// through it and nothing else, so a test can run them on its own database and clock.
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { WebhookEvent } from '../domain/webhooks/webhook-event.ts';
import type { Provider, ProviderHealth } from '../providers/provider.ts';
import type { ConfirmationStore } from '../storage/confirmations/confirmation-store.ts';
import type { Sql } from '../storage/database/database.ts';
import type { Vault } from '../storage/keys/vault.ts';
import type { BrandDirectory } from '../storage/merchants/brand-directory.ts';
import type { RefundStore } from '../storage/refunds/refund-store.ts';
import type { RequestLog } from '../storage/requests/request-log.ts';
import type { TransactionStore } from '../storage/transactions/transaction-store.ts';

/** The way from a commit to the webhook sender of the same process; the database is the way to the others. */
export interface Outbox {
  /**
   * Asked before the commit: will this process send the event itself, at once? Then its row is stored under a
   * lease, and `commit` or `abandon` must follow.
   */
  take(event: WebhookEvent): boolean;
  /** The row is committed: send it (taken), or let the poller look soon (not taken). */
  commit(event: WebhookEvent, taken: boolean): void;
  /** The commit did not happen; forget it. */
  abandon(event: WebhookEvent): void;
}

/** How one POST to a merchant's address ended. */
export interface PostAnswer {
  /** null: no answer came. */
  statusCode: number | null;
  error: string | null;
  /** How an answer that is no success began, card numbers masked. */
  excerpt: string | null;
  durationMs: number;
}

/** A background loop of this process, as readiness and metrics see it. */
export interface Pulse {
  loop: string;
  /** Since its last turn ended, well or not. */
  quietMs(): number;
  isLate(): boolean;
  /** Turns in a row that failed. */
  failures(): number;
}

/** Of a class: what its users see. A test may put an object of its own in its place. */
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
  /** Of the loops that run. */
  pulses: Set<Pulse>;
  /** A status change was committed; for metrics. */
  countTransaction(type: string, status: string, optionType: string | null): void;
  /** A risk rule or a block refused an attempt; for metrics. */
  countRiskRefusal(rule: string): void;
  /** The providers of an option, in the order in which they are tried; none: nobody serves it (1011). */
  providersFor(optionId: string, currency: string): Provider[];
  /** A provider by its id, for what it took on earlier. */
  provider(id: string): Provider | undefined;
  /** What this process has seen of its providers. */
  providerHealth(): ProviderHealth[];
  /** One POST under the rules of webhooks, beside their queue. Headers: name, value, name, value … */
  postToMerchant(url: string, headers: string[], body: string): Promise<PostAnswer>;
  /** What merchants' servers asked, for their developers. */
  requestLog: PublicSide<RequestLog>;
  /**
   * The same parts by another clock, the simulated providers too; the webhooks of what it commits are sent by whoever polls. For a
   * month of sample data (fill-sample.ts); absent in production.
   */
  withClock?(now: () => Date): Context;
}
