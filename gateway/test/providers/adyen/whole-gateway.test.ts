// Adyen through a whole gateway, from outside: the operator's call connects the account, payments come over the API,
// the shopper goes to the stand-in's pages and back, and signed notifications arrive at the account's address.
import assert from 'node:assert/strict';
import test from 'node:test';
import { resolveDisputeResponse } from '../../../src/actions/after-end/resolve-dispute-response.ts';
import { findDispute } from '../../../src/storage/after-end/response-store.ts';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { available, by, openShop } from './a-shop.ts';
import { CARD_WITH_3DS, GOOD_CARD } from './stage.ts';

const GOOD = { cardNumber: GOOD_CARD };

test('a card is charged at Adyen once, and its notification changes nothing more', {
  skip: onlyInProof,
}, async (t) => {
  const { standIn, pay, record, delivery, items } = await openShop(t);
  const { result, statusCode } = await pay({}, GOOD);
  assert.equal(statusCode, 200);
  const paid = await record(result.transactionId);
  assert.equal(paid.status, 'COMPLETED');
  assert.equal(paid.providerReference, standIn.books.latest(result.transactionId).pspReference);
  assert.deepEqual(await standIn.deliver({ ...delivery, times: 2 }), [200, 200]);
  const [item] = await eventually(async () => {
    const list = await items();
    return list[0]?.state === 'applied' && list;
  });
  assert.equal(item.deliveries, 2);
  assert.equal((await record(result.transactionId)).updatedAt, paid.updatedAt);
  assert.equal(standIn.charges(result.transactionId), 1);
});

test('a refused card is declined with the code of its reason', { skip: onlyInProof }, async (t) => {
  const { pay, record } = await openShop(t);
  const { result, statusCode } = await pay({}, { ...GOOD, cardHolder: 'NOT_ENOUGH_BALANCE' });
  assert.equal(statusCode, 900);
  assert.equal((await record(result.transactionId)).errorCode, '2001');
});

test('3-D Secure leads to Adyen’s page, and the return completes the payment', {
  skip: onlyInProof,
}, async (t) => {
  const { standIn, pay, becomes, goBack } = await openShop(t);
  const { result } = await pay({ redirectUrl: 'https://shop.example/done' }, { cardNumber: CARD_WITH_3DS });
  assert.ok(result.redirectUrl.startsWith(`${standIn.url}/page/`), result.redirectUrl);
  const back = await goBack(result.redirectUrl, 'approve');
  assert.equal(back.status, 303);
  assert.ok(back.headers.get('location')!.startsWith('https://shop.example/done'));
  const { threeDS } = await becomes(result.transactionId, 'COMPLETED');
  assert.deepEqual(threeDS, { flow: 'CHALLENGE', status: 'AUTHENTICATED' });
});

test('a lost answer is unknown, and the notification reports the end', async (t) => {
  const { standIn, pay, record, becomes, delivery } = await openShop(t);
  standIn.fault({ path: '/payments', fault: { kind: 'reset', when: 'after' } });
  const { result } = await pay({}, GOOD);
  assert.equal(result.errorCode, '9001');
  assert.equal((await record(result.transactionId)).status, 'PROCESSING');
  await standIn.deliver(delivery);
  await becomes(result.transactionId, 'COMPLETED');
  assert.equal(standIn.charges(result.transactionId), 1);
});

test('a return whose answer is lost is unknown, until the notification arrives', async (t) => {
  const { standIn, pay, record, becomes, goBack, delivery } = await openShop(t);
  const { result } = await pay({ redirectUrl: 'https://shop.example/done' }, { cardNumber: CARD_WITH_3DS });
  standIn.fault({ path: '/payments/details', fault: { kind: 'reset', when: 'after' } });
  await goBack(result.redirectUrl, 'approve');
  const { status, errorCode } = await record(result.transactionId);
  assert.deepEqual([status, errorCode], ['PROCESSING', '9001']);
  await standIn.deliver(delivery);
  await becomes(result.transactionId, 'COMPLETED');
  assert.equal(standIn.charges(result.transactionId), 1);
});

test('a return with the result of another payment changes nothing', async (t) => {
  const { pay, record, gate, standIn } = await openShop(t);
  const ideal = { ...by('ideal', 'NL', 'EUR'), redirectUrl: 'https://shop.example/done' };
  const mine = (await pay(ideal)).result;
  const theirs = (await pay({ ...ideal, amount: 1 })).result;
  const left = await fetch(`${theirs.redirectUrl}/approve`, { redirect: 'manual' });
  const { search } = new URL(left.headers.get('location')!);
  const myReturn = new URL(standIn.books.latest(mine.transactionId).returnUrl).pathname;
  const back = await fetch(`${gate.url}${myReturn}${search}`, { redirect: 'manual' });
  assert.equal(back.status, 303);
  assert.equal((await record(mine.transactionId)).status, 'PROCESSING');
});

test('iDEAL, PIX, Boleto and a SEPA debit end as their notifications report', async (t) => {
  const { standIn, pay, becomes, delivery } = await openShop(t);
  const sepa = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const document = { type: 'CPF', number: '529.982.247-25' };
  const ways = [
    { ...by('ideal', 'NL', 'EUR'), redirectUrl: 'https://shop.example/done' },
    { ...by('pix', 'BR', 'BRL'), customer: { firstName: 'Ada', lastName: 'Lovelace', document } },
    by('boleto', 'BR', 'BRL'),
    by('sepa-direct-debit', 'DE', 'EUR', sepa),
  ];
  for (const way of ways) {
    const { result } = await pay(way);
    standIn.books.finish(standIn.books.latest(result.transactionId), { resultCode: 'Authorised' });
    assert.deepEqual(await standIn.deliver(delivery), [200]);
    await becomes(result.transactionId, 'COMPLETED');
  }
});

test('a refund is pending until its notification, and notifications report a dispute and its end', {
  skip: onlyInProof,
}, async (t) => {
  const { standIn, gate, apiKey, pay, record, delivery } = await openShop(t);
  const { transactionId } = (await pay({}, GOOD)).result;
  const { merchantReference } = await record(transactionId);
  const made = await gate.call('POST', '/refund/by-reference', {
    apiKey,
    body: { merchantReference, country: 'DE', amount: 5 },
  });
  assert.equal(made.body.status, 'PENDING', made.text);
  const refundIs = (status: string) =>
    eventually(async () => (await record(transactionId)).refunds[0].status === status, 10_000);
  await standIn.deliver({ ...delivery, reversed: true });
  await refundIs('COMPLETED');

  const payment = standIn.books.latest(transactionId);
  const pspReference = 'DISPUTE000000001';
  const dispute = (eventCode: string) => standIn.books.tell(payment, eventCode, { pspReference });
  const events = [dispute('CHARGEBACK'), dispute('CHARGEBACK_REVERSED')];
  standIn.books.events.length = 0;
  await standIn.deliver({ ...delivery, reversed: true }, events);
  const won = await eventually(async () => {
    const [first] = (await record(transactionId)).disputes;
    return first?.status === 'WON' && first;
  }, 20_000);
  assert.equal(won.fundsWithheld, false);
});

test('an open payment is cancelled, and late money counts', { skip: onlyInProof }, async (t) => {
  const { standIn, gate, apiKey, pay, becomes, record, delivery } = await openShop(t);
  const { result } = await pay({ ...by('ideal', 'NL', 'EUR'), redirectUrl: 'https://shop.example/done' });
  const { transactionId } = result;
  const cancelled = await gate.call('POST', '/cancel-payment', { apiKey, body: { transactionId } });
  assert.equal(cancelled.status, 201, cancelled.text);
  assert.equal((await record(transactionId)).errorCode, '3001');
  standIn.books.events.length = 0;
  const late = standIn.books.tell(standIn.books.latest(transactionId), 'AUTHORISATION');
  standIn.books.events.length = 0;
  await standIn.deliver(delivery, [late]);
  assert.equal((await becomes(transactionId, 'COMPLETED')).lateSuccess, true);
});

test('if the card is entered at Adyen, its number is stored and logged nowhere', {
  skip: onlyInProof,
}, async (t) => {
  const { standIn, pay, becomes, gate } = await openShop(t, { cardEntry: 'provider' });
  const { result } = await pay({ redirectUrl: 'https://shop.example/done' }, GOOD);
  assert.ok(result.redirectUrl.startsWith(`${standIn.url}/hosted/`), JSON.stringify(result));
  const form = new URLSearchParams({ number: GOOD_CARD, expiry: '03/30', cvc: '737', holderName: 'Ada' });
  const left = await fetch(result.redirectUrl, { method: 'POST', body: form, redirect: 'manual' });
  const address = new URL(left.headers.get('location')!);
  await fetch(`${gate.url}${address.pathname}${address.search}`, { redirect: 'manual' });
  await becomes(result.transactionId, 'COMPLETED');
  assert.ok(standIn.requests.every(({ path }) => path !== '/payments'));
});

test('a notification with a wrong signature is refused, and a notification for another account is unmatched', {
  skip: onlyInProof,
}, async (t) => {
  const { standIn, pay, delivery, items } = await openShop(t);
  const { transactionId } = (await pay({}, GOOD)).result;
  assert.deepEqual(await standIn.deliver({ ...delivery, hmacKey: '00'.repeat(32) }), [401]);
  assert.deepEqual(await items(), []);
  const payment = { ...standIn.books.latest(transactionId), merchantAccount: 'AnotherAccount' };
  const foreign = standIn.books.tell(payment, 'AUTHORISATION');
  assert.deepEqual(await standIn.deliver(delivery, [foreign]), [200]);
  await eventually(async () => (await items())[0]?.state === 'unmatched', 10_000);
});

test('the steps of a dispute are applied in any order, from inquiry to a second chargeback', async (t) => {
  const { standIn, pay, record, delivery, items } = await openShop(t);
  const { transactionId } = (await pay({}, GOOD)).result;
  const payment = standIn.books.latest(transactionId);
  const codes = ['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK', 'CHARGEBACK_REVERSED', 'SECOND_CHARGEBACK'];
  const pspReference = 'DISPUTE000000002';
  const events = codes.map((code) => standIn.books.tell(payment, code, { pspReference }));
  standIn.books.events.length = 0;
  await standIn.deliver({ ...delivery, reversed: true, times: 2 }, events);
  await eventually(async () => (await record(transactionId)).disputes[0]?.status === 'LOST', 30_000);
  assert.deepEqual(
    (await record(transactionId)).disputes.map(({ status, fundsWithheld }: Record<string, unknown>) => [
      status,
      fundsWithheld,
    ]),
    [['LOST', true]],
  );
  const states = await eventually(async () => {
    const all: string[] = (await items()).map(({ state }: { state: string }) => state);
    return all.length === 4 && !all.includes('waiting') && all;
  });
  // If the notification before the chargeback is read after it, it changes nothing.
  assert.deepEqual(states.slice(0, 3), ['applied', 'applied', 'applied']);
  assert.match(states[3] ?? '', /^(applied|ignored)$/);
});

test('a debit that is charged back is returned', async (t) => {
  const { standIn, pay, record, delivery, becomes } = await openShop(t);
  const sepa = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const { transactionId } = (await pay(by('sepa-direct-debit', 'DE', 'EUR', sepa))).result;
  const payment = standIn.books.latest(transactionId);
  const back = standIn.books.tell(payment, 'CHARGEBACK', { reason: 'MD06' });
  standIn.books.events.length = 0;
  standIn.books.finish(payment);
  await standIn.deliver(delivery, [back, ...standIn.books.events]);
  await becomes(transactionId, 'COMPLETED');
  const { returned } = await eventually(async () => {
    const now = await record(transactionId);
    return now.returned && now;
  }, 20_000);
  assert.equal(returned.reason, 'MD06');
});

test('refunds and disputes of a second payment of a transaction are conflicts, and move no money', async (t) => {
  const { standIn, pay, record, delivery, settled, provenBalances } = await openShop(t);
  const { transactionId } = (await pay({}, GOOD)).result;
  const { books } = standIn;
  const first = books.latest(transactionId);
  const second = books.open({ ...first });
  books.finish(second, { resultCode: 'Authorised' });
  await standIn.deliver(delivery);
  const before = await provenBalances();
  const amount = { value: 500, currency: 'EUR' };
  // Refunds made in Adyen's Customer Area carry the payment's reference.
  books.tell(second, 'REFUND', { amount });
  books.tell(second, 'CHARGEBACK', { pspReference: 'DISPUTE000000003' });
  books.tell(second, 'CAPTURE_FAILED', { reason: 'Capture Failed' });
  await standIn.deliver(delivery);
  const list = await settled(5);
  assert.deepEqual(
    list.map(({ kind, state }) => `${kind} ${state}`),
    [
      ...['AUTHORISATION applied', 'AUTHORISATION conflict', 'REFUND conflict', 'CHARGEBACK conflict'],
      'CAPTURE_FAILED conflict',
    ],
  );
  const untouched = await record(transactionId);
  assert.deepEqual([untouched.refunds, untouched.disputes, untouched.returned], [[], [], null]);
  assert.deepEqual(await provenBalances(), before);

  books.tell(first, 'REFUND', { amount });
  await standIn.deliver(delivery);
  assert.equal((await settled(6)).at(-1)!.state, 'applied');
  const [refund] = (await record(transactionId)).refunds;
  assert.deepEqual([refund.amount, refund.origin], [5, 'provider']);
  await provenBalances();
});

test('a payment that Adyen cancels after it was made is given back', async (t) => {
  const { standIn, pay, record, delivery, settled, provenBalances } = await openShop(t);
  const before = await provenBalances();
  const { transactionId } = (await pay({}, GOOD)).result;
  assert.notDeepEqual(await provenBalances(), before);
  const payment = standIn.books.latest(transactionId);
  standIn.books.tell(payment, 'CANCELLATION', { amount: { value: 0, currency: 'EUR' } });
  await standIn.deliver({ ...delivery, times: 2 });
  await settled(2);
  const { status, returned } = await record(transactionId);
  assert.equal(status, 'COMPLETED');
  assert.equal(returned.amount, 25);
  assert.equal(available(await provenBalances()), 0);
});

/** An iDEAL payment that we cancelled while its shopper was at the bank, and the event that reports it. */
async function cancelledAtTheBank({ standIn, gate, apiKey, pay }: Awaited<ReturnType<typeof openShop>>) {
  const { result } = await pay({ ...by('ideal', 'NL', 'EUR'), redirectUrl: 'https://shop.example/done' });
  const { transactionId } = result;
  const cancelled = await gate.call('POST', '/cancel-payment', { apiKey, body: { transactionId } });
  assert.equal(cancelled.status, 201, cancelled.text);
  const [event] = standIn.books.events.splice(0);
  assert.equal(event!.eventCode, 'TECHNICAL_CANCEL');
  assert.ok(!('originalReference' in event!), 'nothing was paid that it could name');
  return { transactionId, payment: standIn.books.latest(transactionId), event: event! };
}

test('a payment that we cancelled is given back also if it is reported after its cancellation', async (t) => {
  const shop = await openShop(t);
  const { standIn, record, becomes, delivery, settled, provenBalances } = shop;
  const { transactionId, payment, event } = await cancelledAtTheBank(shop);
  // The shopper had paid before Adyen cancelled it.
  await standIn.deliver(delivery, [{ ...event, originalReference: payment.pspReference }]);
  const [first] = await settled(1);
  assert.deepEqual([first!.kind, first!.state], ['TECHNICAL_CANCEL', 'applied']);
  assert.equal((await record(transactionId)).errorCode, '3001');
  standIn.books.tell(payment, 'AUTHORISATION', { originalReference: '' });
  await standIn.deliver(delivery);
  await becomes(transactionId, 'COMPLETED');
  const { returned } = await eventually(async () => {
    const now = await record(transactionId);
    return now.returned && now;
  }, 20_000);
  assert.equal(returned.amount, 25);
  assert.ok((await settled(2)).every(({ state }) => state === 'applied'));
  assert.equal(available(await provenBalances()), 0);
});

test('a redirect that we cancelled before anything was paid, and that is paid all the same, stays paid', async (t) => {
  const shop = await openShop(t);
  const { standIn, record, becomes, delivery, settled, provenBalances } = shop;
  const { transactionId, payment, event } = await cancelledAtTheBank(shop);
  await standIn.deliver(delivery, [event]);
  await settled(1);
  assert.equal((await record(transactionId)).errorCode, '3001');
  standIn.books.tell(payment, 'AUTHORISATION', { originalReference: '' });
  await standIn.deliver(delivery);
  assert.equal((await becomes(transactionId, 'COMPLETED')).lateSuccess, true);
  assert.deepEqual(
    (await settled(2)).map(({ state }) => state),
    ['applied', 'applied'],
  );
  assert.equal((await record(transactionId)).returned, null);
  assert.equal(available(await provenBalances()), 25);
});

test('evidence whose answer is lost stays PENDING until Adyen tells of it, and is sent once', async (t) => {
  const shop = await openShop(t);
  const { standIn, gate, merchantId, brandId, pay, record, delivery, settled, provenBalances } = shop;
  const { transactionId } = (await pay({}, GOOD)).result;
  const payment = standIn.books.latest(transactionId);
  const tell = async (eventCode: string, pspReference: string, count: number) => {
    standIn.books.tell(payment, eventCode, { pspReference });
    await standIn.deliver(delivery);
    return (await settled(count)).at(-1)!.state;
  };
  await tell('NOTIFICATION_OF_CHARGEBACK', 'DISPUTE000000009', 2);
  const atAdyen = standIn.disputes.open('DISPUTE000000009');
  const [{ disputeId }] = (await record(transactionId)).disputes;
  const path = `/operator/brands/${brandId}/disputes/${disputeId}`;
  const { body: shown } = await gate.operator('GET', path);
  assert.match(shown.providerPage, /^https:\/\/ca-test\.adyen\.com\/ca\/ca\/accounts\/showTx\.shtml\?/);
  assert.deepEqual(shown.form.texts, []);
  const files = [{ kind: 'GoodsNotReturned', content: Buffer.from('%PDF-1.4').toString('base64') }];
  const ground = 'GoodsNotReturned';
  const missing = await gate.operator('POST', `${path}/evidence`, { ground });
  assert.equal(missing.status, 400, missing.text);
  const reasons = { path: '/retrieveApplicableDefenseReasons' };
  standIn.fault({ ...reasons, fault: { kind: 'status', statusCode: 500 } });
  assert.equal((await gate.operator('POST', `${path}/evidence`, { ground, files })).status, 503);
  standIn.fault({ ...reasons, fault: { kind: 'status', statusCode: 403 } });
  const { status, body: taken } = await gate.operator('GET', path);
  assert.deepEqual([status, taken.form, taken.possible], [200, null, ['acceptance']], 'it takes no evidence');

  standIn.fault({ path: '/defendDispute', fault: { kind: 'reset', when: 'after' } });
  const sent = await gate.operator('POST', `${path}/evidence`, { ground, files });
  assert.equal(sent.body.response.status, 'PENDING', sent.text);
  const { context } = gate.gateway;
  const stored = await findDispute(context.sql, { merchantId, brandId }, disputeId);
  await resolveDisputeResponse(context, stored!);
  const responseOf = async () => (await record(transactionId)).disputes[0].response.status;
  assert.equal(await responseOf(), 'PENDING', 'a refused repetition says nothing');
  assert.deepEqual(atAdyen.defended, [ground]);

  assert.equal(await tell('INFORMATION_SUPPLIED', 'DISPUTE000000010', 3), 'ignored', 'another dispute');
  assert.equal(await responseOf(), 'PENDING');
  assert.equal(await tell('INFORMATION_SUPPLIED', 'DISPUTE000000009', 4), 'applied');
  assert.equal(await responseOf(), 'SENT');
  assert.equal(await tell('DISPUTE_DEFENSE_PERIOD_ENDED', 'DISPUTE000000009', 5), 'ignored');
  assert.equal(await responseOf(), 'SENT');
  assert.equal(available(await provenBalances()), 25);
  assert.deepEqual(standIn.violations, []);
});
