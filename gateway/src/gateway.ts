// Puts the parts of one process together: database, vault, brands, stores, providers, webhooks, HTTP, workers.
// main.ts makes one from the configuration, tests make one on a database of their own. No rule lives here.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Context } from './actions/context.ts';
import { type DemoAccount, seedDemo } from './actions/merchants/seed-demo.ts';
import type { Config } from './config.ts';
import { defaultRisk } from './domain/risk/risk.ts';
import { buildApp } from './http/app.ts';
import { clockGauges } from './http/metrics/clock-gauges.ts';
import { Metrics } from './http/metrics/metrics.ts';
import { pageFiles } from './http/pages/page-files.ts';
import { portalFiles } from './http/pages/portal-files.ts';
import { openProviders } from './providers/registry.ts';
import { mountShop } from './shop.ts';
import { openConfirmationStore } from './storage/confirmations/confirmation-store.ts';
import { askForCitus, openDatabase } from './storage/database/database.ts';
import { openDatabaseClock } from './storage/database/database-clock.ts';
import { openVault } from './storage/keys/vault.ts';
import { openBrandDirectory } from './storage/merchants/brand-directory.ts';
import { openRefundStore } from './storage/refunds/refund-store.ts';
import { openRequestLog } from './storage/requests/request-log.ts';
import { openTransactionStore } from './storage/transactions/transaction-store.ts';
import { startChores } from './worker/chores.ts';
import { startLoop } from './worker/loop.ts';
import { openPost } from './worker/webhooks/webhook-post.ts';
import { createWebhookSender } from './worker/webhooks/webhook-sender.ts';

export interface GatewayOptions {
  config: Config;
  secrets: { masterKey: Buffer; operatorToken: string };
  databaseUrl: string;
  log: Logger;
  /** How many lines of the log nobody will read; for the metrics. */
  droppedLines?: () => number;
  /** Tests move time; everything the gateway decides by the clock asks this one. Else it is the database's. */
  now?: () => Date;
}

export interface Gateway {
  app: FastifyInstance;
  context: Context;
  /** Binds the port of the configuration (0: any free one). */
  listen(): Promise<{ address: string; port: number }>;
  startWorkers(): void;
  seedDemoIfEmpty(): Promise<DemoAccount | null>;
  /** Stops accepting, finishes what is in flight, closes the database. Safe to call twice. */
  stop(): Promise<void>;
}

export async function createGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, secrets, log } = options;
  const sql = openDatabase(options.databaseUrl);
  try {
    await askForCitus(sql);
    const clock = options.now ? null : await openDatabaseClock(sql, log);
    const now = options.now ?? clock!.now;
    const vault = await openVault(sql, secrets.masterKey);
    const brands = await openBrandDirectory({
      sql,
      vault,
      now,
      log,
      defaultRisk: defaultRisk(config.environment),
    });
    const metrics = new Metrics(options.droppedLines);
    if (clock) clockGauges(metrics.registry, clock);
    const pulses: Context['pulses'] = new Set();
    const webhooks = createWebhookSender({
      config,
      sql,
      log,
      now,
      pulses,
      brand: brands.byId,
      observe: {
        tried: (delivered) => metrics.countWebhookTry(delivered ? 'delivered' : 'failed'),
        arrived: (afterMs) => metrics.observeWebhookDelay(afterMs / 1_000),
      },
    });
    const posts = openPost(config);
    const transactions = openTransactionStore(sql, (store, size) => metrics.observeGroup(store, size));
    const refunds = openRefundStore(sql, (store, size) => metrics.observeGroup(store, size));
    const providers = openProviders({
      config,
      vault,
      now,
      log,
      observe: (provider, state) => metrics.observeProvider(provider, state === 'open'),
    });
    const context: Context = {
      config,
      operatorToken: secrets.operatorToken,
      sql,
      now,
      log,
      brands,
      transactions,
      refunds,
      confirmations: openConfirmationStore(sql),
      vault,
      outbox: webhooks,
      pulses,
      countTransaction: (...labels) => metrics.countTransaction(...labels),
      countRiskRefusal: (rule) => metrics.countRiskRefusal(rule),
      providersFor: providers.forOption,
      provider: providers.byId,
      providerHealth: providers.health,
      postToMerchant: posts.post,
      requestLog: openRequestLog(sql, log),
    };
    if (config.environment === 'test') context.withClock = (clock) => withClock(context, clock);
    const app = buildApp(context, metrics);
    if (config.environment === 'test') mountShop(app, config, log);
    let stopLoops: (() => Promise<void>)[] = [];
    let stopping: Promise<void> | undefined;

    async function stopOnce(): Promise<void> {
      await app.close();
      await Promise.all(stopLoops.map((stop) => stop()));
      await transactions.settled();
      await refunds.settled();
      await webhooks.stop();
      await posts.close();
      await context.requestLog.settled();
      await sql.end({ timeout: 5 });
    }

    return {
      app,
      context,
      async listen() {
        // Rather no gateway than one whose shoppers cannot pay, or whose merchants cannot look.
        pageFiles();
        portalFiles();
        await app.listen({ port: config.port, host: config.host });
        const { address, port } = app.server.address() as AddressInfo;
        return { address, port };
      },
      startWorkers() {
        // Every role seals: after a rotation it must learn of the new key.
        const keys = startLoop(context, {
          name: 'refresh keys',
          everyMs: 5_000,
          work: () => vault.refresh(),
        });
        const changes = startLoop(context, {
          name: 'refresh brands',
          everyMs: 1_000,
          longestRestMs: 1_000,
          work: async () => {
            await brands.refresh();
            await brands.writeUses();
          },
        });
        stopLoops = [keys.stop, changes.stop];
        if (clock) {
          const work = () => clock.check();
          stopLoops.push(startLoop(context, { name: 'database clock', everyMs: 3_000, work }).stop);
        }
        if (config.role === 'api') return;
        webhooks.start();
        stopLoops.push(startChores(context));
      },
      seedDemoIfEmpty: () => seedDemo(context),
      stop: () => (stopping ??= stopOnce()),
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

/** Its webhooks lie in the database from the first moment: the sender of this process is told of none. */
function withClock(context: Context, now: () => Date): Context {
  const { forOption, byId } = openProviders({ ...context, now });
  const outbox = { take: () => false, commit: () => {}, abandon: () => {} };
  return { ...context, now, outbox, providersFor: forOption, provider: byId };
}
