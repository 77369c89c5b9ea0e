// Puts the parts of one process together: database, vault, brands, stores, providers, webhooks, HTTP, workers. It holds
// no rule.
import type { AddressInfo } from 'node:net';
import type { ProviderDeclaration } from '@tollgate/provider-kit';
import { isPublicAddress } from '@tollgate/provider-kit/http/addresses';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Context } from '../actions/context.ts';
import { type DemoAccount, seedDemo } from '../demo/seed-demo.ts';
import { PASSWORD_COST, type PasswordCost } from '../domain/access/password.ts';
import { defaultRisk } from '../domain/risk/risk.ts';
import { buildApp } from '../http/app.ts';
import { clockGauges } from '../http/metrics/clock-gauges.ts';
import { Metrics } from '../http/metrics/metrics.ts';
import { buildMetric } from '../http/metrics/process-metrics.ts';
import { groupMetrics, poolMetrics } from '../http/metrics/storage-metrics.ts';
import { pageFiles } from '../http/pages/page-files.ts';
import { portalFiles } from '../http/pages/portal-files.ts';
import { GuardedFetch } from '../network/guarded-fetch.ts';
import { newMailer } from '../network/send-mail.ts';
import { loadProviders } from '../providers/load-packages.ts';
import { type CallFacts, resultOf } from '../providers/observed.ts';
import { newProviders } from '../providers/registry.ts';
import { openCaptureStore } from '../storage/captures/capture-store.ts';
import { openConfirmationStore } from '../storage/confirmations/confirmation-store.ts';
import { askForCitus, isOnCitus, openDatabase, type Sql, useOfPool } from '../storage/database/database.ts';
import { DatabaseClock } from '../storage/database/database-clock.ts';
import type { GroupObserver } from '../storage/group-commit/group-observer.ts';
import { Vault } from '../storage/keys/vault.ts';
import { BrandDirectory } from '../storage/merchants/brand-directory.ts';
import { ProviderDirectory } from '../storage/merchants/provider-directory.ts';
import { openRefundStore } from '../storage/refunds/refund-store.ts';
import { ProviderCalls } from '../storage/requests/provider-calls.ts';
import { RequestLog } from '../storage/requests/request-log.ts';
import { ProcessMark } from '../storage/schema/process-mark.ts';
import { openTransactionStore } from '../storage/transactions/transaction-store.ts';
import { type Tracing, traced } from '../tracing/tracing.ts';
import { startChores } from '../worker/chores.ts';
import { type LoopOptions, startLoop } from '../worker/loop.ts';
import { wakeLoops, wakeLoopsEveryMs } from '../worker/wake-loops.ts';
import { WebhookPost } from '../worker/webhooks/webhook-post.ts';
import { WebhookSender } from '../worker/webhooks/webhook-sender.ts';
import { version } from './build.ts';
import type { Config } from './config.ts';
import { CopyWatch } from './copy-watch.ts';
import { mountShop } from './shop.ts';

const IDENTITY_PROVIDER_TIMEOUT_MS = 10_000;

export interface GatewayOptions {
  config: Config;
  secrets: { masterKey: Buffer; operatorToken: string };
  databaseUrl: string;
  log: Logger;
  /** How many lines of the log were dropped; for the metrics. */
  droppedLines?: () => number;
  /** null, or absent: there is no tracing. */
  tracing?: Tracing | null;
  /**
   * Lets tests move time: the gateway uses this clock for everything that it decides by time. Default: the database's
   * clock.
   */
  now?: () => Date;
  /** Absent: those of the gateway and of its packages (contract 18). Tests connect providers of their own. */
  providerKinds?: readonly ProviderDeclaration[];
  /** Absent: PASSWORD_COST. Tests hash many passwords, so theirs cost less; no setting of an operator does that. */
  passwordCost?: PasswordCost;
  /** Absent: the number of openDatabase. Each connection reads the catalogue anew, so tests take few. */
  maxConnections?: number;
  /** Absent: a quarter of a second (decision 21). Tests send few writes, and would plan each one anew. */
  planLifetimeMs?: number;
}

/** The parts that a gateway starts and stops. */
interface Parts {
  context: Context;
  metrics: Metrics;
  /** null: a clock was injected. */
  clock: DatabaseClock | null;
  webhooks: WebhookSender;
  posts: WebhookPost;
  identityProviders: GuardedFetch;
}

export class Gateway {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly #parts: Parts;
  #mark: ProcessMark | null = null;
  #copy: CopyWatch | null = null;
  #stopLoops: (() => Promise<void>)[] = [];
  #stopping: Promise<void> | undefined;

  private constructor(parts: Parts) {
    const { context, metrics } = parts;
    this.#parts = parts;
    this.context = context;
    this.app = buildApp(context, metrics);
    if (context.config.environment === 'test') mountShop(this.app, context.config, context.log);
  }

  static async open(options: GatewayOptions): Promise<Gateway> {
    // First, because a package may add options to the catalogue, which the calls and pages then show.
    const providerKinds = options.providerKinds ?? (await loadProviders(options.config.providerPackages));
    const sql = openDatabase(options.databaseUrl, options);
    try {
      return new Gateway(await openParts(sql, { ...options, providerKinds }));
    } catch (error) {
      await sql.end({ timeout: 1 });
      throw error;
    }
  }

  /**
   * From now on the gateway refuses a migration that this release cannot work beside, and notices a copy of the
   * database. `restored`: the operator says that the database is one. `onLost`: this process must end.
   */
  async register(restored: boolean, onLost: (reason: string) => void): Promise<void> {
    const { config, sql, log } = this.context;
    const mark = await ProcessMark.open(sql, { release: version(), role: config.role });
    this.#mark = mark;
    const copy = await CopyWatch.open({ sql, log, mark }, restored);
    this.#copy = copy;
    this.app.service.isHeld = copy.isHeld;
    const released = () => {
      this.app.service.isHeld = false;
      this.#startWork();
    };
    copy.on({ released, lost: onLost });
  }

  /** Whether the database is a restored copy that nobody has accepted. */
  get isHeld(): boolean {
    return this.app.service.isHeld;
  }

  /** Binds the port of the configuration (0: any free one). */
  async listen(): Promise<{ address: string; port: number }> {
    const { host, port: wanted } = this.context.config;
    // Without its pages, shoppers could not pay and merchants could not look, so the gateway does not start.
    pageFiles();
    portalFiles();
    await this.app.listen({ port: wanted, host });
    const { address, port } = this.app.server.address() as AddressInfo;
    return { address, port };
  }

  startWorkers(): void {
    const { context, clock } = this.#parts;
    const { vault, brands, providerAccounts } = context;
    const refresh = () => Promise.all([brands.refresh(), providerAccounts.refresh()]);
    const look = isOnCitus(context.sql) ? refresh : wakeLoops(context, refresh);
    const refreshBrands = async () => {
      await look();
      await Promise.all([brands.writeUses(), providerAccounts.writeNotes()]);
    };
    const refreshEveryMs = isOnCitus(context.sql) ? 1_000 : wakeLoopsEveryMs(context.config.role);
    const loops: LoopOptions[] = [
      // Every role seals, so each process must learn of new keys.
      { name: 'refresh keys', everyMs: 5_000, work: () => vault.refresh() },
      { name: 'refresh brands', everyMs: refreshEveryMs, longestRestMs: 1_000, work: refreshBrands },
      { name: 'provider calls', everyMs: 10_000, work: () => context.providerCalls.write() },
    ];
    const copy = this.#copy;
    if (copy)
      loops.push({ name: 'process mark', everyMs: 3_000, longestRestMs: 3_000, work: () => copy.turn() });
    if (clock) loops.push({ name: 'database clock', everyMs: 3_000, work: () => clock.check() });
    for (const options of loops) {
      const loop = startLoop(context, options);
      this.#stopLoops.push(() => loop.stop());
    }
    if (!this.isHeld) this.#startWork();
  }

  /** Starts the work that others left. It does not start on a copy that is held. */
  #startWork(): void {
    const { context, webhooks } = this.#parts;
    if (context.config.role === 'api' || this.#stopping) return;
    webhooks.start();
    this.#stopLoops.push(startChores(context));
  }

  async seedDemoIfEmpty(): Promise<DemoAccount | null> {
    return await seedDemo(this.context);
  }

  /** From now on the process is not ready, so that balancers send nothing more; everything else goes on. */
  leave(): void {
    this.app.service.isLeaving = true;
  }

  /** Stops accepting, finishes requests in progress, closes the database. May be called twice. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopOnce();
    return this.#stopping;
  }

  async #stopOnce(): Promise<void> {
    const { transactions, refunds, captures, requestLog, providerCalls, sql } = this.context;
    await this.app.close();
    await Promise.all(this.#stopLoops.map((stop) => stop()));
    await transactions.settled();
    await refunds.settled();
    await captures.settled();
    await this.#parts.webhooks.stop();
    await this.#parts.posts.close();
    await this.#parts.identityProviders.close();
    await requestLog.settled();
    await providerCalls.write();
    // The database may be unreachable, and the row is forgotten later anyway.
    await this.#mark?.leave().catch(() => {});
    await sql.end({ timeout: 5 });
  }
}

async function openParts(
  sql: Sql,
  options: GatewayOptions & { providerKinds: readonly ProviderDeclaration[] },
): Promise<Parts> {
  const { config, secrets, log, providerKinds } = options;
  await askForCitus(sql);
  const clock = options.now ? null : await DatabaseClock.open(sql, log);
  const now = options.now ?? (() => clock!.now());
  const vault = await Vault.open(sql, secrets.masterKey);
  const risk = defaultRisk(config.environment);
  const brands = await BrandDirectory.open({ sql, vault, now, log, defaultRisk: risk });
  const providerAccounts = await ProviderDirectory.open({ sql, vault, log });
  const metrics = openMetrics(sql, clock, options);
  const loopHandles: Context['loopHandles'] = new Set();
  const { tracing = null } = options;
  const groups = tracingWrites(resumeLoopsAfterWrites(groupMetrics(metrics.registry), loopHandles), tracing);
  const webhooks = new WebhookSender({
    config,
    sql,
    log,
    now,
    loopHandles,
    groups,
    tracing,
    brand: (brandId) => brands.byId(brandId),
    observe: {
      tried: (delivered) => metrics.countWebhookTry(delivered ? 'delivered' : 'failed'),
      arrived: (afterMs) => metrics.observeWebhookDelay(afterMs / 1_000),
    },
  });
  const posts = new WebhookPost(config);
  const identityProviders = openIdentityProviders(config);
  const providerCalls = new ProviderCalls(sql, log, now);
  const providers = newProviders({
    config,
    vault,
    now,
    log,
    accounts: providerAccounts,
    kinds: providerKinds,
    allowPrivateEndpoints: config.allowInsecureWebhooks,
    observe: (provider, account, state) => metrics.providers.circuit(provider, account, state === 'open'),
    ...watchingCalls(metrics, tracing),
    count: (call) => providerCalls.count(call),
    unknownValue: (provider, field) => metrics.providers.countUnknownValue(provider, field),
  });
  const context: Context = {
    config,
    operatorToken: secrets.operatorToken,
    sql,
    now,
    log,
    brands,
    providerAccounts,
    providerKinds,
    transactions: openTransactionStore(sql, groups),
    refunds: openRefundStore(sql, groups),
    captures: openCaptureStore(sql, groups),
    confirmations: openConfirmationStore(sql),
    vault,
    passwordCost: options.passwordCost ?? PASSWORD_COST,
    outbox: webhooks,
    tracing,
    loopHandles,
    ...countersOf(metrics),
    providersFor: providers.forOption,
    provider: providers.byId,
    providerCalls,
    postToMerchant: (...call) => posts.post(...call),
    askIdentityProvider: (...call) => identityProviders.fetch(...call),
    mailer: config.mail && newMailer(config.mail),
    requestLog: new RequestLog(sql, log),
  };
  if (config.environment === 'test') context.withClock = (clock) => withClock(context, clock);
  return { context, metrics, clock, webhooks, posts, identityProviders };
}

const countersOf = (metrics: Metrics) =>
  ({
    countTransaction: (counted) => metrics.countTransaction(counted),
    countRiskRefusal: (rule) => metrics.countRiskRefusal(rule),
    countNotification: (...labels) => metrics.providers.countNotification(...labels),
    countMail: (result) => metrics.countMail(result),
  }) satisfies Partial<Context>;

/** The metrics of the process itself; stores, providers and loops add theirs. */
function openMetrics(
  sql: Sql,
  clock: DatabaseClock | null,
  { config, droppedLines }: GatewayOptions,
): Metrics {
  const metrics = new Metrics(droppedLines);
  if (clock) clockGauges(metrics.registry, clock);
  buildMetric(metrics.registry, { version: version(), role: config.role });
  poolMetrics(metrics.registry, useOfPool(sql));
  return metrics;
}

/** Merchants give these addresses, so the same rules apply as to webhooks. */
function openIdentityProviders({ allowInsecureWebhooks: isFree }: Config): GuardedFetch {
  return new GuardedFetch({
    timeoutMs: IDENTITY_PROVIDER_TIMEOUT_MS,
    requireHttps: !isFree,
    isAllowedAddress: isFree ? () => true : isPublicAddress,
  });
}

/** A payment's write makes work for the loops, so they go back to their usual pace. */
function resumeLoopsAfterWrites(observer: GroupObserver, loopHandles: Context['loopHandles']): GroupObserver {
  return {
    ...observer,
    ended(store, ...group) {
      observer.ended(store, ...group);
      if (MAKES_WORK.includes(store)) for (const handle of loopHandles) handle.resumePace();
    },
  };
}
const MAKES_WORK = ['open', 'apply', 'approve', 'refund'];

/** Traces a job's write from the moment it is handed over until its commit, including its wait for a pipeline. */
function tracingWrites(observer: GroupObserver, tracing: Tracing | null): GroupObserver {
  if (!tracing) return observer;
  return {
    ...observer,
    // Notes of webhook tries and the loops' own reads belong to no trace.
    around: (store, write) =>
      tracing.current() === null
        ? write()
        : traced(
            tracing,
            `storage ${store}`,
            { kind: 'internal', attributes: { 'tollgate.store': store } },
            write,
          ),
  };
}

function watchingCalls(metrics: Metrics, tracing: Tracing | null) {
  const counting = countingCalls(metrics);
  if (!tracing) return counting;
  return {
    ...counting,
    around: <T>(facts: CallFacts, send: () => Promise<T>): Promise<T> => {
      const { provider, accountId, call } = facts;
      const attributes = {
        'tollgate.provider': provider,
        'tollgate.account': accountId ?? 'none',
        'tollgate.call': call,
      };
      return traced(tracing, `provider ${call}`, { kind: 'client', attributes }, async (span) => {
        const answer = await counting.around(facts, send);
        span.set({ 'tollgate.result': resultOf(answer) });
        return answer;
      });
    },
  };
}

function countingCalls({ providers }: Metrics) {
  const count = ({ provider, accountId: account, call }: CallFacts, result: string, seconds: number | null) =>
    providers.called({ provider, account, call }, result, seconds);
  return {
    async around<T>(facts: CallFacts, send: () => Promise<T>): Promise<T> {
      const startedMs = performance.now();
      const end = (result: string) => count(facts, result, (performance.now() - startedMs) / 1_000);
      try {
        const answer = await send();
        end(resultOf(answer));
        return answer;
      } catch (error) {
        end('unknown');
        throw error;
      }
    },
    heldBack: (facts: CallFacts) => count(facts, 'held_back', null),
  };
}

/** The sender of this process does not know the webhooks of this context: they are only in the database. */
function withClock(context: Context, now: () => Date): Context {
  const { providerAccounts: accounts, providerKinds: kinds } = context;
  const { forOption, byId } = newProviders({ ...context, now, accounts, kinds });
  const outbox = { take: () => false, commit: () => {}, abandon: () => {} };
  return { ...context, now, outbox, providersFor: forOption, provider: byId };
}
