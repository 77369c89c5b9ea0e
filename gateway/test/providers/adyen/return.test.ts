// The shopper's return from Adyen's page: what it proves, and what it does not.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { aCardInHand, aPayment, byMethod, CARD_WITH_3DS, decide, openAdyen, stored } from './stage.ts';

const { standIn, pay, resume } = await openAdyen({ after });
const WAITING = { kind: 'waiting' };

after(() => assert.deepEqual(standIn.violations, [], 'requests and answers are as Adyen describes them'));

async function waitingPayment(method = 'ideal') {
  const payment = aPayment(method);
  const outcome = await pay(payment, byMethod(method));
  return { payment: stored(payment, outcome), outcome };
}

test('parameters that are missing, forged or odd change nothing', async () => {
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

test('the result of another payment names that payment, and its amount', async () => {
  const mine = await waitingPayment();
  const other = aPayment('ideal', { amountMinor: 1n });
  const theirs = await pay(other, byMethod('ideal'));
  const outcome = await resume(mine.payment, await decide(theirs, 'approve'));
  assert.ok(outcome.kind === 'completed');
  assert.deepEqual(outcome.of, { reference: other.id, amountMinor: 1n, currency: 'EUR' });
});

test('an answer that does not say what it is about changes nothing', async () => {
  const unsaid = [
    { merchantReference: undefined },
    { amount: undefined },
    { amount: { value: 1.5, currency: 'EUR' } },
    { resultCode: 'Pondering' },
  ];
  for (const fields of unsaid) {
    const { payment, outcome } = await waitingPayment();
    const parameters = await decide(outcome, 'approve');
    standIn.fault({ path: '/payments/details', fault: { kind: 'changed', fields } });
    assert.deepEqual(await resume(payment, parameters), WAITING, JSON.stringify(fields));
  }
});

test('an answer that is lost leaves the payment as it was, and the shopper may come again', async () => {
  const payment = aPayment();
  const outcome = await pay(payment, aCardInHand(CARD_WITH_3DS));
  const parameters = await decide(outcome, 'approve');
  const after3ds = stored(payment, outcome);
  standIn.fault({ path: '/payments/details', fault: { kind: 'reset', when: 'after' } });
  assert.deepEqual(await resume(after3ds, parameters), WAITING);
  assert.equal((await resume(after3ds, parameters)).kind, 'completed');
  assert.equal(standIn.charges(payment.id), 1);
});

test('a refusal of the call leaves the payment as it was', async () => {
  for (const statusCode of [400, 401, 422, 500]) {
    const { payment, outcome } = await waitingPayment();
    const parameters = await decide(outcome, 'approve');
    standIn.fault({ path: '/payments/details', fault: { kind: 'status', statusCode } });
    assert.deepEqual(await resume(payment, parameters), WAITING);
  }
});

test('two shoppers’ tabs with one result hear the same', async () => {
  const { payment, outcome } = await waitingPayment();
  const parameters = await decide(outcome, 'approve');
  const answers = await Promise.all([resume(payment, parameters), resume(payment, parameters)]);
  for (const { kind } of answers) assert.equal(kind, 'completed');
});
