// What the adapter makes of connectors' answers (contract 13): refusals, lost answers, answers about another payment,
// pages, UPI, and notifications.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome, Transaction } from '@tollgate/provider-kit';
import { callOf, newRefund } from '@tollgate/provider-kit/contract';
import type { Fault } from '@tollgate/provider-kit/stand-in';
import { fresh, openStage, type PrismStage } from './stage.ts';
import { CASHFREE } from './stand-ins/cashfree.ts';
import { CHECKOUT } from './stand-ins/checkout.ts';
import { DLOCAL, dlocalNotification } from './stand-ins/dlocal.ts';
import { PAYPAL } from './stand-ins/paypal.ts';

const BROWSER = {
  userAgent: 'Mozilla/5.0',
  acceptHeader: 'text/html',
  language: 'en-GB',
  colorDepth: 24,
  screenHeight: 900,
  screenWidth: 1440,
  timeZoneOffset: 0,
  javaEnabled: false,
};

/** Sends the first payment of a stage, which meets a fault. */
async function pay(stage: PrismStage, fault?: Fault, fields: Partial<Transaction> = {}) {
  const { transaction, instrument } = stage.payins[0]!;
  const payin = { ...fresh(transaction), ...fields };
  if (fault) stage.standIn.fault({ fault });
  const call = callOf(stage, payin);
  return { payin, call, outcome: await stage.provider.payIn(payin, instrument, call) };
}

const codeOf = (outcome: Outcome) => ('errorCode' in outcome ? outcome.errorCode : null);

test('an answer over another amount, currency or reference names what it is about', async (t) => {
  const stage = await openStage(t, CHECKOUT);
  const others = [{ amount: 999 }, { currency: 'USD' }, { reference: 'another-order' }];
  for (const fields of others) {
    const { payin, outcome } = await pay(stage, { kind: 'changed', fields });
    assert.equal(outcome.kind, 'completed');
    const of = { reference: payin.id, amountMinor: 2_500n, currency: 'EUR' };
    assert.notDeepEqual('of' in outcome && outcome.of, of, JSON.stringify(fields));
  }
});

test('only answers that say so are a refusal; every other one is unknown', async (t) => {
  const stage = await openStage(t, CHECKOUT);
  const refused = (status: number): Fault => ({
    kind: 'answer',
    answer: {
      status,
      json: { request_id: 'r', error_type: 'request_invalid', error_codes: ['card_number_invalid'] },
    },
  });
  for (const status of [400, 401, 403, 422, 429]) {
    const { outcome } = await pay(stage, refused(status));
    assert.deepEqual(outcome, { kind: 'failed', errorCode: '1011', answered: true }, String(status));
  }
  for (const status of [404, 409, 500, 502, 503]) {
    assert.equal((await pay(stage, refused(status))).outcome.kind, 'unknown', String(status));
  }
  for (const fault of [{ kind: 'page' }, { kind: 'half' }, { kind: 'lost', when: 'after' }] as const) {
    const { payin, outcome } = await pay(stage, fault);
    assert.equal(outcome.kind, 'unknown', fault.kind);
    assert.equal(stage.charges!(payin.id), 1);
  }
});

test('a connector that cannot be reached has certainly done nothing', async (t) => {
  const stage = await openStage(t, CHECKOUT);
  await stage.standIn.stopListening();
  const { outcome } = await pay(stage);
  assert.deepEqual(outcome, { kind: 'failed', errorCode: '1011' });
});

test('a status that nobody knows changes nothing', async (t) => {
  const stage = await openStage(t, CHECKOUT);
  const { outcome } = await pay(stage, { kind: 'changed', fields: { status: 'Reconsidered' } });
  assert.equal(outcome.kind, 'unknown');
});

test('a declined card has its code, and a code that nobody knows is counted', async (t) => {
  const stage = await openStage(t, CHECKOUT);
  const decline = (response_code: string): Fault => ({
    kind: 'changed',
    fields: { approved: false, status: 'Declined', response_code },
  });
  assert.equal(codeOf((await pay(stage, decline('20051'))).outcome), '2001');
  assert.equal(codeOf((await pay(stage, decline('20054'))).outcome), '2002');
  assert.equal(codeOf((await pay(stage, decline('29999'))).outcome), '2005');
  assert.deepEqual(stage.unknownValues, ['decline=29999']);
});

test('a card with a browser is authenticated on the connector’s page, and completes after the return', async (t) => {
  const stage = await openStage(t, CHECKOUT);
  const { details } = stage.payins[0]!.transaction;
  const { payin, call, outcome } = await pay(stage, undefined, {
    details: { ...details, browser: BROWSER, browserIp: '192.0.2.1' },
  });
  assert.equal(outcome.kind, 'redirect');
  assert.match(outcome.kind === 'redirect' ? outcome.redirectUrl : '', /^https:\/\/3ds\.checkout\.example\//);
  assert.equal((await stage.provider.resume(payin, { status: 'success' }, call)).kind, 'waiting');
  stage.agree();
  assert.equal((await stage.provider.resume(payin, {}, call)).kind, 'completed');
});

test('PayPal takes no money before the payer has agreed, and takes it once', async (t) => {
  const stage = await openStage(t, PAYPAL);
  const { payin, call } = await pay(stage);
  assert.equal((await stage.provider.resume(payin, {}, call)).kind, 'waiting');
  assert.equal(stage.charges!(payin.id), 0);
  stage.agree();
  const outcomes = [1, 2].map(() => stage.provider.resume(payin, {}, call));
  for (const outcome of await Promise.all(outcomes)) assert.equal(outcome.kind, 'completed');
  assert.equal(stage.charges!(payin.id), 1);
});

test('an access token that the connector has withdrawn is asked for again', async (t) => {
  const stage = await openStage(t, PAYPAL);
  const refused = {
    status: 401,
    json: { error: 'invalid_token', error_description: 'Token signature verification failed' },
  };
  stage.standIn.fault({ on: /orders/, fault: { kind: 'answer', answer: refused } });
  assert.equal((await pay(stage)).outcome.kind, 'failed');
  assert.equal((await pay(stage)).outcome.kind, 'redirect');
  assert.equal(stage.standIn.calls.filter((one) => one.includes('oauth2')).length, 2);
});

test('UPI shows a QR code with the payer’s link, or asks at the payer’s address', async (t) => {
  const stage = await openStage(t, CASHFREE);
  for (const { transaction, instrument, answers } of stage.payins) {
    const payin = fresh(transaction);
    const call = callOf(stage, payin);
    const outcome = await stage.provider.payIn(payin, instrument, call);
    assert.equal(outcome.kind, answers);
    if (outcome.kind === 'instructions')
      assert.match(String(outcome.fields.qrCodeString), /^upi:\/\/pay\?pa=/);
    stage.agree();
    assert.equal((await stage.provider.inquire(payin, call)).kind, 'completed');
  }
});

test('a refund over another amount is not taken for ours', async (t) => {
  const stage = await openStage(t, CASHFREE);
  const paid = await stage.paid!();
  stage.standIn.fault({ on: /refunds/, fault: { kind: 'changed', fields: { refund_amount: 99 } } });
  const outcome = await stage.provider.refund(
    paid,
    newRefund(paid, { amountMinor: 100n }),
    AbortSignal.timeout(10_000),
  );
  assert.equal(outcome.kind, 'unknown');
});

test('a signed notification says amount and reference in the connector’s own words', async (t) => {
  const stage = await openStage(t, DLOCAL);
  const reference = '01900000-0000-7000-8000-000000000042';
  const newsOf = async (status: string, amount = 25) => {
    const { headers, body } = dlocalNotification({ id: 'D-4-1', reference, amount, currency: 'BRL', status });
    const reading = await stage.provider.readNotification(headers ?? {}, Buffer.from(body), stage.now());
    assert.ok(reading.kind === 'authentic');
    return await stage.provider.readNews(
      { ...reading.items[0]!, receivedAt: stage.now() },
      AbortSignal.timeout(1_000),
    );
  };
  assert.deepEqual(await newsOf('PAID', 24.5), {
    about: 'charge',
    charge: reference,
    payment: 'D-4-1',
    amount: { amountMinor: 2_450n, currency: 'BRL' },
    outcome: { kind: 'completed', notified: true, providerReference: 'D-4-1' },
  });
  const rejected = await newsOf('REJECTED');
  assert.equal(rejected.about === 'charge' ? codeOf(rejected.outcome) : null, '2001');
});

test('the account’s check tells wrong credentials from a connector that works', async (t) => {
  const stage = await openStage(t, CHECKOUT);
  assert.deepEqual(await stage.provider.check(AbortSignal.timeout(10_000)), { ok: true, reason: null });
  stage.standIn.fault({ fault: { kind: 'answer', answer: { status: 401, text: '' } } });
  assert.equal((await stage.provider.check(AbortSignal.timeout(10_000))).ok, false);
});
