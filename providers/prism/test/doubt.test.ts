// What nobody knows stays unknown, and what is about something else changes nothing (contract 13, 16): words of the
// library that cannot be believed, calls that may be under way, and marks that must not be lost.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { ChargeState, PayinCall, Transaction } from '@tollgate/provider-kit';
import { callOf, newCapture, newRefund } from '@tollgate/provider-kit/contract';
import { hasSameUnit } from '../src/capabilities.ts';
import { REQUEST, reads, scripted } from './scripted-library.ts';
import { fresh, openStage } from './stage.ts';
import { CASHFREE } from './stand-ins/cashfree.ts';
import { CHECKOUT } from './stand-ins/checkout.ts';
import { DLOCAL } from './stand-ins/dlocal.ts';
import { PAYPAL } from './stand-ins/paypal.ts';

const SOON = () => AbortSignal.timeout(10_000);
const SENT = { sent: 'yes', id: 'pay_1' };
const DOUBTFUL = [404, 408, 409, 500, 502, 503];

/** dLocal with one secret of notifications. */
const withSecret = () => ({
  ...DLOCAL,
  credentials: { ...DLOCAL.credentials, webhookSecrets: ['right'] },
});

type Library = Parameters<typeof openStage>[2];

/** A stage whose connector answers with this status, and a payment at it. */
async function open(t: TestContext, library: Library, status = 200, json: object = {}) {
  const stage = await openStage(t, CHECKOUT, library);
  stage.standIn.fault({ times: 100, fault: { kind: 'answer', answer: { status, json } } });
  const payin: Transaction = { ...fresh(stage.payins[0]!.transaction), providerReference: 'pay_1' };
  return { stage, payin, call: callOf(stage, payin), instrument: stage.payins[0]!.instrument };
}

test('a number in an answer with an error’s status is no decline', async (t) => {
  const refusal = { fault: { code: 'CONNECTOR_ERROR_RESPONSE', connectorCode: '05' } };
  const failure = { message: { status: 'FAILURE', error: { connectorDetails: { code: '51' } } } };
  for (const said of [
    refusal,
    failure,
    { message: { status: 'CHARGED' } },
    { message: { status: 'EXPIRED' } },
  ]) {
    for (const status of DOUBTFUL) {
      const { stage, payin, call, instrument } = await open(t, reads(said), status);
      const outcome = await stage.provider.payIn(payin, instrument, call);
      assert.equal(outcome.kind, 'unknown', `${status} ${JSON.stringify(said)}`);
      await call.keep(SENT);
      assert.equal((await stage.provider.inquire(payin, call)).kind, 'unknown', `inquiry, ${status}`);
    }
  }
});

test('a capture or a refund has not failed because of an answer with such a status', async (t) => {
  for (const status of DOUBTFUL) {
    const { stage, payin, call } = await open(t, reads({ message: { status: 'FAILURE' } }), status);
    await call.keep(SENT);
    assert.equal(
      (await stage.provider.capture!(payin, newCapture(payin), call)).kind,
      'unknown',
      `${status}`,
    );
    const other = await open(t, reads({ message: { status: 'REFUND_FAILURE' } }), status);
    const refund = newRefund(other.payin);
    assert.equal((await other.stage.provider.refund(other.payin, refund, SOON())).kind, 'unknown');
  }
});

test('a capture or a refund that was only accepted is pending until the connector is asked', async (t) => {
  const { stage, payin, call } = await open(t, reads({ message: { status: 'CHARGED' } }), 202);
  await call.keep(SENT);
  assert.equal((await stage.provider.capture!(payin, newCapture(payin), call)).kind, 'pending');
  const said = { message: { status: 'REFUND_SUCCESS', connectorRefundId: 'refund_1' } };
  const other = await open(t, reads(said), 202);
  assert.equal(
    (await other.stage.provider.refund(other.payin, newRefund(other.payin), SOON())).kind,
    'pending',
  );
});

test('a question about a refund that is refused does not say that the refund failed', async (t) => {
  for (const status of [400, 401, 404, 429]) {
    const { stage, payin } = await open(t, reads({ message: { status: 'REFUND_FAILURE' } }), status);
    const refund = { ...newRefund(payin), providerReference: 'refund_1' };
    assert.equal((await stage.provider.inquireRefund(payin, refund, SOON())).kind, 'unknown', `${status}`);
  }
});

test('a charge whose call may be under way is neither unheard nor cancelled', async (t) => {
  const { stage, payin, call } = await open(t, reads({ message: {} }));
  const begun = { ...payin, attempts: 2, attemptedAt: stage.now() };
  stage.advance(60_000);
  assert.deepEqual(await stage.provider.inquire(begun, call), { kind: 'unknown' });
  assert.deepEqual(await stage.provider.cancel(begun, call), { kind: 'unknown' });
  stage.advance(180_000);
  assert.deepEqual(await stage.provider.inquire(begun, call), { kind: 'unheard' });
  assert.equal((await stage.provider.cancel(begun, call)).kind, 'declined');
});

test('an inquiry that ends late does not forget a capture that was sent meanwhile', async (t) => {
  let call: PayinCall | null = null;
  const library = scripted(async ({ step, flow }) => {
    if (step !== 'answer' || flow !== 'get') return undefined;
    await call?.keep({ ...SENT, 'capture capture-1': 'sent' });
    return { message: { status: 'AUTHORIZED', connectorFeatureData: { value: 'new' } } };
  });
  const { stage, payin, call: made } = await open(t, library);
  call = made;
  await call.keep(SENT);
  await stage.provider.inquire(payin, call);
  assert.equal((await call.state())?.['capture capture-1'], 'sent');
});

test('the id of another payment is not kept, so nothing of it is voided', async (t) => {
  const said = { status: 'CHARGED', connectorTransactionId: 'pay_1' };
  for (const json of [{ reference: 'another-order' }, { amount: 999 }, { currency: 'USD' }]) {
    const { stage, payin, call, instrument } = await open(t, reads({ message: said }), 200, json);
    await stage.provider.payIn(payin, instrument, call);
    assert.deepEqual(await call.state(), { sent: 'yes' });
    const sent = stage.standIn.calls.length;
    assert.deepEqual(await stage.provider.cancel(payin, call), { kind: 'unknown' });
    assert.equal(stage.standIn.calls.length, sent);
  }
});

test('PayPal’s order is not called off while the call that takes its money may be under way', async (t) => {
  let atRequest: ChargeState | null = null;
  let call: PayinCall | null = null;
  const library = scripted(async ({ step, flow }) => {
    if (flow.startsWith('create_server') && step === 'answer')
      return { message: { accessToken: { value: 'token' } } };
    if (flow === 'authorize' && step === 'request') atRequest = (await call?.state()) ?? null;
    if (flow === 'authorize' && step === 'answer') return { fault: { code: 'UNREADABLE' } };
    return step === 'answer' ? { message: { status: 'PENDING' } } : { request: REQUEST };
  });
  const stage = await openStage(t, PAYPAL, library);
  stage.standIn.fault({ times: 100, fault: { kind: 'answer', answer: { status: 200, json: {} } } });
  const payin = fresh(stage.payins[0]!.transaction);
  call = callOf(stage, payin);
  await call.keep({ ...SENT, shown: '{}' });
  await stage.provider.resume(payin, {}, call);
  assert.ok((atRequest as ChargeState | null)?.completingAt, 'it is kept before it is sent');
  assert.deepEqual(await stage.provider.cancel(payin, call), { kind: 'unknown' });
  assert.deepEqual(await stage.provider.inquire(payin, call), { kind: 'unknown' });
  stage.advance(180_000);
  assert.equal((await stage.provider.cancel(payin, call)).kind, 'declined');
});

test('a step for the payer in a later charge is unknown, and not shown when it is sent again', async (t) => {
  const redirect = {
    status: 'AUTHENTICATION_PENDING',
    redirectionData: { uri: { uri: 'https://3ds.example/' } },
  };
  const { stage, payin, call } = await open(
    t,
    reads({ message: { connectorTransactionId: 'pay_1', ...redirect } }),
  );
  const instrument = {
    kind: 'mandate',
    method: 'card',
    reason: 'RECURRING',
    stored: { id: 'src_stored' },
    card: null,
    networkTransactionId: null,
  } as const;
  assert.equal((await stage.provider.payIn(payin, instrument, call)).kind, 'unknown');
  assert.notEqual((await stage.provider.payIn(payin, instrument, call)).kind, 'redirect');
});

test('a request that our client never sends has certainly done nothing', async (t) => {
  const library = scripted(({ step }) =>
    step === 'request'
      ? { request: { ...REQUEST, headers: { authorization: 'key\nfrom two lines' } } }
      : undefined,
  );
  const { stage, payin, call, instrument } = await open(t, library);
  const outcome = await stage.provider.payIn(payin, instrument, call);
  assert.deepEqual(outcome, { kind: 'failed', errorCode: '1011' });
});

test('a connector’s sentence and its digits are not logged', async (t) => {
  for (const connectorCode of ['no such card 4111', '4242424242424242', '4242-4242-4242-4242']) {
    const library = reads({ fault: { code: 'CONNECTOR_ERROR_RESPONSE', connectorCode } });
    const { stage, payin, call, instrument } = await open(t, library, 402);
    await stage.provider.payIn(payin, instrument, call);
    assert.deepEqual(stage.unknownValues, ['decline=not a word']);
  }
});

test('a refund of another payment, or under another reference, is not taken for ours', async (t) => {
  const library = reads({ message: { status: 'REFUND_SUCCESS', connectorRefundId: 'refund_1' } });
  const stage = await openStage(t, CASHFREE, library);
  const payin = { ...fresh(stage.payins[0]!.transaction), providerReference: 'pay_1' };
  const kindOf = async (fields: object) => {
    const refund = newRefund(payin, { amountMinor: 100n });
    const json = {
      refund_id: refund.id,
      order_id: 'pay_1',
      refund_amount: 1,
      refund_currency: 'INR',
      ...fields,
    };
    stage.standIn.fault({ fault: { kind: 'answer', answer: { status: 200, json } } });
    return (await stage.provider.refund(payin, refund, SOON())).kind;
  };
  assert.equal(await kindOf({}), 'completed');
  const others = [{ refund_id: 'another' }, { order_id: 'another' }, { refund_amount: 'unreadable' }];
  for (const fields of others) assert.equal(await kindOf(fields), 'unknown', JSON.stringify(fields));
});

test('a capture over another amount is not taken for ours', async (t) => {
  const stage = await openStage(t, DLOCAL, reads({ message: { status: 'CHARGED' } }));
  const payin = fresh(stage.payins[0]!.transaction);
  const call = callOf(stage, payin);
  const kindOf = async (more: number) => {
    const capture = newCapture(payin);
    await call.keep(SENT);
    const json = { amount: Number(capture.amountMinor) / 100 + more, currency: 'BRL' };
    stage.standIn.fault({ fault: { kind: 'answer', answer: { status: 200, json } } });
    return (await stage.provider.capture!(payin, capture, call)).kind;
  };
  assert.deepEqual([await kindOf(0), await kindOf(1)], ['completed', 'unknown']);
});

test('a notification counts only if the library has checked a signature over all of it', async (t) => {
  const body = JSON.stringify({ id: 'D-4-1', order_id: 'ours', amount: 25, currency: 'BRL' });
  const event = { eventContent: { paymentsResponse: { status: 'CHARGED' } }, sourceVerified: true };
  const vouches = {
    refused: () => true,
    'refused for any secret': (sent: string) => sent === body,
    'refused for any body': (_: string, secret: string) => secret === 'right',
    authentic: (sent: string, secret: string) => sent === body && secret === 'right',
  };
  for (const [name, isVouched] of Object.entries(vouches)) {
    const library = scripted(({ message }) => {
      const { requestDetails, webhookSecrets } = message as {
        requestDetails: { body: string };
        webhookSecrets: { secret: string };
      };
      return { message: isVouched(requestDetails.body, webhookSecrets.secret) ? event : {} };
    });
    const stage = await openStage(t, withSecret(), library);
    const reading = await stage.provider.readNotification({}, Buffer.from(body), stage.now());
    assert.equal(reading.kind, name.split(' ')[0], name);
  }
});

test('news that names no amount ends no payment and takes none back', async (t) => {
  const stage = await openStage(t, withSecret(), reads({ message: {} }));
  for (const status of ['CHARGED', 'VOIDED', 'FAILURE', 'EXPIRED', 'AUTHENTICATION_FAILED']) {
    const kept = {
      about: 'charge',
      status,
      reference: fresh(stage.payins[0]!.transaction).id,
      payment: 'D-4-1',
    };
    const item = {
      kind: 'PAYMENT',
      key: 'k',
      body: JSON.stringify({ ...kept, refund: null, amount: null, currency: null, decline: '' }),
      receivedAt: stage.now(),
    };
    assert.equal((await stage.provider.readNews(item, SOON())).about, 'nothing', status);
  }
});

test('an amount whose minor unit is in doubt is not sent', () => {
  assert.ok(hasSameUnit('checkout', 'KWD') && hasSameUnit('stax', 'JPY') && hasSameUnit('stax', 'EUR'));
  const others = [
    ['checkout', 'CLP'],
    ['worldpay', 'MGA'],
    ['stax', 'KWD'],
    ['stax', 'HUF'],
  ];
  for (const [connector, code] of others) assert.ok(!hasSameUnit(connector!, code!), `${connector} ${code}`);
});
