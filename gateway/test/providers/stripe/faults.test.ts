// What a pay-in at Stripe answers when something goes wrong: nothing was done, declined, or unknown (contract 13,
// "Answers"). An unreadable answer is unknown, and no fault makes a second charge.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome } from '../../../src/domain/transactions/outcome.ts';
import { aPayin, openStripe, type StripeStage } from './a-stripe.ts';
import { decide } from './stand-in/control.ts';
import type { FaultKind } from './stand-in/faults.ts';

const MAKE = '^POST /v1/payment_intents$';
const CONFIRM = '/confirm$';
const PAGE = '^POST /v1/checkout/sessions$';
const HOUR = 3_600_000;

const NOTHING_DONE = { kind: 'failed', errorCode: '1011', answered: true };
const UNKNOWN = { kind: 'unknown' };
/** Stripe answered, so its circuit stays closed. */
const ANSWERED = { kind: 'unknown', answered: true };

const refusal = (status: number, error: Record<string, unknown> = { type: 'invalid_request_error' }) =>
  ({ status, error }) as const;

const ANSWERS: readonly (readonly [name: string, kind: FaultKind, expected: Record<string, unknown>])[] = [
  ['400', refusal(400, { type: 'invalid_request_error', code: 'parameter_invalid' }), NOTHING_DONE],
  ['401', refusal(401), NOTHING_DONE],
  ['403', refusal(403), NOTHING_DONE],
  ['422', refusal(422), NOTHING_DONE],
  ['429', refusal(429, { type: 'rate_limit_error', code: 'rate_limit' }), NOTHING_DONE],
  ['a lock', refusal(429, { type: 'invalid_request_error', code: 'lock_timeout' }), NOTHING_DONE],
  ['404', refusal(404), ANSWERED],
  ['409', refusal(409), ANSWERED],
  ['409 for a key', refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }), ANSWERED],
  ['a key with other data', refusal(400, { type: 'idempotency_error' }), ANSWERED],
  ['401 without a body', { status: 401, text: '' }, NOTHING_DONE],
  ['403 with an empty object', { status: 403, text: '{}' }, NOTHING_DONE],
  ['429 with a page', { status: 429, text: '<html>slow down</html>' }, NOTHING_DONE],
  ['422 with a list', { status: 422, text: '[]' }, NOTHING_DONE],
  ['400 with null', { status: 400, text: 'null' }, NOTHING_DONE],
  ['401 with an error that is a text', { status: 401, text: '{"error":"no"}' }, NOTHING_DONE],
  ['404 of a proxy', { status: 404, text: '<html>not here</html>' }, ANSWERED],
  ['402 without a body', { status: 402, text: '' }, ANSWERED],
  ['503 without a body', { status: 503, text: '' }, UNKNOWN],
  ['500', refusal(500, { type: 'api_error' }), UNKNOWN],
  ['503', refusal(503, { type: 'api_error' }), UNKNOWN],
  ['a 502 of a proxy', { statusAfter: 502 }, UNKNOWN],
  ['a page', 'html', UNKNOWN],
  ['an empty object', 'empty', UNKNOWN],
  ['half a body', 'half-body', UNKNOWN],
  ['a reset before', 'lost-before', UNKNOWN],
  ['a reset after', 'lost-after', UNKNOWN],
];

for (const [step, on, method] of [
  ['made', MAKE, 'ideal'],
  ['confirmed', CONFIRM, 'ideal'],
  ['made as a page', PAGE, 'card'],
] as const) {
  test(`each fault while a payment is ${step} has the right outcome`, async (t) => {
    const stage = await openStripe(t);
    for (const [name, kind, expected] of ANSWERS) {
      const transaction = aPayin(method);
      stage.standIn.fault(on, kind);
      const before = stage.standIn.requests.length;
      assert.deepEqual(await stage.pay(transaction), expected, `${name}, ${step}`);
      const sent = stage.standIn.requests.slice(before).filter((one) => one.method === 'POST');
      assert.equal(sent.length, on === CONFIRM ? 2 : 1, `${name}: a call was repeated`);
    }
  });
}

test('without a connection nothing was done, before and at the confirmation', async (t) => {
  const stage = await openStripe(t);
  await stage.standIn.refuse();
  const nothing: Outcome = { kind: 'failed', errorCode: '1011' };
  assert.deepEqual(await stage.pay(aPayin('card')), nothing);
  assert.deepEqual(await stage.pay(aPayin('ideal')), nothing);
  await stage.standIn.listen();
  const transaction = aPayin('ideal');
  const { keep } = stage.call(transaction);
  const keepAndLose = async (state: Record<string, string>) => {
    await keep(state);
    await stage.standIn.refuse();
  };
  assert.deepEqual(await stage.pay(transaction, { keep: keepAndLose }), nothing);
});

test('the deadline ends a call without an answer, and the outcome is unknown', async (t) => {
  const stage = await openStripe(t);
  for (const [method, on] of [
    ['card', PAGE],
    ['ideal', MAKE],
    ['ideal', CONFIRM],
  ] as const) {
    const transaction = aPayin(method);
    const deadline = new AbortController();
    stage.standIn.fault(on, 'held');
    const answer = stage.pay(transaction, { signal: deadline.signal });
    while (stage.standIn.faults.heldCount === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    deadline.abort(new Error('no answer in time'));
    assert.deepEqual(await answer, UNKNOWN);
    stage.standIn.faults.release();
  }
});

test('a late answer is still an answer', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('ideal');
  stage.standIn.fault(CONFIRM, { delayMs: 50 });
  assert.equal((await stage.pay(transaction)).kind, 'redirect');
});

test('after a crash before the id was stored nothing was confirmed, so the payment is unheard', async (t) => {
  const stage = await openStripe(t);
  for (const [method, on] of [
    ['ideal', MAKE],
    ['card', PAGE],
  ] as const) {
    const transaction = aPayin(method, { createdAt: stage.now() });
    stage.standIn.fault(on, 'lost-after');
    assert.deepEqual(await stage.pay(transaction), UNKNOWN);
    assert.equal(
      stage.standIn.of(transaction.id, method === 'card' ? 'checkout.session' : undefined) !== undefined,
      true,
    );
    assert.deepEqual(await inquire(stage, transaction), UNKNOWN, 'its call may still be under way');
    stage.advance(119_000);
    assert.deepEqual(await inquire(stage, transaction), UNKNOWN);
    stage.advance(1_000);
    assert.deepEqual(await inquire(stage, transaction), { kind: 'unheard' });
  }
});

test('an id that could not be stored is never confirmed, nor shown', async (t) => {
  const stage = await openStripe(t);
  const keep = async () => {
    throw new Error('the database is away');
  };
  for (const method of ['ideal', 'sepa-direct-debit', 'card']) {
    const transaction = aPayin(method, { createdAt: stage.now() });
    assert.deepEqual(await stage.pay(transaction, { keep }), UNKNOWN);
    stage.advance(120_000);
    assert.deepEqual(await inquire(stage, transaction), { kind: 'unheard' });
  }
  assert.ok(!stage.standIn.calls().some((call) => call.endsWith('/confirm')));
});

test('after a crash between storing and confirming the outcome is unknown, then cancelled and unheard', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('ideal');
  stage.standIn.fault(CONFIRM, 'lost-before');
  assert.deepEqual(await stage.pay(transaction), UNKNOWN);
  assert.deepEqual(await inquire(stage, transaction), UNKNOWN, 'its confirmation may be on its way');
  stage.advance(121_000);
  assert.deepEqual(await inquire(stage, transaction), { kind: 'unheard' });
  const { intent } = stage.kept(transaction)!;
  assert.equal(stage.standIn.books.find(intent!).status, 'canceled', 'a late confirmation does nothing');
  assert.deepEqual(await stage.pay(transaction), {
    kind: 'declined',
    errorCode: '3002',
    of: { reference: transaction.id, amountMinor: 2_500n, currency: 'EUR' },
    providerReference: intent,
  });
});

test('after a crash behind the confirmation an inquiry finds the outcome, and a repeated call charges once', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('sepa-direct-debit');
  stage.standIn.fault(CONFIRM, 'lost-after');
  assert.deepEqual(await stage.pay(transaction), UNKNOWN);
  assert.equal((await inquire(stage, transaction)).kind, 'pending');
  assert.equal((await stage.pay(transaction)).kind, 'pending', 'the same keys, the same answer');
  const { intent } = stage.kept(transaction)!;
  stage.standIn.books.succeed(stage.standIn.books.find(intent!));
  assert.equal((await inquire(stage, transaction)).kind, 'completed');
  assert.equal(stage.standIn.books.of('payment_intent').length, 1);
  assert.equal(stage.standIn.charges(transaction.id), 1);
});

test('after Stripe has forgotten the idempotency key, the state of the confirmed payment is the answer', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('sepa-direct-debit');
  await stage.pay(transaction);
  const { intent } = stage.kept(transaction)!;
  // The stand-in remembers the first key and not the second.
  stage.standIn.fault(
    CONFIRM,
    refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' }),
  );
  const answer = await stage.pay(transaction);
  assert.equal(answer.kind, 'pending');
  assert.equal('providerReference' in answer && answer.providerReference, intent);
});

test('nothing is sent again 23 hours after the first try', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('ideal');
  const page = aPayin('card', { attempts: 2, attemptedAt: new Date(stage.now().getTime() + HOUR) });
  await stage.pay(transaction);
  stage.standIn.keys.prune();
  stage.advance(23 * HOUR);
  const sent = stage.standIn.requests.length;
  assert.deepEqual(await stage.pay(transaction), UNKNOWN);
  assert.equal(stage.standIn.requests.length, sent);
  assert.equal((await stage.pay(page)).kind, 'redirect', 'the attempt began an hour later');
});

test('a repeated charge gets the same page, as long as Stripe remembers its key', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('card');
  const first = await stage.pay(transaction);
  stage.advance(60_000);
  assert.deepEqual(await stage.pay(transaction), first);
  assert.equal(stage.standIn.books.of('checkout.session').length, 1);
});

test('an inquiry without an answer, or with an unexpected answer, is unknown', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('ideal');
  await stage.pay(transaction);
  const intent = stage.standIn.of(transaction.id)!;
  for (const kind of [
    'html',
    'empty',
    'half-body',
    'lost-before',
    refusal(500),
    refusal(404),
    refusal(401),
  ] as const) {
    stage.standIn.fault('^GET', kind);
    assert.deepEqual(await inquire(stage, transaction), UNKNOWN);
  }
  assert.deepEqual(stage.unknown, []);
  intent.status = 'requires_ceremony';
  assert.deepEqual(await inquire(stage, transaction), UNKNOWN);
  assert.deepEqual(stage.unknown, ['payment_intent.status=requires_ceremony']);
});

test('an answer names its payment, so that the answer of another payment is never applied', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('ideal');
  await stage.pay(transaction);
  const intent = stage.standIn.of(transaction.id)!;
  decide(stage.standIn, intent.id, 'approve');
  Object.assign(intent, { amount: 1, currency: 'isk' });
  assert.deepEqual(await inquire(stage, transaction), UNKNOWN, 'an amount that there is not');
  Object.assign(intent, { amount: 100, currency: 'usd' });
  const other = await inquire(stage, transaction);
  assert.deepEqual('of' in other && other.of, {
    reference: transaction.id,
    amountMinor: 100n,
    currency: 'USD',
  });
  intent.metadata = {};
  const nobodys = await inquire(stage, transaction);
  assert.equal('of' in nobodys && nobodys.of?.reference, '', 'a reference that fits no charge');
});

const inquire = (stage: StripeStage, transaction: ReturnType<typeof aPayin>) =>
  stage.provider.inquire(transaction, stage.call(transaction));
