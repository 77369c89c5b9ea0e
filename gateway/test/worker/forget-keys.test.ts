// Idempotency keys on the real database: after 48 hours the key, its HMAC and the stored answer are gone, and not before.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { createTransaction } from '../../src/actions/transactions/create-transaction.ts';
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
    /** One letter for each transaction, oldest first: K for all three of them, - for none. */
    async kept() {
      const rows = await context.sql`
        select idempotency_key, request_fingerprint, answer from transactions
        where merchant_id = ${brand.merchantId} order by id`;
      return rows
        .map((row) => {
          const there = Object.values(row).filter((value) => value !== null).length;
          return there === 3 ? 'K' : there === 0 ? '-' : '?';
        })
        .join('');
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

test('the chore reads each transaction once, a batch at a time, in any process', async (t) => {
  const gate = await stage(t);
  for (let i = 0; i < 7; i++) await gate.payWithKey();
  gate.advance(49 * HOUR);
  await gate.payWithKey();
  assert.equal(await gate.sweep(3), 'more');
  assert.equal(await gate.kept(), '---KKKKK');
  const beside = await openActions(t, gate);
  assert.equal(await sweepOldKeys(beside.context, 3), 'more');
  assert.equal(await gate.sweep(3), 'done');
  assert.equal(await gate.kept(), '-------K');
  const [mark] = await gate.context.sql`select leased_until from chore_marks where chore = 'forget-keys'`;
  assert.equal(mark!.leased_until, null);
});

test('a worker that dies delays the others by at most a minute', async (t) => {
  const gate = await stage(t);
  await gate.payWithKey();
  gate.advance(49 * HOUR);
  const leasedUntil = new Date(gate.context.now().getTime() + 60_000);
  await gate.context.sql`update chore_marks set leased_until = ${leasedUntil}`;
  await gate.sweep();
  assert.equal(await gate.kept(), 'K');
  gate.advance(60_000);
  await gate.sweep();
  assert.equal(await gate.kept(), '-');
});
