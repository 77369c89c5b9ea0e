// The shopper's return from Adyen's page: what it
// proves, and what it does not.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { aCardInHand, aPayment, byMethod, CARD_WITH_3DS, decide, openAdyen, stored } from './stage.ts';
import type { Fault } from './stand-in/faults.ts';

const { standIn, provider, pay, resume, callOf } = await openAdyen({ after });
const WAITING = { kind: 'waiting' };
const UNKNOWN = { kind: 'unknown' };

after(() => assert.deepEqual(standIn.violations, [], 'requests and answers are as Adyen describes them'));

async function waitingPayment(method = 'ideal') {
  const payment = aPayment(method);
  const outcome = await pay(payment, byMethod(method));
  return { payment: stored(payment, outcome), outcome };
}

test('missing, forged or malformed parameters change nothing', async () => {
  const { payment } = await waitingPayment();
  const parameters: Record<string, string>[] = [
    {},
    { redirectResult: '' },
    { redirectResult: 'forged' },
    { payload: 'forged' },
    { redirectResult: 'x'.repeat(30_000) },
    { sessionId: 'CS1', sessionResult: 'forged' },
    JSON.parse('{"__proto__": {"redirectResult": "x"}}'),
    { MD: 'a', PaRes: 'b' },
  ];
  for (const one of parameters) assert.deepEqual(await resume(payment, one), WAITING);
  assert.equal(standIn.charges(payment.id), 0);
});

test('the result of another payment names that payment and its amount', async () => {
  const mine = await waitingPayment();
  const other = aPayment('ideal', { amountMinor: 1n });
  const theirs = await pay(other, byMethod('ideal'));
  const outcome = await resume(mine.payment, await decide(theirs, 'approve'));
  assert.ok(outcome.kind === 'completed');
  assert.deepEqual(outcome.of, { reference: other.id, amountMinor: 1n, currency: 'EUR' });
});

async function resumeWith(fault: Fault) {
  const { payment, outcome } = await waitingPayment();
  const parameters = await decide(outcome, 'approve');
  standIn.fault({ path: '/payments/details', fault });
  return await resume(payment, parameters);
}

const changed = (fields: Record<string, unknown>): Fault => ({ kind: 'changed', fields });

test('an answer without its payment or its result is unknown', async () => {
  const unsaid = [
    { merchantReference: undefined },
    { amount: undefined },
    { amount: { value: 1.5, currency: 'EUR' } },
    { resultCode: 'Pondering' },
  ];
  for (const fields of unsaid)
    assert.deepEqual(await resumeWith(changed(fields)), UNKNOWN, JSON.stringify(fields));
});

test('an unreadable answer about another payment changes nothing', async () => {
  const merchantReference = '0190a6a0-0000-7000-8000-000000000009';
  for (const fields of [{ amount: undefined }, { amount: { value: 1.5 } }, { resultCode: 'Pondering' }])
    assert.deepEqual(await resumeWith(changed({ merchantReference, ...fields })), WAITING);
});

test('after a lost answer the outcome is unknown, and the next question gets the first answer', async () => {
  const lost: Fault[] = [
    { kind: 'reset', when: 'before' },
    { kind: 'reset', when: 'after' },
    { kind: 'half-body' },
    { kind: 'html' },
    { kind: 'status', statusCode: 500, when: 'after' },
    { kind: 'status', statusCode: 503 },
  ];
  for (const fault of lost) {
    const payment = aPayment();
    const outcome = await pay(payment, aCardInHand(CARD_WITH_3DS));
    const parameters = await decide(outcome, 'approve');
    const after3ds = stored(payment, outcome);
    standIn.fault({ path: '/payments/details', fault });
    assert.deepEqual(await resume(after3ds, parameters), UNKNOWN, JSON.stringify(fault));
    assert.equal((await resume(after3ds, parameters)).kind, 'completed');
    assert.equal(standIn.charges(payment.id), 1);
  }
});

test('a missing answer is unknown', async () => {
  const { payment, outcome } = await waitingPayment();
  const parameters = await decide(outcome, 'approve');
  const giveUp = new AbortController();
  const before = standIn.requests.length;
  standIn.fault({ path: '/payments/details', fault: { kind: 'late', delayMs: 2_000 } });
  const asked = provider.resume(payment, parameters, { ...callOf(payment), signal: giveUp.signal });
  for (let i = 0; i < 1_000 && standIn.requests.length === before; i++) await setTimeout(5);
  giveUp.abort();
  assert.deepEqual(await asked, UNKNOWN);
});

test('refused parameters, or a missing connection, leave the payment unchanged', async (t) => {
  for (const statusCode of [400, 401, 403, 404, 422])
    assert.deepEqual(await resumeWith({ kind: 'status', statusCode }), WAITING, String(statusCode));
  const { payment, outcome } = await waitingPayment();
  const parameters = await decide(outcome, 'approve');
  // A fresh client has no old connection, which could make this look like a lost answer.
  const away = await openAdyen(t);
  await away.standIn.stopListening();
  assert.deepEqual(await away.resume(payment, parameters), WAITING);
});

test('a refusal that does not say that nothing was done is unknown, and Adyen counts as working', async () => {
  const refusals: Fault[] = [
    { kind: 'status', statusCode: 422, errorCode: '704' },
    { kind: 'status', statusCode: 409 },
    { kind: 'status', statusCode: 429 },
    // Not an error of Adyen itself: something on the way refused the request.
    { kind: 'status', statusCode: 403, errorCode: '<html>' },
  ];
  for (const fault of refusals)
    assert.deepEqual(await resumeWith(fault), { ...UNKNOWN, answered: true }, JSON.stringify(fault));
});

test('two tabs of a shopper with one result get the same answer', async () => {
  const { payment, outcome } = await waitingPayment();
  const parameters = await decide(outcome, 'approve');
  const answers = await Promise.all([resume(payment, parameters), resume(payment, parameters)]);
  for (const { kind } of answers) assert.equal(kind, 'completed');
});
