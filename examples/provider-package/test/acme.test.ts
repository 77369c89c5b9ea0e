// The contract of adapters as tests, and what is special about Acme.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CHECKS, callOf } from '@tollgate/provider-kit/contract';
import openStage from './stage.ts';

for (const [rule, check] of Object.entries(CHECKS)) {
  test(`Acme: ${rule}`, async (t) => {
    const stage = await openStage(t);
    await check(stage);
    assert.deepEqual(stage.violations?.(), []);
  });
}

test('a payment whose answer was lost is found by its reference and paid once', async (t) => {
  const stage = await openStage(t);
  const { provider, standIn } = stage;
  const { transaction, instrument } = stage.payins[0]!;
  const call = callOf(stage, transaction);
  standIn.http.fault({ on: /^POST/, fault: { kind: 'lost', when: 'after' } });
  assert.deepEqual(await provider.payIn(transaction, instrument, call), { kind: 'unknown' });
  const found = await provider.inquire(transaction, call);
  assert.equal(found.kind, 'redirect');
  standIn.decide(transaction.id, 'paid');
  assert.equal((await provider.payIn(transaction, instrument, call)).kind, 'completed');
  assert.equal(standIn.payments.length, 1);
});

test('a page with status 404 does not make a payment unheard', async (t) => {
  const stage = await openStage(t);
  const { provider, standIn } = stage;
  const [transaction] = stage.neverSent;
  stage.advance(200_000);
  const asked = () => provider.inquire(transaction!, callOf(stage, transaction!));
  standIn.http.fault({ fault: { kind: 'answer', answer: { status: 404, text: 'Not found' } } });
  assert.deepEqual(await asked(), { kind: 'unknown' });
  assert.deepEqual(await asked(), { kind: 'unheard' });
});

test('Acme’s reason of a decline becomes a code, and an unknown reason is counted', async (t) => {
  const stage = await openStage(t);
  const { provider, standIn, unknownValues } = stage;
  for (const [reason, errorCode] of [
    ['insufficient_funds', '2001'],
    ['bad_weather', '2005'],
  ] as const) {
    const transaction = { ...stage.payins[0]!.transaction, id: crypto.randomUUID() };
    const call = callOf(stage, transaction);
    await provider.payIn(transaction, stage.payins[0]!.instrument, call);
    standIn.decide(transaction.id, 'failed', reason);
    const outcome = await provider.inquire(transaction, call);
    assert.ok(outcome.kind === 'declined');
    assert.equal(outcome.errorCode, errorCode);
  }
  assert.deepEqual(unknownValues, ['payment.reason=bad_weather']);
});

test('no connection means that nothing was done, a page in place of an answer means unknown', async (t) => {
  const stage = await openStage(t);
  const { provider, standIn } = stage;
  const { transaction, instrument } = stage.payins[0]!;
  standIn.http.fault({ fault: { kind: 'page' } });
  assert.deepEqual(await provider.payIn(transaction, instrument, callOf(stage, transaction)), {
    kind: 'unknown',
  });
  await standIn.http.stopListening();
  const other = { ...transaction, id: crypto.randomUUID() };
  const refused = await provider.payIn(other, instrument, callOf(stage, other));
  assert.deepEqual(refused, { kind: 'failed', errorCode: '1011' });
});

test('a check says whether Acme takes the API key', async (t) => {
  const { provider, standIn } = await openStage(t);
  const signal = AbortSignal.timeout(10_000);
  assert.deepEqual(await provider.check(signal), { ok: true, reason: null, merchantAccount: 'acct_1' });
  standIn.http.fault({ fault: { kind: 'answer', answer: { status: 401, json: {} } } });
  const { ok, reason } = await provider.check(signal);
  assert.equal(ok, false);
  assert.match(reason!, /refuses the API key/);
});
