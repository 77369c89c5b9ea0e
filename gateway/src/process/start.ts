// One running process, from its configuration to its end. It starts database, schema, gateway, demo, HTTP and workers.
// After SIGTERM, SIGINT or SIGHUP it is not ready, but it still answers for SHUTDOWN_DELAY_MS. Then it stops everything
// in reverse order, within 10 s (contract 1). Must never exit with unfinished work while there is time, nor stay longer
// than that.

import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { DemoAccount } from '../demo/seed-demo.ts';
import { optionsOf } from '../domain/options/payment-option.ts';
import { loadProviders } from '../providers/load-packages.ts';
import { isConnectionLoss } from '../storage/database/database.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { version } from './build.ts';
import type { Config } from './config.ts';
import { type DatabaseServer, openDatabaseServer } from './database-server.ts';
import { EndBySignals } from './end-by-signals.ts';
import { Gateway } from './gateway.ts';
import { listen, listenWhileWaiting } from './listen.ts';
import { newLog } from './log.ts';
import { LogOutput } from './log-output.ts';
import { resolveSecrets } from './secrets.ts';
import { startBlock } from './start-block.ts';
import type { WaitingServer } from './waiting-server.ts';

/** Contract 1 allows 10 s in all: requests and workers get most of it, the database's shutdown the rest. */
const GATEWAY_STOP_MS = 7_500;
const WHOLE_STOP_MS = 9_300;
const LAST_SPANS_MS = 500;

/**
 * `waits`: waits for the database of DATABASE_URL, as long as it takes. `restored`: the operator says that it is a
 * restored copy.
 */
export async function start(
  config: Config,
  { waits, restored }: { waits: boolean; restored: boolean },
): Promise<void> {
  const logging = await openLog(config);
  const { log, tracing } = logging;
  let waiting: WaitingServer | null = null;
  let opening: Promise<DatabaseServer> | undefined;
  let gateway: Gateway | undefined;
  let isServing = false;

  // Also while the database is still being started.
  async function stopDatabase(timeoutMs: number): Promise<void> {
    const stopped = opening?.then((server) => server.stop(timeoutMs)).catch(() => {});
    await Promise.race([stopped, sleep(timeoutMs + 200)]);
  }

  async function end(): Promise<void> {
    const endAt = Date.now() + WHOLE_STOP_MS;
    await waiting?.stop();
    const stopped = gateway?.stop().then(() => true) ?? Promise.resolve(true);
    // Without this, a connection whose last request is answered only now would stay open for the client's next request.
    const idle = setInterval(() => gateway?.app.server.closeIdleConnections(), 50);
    const inTime = await Promise.race([stopped, sleep(GATEWAY_STOP_MS, false)]);
    clearInterval(idle);
    if (!inTime) log.warn('requests or workers did not finish in time; the next start continues their work');
    await tracing?.stop(LAST_SPANS_MS);
    await stopDatabase(endAt - Date.now());
  }

  function onUncaught(error: unknown): void {
    // A query that runs while the database is being stopped fails, which must not fail the stop.
    if (stopping.aborted && isConnectionLoss(error)) return;
    log.fatal({ err: error }, 'uncaught error');
    stopDatabase(1_500).finally(() => process.exit(1));
  }

  const { stopping } = new EndBySignals(log, {
    delayMs: () => (isServing && config.listens ? config.shutdownDelayMs : 0),
    leave: () => gateway!.leave(),
    end,
  });
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);

  try {
    // Before the database: a package that cannot be used is found at once.
    const providerKinds = await loadProviders(config.providerPackages);
    const secrets = await resolveSecrets(config);
    if (waits && config.databaseUrl !== null) waiting = await listenWhileWaiting(config);
    opening = openDatabaseServer(config, log, { signal: stopping, waits });
    const { databaseUrl } = await opening;
    gateway = await Gateway.open({ config, secrets, databaseUrl, providerKinds, ...logging });
    await gateway.register(restored, (reason) => onUncaught(new Error(reason)));
    const seedsDemo =
      !gateway.isHeld &&
      config.environment === 'test' &&
      config.databaseUrl === null &&
      config.role !== 'worker';
    if (seedsDemo) await gateway.seedDemoIfEmpty();
    const url = await listen(config, gateway, waiting);
    gateway.startWorkers();
    isServing = true;
    log.info({ url, role: config.role, environment: config.environment }, 'ready');
    await greet(config, { url, accounts: countAccounts(config, gateway, log) }, log);
  } catch (error) {
    // A signal during the start: its handler ends the process, and it caused this error.
    if (stopping.aborted) return;
    await end();
    throw error;
  }
}

/** The log, with the first warnings in it. Its lines name their traces. */
async function openLog(config: Config) {
  const output = new LogOutput(1);
  const tracing = await tracingOf(config);
  const log = newLog(config.logLevel, 1, output, tracing);
  for (const setting of config.weakSettings) log.warn(`weak setting: ${setting}`);
  if (config.environment === 'production' && process.getuid?.() === 0) {
    log.warn('this process runs as root; start it as another user, or set RUN_AS to one');
  }
  return { log, tracing, droppedLines: () => output.dropped };
}

/** Loads the packages of OpenTelemetry only if the configuration names a place for traces. */
async function tracingOf({ traceEndpoint, environment }: Config): Promise<Tracing | null> {
  if (traceEndpoint === null) return null;
  const { openTracing } = await import('../tracing/open-telemetry.ts');
  return openTracing({ endpoint: traceEndpoint, version: version(), environment });
}

/** The number of provider accounts that brands use; null if the sandbox serves everything that no account serves. */
function countAccounts({ environment }: Config, { context }: Gateway, log: Logger): number | null {
  if (environment !== 'production') return null;
  const used = context.providerAccounts.all().filter(({ retiredAt }) => retiredAt === null);
  if (used.length === 0)
    log.warn('no brand is connected to a provider: payments are declined with 1011 (docs/PROVIDERS.md)');
  return used.length;
}

/** In test a person reads it; production writes only its log, unless it runs in a terminal. */
async function greet(
  config: Config,
  { url, accounts }: { url: string | null; accounts: number | null },
  log: Logger,
): Promise<void> {
  if (
    url === null ||
    (config.environment === 'production' && !process.stdout.isTTY) ||
    log.level === 'silent'
  )
    return;
  const shown = (name: string) => {
    const near = relative(process.cwd(), join(config.dataDir, name));
    return near.startsWith('..') ? join(config.dataDir, name) : near;
  };
  const demoFile = join(config.dataDir, 'demo.json');
  const demo = await readFile(demoFile, 'utf8').then(
    (text) => JSON.parse(text) as Pick<DemoAccount, 'apiKey'> & Partial<Pick<DemoAccount, 'portal'>>,
    () => null,
  );
  const owner = demo?.portal?.users.find(({ role }) => role === 'owner') ?? null;
  const block = startBlock(
    {
      url,
      environment: config.environment,
      role: config.role,
      database:
        config.databaseUrl === null
          ? `embedded PostgreSQL in ${shown('postgres')}`
          : 'PostgreSQL of DATABASE_URL',
      demo:
        demo && config.databaseUrl === null ? { apiKey: demo.apiKey, file: shown('demo.json'), owner } : null,
      cardOptionId: optionsOf('PAYIN').find((option) => option.type === 'CARD')!.id,
      accounts,
      operatorTokenFile: config.operatorToken === null ? shown('operator.token') : null,
      tookMs: process.uptime() * 1000,
    },
    { colour: process.stdout.isTTY === true },
  );
  process.stdout.on('error', () => {}).write(block);
}
