// The upgrade to steps (0026, decision 63): a database of the release before it, with transactions in every state, is migrated
// and works. Rows that the store writes today are copied into the former tables, whose columns are those of today's views.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { moveFunding } from '../../src/actions/ledger/fund-brand.ts';
import { verifyLedger } from '../../src/actions/ledger/verify-ledger.ts';
import type { Outcome } from '../../src/domain/transactions/outcome.ts';
import type { Transaction } from '../../src/domain/transactions/transaction.ts';
import { openDatabase, type Sql } from '../../src/storage/database/database.ts';
import { listWaiting } from '../../src/storage/payouts/waiting-payouts.ts';
import { openRefundStore } from '../../src/storage/refunds/refund-store.ts';
import { MIGRATIONS_DIR, migrate, readMigrations } from '../../src/storage/schema/migrate.ts';
import { undecidedTransactions } from '../../src/storage/transactions/stuck-store.ts';
import { openTransactionStore } from '../../src/storage/transactions/transaction-store.ts';
import { createTestDatabase } from '../stage/harness-database.ts';
import { ending, opening } from './refund-jobs.ts';
import { applyJob, CARD, LATER, openStage, type Stage, stored } from './store-stage.ts';

const EXPIRES = new Date(LATER.getTime() + 900_000);
const COMPLETED: Outcome = { kind: 'completed' };
const TOKEN = Buffer.alloc(32, 5);
const BRAND = {
  merchantId: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d15',
  brandId: '0197c2f4-5b7e-7a31-9d0c-3f6a2b8e4d16',
};

type Place = Pick<Stage, 'sql' | 'store'>;

async function move(
  { store }: Place,
  before: Transaction,
  outcome: Outcome,
  fields: Partial<Transaction> = {},
): Promise<Transaction> {
  const job = applyJob(before, outcome, fields);
  assert.equal(await (outcome.kind === 'approved' ? store.approve : store.apply)(job), outcomeOf(outcome));
  return job.change.after;
}

const outcomeOf = ({ kind }: Outcome) => (kind === 'approved' ? 'approved' : 'applied');

/** One of everything that can be under way when the release is replaced, and of what has ended. */
async function underWay(stage: Stage) {
  const open = async (fields: Partial<Transaction> = {}) =>
    (await stored(stage, 1, { ...BRAND, ...fields }))[0]!;
  const payout = { type: 'PAYOUT', provider: null, paymentDataSealed: Buffer.from('an account') } as const;
  await stage.sql.begin((tx) =>
    moveFunding(tx, { ...BRAND, currency: 'EUR', amountMinor: 90_000n, reference: 'wire', at: LATER }),
  );
  const waits = { kind: 'approval-needed', expiresAt: EXPIRES } as const;
  const session = { origin: 'session', provider: null, cashierExpiresAt: EXPIRES, dueAt: EXPIRES } as const;
  const redirect = { kind: 'redirect', redirectUrl: 'https://bank.example', expiresAt: EXPIRES } as const;
  const challenged = { ...(await open({ card: CARD })), panSealed: Buffer.from('a number') };
  const attempted = await open({ ...session, cashierTokenHash: Buffer.alloc(32, 6) });
  const own = { attempts: 1, attemptedAt: LATER, provider: 'sandbox', card: CARD, optionId: BRAND.brandId };
  const details = { ...attempted.details, browserIp: '192.0.2.7' };
  const refunded = await move(stage, await open(), COMPLETED);
  const refunds = openRefundStore(stage.sql);
  const first = await refunds.write(opening(refunded, 500n));
  await refunds.write(ending(refunded, first!.change.refund, { kind: 'completed' }));
  const second = await refunds.write(opening(refunded, 300n));
  await refunds.settled();
  const keyed = { idempotencyKey: 'k', requestFingerprint: Buffer.from('f') };
  const unknown = { dueAt: null, inquiries: 9 };
  return {
    transactions: {
      begun: await open({ card: CARD }),
      session: await open({ ...session, cashierTokenHash: TOKEN }),
      challenged: await move(stage, challenged, redirect),
      attempted: await move(stage, { ...attempted, ...own, details }, { kind: 'submitted' }),
      waiting: await move(stage, await open(payout), waits),
      approved: await move(stage, await move(stage, await open(payout), waits), { kind: 'approved' }),
      undecided: await move(stage, await open(), { kind: 'unknown' }, unknown),
      expired: await move(stage, await open(), { kind: 'expired' }),
      answered: await move(stage, await open(keyed), COMPLETED, { answer: '{"told":true}' }),
      refunded: (await stage.store.find(BRAND.merchantId, refunded.id))!,
    },
    pendingRefund: second!.change.refund,
  };
}

/** A database at the schema before, with the same rows. */
async function formerDatabase(t: TestContext, from: Sql): Promise<Place> {
  const database = await createTestDatabase({ empty: true });
  const sql = openDatabase(database.databaseUrl, { maxConnections: 2 });
  const before = mkdtempSync(join(tmpdir(), 'tollgate-migrations-'));
  t.after(async () => {
    await sql.end({ timeout: 1 });
    await database.drop();
    rmSync(before, { recursive: true });
  });
  const all = readMigrations(MIGRATIONS_DIR);
  for (const { name } of all.slice(
    0,
    all.findIndex(({ name }) => name.includes('-steps')),
  ))
    cpSync(join(MIGRATIONS_DIR, name), join(before, name));
  await migrate(sql, { migrationsDir: before });
  const tables = await sql`select table_name as name, string_agg(quote_ident(column_name), ', ') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations' group by 1`;
  for (const { name, columns } of tables) {
    const [rows] = await from.unsafe(
      `select json_agg(r)::text as text from (select ${columns} from ${name}) r`,
    );
    if (rows!.text === null) continue;
    await sql.unsafe(`delete from ${name}`);
    await sql.unsafe(
      `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, $1::text::json)`,
      [rows!.text],
    );
  }
  return { sql, store: openTransactionStore(sql) };
}

test('after the upgrade the data of the former release is unchanged, and every payment continues', async (t) => {
  const stage = await openStage(t);
  const { transactions: was, pendingRefund } = await underWay(stage);
  const former = await formerDatabase(t, stage.sql);
  assert.match((await migrate(former.sql)).applied[0]!, /-steps/);
  const { sql, store } = former;
  for (const [name, { merchantId, id }] of Object.entries(was)) {
    assert.deepEqual(await store.find(merchantId, id), await stage.store.find(merchantId, id), name);
    assert.deepEqual(await store.record(merchantId, id), await stage.store.record(merchantId, id), name);
  }
  assert.deepEqual((await verifyLedger(sql)).faults, []);
  assert.equal((await store.findByCashierToken(TOKEN))?.id, was.session.id);
  const waiting = await listWaiting(sql, { ...BRAND, currency: 'EUR', after: null, limit: 9 });
  assert.deepEqual(
    waiting.map(({ id }) => id),
    [was.waiting.id],
  );
  assert.deepEqual(
    (await undecidedTransactions(sql, BRAND, 9)).map(({ id }) => id),
    [was.undecided.id],
  );
  const due = await store.claimDue(EXPIRES, 99, 1_000);
  const open = [was.begun, was.session, was.challenged, was.attempted, was.waiting, was.approved];
  assert.deepEqual(due.map(({ id }) => id).sort(), open.map(({ id }) => id).sort());
  const again = { ...was.answered, id: randomUUIDv7(), merchantReference: 'again' };
  const replayed = await store.open({ transaction: again, profile: null });
  assert.deepEqual([replayed.kind, 'answer' in replayed && replayed.answer], ['replay', '{"told":true}']);

  const moves: [keyof typeof was, Outcome][] = [
    ['begun', COMPLETED],
    ['session', { kind: 'expired' }],
    ['challenged', COMPLETED],
    ['attempted', COMPLETED],
    ['waiting', { kind: 'approved' }],
    ['approved', { kind: 'failed', errorCode: '9002' }],
    ['undecided', COMPLETED],
    ['expired', COMPLETED],
  ];
  for (const [name, outcome] of moves) {
    const { merchantId, id } = was[name];
    const before = (await store.find(merchantId, id))!;
    const after = await move(former, before, outcome);
    assert.deepEqual(await store.find(merchantId, id), after, name);
    assert.equal(await store.apply(applyJob(before, outcome)), 'lost', name);
    const { timeline } = (await store.record(merchantId, id))!;
    assert.deepEqual(
      timeline.map(({ sequence }) => sequence),
      Array.from({ length: after.sequence }, (_, i) => i + 1),
      name,
    );
    assert.equal(timeline.at(-1)?.to, after.status, name);
  }
  const refunds = openRefundStore(sql);
  await refunds.write(ending(was.refunded, pendingRefund, { kind: 'failed', errorCode: '5005' }));
  assert.ok(await refunds.write(opening(was.refunded, 2_000n)));
  assert.equal(await refunds.write(opening(was.refunded, 1n)), null);
  await refunds.settled();
  assert.equal((await store.find(BRAND.merchantId, was.refunded.id))?.amountRefundedMinor, 2_500n);
  assert.deepEqual((await verifyLedger(sql)).faults, []);
});
