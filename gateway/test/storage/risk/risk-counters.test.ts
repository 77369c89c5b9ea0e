// The counts of the risk rules on the real database: written with the commits of payments, exact over several
// processes, and counted by the caller's clock (contract 12).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { completeLimits, type RiskLimits, STANDARD_LIMITS } from '../../../src/domain/risk/risk.ts';
import { attemptCheck } from '../../../src/domain/transactions/counted-attempt.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import type { Sql } from '../../../src/storage/database/database.ts';
import { deleteOldCounts } from '../../../src/storage/risk/risk-counters.ts';
import {
  openTransactionStore,
  type TransactionStore,
} from '../../../src/storage/transactions/transaction-store.ts';
import { aTransaction } from '../../stage/builders.ts';
import { createTestDatabase, openTestPool } from '../../stage/harness-database.ts';
import { applyJob } from '../store-stage.ts';

const START = new Date('2026-03-01T12:00:00.000Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
const brand = () => ({ merchantId: randomUUID(), brandId: randomUUID() });
type Own = ReturnType<typeof brand>;

async function openStores(t: TestContext, count: number): Promise<{ sql: Sql; stores: TransactionStore[] }> {
  const database = await createTestDatabase();
  const pools = await Promise.all(
    Array.from({ length: count }, () => openTestPool(database.databaseUrl, { maxConnections: 2 })),
  );
  t.after(async () => {
    await Promise.all(pools.map((sql) => sql.end({ timeout: 1 })));
    await database.drop();
  });
  return { sql: pools[0]!, stores: pools.map((sql) => openTransactionStore(sql)) };
}

interface Attempt {
  card?: number;
  at?: Date;
  limits?: RiskLimits;
  fields?: Partial<Transaction>;
}

function anAttempt(own: Own, { card = 1, at = START, fields = {} }: Attempt = {}): Transaction {
  return aTransaction({
    ...own,
    card: { brand: 'VISA', first6: '424242', last4: '4242', expiryMonth: '12', expiryYear: '2035' },
    cardKey: Buffer.alloc(16, card),
    createdAt: at,
    updatedAt: at,
    ...fields,
  });
}

/** The store's answer to an attempt: null, or the rule that refuses it. */
async function open(store: TransactionStore, own: Own, attempt: Attempt = {}) {
  const transaction = anAttempt(own, attempt);
  const check = attemptCheck(attempt.limits ?? STANDARD_LIMITS, transaction, attempt.at ?? START);
  const opened = await store.open({ transaction, profile: null, check });
  assert.equal(opened.kind, 'opened');
  return opened.kind === 'opened' ? (opened.refusedBy ?? null) : null;
}

const three = completeLimits({ attemptsPerCard: { limit: 3, windowSeconds: 60 } });

test('if a hundred attempts use one card at once in three processes, exactly the limit is allowed', async (t) => {
  const { stores, sql } = await openStores(t, 3);
  const own = brand();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => open(stores[i % 3]!, own, { at: after(i / 1_000) })),
  );
  assert.equal(answers.filter((one) => one === null).length, 10);
  assert.equal(answers.filter((one) => one === 'attemptsPerCard').length, 90);
  const rows = await sql`select cardinality(marks) as marks from risk_attempts`;
  assert.deepEqual(
    rows.map((row) => row.marks),
    [10],
  );
});

test('cards, brands and merchants are counted separately', async (t) => {
  const { stores } = await openStores(t, 1);
  const store = stores[0]!;
  const own = brand();
  const sister = { ...own, brandId: randomUUID() };
  for (const one of [own, sister, brand()])
    for (const card of [1, 2])
      for (let i = 0; i < 4; i++)
        assert.equal(
          await open(store, one, { card, limits: three, at: after(i) }),
          i < 3 ? null : 'attemptsPerCard',
        );
});

test('the window slides: an attempt stops counting at the age of the window, and a refused attempt never counts', async (t) => {
  const { stores } = await openStores(t, 1);
  const store = stores[0]!;
  const own = brand();
  const said: [number, string | null][] = [];
  for (const second of [0, 20, 40, 41, 50, 59.999, 60, 61, 79.999, 80, 100, 101])
    said.push([second, await open(store, own, { limits: three, at: after(second) })]);
  assert.deepEqual(
    said.filter(([, refusedBy]) => refusedBy === null).map(([second]) => second),
    [0, 20, 40, 60, 80, 100],
  );
});

test('attempts that are stored in another order than they were made count like all others', async (t) => {
  const { stores, sql } = await openStores(t, 1);
  const store = stores[0]!;
  const own = brand();
  const ask = (second: number) => open(store, own, { limits: three, at: after(second) });
  for (const second of [2, 0, 1]) assert.equal(await ask(second), null);
  assert.equal(await deleteOldCounts(sql, after(61.5), 10), 0);
  assert.equal(await ask(60), null);
  assert.equal(await ask(60.5), 'attemptsPerCard');
  assert.equal(await ask(61), null);
  assert.equal(await ask(61.5), 'attemptsPerCard');
  assert.equal(await ask(62), null);
});

test('a changed limit applies at once, whether lowered or raised', async (t) => {
  const { stores } = await openStores(t, 1);
  const store = stores[0]!;
  const own = brand();
  for (let i = 0; i < 3; i++) assert.equal(await open(store, own, { limits: three, at: after(i) }), null);
  const limited = (limit: number) => completeLimits({ attemptsPerCard: { limit, windowSeconds: 60 } });
  const ask = (limit: number, second: number) =>
    open(store, own, { limits: limited(limit), at: after(second) });
  assert.equal(await ask(1, 3), 'attemptsPerCard');
  assert.equal(await ask(4, 4), null);
  assert.equal(await ask(4, 5), 'attemptsPerCard');
});

test('an attempt that was not opened, or was requested twice, is not counted', async (t) => {
  const { stores, sql } = await openStores(t, 1);
  const store = stores[0]!;
  const own = brand();
  const first = anAttempt(own);
  const idempotency = { key: 'key', fingerprint: Buffer.alloc(32, 1) };
  const check = (transaction: Transaction) => attemptCheck(three, transaction, START);
  await store.open({ transaction: first, profile: null, idempotency, check: check(first) });
  for (let i = 0; i < 5; i++) {
    const replayed = anAttempt(own);
    const taken = anAttempt(own, { fields: { merchantReference: first.merchantReference } });
    const answers = await Promise.all(
      [replayed, taken, first].map((transaction) =>
        store.open({
          transaction,
          profile: null,
          idempotency: transaction === taken ? null : idempotency,
          check: check(transaction),
        }),
      ),
    );
    assert.deepEqual(
      answers.map((one) => one.kind),
      ['in-flight', 'duplicate-reference', 'opened'],
    );
  }
  const [row] = await sql`select cardinality(marks) as marks from risk_attempts`;
  assert.equal(row!.marks, 1);
});

/** An attempt that is allowed and then declined. */
async function decline(
  store: TransactionStore,
  own: Own,
  code: string,
  attempt: Attempt & { subject: string; windowSeconds?: number },
): Promise<void> {
  const { at = START, subject, windowSeconds = 3_600 } = attempt;
  const transaction = anAttempt(own, attempt);
  await store.open({ transaction, profile: null });
  const job = applyJob(transaction, { kind: 'declined', errorCode: code as never });
  const counted = {
    ...own,
    transactionId: transaction.id,
    attempt: 0,
    subject,
    at,
    expiresAt: new Date(at.getTime() + windowSeconds * 1_000),
  };
  assert.equal(await store.apply({ ...job, declines: [counted] }), 'applied');
}

test('recent declines of a source, a user or a BIN, and wrong codes, refuse attempts that share them', async (t) => {
  const { stores } = await openStores(t, 2);
  const limit = { limit: 2, windowSeconds: 60 };
  const off = completeLimits({});
  for (const [rule, subject, fields] of [
    ['wrongCodesPerCard', `code:${'09'.repeat(16)}`, {}],
    ['declinesPerSource', 'source:203.0.113.7/32', { details: { customer: { ip: '203.0.113.7' } } }],
    ['declinesPerUser', 'user:mallory', { userId: 'mallory' }],
    ['declinesPerBin', 'bin:424242', {}],
  ] as const) {
    const own = brand();
    const limits = { ...off, [rule]: limit };
    const ask = (at: Date) =>
      open(stores[1]!, own, { card: 9, at, limits, fields: fields as Partial<Transaction> });
    assert.equal(await ask(START), null);
    await decline(stores[0]!, own, '2005', { card: 3, subject, windowSeconds: 60 });
    assert.equal(await ask(after(1)), null);
    await decline(stores[0]!, own, '2005', { card: 4, at: after(10), subject, windowSeconds: 60 });
    assert.equal(await ask(after(11)), rule);
    assert.equal(await ask(after(59.999)), rule);
    assert.equal(await ask(after(60)), null);
    assert.equal(await open(stores[1]!, brand(), { card: 9, limits, at: after(11) }), null);
  }
});

test('an attempt that another rule refuses does not use up the attempts of the card', async (t) => {
  const { stores, sql } = await openStores(t, 1);
  const store = stores[0]!;
  const own = brand();
  const limits = { ...three, declinesPerBin: { limit: 1, windowSeconds: 30 } };
  await decline(store, own, '2005', { card: 3, subject: 'bin:424242', windowSeconds: 30 });
  for (let i = 1; i < 8; i++)
    assert.equal(await open(store, own, { limits, at: after(i) }), 'declinesPerBin');
  const [row] = await sql`select cardinality(marks) as marks from risk_attempts`;
  assert.equal(row!.marks, 0);
  for (let i = 0; i < 4; i++)
    assert.equal(await open(store, own, { limits, at: after(30 + i) }), i < 3 ? null : 'attemptsPerCard');
});

test('an attempt in the cashier is counted with its submission, by the same rules', async (t) => {
  const { stores, sql } = await openStores(t, 2);
  const own = brand();
  const submit = async (store: TransactionStore) => {
    const session = aTransaction({ ...own, origin: 'session', provider: null });
    await store.open({ transaction: session, profile: null });
    const attempt = {
      ...anAttempt(own, { fields: { id: session.id, origin: 'session' } }),
      attempts: 1,
      version: 0,
      cashierTokenHash: Buffer.alloc(32, 1),
      merchantReference: session.merchantReference,
    };
    const job = applyJob(attempt, { kind: 'submitted' });
    return await store.apply({ ...job, check: attemptCheck(three, job.change.after, START) });
  };
  const answers = await Promise.all(Array.from({ length: 9 }, (_, i) => submit(stores[i % 2]!)));
  assert.equal(answers.filter((one) => one === 'applied').length, 3);
  assert.equal(answers.filter((one) => typeof one === 'object').length, 6);
  const [row] = await sql`select count(*)::int as keys from transactions where card_key is not null`;
  assert.equal(row!.keys, 9);
});

test('expired counts are deleted, and others stay', async (t) => {
  const { stores, sql } = await openStores(t, 1);
  const store = stores[0]!;
  const own = brand();
  for (const card of [1, 2, 3]) await open(store, own, { card, limits: three });
  await open(store, own, { card: 4, limits: three, at: after(30) });
  await decline(store, own, '2005', { card: 5, subject: 'bin:1', windowSeconds: 60 });
  await decline(store, own, '2005', { card: 6, subject: 'bin:2', windowSeconds: 90 });
  const left = async () => {
    const [row] = await sql`select (select count(*)::int from risk_attempts) as attempts,
      (select count(*)::int from risk_declines) as declines`;
    return [row!.attempts, row!.declines];
  };
  assert.equal(await deleteOldCounts(sql, after(59), 2), 0);
  assert.deepEqual(await left(), [4, 2]);
  assert.equal(await deleteOldCounts(sql, after(60), 2), 2);
  assert.equal(await deleteOldCounts(sql, after(60), 2), 1);
  assert.deepEqual(await left(), [1, 1]);
  assert.equal(await deleteOldCounts(sql, after(1_000), 2), 1);
  assert.deepEqual(await left(), [0, 0]);
});
