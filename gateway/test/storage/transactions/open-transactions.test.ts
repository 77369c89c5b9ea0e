// Opening transactions in groups on the real database: in any mixture and order, each caller gets the answer that it
// would have had alone (contract 3, 8).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import { openPipeline, type Writer } from '../../../src/storage/database/database.ts';
import type { Idempotency } from '../../../src/storage/transactions/idempotency-keys.ts';
import { type OpenResult, openGroup } from '../../../src/storage/transactions/open-transactions.ts';
import { openTransactionStore } from '../../../src/storage/transactions/transaction-store.ts';
import { aTransaction } from '../../stage/builders.ts';
import { createTestDatabase, openTestPool } from '../../stage/harness-database.ts';

interface Request {
  brand: number;
  reference: number;
  country: string;
  key: string | null;
  data: number;
  arriveAfterMs: number;
}

const request: fc.Arbitrary<Request> = fc.record({
  brand: fc.nat(1),
  reference: fc.nat(5),
  country: fc.constantFrom('', 'DE'),
  key: fc.option(fc.constantFrom('k1', 'k2', 'k3')),
  data: fc.nat(1),
  arriveAfterMs: fc.nat(4),
});

interface Call {
  transaction: Transaction;
  idempotency: Idempotency | null;
  answer: OpenResult;
  sentAt: number;
  answeredAt: number;
}

/**
 * Whether `first` must have come before `second` in a one-at-a-time order: because it was answered before the other was
 * sent, or because one of the answers proves it. The idempotency key is checked before the reference.
 */
function mustPrecede(first: Call, second: Call, stored: Call[]): boolean {
  if (first.answeredAt < second.sentAt) return true;
  const { answer } = second;
  const named = 'transactionId' in answer && answer.transactionId === first.transaction.id;
  const inTheWay =
    answer.kind === 'duplicate-reference' &&
    stored.includes(first) &&
    sameReference(first.transaction, second.transaction);
  if (named || inTheWay) return true;
  // The answer names only the reference, so the holder of the key was not there yet.
  return first.answer.kind === 'duplicate-reference' && keyHolder(first, stored) === second;
}

function keyHolder(one: Call, stored: Call[]): Call | undefined {
  return one.idempotency === null ? undefined : stored.find((other) => sameKey(one, other));
}

const sameKey = (a: Call, b: Call) =>
  a.idempotency !== null &&
  a.idempotency.key === b.idempotency?.key &&
  a.transaction.brandId === b.transaction.brandId;

/** Whether the answer is possible at all, given the stored transactions. mustPrecede checks the order. */
function isRight(call: Call, stored: Call[]): boolean {
  const { transaction: one, answer } = call;
  if (stored.includes(call)) return answer.kind === 'opened';
  const holder = keyHolder(call, stored);
  const first = stored.find((other) => sameReference(one, other.transaction))?.transaction;
  switch (answer.kind) {
    case 'in-flight':
    case 'key-reused': {
      if (answer.transactionId !== holder?.transaction.id) return false;
      const same = holder.idempotency!.fingerprint.equals(call.idempotency!.fingerprint);
      return same === (answer.kind === 'in-flight');
    }
    case 'duplicate-reference':
      return (
        first !== undefined && answer.transactionId === (first.brandId === one.brandId ? first.id : null)
      );
    default:
      return false;
  }
}

/** The calls that fit into no order; empty when an order exists. */
function withoutOrder(calls: Call[], stored: Call[]): Call[] {
  let left = calls;
  for (;;) {
    const next = left.filter((one) => left.some((other) => other !== one && mustPrecede(other, one, stored)));
    if (next.length === left.length) return left;
    left = next;
  }
}

const sameReference = (a: Transaction, b: Transaction) =>
  a.merchantReference === b.merchantReference && a.referenceCountry === b.referenceCountry;

test('any mixture of simultaneous requests gets the same answers as without grouping', async (t) => {
  const database = await createTestDatabase();
  // Two stores: two processes on one database.
  const pools = await Promise.all([1, 2].map(() => openTestPool(database.databaseUrl)));
  const stores = pools.map((sql) => openTransactionStore(sql));
  t.after(async () => {
    await Promise.all(pools.map((sql) => sql.end()));
    await database.drop();
  });
  const heard = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 2, maxLength: 30 }), async (requests) => {
      const merchantId = randomUUID();
      const brands = [randomUUID(), randomUUID()];
      const jobs = requests.map((one) =>
        aTransaction({
          merchantId,
          brandId: brands[one.brand]!,
          merchantReference: `order-${one.reference}`,
          referenceCountry: one.country,
        }),
      );
      let clock = 0;
      const calls: Call[] = await Promise.all(
        jobs.map(async (transaction, i) => {
          await new Promise((resolve) => setTimeout(resolve, requests[i]!.arriveAfterMs));
          const { key, data } = requests[i]!;
          const idempotency = key === null ? null : { key, fingerprint: Buffer.alloc(32, data) };
          const sentAt = clock++;
          const answer = await stores[i % 2]!.open({ transaction, profile: null, idempotency });
          return { transaction, idempotency, answer, sentAt, answeredAt: clock++ };
        }),
      );
      const rows = await pools[0]!`select id from transactions where merchant_id = ${merchantId}`;
      const stored = calls.filter((one) => rows.some((row) => row.id === one.transaction.id));
      // No two stored transactions exclude each other …
      for (const [i, one] of stored.entries()) {
        for (const other of stored.slice(i + 1)) {
          assert.equal(
            sameReference(one.transaction, other.transaction),
            false,
            'one reference was opened twice',
          );
          assert.equal(sameKey(one, other), false, 'one key was claimed twice');
        }
      }
      // … the answer of every other caller names a stored transaction that excludes it, and some one-at-a-time order
      // explains all answers.
      for (const { answer } of calls) heard.add(answer.kind);
      for (const call of calls) assert.ok(isRight(call, stored), JSON.stringify(call.answer));
      assert.deepEqual(withoutOrder(calls, stored), []);
    }),
    { numRuns: 60 },
  );
  assert.deepEqual([...heard].sort(), ['duplicate-reference', 'in-flight', 'key-reused', 'opened']);
});

test('a row that causes an error fails only for its own caller', async (t) => {
  const database = await createTestDatabase();
  const sql = await openTestPool(database.databaseUrl);
  const store = openTransactionStore(sql);
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  const good = Array.from({ length: 20 }, () => aTransaction());
  // Validation never lets this through; here it stands for any value the database refuses.
  const poisoned = aTransaction({ merchantReference: 'a\u0000b' });
  const [bad, ...answers] = await Promise.all(
    [poisoned, ...good].map((transaction) =>
      store.open({ transaction, profile: null }).catch((error: Error) => error),
    ),
  );
  assert.ok(bad instanceof Error);
  assert.deepEqual(
    answers,
    good.map(() => ({ kind: 'opened' })),
  );
});

test('a payment whose key became free is opened in another group, because its shard may have moved', async (t) => {
  const database = await createTestDatabase();
  const sql = await openTestPool(database.databaseUrl, { maxConnections: 2 });
  t.after(async () => {
    await sql.end();
    await database.drop();
  });
  const transaction = aTransaction({});
  const idempotency = { key: 'k1', fingerprint: Buffer.from('same') };
  // The key of a refused request whose process died before it removed the key.
  await sql`insert into idempotency_keys (merchant_id, transaction_id, brand_id, key, request_fingerprint, created_at)
    values (${transaction.merchantId}, ${randomUUID()}, ${transaction.brandId}, 'k1', ${idempotency.fingerprint}, ${transaction.createdAt})`;
  const own = openPipeline(sql);
  let transactions = 0;
  const pipeline: Writer = {
    placeOf: own.placeOf,
    async transaction(work) {
      if (transactions++ === 0) return await own.transaction(work);
      throw Object.assign(new Error('shard 1 is on another node'), { code: 'TG001' });
    },
  };
  const store = openTransactionStore(sql);
  const again = store.open;
  const [answer] = await openGroup({ sql, pipeline, again }, [{ transaction, profile: null, idempotency }]);
  assert.deepEqual(await answer, { kind: 'opened' });
});
