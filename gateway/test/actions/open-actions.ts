// The gateway without HTTP and without loops, for tests of actions and sweeps: real database, vault, brands and
// sandbox, a clock that stands still until the test moves it, and an outbox that sends nothing.
import { randomUUIDv7 } from 'node:crypto';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import type { Context } from '../../src/actions/context.ts';
import { createBrand } from '../../src/actions/merchants/create-brand.ts';
import { createMerchant } from '../../src/actions/merchants/create-merchant.ts';
import { type CreateRequest, createTransaction } from '../../src/actions/transactions/create-transaction.ts';
import { ROOT } from '../../src/domain/audit/audit.ts';
import type { Brand } from '../../src/domain/merchants/brand.ts';
import { optionsOf } from '../../src/domain/options/payment-option.ts';
import { NO_DETAILS } from '../../src/domain/transactions/new-transaction.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { loadConfig } from '../../src/process/config.ts';
import { newProviders } from '../../src/providers/registry.ts';
import { type CaptureStore, openCaptureStore } from '../../src/storage/captures/capture-store.ts';
import {
  type ConfirmationStore,
  openConfirmationStore,
} from '../../src/storage/confirmations/confirmation-store.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import { Vault } from '../../src/storage/keys/vault.ts';
import { BrandDirectory } from '../../src/storage/merchants/brand-directory.ts';
import { ProviderDirectory } from '../../src/storage/merchants/provider-directory.ts';
import { openRefundStore, type RefundStore } from '../../src/storage/refunds/refund-store.ts';
import {
  openTransactionStore,
  type TransactionStore,
} from '../../src/storage/transactions/transaction-store.ts';
import { atEndOfTests } from '../stage/end-of-tests.ts';
import { openTestPool, PLAN_LIFETIME_MS } from '../stage/harness-database.ts';
import { type Kind, reusedDatabases } from '../stage/reused-databases.ts';

export const CARD_OPTION_ID = optionsOf('PAYIN').find((option) => option.type === 'CARD')!.id;
export const START = new Date('2026-03-01T12:00:00.000Z');

export interface Actions {
  context: Context;
  brand: Brand;
  databaseUrl: string;
  /** No other test uses the database after this one, which changes more than rows. */
  wearOut(): void;
  /** Logged lines, parsed. */
  logged: Record<string, unknown>[];
  advance(ms: number): void;
  /** Makes a card pay-in by its action; returns the stored transaction. */
  pay(cardNumber: string, fields?: Partial<CreateRequest>): Promise<Transaction>;
  request(cardNumber: string, fields?: Partial<CreateRequest>): CreateRequest;
  read(transaction: Pick<Transaction, 'merchantId' | 'id'>): Promise<Transaction>;
  /** The stored webhook events of a transaction, oldest first. */
  // biome-ignore lint/suspicious/noExplicitAny: webhook bodies, read freely
  events(transaction: Pick<Transaction, 'merchantId' | 'id'>): Promise<any[]>;
}

/** A pool and its stores, as a process has them. */
interface Storage {
  sql: Sql;
  transactions: TransactionStore;
  refunds: RefundStore;
  captures: CaptureStore;
  confirmations: ConfirmationStore;
}

const STORAGE: Kind<Storage> = {
  async open(databaseUrl) {
    const sql = await openTestPool(databaseUrl, { maxConnections: 4, planLifetimeMs: PLAN_LIFETIME_MS });
    return {
      sql,
      transactions: openTransactionStore(sql),
      refunds: openRefundStore(sql),
      captures: openCaptureStore(sql),
      confirmations: openConfirmationStore(sql),
    };
  },
  async settle({ transactions, refunds, captures }) {
    await transactions.settled();
    await refunds.settled();
    await captures.settled();
  },
  close: ({ sql }) => sql.end({ timeout: 5 }),
};
const takeStorage = reusedDatabases(STORAGE);

let shared: ReturnType<typeof takeStorage> | undefined;
let merchants = 0;

/** `beside`: opens another process on the first one's database, brand and clock. */
export async function openActions(t: Pick<TestContext, 'after'>, beside?: Actions): Promise<Actions> {
  if (beside) return await openBeside(t, beside);
  const { databaseUrl, parts, wearOut, giveBack } = await takeStorage();
  t.after(giveBack);
  return await actionsOn(databaseUrl, parts, wearOut);
}

async function openBeside(t: Pick<TestContext, 'after'>, beside: Actions): Promise<Actions> {
  const { databaseUrl } = beside;
  beside.wearOut();
  const storage = await STORAGE.open(databaseUrl);
  t.after(async () => {
    await STORAGE.settle(storage);
    await STORAGE.close(storage);
  });
  return await actionsOn(databaseUrl, storage, beside.wearOut, beside);
}

/**
 * A merchant, a clock and a log of its own on the database that the process shares: for tests that neither sweep nor
 * count what other merchants have.
 */
export async function sharedActions(t: Pick<TestContext, 'after'>): Promise<Actions> {
  const isFirst = shared === undefined;
  shared ??= takeStorage();
  const { databaseUrl, parts, wearOut, giveBack } = await shared;
  if (isFirst)
    atEndOfTests(async () => {
      wearOut();
      await giveBack();
    });
  t.after(() => STORAGE.settle(parts));
  return await actionsOn(databaseUrl, parts, wearOut);
}

async function actionsOn(
  databaseUrl: string,
  { sql, transactions, refunds, captures, confirmations }: Storage,
  wearOut: () => void,
  beside?: Actions,
): Promise<Actions> {
  const vault = await Vault.open(sql, Buffer.alloc(32, 7));
  let time = START.getTime();
  const now = beside?.context.now ?? (() => new Date(time));
  const config = loadConfig({ PUBLIC_URL: 'http://gateway.example', LOG_LEVEL: 'warn' });
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line)) });
  const brands = await BrandDirectory.open({ sql, vault, now, log, defaultRisk: 'off' });
  const providers = newProviders({ config, vault, now });
  const context: Context = {
    config,
    operatorToken: 'operator',
    sql,
    now,
    log,
    brands,
    providerAccounts: await ProviderDirectory.open({ sql, vault, log }),
    providerKinds: [],
    transactions,
    refunds,
    captures,
    confirmations,
    vault,
    passwordCost: { memoryKib: 8, passes: 1 },
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
  };
  let brand = beside?.brand;
  if (!brand) {
    const { merchantId } = await createMerchant(context, ROOT, { name: `Test Merchant ${++merchants}` });
    const { brandId } = await createBrand(context, ROOT, merchantId, { name: 'Test Brand' });
    brand = brands.byId(brandId)!;
  }
  const request: Actions['request'] = (cardNumber, fields) => payinRequest(brand, cardNumber, fields);
  const read: Actions['read'] = async ({ merchantId, id }) => (await transactions.find(merchantId, id))!;
  return {
    context,
    brand,
    databaseUrl,
    wearOut,
    logged,
    advance(ms) {
      time += ms;
    },
    request,
    async pay(cardNumber, fields) {
      const { result } = await createTransaction(context, request(cardNumber, fields));
      return read({ merchantId: brand.merchantId, id: result.transactionId });
    },
    read,
    async events({ merchantId, id }) {
      const rows = await sql`select body from webhook_events
        where merchant_id = ${merchantId} and transaction_id = ${id} order by sequence`;
      return rows.map((row) => JSON.parse(row.body));
    },
  };
}

function payinRequest(brand: Brand, number: string, fields: Partial<CreateRequest> = {}): CreateRequest {
  return {
    type: 'PAYIN',
    brand,
    origin: 'v3',
    optionId: CARD_OPTION_ID,
    currency: 'EUR',
    amountMinor: 2500n,
    country: 'DE',
    merchantReference: `order-${randomUUIDv7()}`,
    paymentReference: null,
    userId: null,
    details: NO_DETAILS,
    card: {
      kind: 'new',
      details: {
        number,
        first6: number.slice(0, 6),
        last4: number.slice(-4),
        brand: 'VISA',
        expiryMonth: '12',
        expiryYear: '2035',
        cvv: '123',
        holder: 'Ada Lovelace',
      },
    },
    paymentData: {},
    idempotency: null,
    ...fields,
  };
}
