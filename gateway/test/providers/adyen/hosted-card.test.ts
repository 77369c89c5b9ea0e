// Cards entered on Adyen's page: the gateway sends no number, and only a return that names this payment's session
// counts.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import { aCardInHand, aPayment, byMethod, GOOD_CARD, openAdyen, stored } from './stage.ts';

const stage = await openAdyen({ after }, { cardEntry: 'provider' });
const { standIn, pay, resume, provider } = stage;
const WAITING = { kind: 'waiting' };

after(() => assert.deepEqual(standIn.violations, [], 'requests and answers are as Adyen describes them'));

async function enterCard(outcome: Outcome, holderName: string) {
  assert.ok(outcome.kind === 'redirect');
  const form = new URLSearchParams({ number: GOOD_CARD, expiry: '03/30', cvc: '737', holderName });
  const answer = await fetch(outcome.redirectUrl, { method: 'POST', body: form, redirect: 'manual' });
  const location = answer.headers.get('location');
  return location === null ? null : Object.fromEntries(new URL(location).searchParams);
}

test('the shopper is sent to Adyen’s page until the session’s end, and no number goes there', async () => {
  const payment = aPayment('card', { card: null });
  for (const instrument of [byMethod('card'), aCardInHand()]) {
    const outcome = await pay(payment, instrument);
    assert.ok(outcome.kind === 'redirect');
    assert.ok(outcome.redirectUrl.startsWith(`${standIn.url}/hosted/`));
    assert.equal(outcome.expiresAt.toISOString(), standIn.books.sessions[0]!.expiresAt);
    assert.deepEqual(outcome.of, { reference: payment.id, amountMinor: 2500n, currency: 'EUR' });
    assert.equal(outcome.threeDs, undefined);
  }
  const { path, body, headers } = standIn.requests.at(-1)!;
  assert.equal(path, '/sessions');
  assert.equal(headers['idempotency-key'], payment.id);
  assert.equal(body.mode, 'hosted');
  assert.deepEqual(body.allowedPaymentMethods, ['scheme']);
  assert.ok(!JSON.stringify(body).includes('1111'));
  assert.equal(standIn.books.sessions.length, 1, 'the same reference opens one session');
});

test('a card that is paid there completes the payment on return', async () => {
  const payment = aPayment('card', { card: null });
  const outcome = await pay(payment, byMethod('card'));
  const parameters = await enterCard(outcome, 'Ada Lovelace');
  const back = await resume(stored(payment, outcome), parameters!);
  const { pspReference } = standIn.books.latest(payment.id);
  assert.deepEqual(back, {
    kind: 'completed',
    of: { reference: payment.id, amountMinor: 2500n, currency: 'EUR' },
    providerReference: pspReference,
  });
});

test('Adyen’s page offers the wallets of the account, and a payment by one completes on return', async (t) => {
  const own = await openAdyen(t, { cardEntry: 'provider', wallets: ['apple-pay', 'google-pay'] });
  const payment = aPayment('card', { card: null });
  const outcome = await own.pay(payment, byMethod('card'));
  assert.deepEqual(own.standIn.requests.at(-1)!.body.allowedPaymentMethods, [
    'scheme',
    'applepay',
    'googlepay',
  ]);
  assert.ok(outcome.kind === 'redirect');
  const body = new URLSearchParams({ wallet: 'applepay' });
  const answer = await fetch(outcome.redirectUrl, { method: 'POST', body, redirect: 'manual' });
  const parameters = Object.fromEntries(new URL(answer.headers.get('location')!).searchParams);
  assert.equal((await own.resume(stored(payment, outcome), parameters)).kind, 'completed');
  assert.equal(own.standIn.books.events.at(-1)!.paymentMethod, 'visa_applepay');

  const mandate = { reason: 'RECURRING', description: null, maxAmountMinor: null, expiresAt: null } as const;
  const plain = aPayment('card', { card: null });
  await own.pay({ ...plain, userId: 'user-1', details: { ...plain.details, mandate } }, byMethod('card'));
  assert.deepEqual(own.standIn.requests.at(-1)!.body.allowedPaymentMethods, ['scheme']);
  assert.deepEqual(own.standIn.violations, []);
});

test('a refused card may be tried again there, and after the third the payment is declined', async () => {
  const refused = aPayment('card', { card: null });
  const first = await pay(refused, byMethod('card'));
  assert.equal(await enterCard(first, 'DECLINED'), null);
  assert.equal(await enterCard(first, 'DECLINED'), null);
  const back = await resume(stored(refused, first), (await enterCard(first, 'DECLINED'))!);
  assert.deepEqual(back, { kind: 'declined', errorCode: '2005' });

  const left = aPayment('card', { card: null });
  const second = await pay(left, byMethod('card'));
  assert.ok(second.kind === 'redirect');
  const answer = await fetch(`${second.redirectUrl}/cancel`, { redirect: 'manual' });
  const parameters = Object.fromEntries(new URL(answer.headers.get('location')!).searchParams);
  assert.deepEqual(await resume(stored(left, second), parameters), { kind: 'declined', errorCode: '3001' });
});

test('the session of another payment, and a made-up result, change nothing', async () => {
  const mine = aPayment('card', { card: null });
  const opened = stored(mine, await pay(mine, byMethod('card')));
  const theirs = await pay(aPayment('card', { card: null }), byMethod('card'));
  const paid = (await enterCard(theirs, 'Ada'))!;
  assert.deepEqual(await resume(opened, paid), WAITING);
  const mySession = standIn.books.sessions.find(({ reference }) => reference === mine.id)!;
  assert.deepEqual(await resume(opened, { ...paid, sessionId: mySession.id }), WAITING);
});

test('a session with a malformed answer changes nothing', async () => {
  const odd = [
    { id: 'CS-of-another' },
    { status: 'pondering' },
    { status: 'paymentPending' },
    { payments: [] },
    { payments: [{ resultCode: 'Authorised' }] },
    { payments: 'none' },
  ];
  for (const fields of odd) {
    const payment = aPayment('card', { card: null });
    const outcome = await pay(payment, byMethod('card'));
    const parameters = await enterCard(outcome, 'Ada');
    standIn.fault({ path: parameters!.sessionId!, fault: { kind: 'changed', fields } });
    assert.deepEqual(await resume(stored(payment, outcome), parameters!), WAITING, JSON.stringify(fields));
  }
  assert.deepEqual(stage.unknownValues, ['session.status=pondering']);
});

test('if the session’s id cannot be stored, the outcome is unknown', async () => {
  const payment = aPayment('card', { card: null });
  const call = { ...stage.callOf(payment), keep: () => Promise.reject(new Error('the database is away')) };
  assert.deepEqual(await provider.payIn(payment, byMethod('card'), call), { kind: 'unknown' });
});

test('a session without a page has an unknown outcome', async () => {
  for (const fields of [{ url: undefined }, { url: 'javascript:alert(1)' }, { id: undefined }]) {
    standIn.fault({ path: '/sessions', fault: { kind: 'changed', fields } });
    assert.deepEqual(await pay(aPayment('card', { card: null }), byMethod('card')), { kind: 'unknown' });
  }
});

test('other methods still use Adyen’s payments', async () => {
  assert.equal((await pay(aPayment('ideal'), byMethod('ideal'))).kind, 'redirect');
  assert.equal(standIn.requests.at(-1)!.path, '/payments');
});
