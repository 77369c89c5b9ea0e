// The page of a transaction over HTTP: the sentence, the story with its
// actors, and everything that belongs to it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aCardPayin, eventually } from '../../../stage/harness.ts';
import { aPayout } from '../../../stage/payouts.ts';
import { openPortalStage, type PortalStage, sharedPortalStage } from '../portal-stage.ts';

async function pay(stage: PortalStage, fields: Record<string, unknown> = {}, card = {}): Promise<string> {
  const body = aCardPayin(fields, card);
  const answer = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result.transactionId;
}

test("a transaction's page says what happened, and shows the timeline, the money and the webhooks", async (t) => {
  const stage = await sharedPortalStage(t);
  const support = await stage.as('support');
  const customer = { email: 'ada@example.com', ip: '203.0.113.9', firstName: 'Ada' };
  const declined = await pay(stage, { customer, userId: 'ada' }, { cardNumber: '4000000000009995' });
  const paid = await pay(stage, { customer, userId: 'ada' });
  const page = await support('GET', `/brands/:brand/transactions/${declined}`);
  assert.equal(page.status, 200, page.text);
  assert.deepEqual(page.body.sentence, {
    what: 'Declined by the issuer: insufficient funds.',
    next: 'The shopper may try another card.',
    tone: 'bad',
  });
  assert.deepEqual(
    page.body.related.map(({ id }: { id: string }) => id),
    [paid],
  );
  assert.equal(page.body.person.email, 'a***@example.com');
  const { body } = await support('GET', `/brands/:brand/transactions/${paid}`);
  assert.equal(body.sentence.what, '25.00 EUR was paid with the card •••• 4242.');
  assert.deepEqual(
    body.transfers.map(({ from, to, amount }: Record<string, unknown>) => [from, to, amount]),
    [['provider', 'available', 25]],
  );
  assert.deepEqual(
    body.webhooks.map(({ eventType, state }: Record<string, unknown>) => [eventType, state]),
    [['payin.completed', 'unaddressed']],
  );
  assert.deepEqual(
    body.timeline.map(({ what, actor }: { what: string; actor: { kind: string } }) => [what, actor.kind]),
    [
      ['Pay-in created', 'merchant'],
      ['Completed', 'merchant'],
    ],
  );
  assert.deepEqual([body.refundable, body.available], [25, 25]);
  assert.deepEqual(body.actions, [
    'refund',
    'resend-webhook',
    'block-card',
    'block-email',
    'block-user',
    'block-address',
    'note',
  ]);
});

test("a transaction's page offers each role its actions, and a read-only user none", async (t) => {
  const stage = await sharedPortalStage(t);
  const id = await pay(stage);
  const actions = async (role: Parameters<PortalStage['as']>[0]) =>
    (await (await stage.as(role))('GET', `/brands/:brand/transactions/${id}`)).body.actions;
  assert.deepEqual(await actions('read-only'), []);
  assert.deepEqual(await actions('finance-maker'), ['refund', 'note']);
  assert.deepEqual(await actions('developer'), ['resend-webhook', 'note']);
});

test("a transaction's page shows the risk counts of its card, user and address", async (t) => {
  const stage = await sharedPortalStage(t, { brand: { risk: 'standard' } });
  const support = await stage.as('support');
  const customer = { ip: '203.0.113.9' };
  const id = await pay(stage, { customer }, { cardNumber: '4000000000009995' });
  const { body } = await support('GET', `/brands/:brand/transactions/${id}`);
  const counted = Object.fromEntries(
    body.risk.counters.map((one: { rule: string; counted: number }) => [one.rule, one.counted]),
  );
  assert.deepEqual(counted, {
    attemptsPerCard: 1,
    wrongCodesPerCard: 0,
    declinesPerSource: 1,
    declinesPerBin: 1,
  });
});

test('a transaction of another brand is 404', async (t) => {
  const stage = await sharedPortalStage(t);
  const other = await stage.createBrand({}, stage.brand.merchantId);
  const body = aCardPayin();
  const { body: made } = await stage.call('POST', '/v3/payment', { apiKey: other.apiKey, body });
  const support = await stage.as('support');
  const { status } = await support('GET', `/brands/:brand/transactions/${made.result.transactionId}`);
  assert.equal(status, 404);
});

test('a refund over the API and its end at the provider are shown with their actors', async (t) => {
  const stage = await openPortalStage(t);
  const support = await stage.as('support');
  const id = await pay(stage, { merchantReference: 'order-1' });
  const refund = await stage.call('POST', '/refund/by-reference', {
    apiKey: stage.brand.apiKey,
    body: { merchantReference: 'order-1', amount: 10, reason: 'RETURN' },
  });
  assert.equal(refund.status, 201, refund.text);
  const page = await eventually(async () => {
    stage.advance(1_000);
    const { body } = await support('GET', `/brands/:brand/transactions/${id}`);
    return body.refunds[0].status === 'COMPLETED' && body;
  });
  assert.equal(
    page.sentence.what,
    '25.00 EUR was paid with the card •••• 4242. 10.00 EUR of it was refunded, 15.00 EUR remains.',
  );
  assert.equal(page.refundable, 15);
  assert.deepEqual(page.refunds[0].madeBy, { kind: 'api', name: 'Test Brand' });
  assert.deepEqual(page.refunds[0].endedBy, { kind: 'provider', name: 'Sandbox' });
  assert.deepEqual(
    page.timeline.slice(2).map(({ what, reason }: Record<string, unknown>) => [what, reason]),
    [
      ['Refund of 10.00 EUR created', 'RETURN'],
      ['Refund of 10.00 EUR completed', null],
    ],
  );
});

test('a step of the timeline without a reason shows none', async (t) => {
  const stage = await sharedPortalStage(t, { workers: false });
  const made = await stage.call('POST', '/v3/payout', {
    apiKey: stage.brand.apiKey,
    body: aPayout(),
  });
  const support = await stage.as('support');
  const { body } = await support('GET', `/brands/:brand/transactions/${made.body.result.transactionId}`);
  assert.deepEqual(
    body.timeline.map(({ what, reason }: { what: string; reason: string | null }) => [what, reason]),
    [
      ['Payout created', null],
      ['Waits for approval', null],
    ],
  );
});
