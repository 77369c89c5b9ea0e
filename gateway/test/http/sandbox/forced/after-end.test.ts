// Events after the end of a payment, as a merchant sees them (contract 5, 13): disputes, returns, and refunds that fail
// after all. Each with its record, webhooks and money, and a ledger proof over all.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openShop } from './after-end-shop.ts';

test('a chargeback over the balance makes it negative, and a won dispute gives the money back', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay(100);
  const other = await shop.pay(10);
  await shop.fund(-90);
  const deadline = '2026-04-01T00:00:00.000Z';
  const opened = await shop.dispute(id, { status: 'OPEN', reason: 'fraudulent', deadline });
  assert.equal(opened.status, 200, opened.text);
  assert.deepEqual(opened.body, await shop.record(id));
  const [dispute] = opened.body.disputes;
  assert.deepEqual(Object.keys(dispute), [
    ...['disputeId', 'providerReference', 'status', 'amount', 'currency', 'reason', 'deadline'],
    ...['fundsWithheld', 'createdAt', 'updatedAt', 'response'],
  ]);
  assert.deepEqual(
    [
      dispute.status,
      dispute.amount,
      dispute.currency,
      dispute.reason,
      dispute.deadline,
      dispute.fundsWithheld,
    ],
    ['OPEN', 100, 'EUR', 'fraudulent', deadline, true],
  );
  assert.equal(opened.body.status, 'COMPLETED');
  assert.deepEqual(await shop.balance(), [-80, 0]);

  const refused = await shop.refund(other, 10);
  assert.deepEqual([refused.status, refused.body.errorCode], [400, '5006'], refused.text);
  const payout = await shop.pending({ amount: 5 });
  const settled = await shop.settle(payout);
  assert.deepEqual([settled.body.status, settled.body.errorCode], ['PENDING', '4001'], settled.text);
  await shop.fund(30);
  assert.deepEqual(await shop.balance(), [-50, 0], 'what is missing may be funded step by step');

  const disputed = await shop.refund(id, 10);
  assert.deepEqual([disputed.status, disputed.body.errorCode], [400, '5003'], disputed.text);
  const meant = await shop.refund(id, 10, { despiteDispute: true });
  assert.deepEqual([meant.status, meant.body.errorCode], [400, '5006'], meant.text);
  assert.equal((await shop.refund(id, 10, { despiteDispute: 'yes' })).status, 400);

  const again = await shop.dispute(id, { status: 'OPEN', reason: 'fraudulent', deadline });
  assert.deepEqual(again.body, opened.body, 'the same again changes nothing');
  await shop.dispute(id, { status: 'OPEN', deadline: '2026-04-08T00:00:00.000Z' });
  const won = await shop.dispute(id, { status: 'WON' });
  assert.deepEqual([won.body.disputes[0].status, won.body.disputes[0].fundsWithheld], ['WON', false]);
  assert.deepEqual(await shop.balance(), [50, 0]);
  const lost = await shop.dispute(id, { status: 'LOST' });
  assert.deepEqual([lost.body.disputes.length, lost.body.disputes[0].status], [1, 'LOST']);
  assert.deepEqual(await shop.balance(), [-50, 0], 'a second chargeback');

  const events = await shop.events(id, 'dispute.lost');
  assert.deepEqual(
    events.slice(-4).map(({ eventType }) => eventType),
    ['dispute.opened', 'dispute.updated', 'dispute.won', 'dispute.lost'],
  );
  for (const event of events) {
    assert.ok(!('disputes' in event) && !('refunds' in event));
    assert.equal(event.returned, null);
  }
  assert.deepEqual(events.at(-4).dispute, dispute);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, i) => i + 1),
  );
  await shop.proven();
});

test('an impossible dispute is 400, names the wrong field and changes nothing', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay(25);
  const payout = await shop.pending({ amount: 5 });
  const wrong: [string, unknown, RegExp][] = [
    [id, { status: 'WON' }, /^status: there is no dispute yet/],
    [id, { status: 'CLOSED' }, /^status/],
    [id, { status: 'OPEN', amount: 25.01 }, /^amount/],
    [id, { status: 'OPEN', amount: 1.001 }, /^amount/],
    [id, { status: 'OPEN', deadline: 'soon' }, /^deadline/],
    [id, { status: 'OPEN', fundsWithheld: 25 }, /^fundsWithheld/],
    [payout, { status: 'OPEN' }, /^transactionId: only a COMPLETED pay-in/],
  ];
  for (const [of, body, message] of wrong) {
    const answer = await shop.dispute(of, body);
    assert.equal(answer.status, 400, answer.text);
    assert.match([answer.body.message].flat()[0], message);
  }
  assert.deepEqual((await shop.record(id)).disputes, []);
  await shop.dispute(id, { status: 'LOST' });
  const over = await shop.dispute(id, { status: 'WON' });
  assert.match([over.body.message].flat()[0], /^status: the dispute is LOST; that is final/);
  assert.equal((await shop.dispute(id.replace(/.$/, 'x'), { status: 'OPEN' })).status, 404);
  const stranger = await shop.gate.createBrand();
  assert.equal(
    (await shop.force(`transactions/${id}/dispute`, { status: 'OPEN' }, stranger.apiKey)).status,
    404,
  );
  await shop.proven();
});

test('a returned payout gives its money back once, and a returned debit takes its money away', async (t) => {
  const shop = await openShop(t);
  await shop.fund(40);
  const payout = await shop.pending({ amount: 40 });
  const early = await shop.comeBack(payout);
  assert.match([early.body.message].flat()[0], /^transactionId: only a COMPLETED transaction/);
  await shop.settle(payout);
  await shop.force(`transactions/${payout}/outcome`, { outcome: 'COMPLETED' });
  assert.deepEqual(await shop.balance(), [0, 0]);
  const back = await shop.comeBack(payout, { reason: 'AC04 closed account' });
  assert.equal(back.status, 200, back.text);
  assert.deepEqual(
    [back.body.status, back.body.returned.amount, back.body.returned.reason],
    ['COMPLETED', 40, 'AC04 closed account'],
  );
  assert.deepEqual(await shop.balance(), [40, 0]);
  assert.deepEqual((await shop.comeBack(payout)).body, back.body, 'it comes back once');
  assert.deepEqual(await shop.balance(), [40, 0]);
  const [told] = (await shop.events(payout, 'payout.returned')).slice(-1);
  assert.deepEqual(told.returned, back.body.returned);

  const debit = await shop.debit(60);
  assert.deepEqual(await shop.balance(), [100, 0]);
  await shop.fund(-70);
  const taken = await shop.comeBack(debit);
  assert.deepEqual([taken.body.returned.amount, taken.body.returned.reason], [60, null]);
  assert.deepEqual(await shop.balance(), [-30, 0]);
  await shop.events(debit, 'payin.returned');
  const refused = await shop.refund(debit, 1);
  assert.deepEqual([refused.status, refused.body.errorCode], [400, '5002'], 'nothing is left to refund');

  const card = await shop.comeBack(await shop.pay(5));
  assert.match([card.body.message].flat()[0], /^transactionId: only a payout or a direct debit/);
  await shop.proven();
});

test('a refund is forced to COMPLETED or FAILED, and may fail after it was COMPLETED', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay(25);
  const made = await shop.refund(id, 10);
  const { refundId } = made.body;
  const done = await shop.force(`refunds/${refundId}/outcome`, { outcome: 'COMPLETED' });
  assert.equal(done.status, 200, done.text);
  assert.deepEqual(done.body, await shop.record(id));
  assert.deepEqual([done.body.refunds[0].status, done.body.refunds[0].origin], ['COMPLETED', 'merchant']);
  assert.deepEqual(await shop.balance(), [15, 0]);
  const failed = await shop.force(`refunds/${refundId}/outcome`, { outcome: 'FAILED' });
  assert.deepEqual([failed.body.refunds[0].status, failed.body.amountRefunded], ['FAILED', 0]);
  assert.deepEqual(await shop.balance(), [25, 0]);
  const again = await shop.force(`refunds/${refundId}/outcome`, { outcome: 'FAILED' });
  assert.deepEqual(again.body, failed.body);
  const over = await shop.force(`refunds/${refundId}/outcome`, { outcome: 'COMPLETED' });
  assert.deepEqual(
    [over.status, over.body.message],
    [400, 'refundId: the refund is FAILED, and that is final'],
  );
  assert.deepEqual(
    (await shop.events(id, 'refund.failed')).slice(-3).map(({ eventType }) => eventType),
    ['refund.pending', 'refund.completed', 'refund.failed'],
  );
  const second = await shop.refund(id, 25);
  assert.equal(second.status, 201, 'a failed amount may be refunded again');
  const unknown = await shop.force(`refunds/${id}/outcome`, { outcome: 'FAILED' });
  assert.equal(unknown.status, 404);
  await shop.proven();
});

test('simultaneous callers that force the same dispute write one step', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay(25);
  const answers = await Promise.all(Array.from({ length: 8 }, () => shop.dispute(id, { status: 'OPEN' })));
  for (const answer of answers) assert.equal(answer.status, 200, answer.text);
  const { disputes } = await shop.record(id);
  assert.equal(disputes.length, 1);
  assert.deepEqual(await shop.balance(), [0, 0]);
  await shop.proven();
});

test('each forced dispute is a row of the audit log', async (t) => {
  const shop = await openShop(t);
  const id = await shop.pay(25);
  await shop.dispute(id, { status: 'OPEN' });
  const { body } = await shop.gate.operator(
    'GET',
    `/operator/audit?merchantId=${shop.brand.merchantId}&target=${id}`,
  );
  const row = body.find(({ action }: { action: string }) => action === 'dispute.forced');
  assert.deepEqual(
    [row.actor.kind, row.before, row.after.status, row.after.amount],
    ['api', null, 'OPEN', 25],
  );
});
