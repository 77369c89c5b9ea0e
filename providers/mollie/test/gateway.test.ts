// A whole gateway that has loaded this package as it loads any: an operator connects an account, shoppers pay on
// Mollie's page, unsigned notifications arrive, and payments are refunded, charged back, captured and charged again.
// Seen from outside, as a merchant's server sees it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { verifyLedger } from '../../../gateway/src/actions/ledger/verify-ledger.ts';
import { loadProviders } from '../../../gateway/src/providers/load-packages.ts';
import { askForMissedPayouts } from '../../../gateway/src/worker/due-settlements.ts';
import { openSession, optionOf, screenOf, submit } from '../../../gateway/test/http/cashier/shopper.ts';
import {
  eventually,
  startTestGateway,
  type TestBrand,
  type TestGateway,
} from '../../../gateway/test/stage/harness.ts';
import { PROFILE_ID } from './stand-in/api.ts';
import { MollieStandIn, notificationOf } from './stand-in/mollie-stand-in.ts';
import type { Thing } from './stand-in/records.ts';
import { createSettlement } from './stand-in/settlement-books.ts';

const ends: (() => unknown)[] = [];
after(async () => {
  for (const end of ends.splice(0)) await end();
});

let standIn: MollieStandIn;
let gateway: TestGateway;
let brand: TestBrand;
/** The address that the account shows, at this gateway's port. */
let notifications: string;

before(async () => {
  standIn = await MollieStandIn.start();
  ends.push(() => standIn.server.close());
  const providerKinds = await loadProviders([]);
  gateway = await startTestGateway(
    { after: (end: unknown) => void ends.unshift(end as () => unknown) } as never,
    { providerKinds },
  );
  brand = await gateway.createBrand();
  const { status, body } = await gateway.operator(
    'PUT',
    `/operator/brands/${brand.brandId}/providers/mollie`,
    {
      environment: 'test',
      endpoint: standIn.server.url,
      credentials: { apiKey: standIn.apiKey, accessToken: standIn.accessToken },
    },
  );
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body.checkResult, { ok: true, reason: null });
  assert.equal(body.merchantAccount, PROFILE_ID);
  assert.equal(body.cardEntry, 'provider');
  notifications = body.notificationUrl.replace(/^https?:\/\/[^/]+/, gateway.url);
});

/** Mollie sends what it has to tell, each notification twice and the last one first. */
async function notify(): Promise<void> {
  const statuses = await standIn.server.deliver({ to: notifications, times: 2, isReversed: true });
  assert.ok(statuses.length > 0);
  for (const status of statuses) assert.equal(status, 200);
}

async function pay(method: string, fields: Record<string, unknown> = {}) {
  const { status, body } = await gateway.call('POST', '/v3/payment', {
    apiKey: brand.apiKey,
    body: {
      paymentOptionId: optionOf(method).id,
      currency: 'EUR',
      amount: 25,
      customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', ip: '203.0.113.7' },
      redirectUrl: 'https://shop.example/done',
      paymentData: {},
      ...fields,
    },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { ...body.result, resultType: body.resultType };
}

async function paidBy(method: string, fields: Record<string, unknown> = {}, status = 'COMPLETED') {
  const { transactionId, resultType } = await pay(method, fields);
  assert.equal(resultType, 'redirect');
  const { id } = standIn.books.pay(standIn.books.of(transactionId)!.id);
  await notify();
  await becomes(transactionId, status);
  return { id, transactionId: transactionId as string };
}

async function record(transactionId: string): Promise<Thing> {
  const { body } = await gateway.call('GET', `/payments/${transactionId}`, { apiKey: brand.apiKey });
  return body;
}

const becomes = (transactionId: string, status: string) =>
  eventually(async () => {
    const now = await record(transactionId);
    return now.status === status ? now : null;
  });

const send = (path: string, body: object) => gateway.call('POST', path, { apiKey: brand.apiKey, body });

async function available(): Promise<number> {
  const { body } = await gateway.operator('GET', `/operator/brands/${brand.brandId}/balances`);
  return body.find(({ currency }: Thing) => currency === 'EUR')?.available ?? 0;
}

const noted = async (state: string): Promise<Thing[]> => {
  const path = `/operator/brands/${brand.brandId}/provider-notifications?state=${state}&limit=100`;
  return (await gateway.operator('GET', path)).body;
};

async function assertLedger(): Promise<void> {
  assert.deepEqual((await verifyLedger(gateway.gateway.context.sql)).faults, []);
}

test('a shopper pays by iDEAL from the cashier, and part of it is refunded', async () => {
  const before = await available();
  const link = await openSession(gateway, brand, { country: 'NL' });
  const answer = await submit(gateway, link, optionOf('ideal').id);
  assert.equal(answer.status, 200, answer.text);
  const { url } = screenOf(answer.body, 'go');
  const payment = standIn.books.all('payment')[0]!;
  assert.equal(url, payment._links.checkout.href);
  assert.ok(payment.webhookUrl.endsWith(new URL(notifications).pathname));
  // The shopper pays there, and Mollie sends them back.
  const back = await fetch(`${url}/pay`, { redirect: 'manual' });
  assert.equal(back.status, 303);
  const returned = new URL(back.headers.get('location')!);
  const arrived = await fetch(gateway.url + returned.pathname + returned.search, { redirect: 'manual' });
  assert.equal(arrived.status, 303);
  const paid = await becomes(link.id, 'COMPLETED');
  assert.deepEqual([paid.providerReference, paid.amount], [payment.id, 25]);
  await notify();
  assert.equal(await available(), before + 25);

  const refund = await send('/refund/by-reference', {
    merchantReference: paid.merchantReference,
    country: 'NL',
    amount: 5,
  });
  assert.equal(refund.status, 201, refund.text);
  const made = await eventually(() => standIn.books.of(refund.body.refundId, 'refund'));
  standIn.books.moveRefund(made.id, 'refunded');
  await notify();
  await eventually(async () => (await record(link.id)).refunds[0].status === 'COMPLETED');
  const byHand = standIn.books.refund(payment.id, { amount: { currency: 'EUR', value: '1.00' } });
  standIn.books.moveRefund(byHand.id, 'refunded');
  await notify();
  await eventually(async () =>
    (await record(link.id)).refunds.some(({ origin }: Thing) => origin === 'provider'),
  );
  assert.equal(await available(), before + 19);
  assert.equal(standIn.charges(link.id), 1);
  await assertLedger();
});

test('a payment that the shopper cancels, or lets expire, is declined', async () => {
  for (const [status, code] of [
    ['canceled', '3001'],
    ['expired', '3002'],
  ] as const) {
    const { transactionId } = await pay('bancontact', { country: 'BE' });
    standIn.books.end(standIn.books.of(transactionId)!.id, status);
    await notify();
    assert.equal((await becomes(transactionId, 'DECLINED')).errorCode, code);
  }
});

test('a chargeback withholds the money until Mollie reverses it', async () => {
  const { transactionId, id } = await paidBy('paypal', { country: 'DE' });
  const before = await available();
  const chargeback = standIn.books.chargeBack(id);
  await notify();
  const disputeIn = (status: string) =>
    eventually(async () =>
      (await record(transactionId)).disputes.find((one: Thing) => one.status === status),
    );
  assert.equal((await disputeIn('OPEN')).providerReference, chargeback.id);
  assert.equal(await available(), before - 25);
  standIn.books.reverse(chargeback.id);
  await notify();
  await disputeIn('WON');
  assert.equal(await available(), before);
  await assertLedger();
});

test('a card is authorised, captured in part, and the rest is released', async () => {
  const { transactionId, id } = await paidBy('card', { country: 'DE', captureMode: 'manual' }, 'PROCESSING');
  const authorized = await eventually(async () => {
    const now = await record(transactionId);
    return now.amountAuthorized === 25 ? now : null;
  });
  assert.ok(authorized.captureBefore);
  const before = await available();
  const captured = await send('/capture-payment', { transactionId, amount: 10 });
  assert.equal(captured.status, 201, captured.text);
  const done = await becomes(transactionId, 'COMPLETED');
  assert.equal(done.amountCaptured, 10);
  await eventually(() => standIn.books.find(id).status === 'paid');
  assert.equal(await available(), before + 10);
  const voided = await paidBy('card', { country: 'DE', captureMode: 'manual' }, 'PROCESSING');
  await eventually(async () => (await record(voided.transactionId)).amountAuthorized === 25);
  const cancelled = await send('/cancel-payment', { transactionId: voided.transactionId });
  assert.equal(cancelled.status, 201, cancelled.text);
  assert.equal(standIn.books.find(voided.id).status, 'canceled');
  await assertLedger();
});

test('a card that agreed to later charges is charged while the payer is absent, once', async () => {
  const { transactionId } = await paidBy('card', {
    country: 'DE',
    userId: 'ada',
    mandate: { reason: 'RECURRING' },
  });
  const { mandate } = await eventually(async () => {
    const now = await record(transactionId);
    return now.mandate?.status === 'ACTIVE' ? now : null;
  });
  const later = await pay('card', {
    country: 'DE',
    userId: 'ada',
    paymentData: { mandateId: mandate.mandateId },
  });
  assert.equal(later.resultType, 'success', JSON.stringify(later));
  assert.equal((await record(later.transactionId)).initiator, 'MERCHANT');
  assert.equal(standIn.charges(later.transactionId), 1);
  const revoked = await send(`/mandates/${mandate.mandateId}/revoke`, {});
  assert.equal(revoked.status, 200, revoked.text);
  await eventually(() => standIn.books.all('mandate').length === 0);
});

test('a settlement of Mollie is compared with payments, captures, refunds and chargebacks', async () => {
  const { books } = standIn;
  const { transactionId, id } = await paidBy('ideal', { country: 'NL' });
  const manual = await paidBy('card', { country: 'DE', captureMode: 'manual' }, 'PROCESSING');
  await eventually(async () => (await record(manual.transactionId)).amountAuthorized === 25);
  await send('/capture-payment', { transactionId: manual.transactionId });
  await becomes(manual.transactionId, 'COMPLETED');
  const refund = books.refund(id, { amount: { currency: 'EUR', value: '2.00' } });
  books.moveRefund(refund.id, 'refunded');
  const chargeback = books.chargeBack(id, { currency: 'EUR', value: '3.00' });
  await notify();
  await eventually(async () => {
    const { refunds, disputes } = await record(transactionId);
    return refunds.length === 1 && disputes.length === 1;
  });
  const settlement = createSettlement(books, {
    payments: [books.find(id)],
    captures: books.all('capture', ({ paymentId }) => paymentId === manual.id),
    refunds: [refund],
    chargebacks: [chargeback],
  });
  await askForMissedPayouts(gateway.gateway.context)();
  const path = `/operator/brands/${brand.brandId}/settlements`;
  const read = await eventually(async () => {
    const [found] = (await gateway.operator('GET', `${path}?provider=mollie`)).body;
    return found?.lines === 6 ? found : null;
  });
  assert.deepEqual([read.reference, read.net, read.state], [settlement.id, 44.15, 'open']);
  const { body: lines } = await gateway.operator('GET', `${path}/${read.settlementId}/lines`);
  assert.deepEqual(
    lines.map(({ kind, state, transactionId: of }: Thing) => [kind, state, of]),
    [
      ['charge', 'matched', transactionId],
      ['charge', 'matched', manual.transactionId],
      ['refund', 'matched', transactionId],
      ['dispute', 'matched', transactionId],
      ['fee', 'matched', null],
      ['fee', 'matched', null],
    ],
  );
  assert.equal((await record(transactionId)).settlement.settlementId, read.settlementId);
});

test('a lost answer stays unknown, and the gateway never pays twice', async () => {
  standIn.server.fault({ on: /^POST \/v2\/payments$/, fault: { kind: 'lost', when: 'after' } });
  const { transactionId, resultType } = await pay('blik', { country: 'PL', currency: 'PLN' });
  assert.equal(resultType, 'error');
  const { status, errorCode } = await record(transactionId);
  assert.deepEqual([status, errorCode], ['PROCESSING', '9001']);
  assert.equal(
    standIn.books.all('payment', ({ metadata }) => metadata?.reference === transactionId).length,
    1,
  );
});

test('a notification about somebody else gets 200 and is foreign', async () => {
  const theirs = standIn.books.create('tr', 'payment', {
    amount: { currency: 'EUR', value: '9.00' },
    metadata: null,
  });
  const before = await noted('foreign');
  const sent = [theirs.id, 'tr_unknown', 'ord_17'].map(notificationOf);
  const statuses = await standIn.server.deliver({ to: notifications }, [...sent, { body: 'hello' }]);
  assert.deepEqual(statuses, [200, 200, 200, 200]);
  await eventually(async () => (await noted('foreign')).length === before.length + 3);
  const unknownAccount = notifications.replace(/[^/]+$/, '0199b2c8-5a7e-7000-8000-000000000001');
  assert.deepEqual(await standIn.server.deliver({ to: unknownAccount }, sent.slice(0, 1)), [404]);
});

test('no notification of these tests needs a person', async () => {
  for (const state of ['conflict', 'unmatched']) assert.deepEqual(await noted(state), []);
  assert.deepEqual(standIn.server.violations, []);
});
