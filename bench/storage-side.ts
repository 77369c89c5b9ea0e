// D, the storage side of the bound, in a separate process: only the store functions that the gateway calls, with the
// rows that it would write; no HTTP, no rules, no webhooks. As many concurrent payments as the load has connections,
// because group commit needs waiting jobs.
import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto';
import { STANDARD_LIMITS } from '../gateway/src/domain/risk/risk.ts';
import { attemptCheck } from '../gateway/src/domain/transactions/counted-attempt.ts';
import { openDatabase, type Sql } from '../gateway/src/storage/database/database.ts';
import {
  openTransactionStore,
  type TransactionStore,
} from '../gateway/src/storage/transactions/transaction-store.ts';
import { answerAsks } from './children.ts';
import type { Sample } from './gateway-process.ts';
import { USERS, userIdOf } from './payments.ts';

export interface StorageRun {
  perSecond: number;
}

let sql: Sql;
let store: TransactionStore;
let sample: Sample;
let made = 0;

function nextJobs(): Sample {
  const { open, apply } = sample;
  const now = new Date();
  const id = randomUUIDv7();
  const userId = userIdOf(Math.floor(Math.random() * USERS));
  const own = {
    id,
    userId,
    sessionId: randomUUIDv7(),
    merchantReference: `order-${process.pid}-${String(++made).padStart(10, '0')}`,
    cardKey: open.check ? randomBytes(16) : null,
    createdAt: now,
    updatedAt: now,
  };
  const card = open.transaction.card && { ...open.transaction.card, token: `tok_${userId.padEnd(43, '0')}` };
  const before = { ...open.transaction, ...own, card, dueAt: new Date(now.getTime() + 20_000) };
  const { change, event } = apply;
  return {
    open: {
      transaction: before,
      profile: open.profile,
      idempotency: open.idempotency && { ...open.idempotency, key: randomUUID() },
      check: open.check ? attemptCheck(STANDARD_LIMITS, before, now) : null,
    },
    apply: {
      change: {
        ...change,
        before,
        after: { ...change.after, ...own, card, completedAt: now },
        entry: change.entry && { ...change.entry, at: now },
      },
      event: event && { ...event, transactionId: id, eventId: randomUUIDv7(), createdAt: now },
      taken: true,
      answer: apply.answer ?? null,
    },
  };
}

async function run(plan: { connections: number; warmupMs: number; measureMs: number }): Promise<StorageRun> {
  const begin = performance.now() + plan.warmupMs;
  const end = begin + plan.measureMs;
  let inWindow = 0;
  async function payOneByOne(): Promise<void> {
    for (;;) {
      const jobs = nextJobs();
      const opened = await store.open(jobs.open);
      if (opened.kind !== 'opened') throw new Error(`the store did not open the transaction: ${opened.kind}`);
      const applied = await store.apply(jobs.apply);
      if (applied !== 'applied') throw new Error(`the store did not apply the outcome: ${applied}`);
      const now = performance.now();
      if (now >= end) return;
      if (now >= begin) inWindow++;
    }
  }
  await Promise.all(Array.from({ length: plan.connections }, payOneByOne));
  return { perSecond: inWindow / (plan.measureMs / 1_000) };
}

answerAsks(
  {
    begin(plan: { databaseUrl: string; sample: Sample }) {
      sql = openDatabase(plan.databaseUrl);
      store = openTransactionStore(sql);
      sample = plan.sample;
    },
    run,
  },
  () => sql?.end({ timeout: 5 }),
);
