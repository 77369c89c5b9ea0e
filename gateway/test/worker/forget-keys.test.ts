// Idempotency keys on the real database: after 48 hours the key, its HMAC and the stored answer are
// gone, and not before.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createTransaction } from '../../src/actions/transactions/create-transaction.ts';
import { merchantsWithKeysBefore } from '../../src/storage/transactions/idempotency-keys.ts';
import { sweepOldKeys } from '../../src/worker/forget-keys.ts';
import { openActions } from '../actions/open-actions.ts';

const HOUR = 3_600_000;

async function stage(t: TestContext) {
  const actions = await openActions(t);
  const { context, brand } = actions;
  let keys = 0;
  return {
    ...actions,
    payWithKey(key = `key-${++keys}`) {
      const idempotency = { key, fingerprint: Buffer.alloc(32, 5) };
      return createTransaction(context, actions.request('4242424242424242', { idempotency }));
    },
    sweep: (batch?: number) => sweepOldKeys(context, batch),
    /** One letter for each transaction, oldest first: K for a key with its HMAC and its answer, - for none. */
    async kept() {
      const rows = await context.sql`
        select k.key, k.answer from openings o
        left join idempotency_keys k on k.merchant_id = o.merchant_id and k.transaction_id = o.id
        where o.merchant_id = ${brand.merchantId} order by o.id`;
      return rows.map(({ key, answer }) => (key === null ? '-' : answer === null ? '?' : 'K')).join('');
    },
  };
}

test('a key is removed after 48 hours, with its HMAC and its answer, and can be used again', async (t) => {
  const gate = await stage(t);
  await gate.payWithKey();
  gate.advance(HOUR / 2);
  await gate.pay('4242424242424242');
  gate.advance(HOUR / 2);
  await gate.payWithKey();
  assert.equal(await gate.kept(), 'K-K');
  gate.advance(47 * HOUR);
  await gate.sweep();
  assert.equal(await gate.kept(), 'K-K', 'after 48 hours exactly it still replays');
  gate.advance(1);
  assert.equal(await gate.sweep(), 'done');
  assert.equal(await gate.kept(), '--K');
  gate.advance(HOUR);
  await gate.sweep();
  assert.equal(await gate.kept(), '---');
  const again = await gate.payWithKey('key-1');
  assert.equal(again.replayed, false);
  assert.equal(await gate.kept(), '---K');
});

test('only merchants that have an old key are read', async (t) => {
  const gate = await stage(t);
  const { sql, now } = gate.context;
  await gate.payWithKey();
  const found = (hours: number) => merchantsWithKeysBefore(sql, new Date(now().getTime() + hours * HOUR));
  assert.deepEqual(await found(-1), []);
  assert.deepEqual(await found(1), [gate.brand.merchantId]);
});

test('any process deletes keys in batches, the oldest first, and writes nothing else', async (t) => {
  const gate = await stage(t);
  for (let i = 0; i < 7; i++) await gate.payWithKey();
  const rows = () => gate.context.sql`
    select o.ctid::text as opening, s.ctid::text as step from openings o
    join steps s on s.merchant_id = o.merchant_id and s.transaction_id = o.id order by o.id, s.version`;
  const before = await rows();
  gate.advance(49 * HOUR);
  await gate.payWithKey();
  assert.equal(await gate.sweep(3), 'more');
  assert.equal(await gate.kept(), '---KKKKK');
  const beside = await openActions(t, gate);
  assert.equal(await sweepOldKeys(beside.context, 3), 'more');
  assert.equal(await gate.sweep(3), 'done');
  assert.equal(await gate.kept(), '-------K');
  assert.deepEqual([...(await rows())].slice(0, 7), [...before]);
});
