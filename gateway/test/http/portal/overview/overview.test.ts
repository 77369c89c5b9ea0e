// The overview: its numbers match the payments in the brand's days, even if a day has 23 hours or a zone differs by
// three quarters of an hour. The former period is as long as the present one so far.
import assert from 'node:assert/strict';
import test from 'node:test';
import { verifyLedger } from '../../../../src/actions/ledger/verify-ledger.ts';
import { periodOf } from '../../../../src/domain/ledger/overview-period.ts';
import { sharedMoneyStage } from '../money/money-stage.ts';

const DECLINED = { cardNumber: '4000000000009995' };

test("a period covers the payments of the brand's days, compared with the days before", async (t) => {
  const { stage, setClock, pay, refund, fund, as } = await sharedMoneyStage(t);
  await fund(100);
  await pay(1);
  setClock('2026-03-28T23:00:00Z');
  await pay(25, { merchantReference: 'order-1' });
  await pay(12, { country: 'FR' });
  await pay(12, {}, DECLINED);
  await pay(9, { currency: 'USD', country: 'US' });
  setClock('2026-03-29T21:59:00Z');
  await pay(3);
  await refund('order-1', 10);
  setClock('2026-03-29T22:00:00Z');
  // A refund counts when it is made, whenever its payment was.
  await refund('order-1', 5);
  await pay(500);
  setClock('2026-03-30T22:30:00Z');
  const call = await as('read-only');
  const { status, body, text } = await call('GET', '/brands/:brand/overview?from=2026-03-29&to=2026-03-29');
  assert.equal(status, 200, text);
  assert.deepEqual(body.period, { begins: '2026-03-28T23:00:00.000Z', ends: '2026-03-29T22:00:00.000Z' });
  const [eur, usd] = body.currencies;
  const nothingTaken = { disputed: 0, returned: 0 };
  assert.deepEqual([eur.currency, usd.currency], ['EUR', 'USD']);
  assert.deepEqual(eur.own, { count: 3, amount: 40, refunded: 10, ...nothingTaken });
  assert.deepEqual(eur.former, { count: 1, amount: 1, refunded: 0, ...nothingTaken });
  assert.deepEqual(usd.own, { count: 1, amount: 9, refunded: 0, ...nothingTaken });
  assert.equal(eur.refundedShare, 0.25);
  assert.deepEqual(
    eur.countries.map((one: Record<string, unknown>) => [one.key, one.amount, one.approved, one.ended]),
    [
      ['DE', 28, 2, 3],
      ['FR', 12, 1, 1],
    ],
  );
  assert.equal(eur.methods[0].key, 'Card');
  // The overview counts exactly what the list shows.
  const listed = await call(
    'GET',
    `/brands/:brand/transactions?option=${eur.methods[0].optionId}&currency=EUR`,
  );
  assert.ok(listed.body.items.length >= eur.methods[0].ended, listed.text);
  assert.equal(body.step, 'hour');
  assert.equal(eur.steps.length, 23, 'the clocks went forward');
  assert.deepEqual([eur.steps[0].amount, eur.steps[22].amount, eur.steps[22].formerAmount], [37, 3, 0]);
  assert.deepEqual([eur.steps[0].count, eur.steps[0].refunded, eur.steps[22].refunded], [2, 0, 10]);
  // The overview has one currency, so payments in another currency are not in it.
  assert.deepEqual([eur.approval.approved, eur.approval.ended, eur.approval.rate], [3, 4, 0.75]);
  assert.deepEqual(
    eur.declines.map((one: Record<string, unknown>) => [
      one.errorCode,
      one.reason,
      one.count,
      one.formerCount,
    ]),
    [['2001', 'Insufficient funds', 1, 0]],
  );
  const days = (await call('GET', '/brands/:brand/overview?from=2026-03-28&to=2026-03-30')).body;
  assert.deepEqual(
    days.currencies[0].steps.map((one: { amount: number }) => one.amount),
    [1, 40, 500],
  );
  assert.deepEqual(
    days.currencies[0].steps.map((one: { refunded: number }) => one.refunded),
    [0, 10, 5],
  );
  assert.deepEqual((await verifyLedger(stage.sql)).faults, []);
});

test('in a zone whose offset has a quarter of an hour, days begin at its own midnight', async (t) => {
  const { setClock, pay, as } = await sharedMoneyStage(t, { timeZone: 'Asia/Kathmandu' });
  setClock('2026-03-28T18:14:00Z');
  await pay(1);
  setClock('2026-03-28T18:15:00Z');
  await pay(2);
  const { body } = await (await as('owner'))('GET', '/brands/:brand/overview?from=2026-03-29&to=2026-03-29');
  assert.deepEqual([body.currencies[0].own.amount, body.currencies[0].former.amount], [2, 0]);
  assert.equal(body.former.ends < body.period.begins, true, 'yesterday, up to this moment');
});

test('waiting webhooks are shown beside the volume', async (t) => {
  const { pay, as } = await sharedMoneyStage(t);
  await pay(25);
  const { body } = await (await as('support'))(
    'GET',
    '/brands/:brand/overview?from=2026-03-28&to=2026-03-28',
  );
  assert.deepEqual(body.webhooks, {
    delivered: 0,
    looked: 0,
    waiting: 0,
    abandoned: 0,
    pausedEndpoints: 0,
    failingEndpoints: 0,
  });
  assert.equal(body.isEmpty, false);
});

test('invalid days are refused', async (t) => {
  const { as } = await sharedMoneyStage(t);
  const call = await as('owner');
  for (const [from, to] of [
    ['2026-02-30', '2026-03-01'],
    ['2026-03-02', '2026-03-01'],
    ['2025-01-01', '2026-03-01'],
    ['yesterday', 'today'],
  ])
    assert.equal(
      (await call('GET', `/brands/:brand/overview?from=${from}&to=${to}`)).status,
      400,
      `${from} ${to}`,
    );
  const { body } = await call('GET', '/brands/:brand/overview?from=2026-03-01&to=2026-03-28');
  assert.equal(body.isEmpty, true);
});

test('an unfinished period is compared with the same part of the previous period', () => {
  const now = new Date('2026-03-29T10:00:00Z');
  const { former } = periodOf('2026-03-23', '2026-03-29', 'UTC', now);
  assert.deepEqual(former, {
    begins: new Date('2026-03-16T00:00:00Z'),
    ends: new Date('2026-03-22T10:00:00Z'),
  });
  const over = periodOf('2026-03-16', '2026-03-22', 'UTC', now);
  assert.deepEqual(over.former, {
    begins: new Date('2026-03-09T00:00:00Z'),
    ends: new Date('2026-03-16T00:00:00Z'),
  });
});
