// Authorise and capture at Adyen through a whole gateway (contract 16): the stand-in holds the money, and captures and
// voids end by notification, in every order.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { resolveCapture } from '../../../src/actions/captures/resolve-capture.ts';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { available, by, openShop } from './a-shop.ts';
import { CARD_WITH_3DS, GOOD_CARD } from './stage.ts';

const MANUAL = { captureMode: 'manual' };
const GOOD = { cardNumber: GOOD_CARD };

async function openAuthorized(t: TestContext, account: Record<string, unknown> = {}) {
  const shop = await openShop(t, account);
  const { standIn, gate, apiKey, delivery, pay, settled } = shop;
  if (account.multipleCaptures) standIn.books.multipleCaptures = true;
  const { result } = await pay(MANUAL, GOOD);
  const { transactionId } = result;
  const payment = standIn.books.latest(transactionId);
  const capture = (body: object = {}) =>
    gate.call('POST', '/capture-payment', { apiKey, body: { transactionId, ...body } });
  const cancel = () => gate.call('POST', '/cancel-payment', { apiKey, body: { transactionId } });
  /** Sends what waits, and answers the state of each item so far. */
  const tell = async (count: number, how: object = {}) => {
    await standIn.deliver({ ...delivery, ...how });
    return (await settled(count)).map(({ kind, state }) => `${kind} ${state}`);
  };
  const now = () => shop.record(transactionId);
  const paths = () => standIn.requests.map(({ path }) => path.replace(/[A-Z0-9]{16}/, 'psp'));
  const { context } = gate.gateway;
  const stored = async (captureId: string) => {
    const { merchantId, brandId } = shop;
    return (await context.captures.find(merchantId, brandId, captureId))!;
  };
  return { ...shop, context, stored, transactionId, result, payment, capture, cancel, tell, now, paths };
}

const amount = (value: number) => ({ value, currency: 'EUR' });

test('a manual card is authorised, and its capture completes with its notification', async (t) => {
  const { standIn, result, capture, tell, now, transactionId, provenBalances } = await openAuthorized(t);
  assert.deepEqual([result.status, result.authorized], ['PROCESSING', true]);
  assert.deepEqual(standIn.requests.at(-1)!.body.additionalData, { manualCapture: 'true' });
  assert.equal(available(await provenBalances()), 0);
  const made = await capture();
  assert.deepEqual([made.status, made.body.status], [201, 'PENDING'], made.text);
  const sent = standIn.requests.at(-1)!;
  assert.equal(sent.body.reference, made.body.captureId);
  assert.equal(sent.headers['idempotency-key'], made.body.captureId);
  assert.deepEqual(await tell(2, { times: 2 }), ['AUTHORISATION applied', 'CAPTURE applied']);
  const { status, amountCaptured, captures } = await now();
  assert.deepEqual([status, amountCaptured, captures[0].status], ['COMPLETED', 25, 'COMPLETED']);
  assert.equal(available(await provenBalances()), 25);
  assert.equal(standIn.charges(transactionId), 1);
  assert.deepEqual(standIn.violations, []);
});

test('every method that declares it is authorised on its page, also on Adyen’s page for cards', {
  skip: onlyInProof,
}, async (t) => {
  const { standIn, pay, goBack, record } = await openShop(t);
  const away = { redirectUrl: 'https://shop.example/done', ...MANUAL };
  const ways: [object, object][] = [
    [{ ...away, ...by('paypal', 'DE', 'EUR') }, {}],
    [{ ...away, ...by('klarna', 'DE', 'EUR') }, {}],
    [away, { cardNumber: CARD_WITH_3DS }],
  ];
  for (const [fields, card] of ways) {
    const { result } = await pay(fields, card);
    await goBack(result.redirectUrl, 'approve');
    const { status, amountAuthorized } = await record(result.transactionId);
    assert.deepEqual([status, amountAuthorized], ['PROCESSING', 25], JSON.stringify(fields));
  }
  const hosted = await openShop(t, { cardEntry: 'provider' });
  const { result } = await hosted.pay(away, GOOD);
  assert.deepEqual(hosted.standIn.requests.at(-1)!.body.additionalData, { manualCapture: 'true' });
  const form = new URLSearchParams({ number: GOOD_CARD, expiry: '03/30', cvc: '737', holderName: 'Ada' });
  const left = await fetch(result.redirectUrl, { method: 'POST', body: form, redirect: 'manual' });
  const address = new URL(left.headers.get('location')!);
  await fetch(`${hosted.gate.url}${address.pathname}${address.search}`, { redirect: 'manual' });
  assert.equal((await hosted.record(result.transactionId)).amountAuthorized, 25);
  const ideal = await pay({ ...away, ...by('ideal', 'NL', 'EUR') });
  assert.equal(ideal.result.errorCode, '1013');
  assert.deepEqual([standIn.violations, hosted.standIn.violations], [[], []]);
});

test('a lost answer to the payment becomes authorised by the notification', async (t) => {
  const { standIn, pay, record, delivery } = await openShop(t, { multipleCaptures: true });
  standIn.fault({ path: '/payments', fault: { kind: 'reset', when: 'after' } });
  const { result } = await pay(MANUAL, GOOD);
  assert.equal(result.errorCode, '9001');
  await standIn.deliver(delivery);
  const { status, errorCode } = await eventually(async () => {
    const one = await record(result.transactionId);
    return one.amountAuthorized === 25 && one;
  }, 10_000);
  assert.deepEqual([status, errorCode], ['PROCESSING', null]);
});

test('a capture in Adyen’s Customer Area counts, also if it is told before the authorisation', async (t) => {
  const { standIn, pay, delivery, settled, record } = await openShop(t);
  standIn.fault({ path: '/payments', fault: { kind: 'reset', when: 'after' } });
  const { transactionId } = (await pay(MANUAL, GOOD)).result;
  standIn.books.capture(standIn.books.latest(transactionId), amount(1_000));
  await standIn.deliver({ ...delivery, reversed: true, times: 2 });
  assert.ok((await settled(2)).every(({ state }) => state === 'applied'));
  const { status, amountCaptured, captures } = await record(transactionId);
  // The account takes one capture, so it was the final one.
  assert.deepEqual([status, amountCaptured], ['COMPLETED', 10]);
  assert.deepEqual([captures.length, captures[0].captureReference, captures[0].final], [1, null, true]);
});

test('a capture that fails can be made again; a lost answer captures once', async (t) => {
  const { standIn, payment, capture, tell, now, context, stored } = await openAuthorized(t);
  const bad = await capture({ amount: 10.02 });
  assert.equal(bad.body.status, 'PENDING');
  await tell(2);
  assert.deepEqual(
    (await now()).captures.map((one: { status: string; errorCode: string }) => [one.status, one.errorCode]),
    [['FAILED', '5105']],
  );
  for (const when of ['before', 'after'] as const)
    standIn.fault({ path: '/captures', fault: { kind: 'reset', when } });
  const lost = await capture({ amount: 20 });
  assert.equal(lost.body.status, 'PENDING', lost.text);
  // What the sweep does when the capture is due: the request again, under the same key, until Adyen has received it.
  for (const _ of [1, 2, 3, 4]) await resolveCapture(context, await stored(lost.body.captureId));
  const sent = standIn.requests.filter(({ path }) => path.endsWith('/captures'));
  assert.equal(sent.length, 4);
  const keys = sent.slice(1).map(({ headers }) => headers['idempotency-key']);
  assert.deepEqual(new Set(keys), new Set([lost.body.captureId]));
  await tell(3);
  assert.deepEqual([(await now()).amountCaptured, payment.captured], [20, 2_000]);
});

test('a capture fails after it had succeeded, and its money goes back once', async (t) => {
  const { standIn, payment, capture, tell, now, provenBalances } = await openAuthorized(t);
  const { captureId } = (await capture()).body;
  standIn.books.tell(payment, 'CAPTURE_FAILED', { merchantReference: captureId, reason: 'Capture Failed' });
  const states = await tell(3, { reversed: true, times: 2 });
  assert.deepEqual(states.toSorted(), ['AUTHORISATION applied', 'CAPTURE applied', 'CAPTURE_FAILED applied']);
  const { status, returned, captures, amountCaptured } = await now();
  assert.deepEqual([status, returned.amount, amountCaptured], ['COMPLETED', 25, 0]);
  assert.deepEqual([captures[0].status, captures[0].errorCode], ['FAILED', '5105']);
  assert.equal(available(await provenBalances()), 0);
  // Another item about the same failure, which names the payment alone.
  standIn.books.tell(payment, 'CAPTURE_FAILED', { reason: 'Capture Failed' });
  assert.equal((await tell(4)).at(-1), 'CAPTURE_FAILED applied');
  assert.equal(available(await provenBalances()), 0);
});

test('an authorised payment is voided by /cancels, and its cancellation changes nothing more', async (t) => {
  const { cancel, tell, now, paths } = await openAuthorized(t);
  const voided = await cancel();
  assert.equal(voided.status, 201, voided.text);
  assert.equal(paths().at(-1), '/payments/psp/cancels');
  assert.deepEqual([(await now()).status, (await now()).errorCode], ['DECLINED', '3001']);
  assert.deepEqual(await tell(2), ['AUTHORISATION applied', 'CANCELLATION applied']);
});

test('a void that is told before the answer to its call is a void', { skip: onlyInProof }, async (t) => {
  const { standIn, cancel, now, delivery } = await openAuthorized(t);
  standIn.notifications = delivery;
  standIn.fault({ path: '/cancels', fault: { kind: 'late', delayMs: 1_500 } });
  const voided = await cancel();
  assert.equal(voided.status, 201, voided.text);
  assert.deepEqual([(await now()).status, (await now()).errorCode], ['DECLINED', '3001']);
});

test('a void without an answer changes nothing, and what was captured there is a conflict', async (t) => {
  const { standIn, payment, cancel, tell, now } = await openAuthorized(t);
  standIn.fault({ path: '/cancels', fault: { kind: 'status', statusCode: 500 } });
  assert.equal((await cancel()).status, 400);
  assert.equal((await now()).status, 'PROCESSING');
  standIn.books.capture(payment, amount(2_500));
  const [captured] = standIn.books.events.splice(1);
  assert.equal((await cancel()).status, 201);
  const [, refused] = await tell(2);
  assert.equal(refused, 'CANCELLATION conflict');
  standIn.books.events.push(captured!);
  assert.equal((await tell(3)).at(-1), 'CAPTURE applied');
  const { status, lateSuccess, amountCaptured } = await now();
  assert.deepEqual([status, lateSuccess, amountCaptured], ['COMPLETED', true, 25]);
});

test('an authorisation that is voided or lapses at Adyen ends, in any order', async (t) => {
  for (const end of ['void', 'lapse'] as const) {
    const { standIn, pay, delivery, settled, record, provenBalances } = await openShop(t);
    standIn.fault({ path: '/payments', fault: { kind: 'reset', when: 'after' } });
    const { transactionId } = (await pay(MANUAL, GOOD)).result;
    standIn.books[end](standIn.books.latest(transactionId));
    await standIn.deliver({ ...delivery, reversed: true, times: 2 });
    assert.ok((await settled(2)).every(({ state }) => state === 'applied'));
    const { status, errorCode, amountAuthorized } = await record(transactionId);
    assert.deepEqual([status, errorCode], ['DECLINED', end === 'void' ? '3001' : '3002']);
    assert.equal(amountAuthorized, 25);
    assert.equal(available(await provenBalances()), 0);
  }
});

test('after the one capture of a part, Adyen’s cancellation or lapse of the rest takes nothing back', async (t) => {
  const { standIn, payment, capture, tell, now, provenBalances, paths } = await openAuthorized(t);
  const early = await capture({ amount: 10, final: false });
  assert.deepEqual([early.status, early.body.errorCode], [400, '5103']);
  await capture({ amount: 10 });
  standIn.books.tell(payment, 'CANCELLATION', { amount: amount(1_500) });
  standIn.books.tell(payment, 'EXPIRE');
  const states = await tell(4, { reversed: true });
  assert.ok(
    states.every((one) => one.endsWith(' applied')),
    states.join(),
  );
  const { status, amountCaptured, returned } = await now();
  assert.deepEqual([status, amountCaptured, returned], ['COMPLETED', 10, null]);
  assert.equal(available(await provenBalances()), 10);
  assert.ok(!paths().some((path) => path.includes('cancels')));
});

test('with several captures the rest is released by /cancels after the final one', {
  skip: onlyInProof,
}, async (t) => {
  const { standIn, payment, capture, tell, now, paths } = await openAuthorized(t, { multipleCaptures: true });
  const first = await capture({ amount: 10, final: false });
  assert.deepEqual([first.status, first.body.amountCapturable], [201, 15], first.text);
  await tell(2);
  assert.equal((await now()).status, 'PROCESSING');
  await capture({ amount: 5 });
  await tell(3);
  assert.equal((await now()).status, 'COMPLETED');
  await eventually(async () => paths().includes('/payments/psp/cancels'), 20_000);
  assert.ok(!paths().some((path) => path.includes('reversals')));
  assert.equal((await tell(4)).at(-1), 'CANCELLATION applied');
  const { status, amountCaptured } = await now();
  assert.deepEqual([status, amountCaptured, payment.isReleased], ['COMPLETED', 15, true]);
  assert.deepEqual(standIn.violations, []);
});

test('a payment that is captured at once still comes back whole after CAPTURE_FAILED', async (t) => {
  const { standIn, pay, record, delivery, settled } = await openShop(t);
  const { transactionId } = (await pay({}, GOOD)).result;
  const payment = standIn.books.latest(transactionId);
  standIn.books.tell(payment, 'CAPTURE');
  standIn.books.tell(payment, 'CAPTURE_FAILED', { reason: 'Capture Failed' });
  await standIn.deliver(delivery);
  assert.deepEqual(
    (await settled(3)).map(({ kind, state }) => `${kind} ${state}`),
    ['AUTHORISATION applied', 'CAPTURE ignored', 'CAPTURE_FAILED applied'],
  );
  const { status, returned } = await record(transactionId);
  assert.deepEqual([status, returned.amount, returned.reason], ['COMPLETED', 25, 'Capture Failed']);
});

test('news about another payment, currency or amount than the authorised one is a conflict', async (t) => {
  const { standIn, payment, capture, tell, now, provenBalances } = await openAuthorized(t);
  const { captureId } = (await capture()).body;
  const [authorised] = standIn.books.events.splice(0);
  standIn.books.events.push(authorised!);
  const { books } = standIn;
  const whole = { merchantReference: captureId, amount: amount(2_500) };
  books.tell(payment, 'CAPTURE', { ...whole, originalReference: 'ANOTHERPAYMENT01' });
  books.tell(payment, 'CAPTURE', { ...whole, amount: { value: 2_500, currency: 'USD' } });
  books.tell(payment, 'CANCELLATION', { amount: { value: 2_500, currency: 'USD' } });
  books.tell(payment, 'CANCELLATION', { amount: amount(2_501) });
  const states = await tell(5);
  assert.deepEqual(
    states.map((one) => one.split(' ')[1]),
    ['applied', 'conflict', 'conflict', 'conflict', 'conflict'],
    states.join(),
  );
  const { status, amountCaptured, captures } = await now();
  assert.deepEqual([status, amountCaptured, captures[0].status], ['PROCESSING', 0, 'PENDING']);
  assert.equal(available(await provenBalances()), 0);
});

test('a capture that fails while a chargeback withholds its money is a conflict, and no money leaves twice', async (t) => {
  const { standIn, payment, capture, tell, now, provenBalances } = await openAuthorized(t);
  await capture();
  await tell(2);
  const { books } = standIn;
  const { pspReference } = books.tell(payment, 'CHARGEBACK');
  await tell(3);
  assert.equal(available(await provenBalances()), 0);
  books.tell(payment, 'CAPTURE_FAILED', { reason: 'Capture Failed' });
  assert.equal((await tell(4)).at(-1), 'CAPTURE_FAILED conflict');
  assert.equal(available(await provenBalances()), 0);
  books.tell(payment, 'CHARGEBACK_REVERSED', { pspReference });
  assert.equal((await tell(5)).at(-1), 'CHARGEBACK_REVERSED applied');
  assert.equal(available(await provenBalances()), 25);
  assert.deepEqual([(await now()).amountCaptured, (await now()).returned], [25, null]);
});
