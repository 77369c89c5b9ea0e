// The outcomes of a payout, as a merchant sees them (spec 3, 4.4; contract 7): waiting for approval, sent at once, sent
// to the cashier, declined by a rule or by its provider; with record, events and balance.
import assert from 'node:assert/strict';
import test from 'node:test';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { aCardPayin, eventually, sharedTestGateway, startTestGateway } from '../../stage/harness.ts';
import { openDesk, payoutOption, RECIPIENTS } from '../../stage/payouts.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';

const DAY = 86_400_000;
const methods = Object.keys(RECIPIENTS) as (keyof typeof RECIPIENTS)[];

const quietGateway = sharedTestGateway({ workers: false });
const workingGateway = sharedTestGateway();

// proves 1 payouts; 1 style 1, payout; 1 rule 5; 3 row 5; 4.4 request; 4.4 200 PENDING
// proves 4.7 status, payout; 4.9 confirmation; 9 table, payouts
test('a payout waits for its approval, whatever its method', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  assert.deepEqual(
    methods.toSorted(),
    optionsOf('PAYOUT')
      .map(({ method }) => method)
      .sort(),
  );
  for (const method of methods) {
    const { status, body, text } = await desk.payOut({ merchantReference: `r-${method}` }, method);
    assert.equal(status, 201, text);
    assert.deepEqual(
      [body.statusCode, body.resultType, body.result.status],
      [200, 'success', 'PENDING'],
      text,
    );
    const { expiresAt, ...result } = body.result;
    assert.deepEqual(Object.keys(result), [
      'transactionId',
      'sessionId',
      'merchantReference',
      'currency',
      'amount',
      'status',
    ]);
    assert.ok(Math.abs(Date.parse(expiresAt) - gate.now().getTime() - 30 * DAY) < 60_000);
    const record = await desk.record(result.transactionId);
    assert.deepEqual(
      [record.type, record.status, record.paymentOption.id],
      ['PAYOUT', 'PENDING', payoutOption(method).id],
    );
    assert.equal(record.card?.last4 ?? null, method === 'card' ? '4444' : null);
  }
});

// proves 1 style 1, payout; 1 rule 5; 3 row 6; 4.4 200 PROCESSING; 4.7 status, payout; 4.9 confirmation
test('with automatic approval a payout is sent at once and completes', async () => {
  const gate = await workingGateway();
  const desk = await openDesk(gate, { automaticApproval: true });
  await desk.fund(100);
  const { status, body, text } = await desk.payOut();
  assert.equal(status, 201, text);
  assert.deepEqual([body.statusCode, body.resultType, body.result.status], [200, 'success', 'PROCESSING']);
  const { transactionId } = body.result;
  const done = await eventually(async () => {
    const record = await desk.record(transactionId);
    return record.status === 'COMPLETED' && record;
  });
  assert.deepEqual(
    done.timeline.map((entry: { to: string }) => entry.to),
    ['INIT', 'PROCESSING', 'COMPLETED'],
  );
  assert.deepEqual(await desk.balance(), [60, 0]);
});

// proves 3 row 8; 3 row 9; 4.4 900; 4.4 999
test('with automatic approval the answer says at once why a payout did not complete', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate, { automaticApproval: true });
  await desk.fund(100);
  const expected: [number, unknown[]][] = [
    [100.01, [999, 'error', 'DECLINED', '4001']],
    [10.02, [900, 'declined', 'DECLINED', '2005']],
    [10.04, [999, 'error', 'DECLINED', '9002']],
  ];
  for (const [amount, answer] of expected) {
    const { status, body, text } = await desk.payOut({ amount });
    assert.equal(status, 201);
    const { result } = body;
    assert.deepEqual([body.statusCode, body.resultType, result.status, result.errorCode], answer, text);
    assert.equal(typeof result.errorReason, 'string');
    assert.deepEqual(await desk.balance(), [100, 0]);
    assert.equal((await desk.record(result.transactionId)).status, 'DECLINED');
  }
  const unanswered = await desk.payOut({ amount: 10.05 });
  const { result } = unanswered.body;
  assert.deepEqual(
    [unanswered.body.statusCode, unanswered.body.resultType, result.status],
    [200, 'success', 'PROCESSING'],
  );
  assert.equal('errorCode' in result, false);
  assert.deepEqual(await desk.balance(), [89.95, 10.05]);
  assert.equal((await desk.record(result.transactionId)).errorCode, '9001');
});

test('the resolver finds the outcome of a payout without an answer', async (t) => {
  const gate = await startTestGateway(t);
  const desk = await openDesk(gate, { automaticApproval: true });
  await desk.fund(100);
  const { transactionId } = (await desk.payOut({ amount: 10.05 })).body.result;
  gate.advance(10_000);
  await eventually(async () => (await desk.record(transactionId)).status === 'COMPLETED');
  assert.deepEqual(await desk.balance(), [89.95, 0]);
});

// proves 1 rule 3; 1 rule 4, cashier; 3 row 7; 4.4 300
test('a payout with missing fields goes to the cashier and reserves nothing', async () => {
  const gate = await quietGateway();
  for (const automaticApproval of [false, true]) {
    const desk = await openDesk(gate, { automaticApproval });
    await desk.fund(100);
    const lacking = [
      { paymentData: {} },
      { paymentData: null },
      { paymentData: { iban: RECIPIENTS['sepa-transfer'].paymentData.iban } },
      { country: null },
    ];
    for (const fields of lacking) {
      const { status, body, text } = await desk.payOut(fields);
      assert.deepEqual([status, body.statusCode, body.resultType], [201, 300, 'redirect'], text);
      assert.equal(body.result.status, 'PROCESSING');
      assert.match(body.result.redirectUrl, /\/cashier\/[A-Za-z0-9_-]{65}$/);
      const openMs = Date.parse(body.result.expiresAt) - gate.now().getTime();
      assert.ok(Math.abs(openMs - 3_600_000) < 60_000);
      assert.equal((await desk.settle(body.result.transactionId)).status, 400);
    }
    assert.deepEqual(await desk.balance(), [100, 0]);
  }
});

// proves 3 row 8; 4.4 900
test('the first broken rule declines a payout with its code', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  async function declined(errorCode: string, fields: Record<string, unknown>, by = desk) {
    const { status, body, text } = await by.payOut(fields);
    assert.equal(status, 201, text);
    const { statusCode, resultType, result } = body;
    assert.deepEqual(
      [statusCode, resultType, result.status, result.errorCode],
      [900, 'declined', 'DECLINED', errorCode],
      text,
    );
    const stored = await gate.gateway.context.transactions.find(by.brand.merchantId, result.transactionId);
    assert.deepEqual([stored!.paymentDataSealed, stored!.card, stored!.provider], [null, null, null]);
  }
  for (const option of optionsOf('PAYIN')) {
    await declined('1010', { paymentOptionId: option.id, paymentData: {} });
  }
  await declined('1010', { paymentOptionId: '11111111-2222-4333-8444-555555555555' });
  await declined('1004', { country: 'US' });
  await declined('1003', { currency: 'USD' });
  await declined('1001', { amount: 0.99 });
  await declined('1002', { amount: 50_000.01 });
  await declined('1004', { country: 'US', currency: 'CHF', amount: 0 });

  const narrow = await openDesk(gate, { options: [payoutOption('upi').id] });
  await declined('1010', {}, narrow);
  const inactive = await openDesk(gate);
  await gate.operator('PATCH', `/operator/brands/${inactive.brand.brandId}`, { active: false });
  await declined('1012', { paymentOptionId: payoutOption('upi').id }, inactive);
});

test('a payout to a saved card goes only to a card of the same user', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  const paid = await gate.call('POST', '/v3/payment', {
    apiKey: desk.brand.apiKey,
    body: aCardPayin({ userId: 'ada' }),
  });
  const { token } = (await desk.record(paid.body.result.transactionId)).card;
  const toCard = (userId: string | null, given = token) =>
    desk.payOut({ userId, country: null, paymentData: { token: given } }, 'card');

  const { body, text } = await toCard('ada');
  assert.deepEqual([body.statusCode, body.result.status], [200, 'PENDING'], text);
  const { card } = await desk.record(body.result.transactionId);
  assert.deepEqual([card.last4, card.token], ['4242', null]);
  for (const answer of [await toCard('eve'), await toCard(null), await toCard('ada', 'tok_unknown')]) {
    const { statusCode, result } = answer.body;
    assert.deepEqual([statusCode, result.status, result.errorCode], [900, 'DECLINED', '2014'], answer.text);
  }
});

test('pay-ins and payouts share one set of references', async () => {
  const gate = await quietGateway();
  const desk = await openDesk(gate);
  const { apiKey } = desk.brand;
  const first = (await desk.payOut({ merchantReference: 'one' })).body.result;
  const payin = await gate.call('POST', '/v3/payment', {
    apiKey,
    body: aCardPayin({ merchantReference: 'one' }),
  });
  const again = await desk.payOut({ merchantReference: 'one' });
  for (const { status, body } of [payin, again]) {
    assert.deepEqual([status, body.errorCode, body.transactionId], [409, '1020', first.transactionId]);
  }
  const declined = (await desk.payOut({ merchantReference: 'two', amount: 0.5 })).body.result;
  const retried = await desk.payOut({ merchantReference: 'two' });
  assert.deepEqual([retried.status, retried.body.transactionId], [409, declined.transactionId]);
  assert.equal((await desk.payOut({ merchantReference: 'one', country: 'FR' })).status, 201);
});

// proves 6, payouts
test('each status of a payout has its own webhook, in order', async (t) => {
  const gate = await workingGateway();
  const receiver = await startWebhookReceiver(t);
  const desk = await openDesk(gate, { notificationUrl: receiver.url });
  receiver.secrets = [desk.brand.signingSecret];
  await desk.fund(100);
  const id = await desk.pending();
  assert.equal((await desk.settle(id)).status, 201);
  const events = await receiver.waitFor(3);
  assert.deepEqual(
    events.map(({ body }) => [body.eventType, body.sequence, body.transactionId, body.status]),
    [
      ['payout.pending', 1, id, 'PENDING'],
      ['payout.processing', 2, id, 'PROCESSING'],
      ['payout.completed', 3, id, 'COMPLETED'],
    ],
  );
  assert.ok(events.every((event) => event.signatureValid));
});
