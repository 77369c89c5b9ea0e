// Authorise and capture through an account at Stripe, from outside (contract 16): captures made here and in Stripe's
// dashboard, voids, and authorisations that lapse there, whatever the order of Stripe's events.
import assert from 'node:assert/strict';
import test from 'node:test';
import { captureIntent } from '../../providers/stripe/stand-in/later.ts';
import type { Thing } from '../../providers/stripe/stand-in/records.ts';
import type { StripeStandIn } from '../../providers/stripe/stand-in/stand-in.ts';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { by, decideOn, enterCard, openProviderStage, type Shop } from './stage.ts';

const stage = await openProviderStage();
const CARD = '4242424242424242';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
type Json = any;

const isHeld = (shop: Shop, id: string) =>
  eventually(async () => {
    const record = await shop.record(id);
    return record.amountAuthorized > 0 && record;
  });

/** The shopper has authorised it on Stripe's page. */
async function authorize(shop: Shop, standIn: StripeStandIn, fields: object = {}): Promise<Json> {
  const { result } = await shop.card({ captureMode: 'manual', ...fields });
  const back = await enterCard(result.redirectUrl, CARD);
  await shop.browse(back!);
  const record = await isHeld(shop, result.transactionId);
  return { id: result.transactionId, record, intent: standIn.of(result.transactionId)! };
}

const capture = (shop: Shop, transactionId: string, fields: object = {}) =>
  shop.call('POST', '/capture-payment', { transactionId, ...fields });

async function sendAll(standIn: StripeStandIn, events: readonly Thing[]): Promise<void> {
  for (const event of events) assert.equal(await standIn.sender.send(event), 200);
}

test('a card is held on Stripe’s page, captured in part, and refunded up to what was captured', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const { id, record, intent } = await authorize(shop, standIn);
  assert.deepEqual(
    [record.status, record.amountAuthorized, record.amountCaptured, record.providerReference],
    ['PROCESSING', record.amount, 0, intent.id],
  );
  const charge = standIn.books.find(intent.latest_charge);
  assert.equal(Date.parse(record.captureBefore) / 1000, charge.payment_method_details.card.capture_before);
  assert.deepEqual(await shop.balance(), { available: 0, reserved: 0 });
  const several = await capture(shop, id, { amount: 1, final: false });
  assert.deepEqual([several.status, several.body.errorCode], [400, '5103']);
  const made = await capture(shop, id, { amount: 10, captureReference: 'box' });
  assert.deepEqual(
    [made.status, made.body.status, made.body.amountCapturable],
    [201, 'COMPLETED', 0],
    made.text,
  );
  assert.equal(standIn.books.captured.get(made.body.captureId), 1);
  const paid = await shop.becomes(id, { status: 'COMPLETED', amountCaptured: 10 });
  assert.equal(paid.captures.length, 1);
  assert.deepEqual(paid.refunds, [], 'the released rest is no refund');
  assert.equal((await shop.refund(paid.merchantReference, 10.01)).status, 400);
  assert.equal((await shop.refund(paid.merchantReference, 10)).status, 201);
  for (const { state, reason } of await shop.waitForNotifications(5))
    assert.ok(state === 'applied' || state === 'ignored', `${state}: ${reason}`);
  assert.deepEqual((await shop.record(id)).captures.length, 1);
  assert.deepEqual(await shop.balance(), { available: 0, reserved: 0 });
  assert.deepEqual((await shop.eventsOf(id, 4)).slice(0, 4), [
    'payin.processing',
    'payin.authorized',
    'capture.completed',
    'payin.completed',
  ]);
});

test('PayPal and Klarna payments are held and captured', { skip: onlyInProof }, async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  for (const method of ['paypal', 'klarna']) {
    const { result } = await shop.pay(by(method, { captureMode: 'manual' }));
    await decideOn(result.redirectUrl, 'approve');
    await isHeld(shop, result.transactionId);
    assert.equal((await capture(shop, result.transactionId)).body.status, 'COMPLETED');
    await shop.becomes(result.transactionId, { status: 'COMPLETED', amountCaptured: 25 });
    assert.equal(standIn.charges(result.transactionId), 1);
  }
  assert.deepEqual(await shop.balance(), { available: 50, reserved: 0 });
  const ideal = await shop.pay(by('ideal', { captureMode: 'manual' }));
  assert.deepEqual([ideal.resultType, ideal.result.errorCode], ['declined', '1013']);
});

test('a capture made in Stripe’s dashboard counts once, whatever the order of its events', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe({}, { notifies: false });
  const orders: ((events: Thing[]) => Thing[])[] = [
    (events) => events,
    (events) => events.toReversed(),
    (events) => [...events.slice(2), ...events.slice(0, 2), ...events],
  ];
  for (const order of orders) {
    const { result } = await shop.card({ captureMode: 'manual', amount: 25 });
    // The shopper does not come back, so events alone tell that the card is held.
    await enterCard(result.redirectUrl, CARD);
    const { id: intentId } = standIn.of(result.transactionId)!;
    captureIntent(standIn.books, intentId, { amount_to_capture: '2000' });
    const events = order(standIn.books.events.filter(({ data }) => data.object.id !== undefined));
    await sendAll(standIn, events);
    const paid = await shop.becomes(result.transactionId, { status: 'COMPLETED', amountCaptured: 20 });
    const seen = paid.captures.map((one: Json) => [one.amount, one.status, one.captureReference]);
    assert.deepEqual(seen, [[20, 'COMPLETED', null]]);
    assert.equal(paid.amountAuthorized, 25);
    standIn.books.events.length = 0;
  }
  for (const { state, reason } of await shop.waitForNotifications(15))
    assert.ok(state === 'applied' || state === 'ignored', `${state}: ${reason}`);
  assert.deepEqual(await shop.balance(), { available: 60, reserved: 0 });
});

test('several captures, made here and in the dashboard, each count once, and a void keeps them', {
  skip: onlyInProof,
}, async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  standIn.books.multicapture = true;
  const { id, intent } = await authorize(shop, standIn, { amount: 25 });
  const partly = (amount: number) => shop.becomes(id, { amountCaptured: amount });
  assert.equal((await capture(shop, id, { amount: 5, final: false })).body.status, 'COMPLETED');
  captureIntent(standIn.books, intent.id, { amount_to_capture: '300', final_capture: 'false' });
  await partly(8);
  assert.equal((await capture(shop, id, { amount: 2, final: false })).body.status, 'COMPLETED');
  captureIntent(standIn.books, intent.id, { amount_to_capture: '100', final_capture: 'false' });
  const held = await partly(11);
  assert.equal(held.status, 'PROCESSING');
  assert.equal((await shop.call('POST', '/cancel-payment', { transactionId: id })).status, 201);
  const { status, amountCaptured, captures } = await shop.record(id);
  assert.deepEqual([status, amountCaptured, captures.length], ['COMPLETED', 11, 4]);
  for (const { state, reason } of await shop.waitForNotifications(8))
    assert.ok(state === 'applied' || state === 'ignored', `${state}: ${reason}`);
  assert.deepEqual(await shop.balance(), { available: 11, reserved: 0 });
});

test('a capture whose answer was lost is told by Stripe’s events, and made once', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const { id } = await authorize(shop, standIn, { amount: 25 });
  standIn.fault('/capture$', 'lost-after');
  const made = await capture(shop, id, { captureReference: 'box' });
  assert.deepEqual([made.status, made.body.status], [201, 'PENDING']);
  await shop.becomes(id, { status: 'COMPLETED', amountCaptured: 25 });
  assert.equal((await capture(shop, id, { captureReference: 'box' })).body.captureId, made.body.captureId);
  assert.deepEqual([...standIn.books.captured], [[made.body.captureId, 1]]);
});

test('a void is told before the answer of its call, and ends the payment once', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const { id, intent } = await authorize(shop, standIn);
  standIn.fault('/cancel$', 'held');
  const voiding = shop.call('POST', '/cancel-payment', { transactionId: id });
  await shop.becomes(id, { status: 'DECLINED', errorCode: '3001' });
  standIn.faults.release();
  const answer = await voiding;
  assert.equal(answer.status, 201, answer.text);
  assert.equal(intent.status, 'canceled');
  assert.deepEqual((await shop.eventsOf(id, 3)).slice(1), ['payin.authorized', 'payin.declined']);
  const late = await capture(shop, id);
  assert.deepEqual([late.status, late.body.errorCode], [400, '5102']);
});

test('a void without an answer leaves the payment authorised, and a void after a capture at Stripe is refused', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe({}, { notifies: false });
  const { id, intent } = await authorize(shop, standIn, { amount: 25 });
  const cancel = () => shop.call('POST', '/cancel-payment', { transactionId: id });
  standIn.fault('/cancel$', 'lost-before');
  assert.equal((await cancel()).status, 400);
  assert.equal((await shop.record(id)).status, 'PROCESSING');
  captureIntent(standIn.books, intent.id, {});
  assert.equal((await cancel()).status, 400);
  await sendAll(standIn, [standIn.lastEvent('charge.captured')]);
  await shop.becomes(id, { status: 'COMPLETED', amountCaptured: 25 });
});

test('an authorisation that lapses at Stripe is declined with 3002, and a cancelled one with 3001', async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  for (const [reason, code] of [
    ['expired', '3002'],
    ['automatic', '3002'],
    ['requested_by_customer', '3001'],
  ] as const) {
    const { id, intent } = await authorize(shop, standIn);
    standIn.books.cancelIntent(intent.id, { cancellation_reason: reason });
    await shop.becomes(id, { status: 'DECLINED', errorCode: code });
  }
  assert.deepEqual(await shop.balance(), { available: 0, reserved: 0 });
});

test('an authorisation is voided at Stripe when the time that Stripe named is over', {
  skip: onlyInProof,
}, async (t) => {
  const own = await openProviderStage(t);
  const shop = await own.shop(t);
  const { standIn } = await shop.stripe({}, { notifies: false });
  const { id, intent } = await authorize(shop, standIn);
  own.gateway.advance(7 * 86_400_000 + 60_000);
  await shop.becomes(id, { status: 'DECLINED', errorCode: '3002' });
  assert.equal(intent.status, 'canceled');
});

test('a capture that never reached Stripe fails, and the dashboard’s capture meanwhile counts once', {
  skip: onlyInProof,
}, async (t) => {
  const own = await openProviderStage(t);
  const shop = await own.shop(t);
  const { standIn } = await shop.stripe();
  const { id, intent } = await authorize(shop, standIn, { amount: 25 });
  standIn.fault('/capture$', 'lost-before');
  const made = await capture(shop, id);
  assert.deepEqual([made.status, made.body.status], [201, 'PENDING']);
  captureIntent(standIn.books, intent.id, { amount_to_capture: '500' });
  await eventually(async () => (await shop.notes('?state=waiting')).length > 0);
  own.gateway.advance(6 * 60_000);
  const paid = await shop.becomes(id, { status: 'COMPLETED', amountCaptured: 5 });
  assert.deepEqual(
    paid.captures.map(({ amount, status, errorCode }: Json) => [amount, status, errorCode]),
    [
      [25, 'FAILED', '5105'],
      [5, 'COMPLETED', null],
    ],
  );
  assert.deepEqual(await shop.balance(), { available: 5, reserved: 0 });
});

test('a payment that somebody labels with the capture of another payment does not complete that capture', {
  skip: onlyInProof,
}, async (t) => {
  const shop = await stage.shop(t);
  const { standIn } = await shop.stripe();
  const [one, other] = [
    await authorize(shop, standIn, { amount: 25 }),
    await authorize(shop, standIn, { amount: 25 }),
  ];
  standIn.fault('/capture$', 'lost-before');
  const { captureId } = (await capture(shop, one.id)).body;
  captureIntent(standIn.books, other.intent.id, { metadata: { [captureId]: '2500' } });
  await shop.becomes(other.id, { status: 'COMPLETED', amountCaptured: 25 });
  await eventually(async () => (await shop.notes('?state=conflict')).length > 0);
  const { status, captures } = await shop.record(one.id);
  assert.deepEqual([status, captures[0].status], ['PROCESSING', 'PENDING']);
  assert.deepEqual(await shop.balance(), { available: 25, reserved: 0 });
});
