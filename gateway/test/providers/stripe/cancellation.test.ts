// Cancelling at Stripe: a page expires there, a PaymentIntent is
// cancelled, and a payment made meanwhile is reported.
import assert from 'node:assert/strict';
import test from 'node:test';
import { aPayin, openStripe } from './a-stripe.ts';
import { decide } from './stand-in/control.ts';

test('a page is expired at Stripe, so that nobody can pay on it any more', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('card');
  await stage.pay(transaction);
  const page = stage.standIn.of(transaction.id, 'checkout.session')!;
  const cancelled = {
    kind: 'declined',
    errorCode: '3001',
    of: { reference: transaction.id, amountMinor: 2_500n, currency: 'EUR' },
    providerReference: page.id,
  };
  assert.deepEqual(await stage.provider.cancel(transaction, stage.call(transaction)), cancelled);
  assert.equal(page.status, 'expired');
  assert.deepEqual(await stage.provider.cancel(transaction, stage.call(transaction)), cancelled, 'again');
});

test('a payment at a bank is cancelled', async (t) => {
  const stage = await openStripe(t);
  const transaction = aPayin('ideal');
  await stage.pay(transaction);
  const answer = await stage.provider.cancel(transaction, stage.call(transaction));
  assert.equal('errorCode' in answer && answer.errorCode, '3001');
  assert.equal(stage.standIn.of(transaction.id)!.status, 'canceled');
  assert.deepEqual(await stage.provider.inquire(transaction, stage.call(transaction)), answer);
});

test('a paid payment is completed, and a payment in progress stays in progress', async (t) => {
  const stage = await openStripe(t);
  const cancel = (transaction: ReturnType<typeof aPayin>) =>
    stage.provider.cancel(transaction, stage.call(transaction));
  const card = aPayin('card');
  await stage.pay(card);
  stage.standIn.books.payByCard(stage.kept(card)!.session!, '4242424242424242');
  assert.equal((await cancel(card)).kind, 'completed');
  const ideal = aPayin('ideal');
  await stage.pay(ideal);
  decide(stage.standIn, stage.kept(ideal)!.intent!, 'approve');
  assert.equal((await cancel(ideal)).kind, 'completed');
  const debit = aPayin('sepa-direct-debit');
  await stage.pay(debit);
  assert.deepEqual(await cancel(debit), { kind: 'unknown' });
  assert.deepEqual(await cancel(aPayin('ideal')), { kind: 'unknown' }, 'nothing was stored of it');
});

test('a former attempt is not cancelled in place of an attempt without a stored id', async (t) => {
  const stage = await openStripe(t);
  for (const method of ['card', 'ideal']) {
    const first = aPayin(method);
    await stage.pay(first);
    const second = { ...first, attempts: 2, attemptedAt: stage.now() };
    assert.deepEqual(await stage.provider.cancel(second, stage.call(second)), { kind: 'unknown' });
    assert.equal((await stage.provider.inquire(first, stage.call(first))).kind, 'waiting');
  }
});

test('without an answer the cancellation stays unknown', async (t) => {
  const stage = await openStripe(t);
  for (const method of ['card', 'ideal']) {
    const transaction = aPayin(method);
    await stage.pay(transaction);
    for (const kind of ['lost-before', 'html', { status: 500, error: { type: 'api_error' } }] as const) {
      stage.standIn.fault('(expire|cancel)$', kind);
      assert.deepEqual(await stage.provider.cancel(transaction, stage.call(transaction)), {
        kind: 'unknown',
      });
      if (kind === 'html') break;
    }
  }
});
