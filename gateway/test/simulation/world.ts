// The world of one seed: its own brand, a clock that only the simulation moves, a network, and gateway processes that
// start and stop. The database is real. Seeds use it one after the other.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { pino } from 'pino';
import type { Context } from '../../src/actions/context.ts';
import { moveFunding } from '../../src/actions/ledger/fund-brand.ts';
import { PASSWORD_COST } from '../../src/domain/access/password.ts';
import type { Brand } from '../../src/domain/merchants/brand.ts';
import { PLAIN_LOOK } from '../../src/domain/merchants/brand-look.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/merchants/brand-settings.ts';
import { BlockList } from '../../src/domain/risk/block-list.ts';
import { completeLimits } from '../../src/domain/risk/risk.ts';
import { loadConfig } from '../../src/process/config.ts';
import { routeTo } from '../../src/providers/registry.ts';
import { type CaptureStore, openCaptureStore } from '../../src/storage/captures/capture-store.ts';
import {
  type ConfirmationStore,
  openConfirmationStore,
} from '../../src/storage/confirmations/confirmation-store.ts';
import { openPipeline, type Pipeline, type Sql } from '../../src/storage/database/database.ts';
import { Vault } from '../../src/storage/keys/vault.ts';
import { fillListing } from '../../src/storage/listing/fill-listing.ts';
import { openFoldingPipeline } from '../../src/storage/listing/fold-changes.ts';
import { openRefundStore, type RefundStore } from '../../src/storage/refunds/refund-store.ts';
import {
  openTransactionStore,
  type TransactionStore,
} from '../../src/storage/transactions/transaction-store.ts';
import { openTestPool, PLAN_LIFETIME_MS } from '../stage/harness-database.ts';
import { type Network, openNetwork } from './network/network.ts';
import { type Process, startProcess } from './process.ts';
import { type Random, randomOf } from './random.ts';

/** One database and its connections. Seeds use it one after the other. */
export interface SimulationDatabase {
  sql: Sql;
  store: TransactionStore;
  refunds: RefundStore;
  captures: CaptureStore;
  confirmations: ConfirmationStore;
  vault: Vault;
  /** Where webhook senders note their tries. */
  notes: Pipeline;
  /** The pipeline that folds listings. */
  folding: Pipeline;
  /** Removes everything from the last seed. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface World {
  random: Random;
  network: Network;
  brand: Brand;
  database: SimulationDatabase;
  /** Errors in the gateways' logs that somebody should look at. */
  errors: string[];
  /** A gateway context without a process that could be killed. */
  context: Context;
  process: Process;
  /** After a kill: starts another process on the same database. */
  restart(): void;
  /** Runs besides the first one, for one move. */
  startAnother(): Process;
  /** Waits for the commits of killed processes that are still on their way. */
  settled(): Promise<void>;
  now(): Date;
  advance(ms: number): void;
}

const START = Date.parse('2026-03-01T12:00:00.000Z');
const TABLES =
  'openings, idempotency_keys, steps, open_work, declined_attempts, customers, cards, transfers, balances, balance_changes, fundings, events, webhook_queue, webhook_tries, webhook_endpoints, refunds, captures, mandates, confirmations, notification_work, provider_notifications, risk_attempts, risk_declines, transaction_changes, facets, listing, daily_totals, quarter_totals';

export async function openSimulationDatabase(databaseUrl: string): Promise<SimulationDatabase> {
  const sql = await openTestPool(databaseUrl, { maxConnections: 6, planLifetimeMs: PLAN_LIFETIME_MS });
  const store = openTransactionStore(sql);
  const refunds = openRefundStore(sql);
  const captures = openCaptureStore(sql);
  const folding = openFoldingPipeline(sql);
  // The database has no earlier rows, so from now on the listing is complete.
  await fillListing(sql, folding, new Date(), 1);
  return {
    sql,
    store,
    refunds,
    captures,
    confirmations: openConfirmationStore(sql),
    vault: await Vault.open(sql, Buffer.alloc(32, 9)),
    notes: openPipeline(sql),
    folding,
    async clear() {
      await store.settled();
      await refunds.settled();
      await captures.settled();
      await sql.unsafe(
        TABLES.split(', ')
          .map((table) => `delete from ${table}`)
          .join('; '),
      );
    },
    async close() {
      await store.settled();
      await refunds.settled();
      await captures.settled();
      await sql.end({ timeout: 5 });
    },
  };
}

/** Plants a bug in a gateway, to see whether the checks notice it. */
export type Sabotage = (context: Context) => Context;

export async function openWorld(
  database: SimulationDatabase,
  seed: number,
  killChance: number,
  sabotage: Sabotage = (context) => context,
): Promise<World> {
  const random = randomOf(seed);
  let time = START;
  const now = () => new Date(time);
  const errors: string[] = [];
  const commits = new Set<Promise<unknown>>();
  const network = openNetwork(random, now);
  const brand = { ...aBrand(), risk: random.chance(0.4) ? RISK : null };
  const providers = routeTo([network.provider]);
  const config = loadConfig({ PUBLIC_URL: 'http://gateway.example', LOG_LEVEL: 'silent' });
  const context: Context = sabotage({
    config,
    operatorToken: 'operator',
    sql: database.sql,
    now,
    log: pino({ level: 'error' }, { write: (line: string) => errors.push(line) }),
    brands: {
      byApiKey: () => brand,
      findKey: () => ({ entry: { brand }, key: { scopes: null, maker: null } }),
      byId: (id) => (id === brand.brandId ? brand : undefined),
      *all() {
        yield brand;
      },
      *merchantIds() {
        yield brand.merchantId;
      },
      async refresh() {},
      async lookForNewKeys() {},
      noteSecretUse() {},
      async writeUses() {},
    },
    providerAccounts: {
      ofBrand: () => [],
      all: () => [],
      byId: () => undefined,
      async find() {
        return undefined;
      },
      async refresh() {},
      async noteNotification() {},
      async noteRefused() {},
      async writeNotes() {},
    },
    providerKinds: [],
    transactions: database.store,
    refunds: database.refunds,
    captures: database.captures,
    confirmations: database.confirmations,
    vault: database.vault,
    passwordCost: PASSWORD_COST,
    tracing: null,
    countTransaction() {},
    countRiskRefusal() {},
    outbox: { take: () => false, commit() {}, abandon() {} },
    loopHandles: new Set(),
    providersFor: providers.forOption,
    provider: providers.byId,
    providerCalls: { write: async () => {} },
    countNotification() {},
    postToMerchant: async () => ({ statusCode: 200, error: null, excerpt: null, durationMs: 1 }),
    askIdentityProvider: async () => new Response(null, { status: 503 }),
    mailer: null,
    countMail() {},
    requestLog: { wants: () => false, note() {}, settled: async () => {} },
  });
  await database.sql.begin((tx) =>
    moveFunding(tx, {
      merchantId: brand.merchantId,
      brandId: brand.brandId,
      reference: 'start',
      currency: 'INR',
      amountMinor: 5_000n,
      at: now(),
    }),
  );
  const world: World = {
    random,
    network,
    brand,
    database,
    errors,
    context,
    process: startProcess(context, random, killChance, commits),
    restart() {
      world.process = startProcess(context, random, killChance, commits);
    },
    startAnother: () => startProcess(context, random, killChance, commits),
    async settled() {
      await Promise.allSettled([...commits]);
    },
    now,
    advance(ms) {
      time += ms;
    },
  };
  return world;
}

/** Small limits, so that a short play reaches them. */
const RISK = completeLimits({
  attemptsPerCard: { limit: 2, windowSeconds: 400 },
  declinesPerBin: { limit: 2, windowSeconds: 3_600 },
});

function aBrand(): Brand {
  return {
    merchantId: randomUUID(),
    brandId: randomUUID(),
    name: 'Simulated',
    ...DEFAULT_SETTINGS,
    notificationUrl: 'https://shop.example/webhooks',
    optionIds: null,
    look: PLAIN_LOOK,
    blocks: new BlockList(),
    optionSettings: new Map(),
    signingSecrets: [{ id: randomUUIDv7(), secret: 'tgs_simulated', expiresAt: null }],
  } as unknown as Brand;
}
