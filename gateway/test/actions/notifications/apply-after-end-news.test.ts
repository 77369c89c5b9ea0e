import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { createRefund } from '../../../src/actions/refunds/create-refund.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import type { News } from '../../../src/domain/notifications/news.ts';
import type { Refund } from '../../../src/domain/refunds/refund.ts';
import type { Transaction } from '../../../src/domain/transactions/transaction.ts';
import {
  aPaidOne,
  assertProven,
  availableMinor,
  CARD,
  disputed,
  recordOf,
  refunded,
  whole,
} from './after-end-news.ts';
import { charged, openNetwork, PAID } from './network-stage.ts';

test('the steps of a dispute are applied in the right order, whatever order they arrive in', async (t) => {
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
    [2, 0, 1],
  ];
  const network = await openNetwork(t);
  for (const order of orders) {
    const paid = await aPaidOne(network);
    const steps = [
      disputed(paid, 'OPEN'),
      disputed(paid, 'WON', ['INQUIRY', 'OPEN']),
      disputed(paid, 'LOST', ['WON']),
    ];
    for (const step of order) {
      await network.tell(steps[step]!);
      await network.sweep();
    }
    const { disputes } = await recordOf(network, paid);
    assert.deepEqual(
      disputes.map(({ status, steps: times, fundsWithheld }) => [status, times, fundsWithheld]),
      [['LOST', 3, true]],
      String(order),
    );
    const types = (await network.events(paid)).map(({ eventType }) => eventType);
    assert.deepEqual(types, ['payin.completed', 'dispute.opened', 'dispute.won', 'dispute.lost']);
  }
  assert.ok((await network.states()).every((state) => state === 'applied'));
  assert.equal(await availableMinor(network), 0n);
  await assertProven(network);
});

test('the beginning of a dispute that arrives late changes nothing, and needs no person', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  const steps = [
    disputed(paid, 'OPEN'),
    disputed(paid, 'INQUIRY'),
    disputed(paid, 'WON', ['OPEN']),
    disputed(paid, 'INQUIRY'),
    disputed(paid, 'OPEN'),
    disputed(paid, 'LOST', ['WON']),
    disputed(paid, 'INQUIRY'),
    disputed(paid, 'WON', ['OPEN']),
  ];
  for (const step of steps) {
    await network.tell(step);
    await network.sweep();
  }
  const { disputes } = await recordOf(network, paid);
  assert.deepEqual(
    disputes.map(({ status, steps: times, fundsWithheld }) => [status, times, fundsWithheld]),
    [['LOST', 3, true]],
  );
  assert.deepEqual(await network.states(), [
    ...['applied', 'ignored', 'applied', 'ignored', 'ignored', 'applied', 'ignored'],
    // A dispute cannot be won after a loss. This news waits until the dispute is open.
    'waiting',
  ]);
  await assertProven(network);
});

test('a dispute above the balance makes the balance negative, and a won dispute restores it', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  await createRefund(network.context, ROOT, paid, {
    amountMinor: 2000n,
    refundReference: null,
    reason: null,
  });
  await network.tell(disputed(paid, 'OPEN'));
  await network.sweep();
  assert.equal(await availableMinor(network), -2000n);
  await assertProven(network);
  await network.tell(disputed(paid, 'WON', ['INQUIRY', 'OPEN']));
  await network.sweep();
  assert.equal(await availableMinor(network), 500n);
  await assertProven(network);
});

test('news after the end waits until the payment is reported', async (t) => {
  const network = await openNetwork(t);
  const open = await network.pay(CARD);
  await network.tell(disputed(open, 'OPEN'));
  await network.tell(refunded(open));
  await network.sweep();
  assert.deepEqual(await network.states(), ['waiting', 'waiting']);
  await network.tell(charged(open, PAID));
  await network.sweep();
  assert.deepEqual(await network.states(), ['applied', 'applied', 'applied']);
  const { disputes, refunds } = await recordOf(network, open);
  assert.deepEqual([disputes.length, refunds.length], [1, 1]);
  await assertProven(network);
});

test('a refund that was made at the provider is recorded once, and may fail afterwards', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  await network.tell(refunded(paid));
  await network.tell(refunded(paid));
  await network.sweep();
  const { refunds, transaction } = await recordOf(network, paid);
  assert.deepEqual(
    refunds.map(({ origin, status, amountMinor }) => [origin, status, amountMinor]),
    [['provider', 'COMPLETED', 1000n]],
  );
  assert.equal(transaction.amountRefundedMinor, 1000n);
  assert.equal(await availableMinor(network), 1500n);
  await assertProven(network);
  const failed = { kind: 'failed', errorCode: '5005' } as const;
  await network.tell(refunded(paid, { outcome: failed, needsFormer: true }));
  await network.sweep();
  assert.equal(await availableMinor(network), 2500n);
  assert.equal((await recordOf(network, paid)).refunds[0]!.status, 'FAILED');
  const types = (await network.events(paid)).map(({ eventType }) => eventType);
  assert.deepEqual(types, ['payin.completed', 'refund.completed', 'refund.failed']);
  await assertProven(network);
});

test('a refund at the provider above the remaining amount is a conflict', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  await network.tell(refunded(paid, { amount: { amountMinor: 2501n, currency: 'EUR' } }));
  await network.tell(
    refunded(paid, { amount: { amountMinor: 100n, currency: 'USD' }, providerReference: 're-2' }),
  );
  await network.sweep();
  assert.deepEqual(await network.states(), ['conflict', 'conflict']);
  assert.equal(await availableMinor(network), 2500n);
});

/** News about a refund that was made here. */
const ofOurs = (of: Transaction, refund: Refund, fields: Partial<Extract<News, { about: 'refund' }>> = {}) =>
  refunded(of, {
    refundId: refund.id,
    charge: null,
    amount: { amountMinor: refund.amountMinor, currency: refund.currency },
    ...fields,
  });

test('a notification settles a refund of ours, and its failure waits until it has completed', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  const wanted = { amountMinor: 700n, refundReference: null, reason: null };
  const refund = await createRefund(network.context, ROOT, paid, wanted);
  const failed = { kind: 'failed', errorCode: '5005' } as const;
  const bounce = await network.tell(ofOurs(paid, refund, { outcome: failed, needsFormer: true }));
  await network.sweep();
  assert.equal((await network.stored(bounce)).state, 'waiting');
  await network.tell(ofOurs(paid, refund));
  await network.sweep();
  assert.equal((await network.stored(bounce)).state, 'applied');
  assert.equal((await recordOf(network, paid)).refunds[0]!.status, 'FAILED');
  assert.equal(await availableMinor(network), 2500n);
  await network.tell(ofOurs(paid, refund, { amount: { amountMinor: 701n, currency: 'EUR' } }));
  await network.tell(ofOurs(paid, refund), { account: network.accounts[1] });
  await network.tell(ofOurs(paid, refund));
  await network.tell(refunded(paid, { refundId: randomUUID(), charge: null }));
  await network.sweep();
  assert.deepEqual((await network.states()).slice(2), ['conflict', 'unmatched', 'conflict', 'foreign']);
  await assertProven(network);
});

test('a notification that names a refund of ours under another payment is a conflict', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  const wanted = { amountMinor: 700n, refundReference: null, reason: null };
  const refund = await createRefund(network.context, ROOT, paid, wanted);
  const key = await network.tell(ofOurs(paid, refund, { payment: 'psp-2' }));
  await network.sweep();
  const { state, reason } = await network.stored(key);
  assert.equal(state, 'conflict');
  assert.match(reason!, /a different payment/);
  assert.equal((await recordOf(network, paid)).refunds[0]!.status, 'PENDING');
  await network.tell(ofOurs(paid, refund, { payment: paid.providerReference }));
  await network.sweep();
  assert.equal((await recordOf(network, paid)).refunds[0]!.status, 'COMPLETED');
  await assertProven(network);
});

test('a debit that came back is returned once, in full', async (t) => {
  const network = await openNetwork(t);
  const paid = await aPaidOne(network);
  const news: News = {
    about: 'return',
    charge: paid.id,
    payment: null,
    amount: whole(paid),
    reason: 'no mandate',
  };
  await network.tell({ ...news, amount: { amountMinor: 1n, currency: 'EUR' } });
  await network.tell(news);
  await network.tell(news);
  await network.sweep();
  assert.deepEqual(await network.states(), ['conflict', 'applied', 'applied']);
  assert.equal((await network.read(paid)).returned?.reason, 'no mandate');
  assert.equal(await availableMinor(network), 0n);
  await assertProven(network);
});

test('refunds and disputes of a second payment of a transaction move no money', async (t) => {
  const network = await openNetwork(t);
  network.answers.push({ kind: 'failed', errorCode: '1011', answered: true }, PAID);
  const paid = await network.pay(CARD);
  assert.deepEqual([paid.status, paid.reroutes, paid.providerReference], ['COMPLETED', 1, 'psp-1']);
  const second = charged(paid, { kind: 'completed', providerReference: 'psp-2' }, { charge: paid.id });
  await network.tell(second);
  for (const payment of ['psp-2', null]) {
    await network.tell(refunded(paid, { payment, providerReference: `re-${payment}` }));
    await network.tell({ ...disputed(paid, 'OPEN'), payment } as News);
    await network.tell({ about: 'return', charge: paid.id, payment, amount: whole(paid), reason: null });
  }
  await network.sweep();
  assert.deepEqual(await network.states(), Array(7).fill('conflict'));
  assert.equal(await availableMinor(network), 2500n);
  const ofCounted = { charge: `${paid.id}-r1`, payment: 'psp-1' };
  await network.tell(refunded(paid, ofCounted), { account: network.accounts[1] });
  await network.sweep();
  assert.equal(await availableMinor(network), 1500n);
  await assertProven(network);
});

for (const order of [
  ['paid', 'cancelled'],
  ['cancelled', 'paid'],
]) {
  test(`a payment that the provider cancelled is given back: reported ${order.join(', then ')}`, async (t) => {
    const network = await openNetwork(t);
    const open = await network.pay(CARD);
    const news: Record<string, News> = {
      paid: charged(open, PAID),
      cancelled: {
        about: 'charge',
        charge: open.id,
        payment: 'psp-1',
        amount: null,
        outcome: { kind: 'cancelled' },
      },
    };
    for (const one of order) {
      await network.tell(news[one]!);
      await network.sweep();
    }
    const after = await network.read(open);
    assert.deepEqual([after.status, after.returned?.reason], ['COMPLETED', 'cancelled at the provider']);
    assert.equal(after.lateSuccess, order[0] === 'cancelled');
    assert.equal(await availableMinor(network), 0n);
    assert.deepEqual(await network.states(), ['applied', 'applied']);
    await assertProven(network);
  });
}
