// What can go wrong on the way to Adyen and back. The only question is whether certainly nothing was done: only then
// may the gateway try another account. The same payment, sent again after any of these faults, is charged once.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Outcome } from '@tollgate/provider-kit';
import { ADYEN } from '../../../src/providers/adyen/adyen.ts';
import { ADAPTER_SERVICES } from '../../../src/providers/built-in.ts';
import { aCardInHand, anAccount, aPayment, NOW, openAdyen } from './stage.ts';
import type { Fault } from './stand-in/faults.ts';

const { standIn, provider, pay, callOf } = await openAdyen({ after });

const UNKNOWN: Outcome = { kind: 'unknown' };
/** Adyen answered, so its circuit stays closed. */
const UNKNOWN_OF_4XX: Outcome = { kind: 'unknown', answered: true };
const NOTHING_DONE: Outcome = { kind: 'failed', errorCode: '1011', answered: true };

const status = (statusCode: number, more: { errorCode?: string; when?: 'before' | 'after' } = {}): Fault => ({
  kind: 'status',
  statusCode,
  ...more,
});

const FAULTS: readonly (readonly [name: string, fault: Fault, outcome: Outcome])[] = [
  ['400', status(400), NOTHING_DONE],
  ['401', status(401), NOTHING_DONE],
  ['403', status(403), NOTHING_DONE],
  ['422', status(422, { errorCode: '14_030' }), NOTHING_DONE],
  ['429', status(429), NOTHING_DONE],
  ['402', status(402), UNKNOWN_OF_4XX],
  ['409', status(409, { when: 'after' }), UNKNOWN_OF_4XX],
  ['704 under status 422', status(422, { errorCode: '704', when: 'after' }), UNKNOWN_OF_4XX],
  ['704 under status 403', status(403, { errorCode: '704', when: 'after' }), UNKNOWN_OF_4XX],
  ['500', status(500, { when: 'after' }), UNKNOWN],
  ['503', status(503), UNKNOWN],
  ['404', status(404), UNKNOWN_OF_4XX],
  ['a redirect', status(308), UNKNOWN],
  ['a connection that is reset before the charge', { kind: 'reset', when: 'before' }, UNKNOWN],
  ['a connection that is reset after the charge', { kind: 'reset', when: 'after' }, UNKNOWN],
  ['half a body', { kind: 'half-body' }, UNKNOWN],
  ['a page of HTML under status 200', { kind: 'html' }, UNKNOWN],
];

for (const [name, fault, expected] of FAULTS) {
  test(`after ${name}: ${expected.kind}, and a repeated payment is charged once`, async (t) => {
    const printed = t.mock.method(console, 'warn', () => {});
    const payment = aPayment();
    standIn.fault({ path: '/payments', fault });
    assert.deepEqual(await pay(payment, aCardInHand()), expected);
    assert.ok(standIn.charges(payment.id) <= (expected.kind === 'unknown' ? 1 : 0));
    assert.equal((await pay(payment, aCardInHand())).kind, 'completed');
    assert.equal(standIn.charges(payment.id), 1);
    assert.equal(printed.mock.callCount(), 0, 'the SDK prints nothing');
  });
}

test('without a connection nothing was done, and nothing was answered', async (t) => {
  const away = await openAdyen(t);
  await away.standIn.stopListening();
  assert.deepEqual(await away.pay(aPayment(), aCardInHand()), { kind: 'failed', errorCode: '1011' });
  await away.standIn.listen();
  assert.equal((await away.pay(aPayment(), aCardInHand())).kind, 'completed');
});

test('a late answer leaves the outcome unknown, and the payment is made', async () => {
  const payment = aPayment();
  const giveUp = new AbortController();
  standIn.fault({ path: '/payments', fault: { kind: 'late', delayMs: 2_000 } });
  const asked = provider.payIn(payment, aCardInHand(), { ...callOf(payment), signal: giveUp.signal });
  for (let i = 0; i < 1_000 && standIn.charges(payment.id) === 0; i++) await setTimeout(5);
  giveUp.abort();
  assert.deepEqual(await asked, UNKNOWN);
  assert.equal(standIn.charges(payment.id), 1);
});

test('a payment sent many times at once under one reference is charged once', async () => {
  const payment = aPayment();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => pay(payment, aCardInHand())));
  for (const { kind } of outcomes) assert.equal(kind, 'completed');
  assert.equal(standIn.charges(payment.id), 1);
});

test('calls share connections', async (t) => {
  const fresh = await openAdyen(t);
  for (let i = 0; i < 20; i++) await fresh.pay(aPayment(), aCardInHand());
  const ports = new Set(fresh.standIn.requests.map(({ port }) => port));
  assert.ok(ports.size < 10, `${ports.size} connections for 20 calls`);
});

test('a live account calls the path of the live address', async (t) => {
  const credentials = { ...anAccount().credentials, liveEndpointPrefix: '1797a841fbb37ca7-AdyenDemo' };
  const live = await openAdyen(t, { environment: 'live', credentials });
  assert.equal((await live.pay(aPayment(), aCardInHand())).kind, 'completed');
  assert.equal(live.standIn.requests[0]!.address, '/checkout/v72/payments');
});

test('a private or http endpoint is not called if it is not allowed', async (t) => {
  const { account, standIn: unasked } = await openAdyen(t);
  const parts = {
    now: () => NOW,
    log: { warn() {} },
    ...ADAPTER_SERVICES,
    allowPrivateEndpoints: false,
    unknownValue() {},
  };
  const strict = ADYEN.connect(account, parts);
  const outcome = await strict.payIn(aPayment(), aCardInHand(), callOf(aPayment()));
  assert.deepEqual(outcome, { kind: 'failed', errorCode: '1011' });
  assert.equal(unasked.requests.length, 0);
});
