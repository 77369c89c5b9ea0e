// The parts of the gateway that every action gets, wired once in gateway.ts. Actions reach the outside world only
// through this context, so a test can run them on its own database and clock.
import type { Provider, ProviderDeclaration } from '@tollgate/provider-kit';
import type { Logger } from 'pino';
import type { PasswordCost } from '../domain/access/password.ts';
import type { Routed } from '../domain/options/routed.ts';
import type { WebhookEvent } from '../domain/webhooks/webhook-event.ts';
import type { Mailer } from '../network/send-mail.ts';
import type { Config } from '../process/config.ts';
import type { CaptureStore } from '../storage/captures/capture-store.ts';
import type { ConfirmationStore } from '../storage/confirmations/confirmation-store.ts';
import type { Sql } from '../storage/database/database.ts';
import type { Vault } from '../storage/keys/vault.ts';
import type { BrandDirectory } from '../storage/merchants/brand-directory.ts';
import type { ProviderDirectory } from '../storage/merchants/provider-directory.ts';
import type { RefundStore } from '../storage/refunds/refund-store.ts';
import type { ProviderCalls } from '../storage/requests/provider-calls.ts';
import type { RequestLog } from '../storage/requests/request-log.ts';
import type { TransactionStore } from '../storage/transactions/transaction-store.ts';
import type { Tracing } from '../tracing/tracing.ts';

/** Connects a commit with the webhook sender of the same process; other processes learn of it through the database. */
export interface Outbox {
  /**
   * Call it before the commit. True: this process will send the event itself, at once. Then its row is stored under a
   * lease, and `commit` or `abandon` must follow.
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
  /** The beginning of an answer without success; card numbers are masked. */
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
export interface LoopHandle {
  loop: string;
  /** Since its last turn ended, with or without an error. */
  quietMs(): number;
  isLate(): boolean;
  /** Turns in a row that failed. */
  failures(): number;
  /** This process made work. A loop that rests longer because it was idle returns to its usual pace. */
  resumePace(): void;
  /** The loop rests for long because it found no work. */
  rests(): boolean;
  /** There may be work in this many milliseconds: the next turn comes then, or earlier. */
  wake(inMs: number): void;
}

/** The public interface of a class, so that a test may replace the class with its own object. */
type PublicSide<T> = Pick<T, keyof T>;

export interface Context {
  config: Config;
  /** Bearer token of the operator API and of /metrics. */
  operatorToken: string;
  sql: Sql;
  now: () => Date;
  log: Logger;
  brands: PublicSide<BrandDirectory>;
  transactions: TransactionStore;
  refunds: RefundStore;
  captures: CaptureStore;
  confirmations: ConfirmationStore;
  vault: Vault;
  /** What hashing a new password costs. */
  passwordCost: PasswordCost;
  outbox: Outbox;
  /** null: there is no tracing. */
  tracing: Tracing | null;
  /** The running loops. */
  loopHandles: Set<LoopHandle>;
  /** A status change was committed; for metrics. */
  countTransaction(counted: CountedTransaction): void;
  /** A risk rule or a block refused an attempt; for metrics. */
  countRiskRefusal(rule: string): void;
  /** The providers of a brand for a use, in the order in which they are tried; none: no provider serves it (1011). */
  providersFor(brandId: string, use: Routed): Provider[];
  /** A provider by its id, with the account that was used there, for transactions that were already sent to it. */
  provider(id: string, accountId: string | null): Provider | undefined;
  /** Calls to providers, which each process counts. */
  providerCalls: Pick<ProviderCalls, 'write'>;
  /** The brands' accounts at providers. */
  providerAccounts: PublicSide<ProviderDirectory>;
  /** Every provider that a brand can connect. */
  providerKinds: readonly ProviderDeclaration[];
  /** The result of an item of a notification; for metrics. */
  countNotification(provider: string, state: string): void;
  /** One POST under the rules of webhooks, but without their queue. Headers: name, value, name, value … */
  postToMerchant(url: string, headers: string[], body: string): Promise<PostAnswer>;
  /** One call to an identity provider that a merchant named: it checks addresses and follows no redirects. */
  askIdentityProvider(
    url: string,
    call: { method: string; headers: Record<string, string>; body?: string },
  ): Promise<Response>;
  /** null: no SMTP server is set, and no mail is sent. */
  mailer: Mailer | null;
  /** The result of handing a mail to the SMTP server; for metrics. */
  countMail(result: string): void;
  /** The requests of merchants' servers, for their developers. */
  requestLog: PublicSide<RequestLog>;
  /**
   * The same parts with another clock, including the simulated providers. The polls of other processes send the
   * webhooks of its commits. For a month of sample data (fill-sample.ts); absent in production.
   */
  withClock?(now: () => Date): Context;
}
