// Transaction stores on their own database, for tests of groups: one store has a direct connection, the other goes
// through a bad network. Also jobs for the stores, and reads of the tables.
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { Outcome } from '../../src/domain/transactions/outcome.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { transition } from '../../src/domain/transactions/transition.ts';
import { statusEvent } from '../../src/domain/webhooks/webhook-event.ts';
import type { Sql } from '../../src/storage/database/database.ts';
import type { ApplyJob } from '../../src/storage/transactions/apply-changes.ts';
import {
  openTransactionStore,
  type TransactionStore,
} from '../../src/storage/transactions/transaction-store.ts';
import { aTransaction } from '../stage/builders.ts';
import { type FaultProxy, startFaultProxy } from '../stage/fault-proxy.ts';
import { openTestPool } from '../stage/harness-database.ts';
import { reusedDatabases } from '../stage/reused-databases.ts';

export const LATER = new Date('2026-03-01T12:00:05.000Z');
/** The visible card data of a transaction. */
export const CARD = {
  brand: 'VISA',
  first6: '424242',
  last4: '4242',
  expiryMonth: '12',
  expiryYear: '2035',
} as const;
const SENDER = {
  notificationUrl: null,
  signingSecrets: [{ id: randomUUID(), secret: 'tgs_of_the_stage' }],
};

export interface Stage {
  databaseUrl: string;
  /** No other test uses the database after this one, which changes more than rows. */
  wearOut(): void;
  proxy: FaultProxy;
  /** A direct connection. */
  sql: Sql;
  store: TransactionStore;
  /** A connection through the proxy. */
  shaky: Sql;
  shakyStore: TransactionStore;
}

const takeDatabase = reusedDatabases({
  async open(databaseUrl) {
    const sql = await openTestPool(databaseUrl, { maxConnections: 2 });
    return { sql, store: openTransactionStore(sql) };
  },
  settle: ({ store }) => store.settled(),
  close: ({ sql }) => sql.end({ timeout: 1 }),
});

export async function openStage(t: TestContext, { maxConnections = 2 } = {}): Promise<Stage> {
  const { databaseUrl, parts, wearOut, giveBack } = await takeDatabase();
  const proxy = await startFaultProxy(t, databaseUrl);
  const shaky = await openTestPool(proxy.databaseUrl, { maxConnections });
  t.after(async () => {
    await shaky.end({ timeout: 1 });
    await giveBack();
  });
  return {
    ...parts,
    databaseUrl,
    wearOut,
    proxy,
    shaky,
    shakyStore: openTransactionStore(shaky),
  };
}

/** Stored transactions, all of one brand. */
export async function stored(
  { store }: Stage,
  count: number,
  fields: Partial<Transaction> = {},
): Promise<Transaction[]> {
  const same = { merchantId: randomUUID(), brandId: randomUUID() };
  const transactions = Array.from({ length: count }, () => aTransaction({ ...same, ...fields }));
  await Promise.all(transactions.map((transaction) => store.open({ transaction, profile: null })));
  return transactions;
}

/** The job that apply-outcome.ts would hand over; `fields` override the changed transaction. */
export function applyJob(before: Transaction, outcome: Outcome, fields: Partial<Transaction> = {}): ApplyJob {
  const change = transition(before, outcome, 'merchant', LATER);
  if (!change) throw new Error(`${before.status} does not admit ${outcome.kind}`);
  Object.assign(change.after, fields);
  const event = change.entry && statusEvent(change, randomUUIDv7(), SENDER);
  return { change, event, taken: false };
}

export interface Traces {
  status: string;
  version: number;
  timeline: number;
  events: number;
  transfers: number;
  cards: number;
}

/** How often each row of a transaction was written. */
export async function tracesOf(
  { sql }: Pick<Stage, 'sql'>,
  { merchantId, id }: Transaction,
): Promise<Traces> {
  const [row] = await sql`
    select t.status, t.version,
      (select count(*)::int from timeline where merchant_id = ${merchantId} and transaction_id = ${id}) as timeline,
      (select count(*)::int from webhook_events where merchant_id = ${merchantId} and transaction_id = ${id}) as events,
      (select count(*)::int from transfers where merchant_id = ${merchantId} and transaction_id = ${id}) as transfers,
      (select count(*)::int from cards where merchant_id = ${merchantId} and user_id = t.user_id) as cards
    from transactions t where merchant_id = ${merchantId} and id = ${id}`;
  return { ...row } as Traces;
}

/** Longer than anything that does not hang, however busy the machine is. */
const PATIENCE_MS = 60_000;

/** Rejects if the work hangs, which a caller must never do. */
export async function settling<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`still waiting after ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
