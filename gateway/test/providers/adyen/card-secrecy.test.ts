// A card number and a security code go into the body of a request to Adyen and nowhere else: not into an outcome, an
// error, the log, the console, or kept state, even where Adyen repeats them. The API key stays out of all of them too.
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { inspect } from 'node:util';
import { aCardInHand, aPayment, CARD_WITH_3DS, CVV, GOOD_CARD, openAdyen } from './stage.ts';
import type { Fault } from './stand-in/faults.ts';
import { API_KEY } from './stand-in/stand-in.ts';

const stage = await openAdyen({ after });
const { standIn, provider, logged, unknownValues, callOf } = stage;

const repeating = { message: `bad number ${GOOD_CARD}`, refusalReason: `CVC ${CVV} of ${GOOD_CARD}` };
const FAULTS: readonly (Fault | null)[] = [
  null,
  { kind: 'reset', when: 'after' },
  { kind: 'half-body' },
  { kind: 'html' },
  { kind: 'status', statusCode: 401 },
  { kind: 'status', statusCode: 500 },
  { kind: 'status', statusCode: 422, errorCode: `number ${GOOD_CARD}` },
  { kind: 'changed', fields: { ...repeating, resultCode: 'Refused', refusalReasonCode: '2' } },
  { kind: 'changed', fields: { ...repeating, resultCode: null } },
];

test('only the request contains the card number, the code or the key', async (t) => {
  const printed: unknown[] = [];
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    t.mock.method(console, method, (...words: unknown[]) => void printed.push(words));
  const seen: unknown[] = [];
  for (const fault of FAULTS) {
    for (const number of [GOOD_CARD, CARD_WITH_3DS]) {
      if (fault) standIn.fault({ path: '/payments', fault });
      const payment = aPayment();
      const call = { ...callOf(payment), keep: async (state: object) => void seen.push(state) };
      seen.push(await provider.payIn(payment, aCardInHand(number), call));
    }
  }
  t.mock.restoreAll();
  assert.ok(logged.length > 5, 'failures were logged');
  assert.ok(standIn.requests.length >= FAULTS.length * 2);
  const text = inspect([seen, logged, printed, unknownValues], { depth: 20 });
  for (const secret of [GOOD_CARD, CARD_WITH_3DS, API_KEY]) assert.ok(!text.includes(secret), secret);
  assert.ok(!new RegExp(`\\b${CVV}\\b`).test(text), 'the security code');
  assert.deepEqual(printed, []);
});

test('a failure is logged with its kind and its account', async () => {
  logged.length = 0;
  standIn.fault({ path: '/payments', fault: { kind: 'status', statusCode: 403, errorCode: '901' } });
  await stage.pay(aPayment(), aCardInHand());
  standIn.fault({ path: '/payments', fault: { kind: 'html' } });
  await stage.pay(aPayment(), aCardInHand());
  const of = { provider: 'adyen', accountId: 'account-1', message: 'a call has failed' };
  assert.deepEqual(logged, [
    { ...of, statusCode: 403, errorCode: '901' },
    { ...of, failure: 'Error' },
  ]);
});
