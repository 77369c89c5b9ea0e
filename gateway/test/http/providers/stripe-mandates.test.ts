// Mandates through an account at Stripe, from outside (contract 16): the payer agrees on Stripe's page, the gateway
// reads what was stored from an object that it fetched, and the merchant charges it later without the payer.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { detachMeans, endMandate } from '../../providers/stripe/stand-in/later.ts';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { mandateDesk } from '../../stage/mandates.ts';
import { by, enterCard, openProviderStage, optionOf, SHOP_PAGE } from './stage.ts';

const stage = await openProviderStage();
const SOON_MS = 20_000;
const CARD = '4242424242424242';

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
type Json = any;

async function openMandates(t: TestContext, notifies = true, on = stage) {
  const shop = await on.shop(t);
  const { standIn } = await shop.stripe({}, { notifies });
  const desk = mandateDesk(shop.gateway, shop.brand);
  /** The mandate of this pay-in, once it is ACTIVE. */
  const active = async (transactionId: string): Promise<Json> => {
    await eventually(async () => (await desk.record(transactionId)).mandate, SOON_MS);
    return await desk.mandateOf(transactionId);
  };
  /** The payer enters the card on Stripe's page and comes back. */
  const agreed = async (fields: Record<string, unknown> = {}) => {
    const { transactionId, redirectUrl } = await desk.agree({ redirectUrl: SHOP_PAGE, ...fields });
    await shop.browse((await enterCard(redirectUrl, CARD))!);
    return await active(transactionId);
  };
  const get = async (mandateId: string) => (await shop.call('GET', `/mandates/${mandateId}`)).body;
  /** What Stripe stored for this mandate. */
  const means = ({ firstTransactionId: id }: Json) =>
    standIn.books.find((standIn.of(id) ?? standIn.of(id, 'setup_intent'))!.payment_method);
  return {
    ...desk,
    shop,
    standIn,
    active,
    agreed,
    get,
    means,
    becomes: (mandateId: string, status: string) =>
      eventually(async () => (await get(mandateId)).status === status, SOON_MS),
    revoke: (mandateId: string) => shop.call('POST', `/mandates/${mandateId}/revoke`, {}),
    /** What a later charge answers. */
    result: async (mandateId: string, fields: Record<string, unknown> = {}, key?: string) =>
      (await desk.charge(mandateId, fields, key)).body.result,
  };
}

test('a card that the payer agreed to on Stripe’s page is charged later without a page', async (t) => {
  const { shop, standIn, agreed, charge, record, names, means } = await openMandates(t);
  const mandate = await agreed();
  assert.deepEqual(
    [mandate.status, mandate.provider, mandate.networkTransactionId],
    ['ACTIVE', 'stripe', 'nti123456789'],
  );
  assert.deepEqual(await names(mandate.firstTransactionId, 3), [
    'payin.processing',
    'payin.completed',
    'mandate.active',
  ]);
  const { status, body } = await charge(mandate.mandateId, { amount: 10 }, 'month-1');
  assert.deepEqual([status, body.result.status], [201, 'COMPLETED'], JSON.stringify(body));
  assert.equal(body.result.redirectUrl, undefined);
  const { transactionId } = body.result;
  const again = await charge(mandate.mandateId, { amount: 10 }, 'month-1');
  assert.equal(again.body.result.transactionId, transactionId);
  assert.equal(standIn.charges(transactionId), 1);
  assert.equal(standIn.of(transactionId)!.payment_method, means(mandate).id);
  const charged = await record(transactionId);
  assert.deepEqual([charged.initiator, charged.mandate.mandateId], ['MERCHANT', mandate.mandateId]);
  for (const { state, reason } of await shop.waitForNotifications(4))
    assert.ok(state === 'applied' || state === 'ignored', `${state}: ${reason}`);
  assert.deepEqual(await shop.balance(), { available: 35, reserved: 0 });
});

test('a held card agrees before its capture, and a later charge can be held too', {
  skip: onlyInProof,
}, async (t) => {
  const { shop, agreed, result, names } = await openMandates(t);
  const mandate = await agreed({ captureMode: 'manual' });
  const first = mandate.firstTransactionId;
  assert.deepEqual(await names(first, 3), ['payin.processing', 'payin.authorized', 'mandate.active']);
  const later = await result(mandate.mandateId, { amount: 10, captureMode: 'manual' });
  assert.deepEqual([later.status, later.authorized], ['PROCESSING', true], JSON.stringify(later));
  for (const transactionId of [first, later.transactionId]) {
    const made = await shop.call('POST', '/capture-payment', { transactionId });
    assert.deepEqual([made.status, made.body.status], [201, 'COMPLETED'], made.text);
  }
  assert.deepEqual((await names(first, 5)).slice(2), [
    'mandate.active',
    'capture.completed',
    'payin.completed',
  ]);
  assert.deepEqual(await shop.balance(), { available: 35, reserved: 0 });
});

test('a payment of zero stores the card on a page of its own, and a later charge uses it', async (t) => {
  const { shop, agreed, record, result } = await openMandates(t);
  const mandate = await agreed({ amount: 0 });
  assert.equal((await record(mandate.firstTransactionId)).status, 'COMPLETED');
  assert.deepEqual(await shop.balance(), { available: 0, reserved: 0 });
  assert.equal((await result(mandate.mandateId, { amount: 10 })).status, 'COMPLETED');
  assert.deepEqual(await shop.balance(), { available: 10, reserved: 0 });
});

test('a bank that wants the payer declines later charges with 2102, and the mandate stays', async (t) => {
  const { agreed, result, record, get, means } = await openMandates(t);
  const mandate = await agreed();
  for (const wants of ['decline', 'action']) {
    means(mandate).wantsPayer = wants;
    const { transactionId, redirectUrl } = await result(mandate.mandateId, { amount: 10 });
    const { status, errorCode, retryAdvice } = await record(transactionId);
    assert.deepEqual([status, errorCode, retryAdvice], ['DECLINED', '2102', 'OTHER_METHOD'], wants);
    assert.equal(redirectUrl, undefined);
  }
  assert.equal((await get(mandate.mandateId)).status, 'ACTIVE');
});

test('a later charge that the issuer declines has its code, and the mandate stays', {
  skip: onlyInProof,
}, async (t) => {
  const { agreed, result, record, get, standIn } = await openMandates(t);
  const { mandateId } = await agreed();
  const words = { type: 'card_error', code: 'card_declined', decline_code: 'do_not_honor', message: 'no' };
  standIn.fault('/confirm$', { status: 402, error: words });
  const { transactionId } = await result(mandateId, { amount: 10 });
  const { status, errorCode } = await record(transactionId);
  assert.deepEqual([status, errorCode], ['DECLINED', '2005']);
  assert.equal((await get(mandateId)).status, 'ACTIVE');
});

test('a later charge whose answer is lost is found at Stripe, and charged once', {
  skip: onlyInProof,
}, async (t) => {
  const { agreed, charge, shop, standIn } = await openMandates(t);
  const { mandateId } = await agreed();
  standIn.fault('/confirm$', 'lost-after');
  const { body } = await charge(mandateId, { amount: 10 }, 'lost');
  const { transactionId, errorCode } = body.result;
  assert.equal(errorCode, '9001', JSON.stringify(body));
  await shop.becomes(transactionId, { status: 'COMPLETED' });
  const again = await charge(mandateId, { amount: 10 }, 'lost');
  assert.equal(again.body.result.transactionId, transactionId);
  assert.equal(standIn.charges(transactionId), 1);
  assert.deepEqual(await shop.balance(), { available: 35, reserved: 0 });
});

test('a card that was removed at Stripe is declined with 2014 and revokes the mandate, before or after its event', async (t) => {
  const { shop, agreed, result, record, get, standIn, means, becomes, names } = await openMandates(t, false);
  const mandate = await agreed();
  detachMeans(standIn.books, means(mandate).id);
  const { transactionId } = await result(mandate.mandateId, { amount: 10 });
  assert.equal((await record(transactionId)).errorCode, '2014');
  assert.equal((await get(mandate.mandateId)).status, 'REVOKED');
  for (const _ of [1, 2])
    assert.equal(await standIn.sender.send(standIn.lastEvent('payment_method.detached')), 200);
  assert.ok((await shop.waitForNotifications(1)).every(({ state }) => state === 'applied'));
  assert.equal((await result(mandate.mandateId)).errorCode, '2014');
  assert.deepEqual((await names(mandate.firstTransactionId, 4)).slice(2), [
    'mandate.active',
    'mandate.revoked',
  ]);

  const other = await agreed();
  detachMeans(standIn.books, means(other).id);
  assert.equal(await standIn.sender.send(standIn.lastEvent('payment_method.detached')), 200);
  await becomes(other.mandateId, 'REVOKED');
});

test('a debit whose payer withdrew the mandate at the bank is revoked', { skip: onlyInProof }, async (t) => {
  const { shop, active, standIn, means, becomes, result } = await openMandates(t);
  const { result: asked } = await shop.pay(
    by('sepa-direct-debit', { userId: 'anna', mandate: { reason: 'RECURRING' } }),
  );
  standIn.books.succeed(standIn.of(asked.transactionId)!);
  const mandate = await active(asked.transactionId);
  assert.equal(mandate.account, '***3000');
  const later = await result(mandate.mandateId, {
    paymentOptionId: optionOf('sepa-direct-debit').id,
    amount: 10,
  });
  assert.equal(later.status, 'PROCESSING', JSON.stringify(later));
  standIn.books.succeed(standIn.of(later.transactionId)!);
  await shop.becomes(later.transactionId, { status: 'COMPLETED' });
  endMandate(standIn.books, means(mandate).id);
  await becomes(mandate.mandateId, 'REVOKED');
});

test('a revoked mandate is detached at Stripe, and its own event changes nothing', async (t) => {
  const own = await openProviderStage(t);
  const { shop, agreed, revoke, means, standIn, get, names } = await openMandates(t, true, own);
  const mandate = await agreed();
  standIn.fault('detach', 'lost-before');
  assert.equal((await revoke(mandate.mandateId)).body.status, 'REVOKED');
  assert.equal((await revoke(mandate.mandateId)).body.status, 'REVOKED');
  own.gateway.advance(3_600_000);
  await eventually(async () => means(mandate).customer === null, SOON_MS);
  await eventually(async () => (await shop.notes()).some(({ kind }) => kind === 'payment_method.detached'));
  for (const { state, reason } of await shop.waitForNotifications(2))
    assert.ok(['applied', 'ignored'].includes(state), `${state}: ${reason}`);
  assert.equal((await get(mandate.mandateId)).status, 'REVOKED');
  assert.equal((await names(mandate.firstTransactionId, 4)).length, 4);
});

test('a mandate of a retired account is declined with 1011, and is still revoked at Stripe', async (t) => {
  const { shop, agreed, revoke, result, means } = await openMandates(t);
  const mandate = await agreed();
  // Adyen serves cards too, but nobody here knows the number of this one.
  await shop.adyen({ priority: 1 });
  const elsewhere = await result(mandate.mandateId, { amount: 10 });
  assert.equal(elsewhere.status, 'COMPLETED', JSON.stringify(elsewhere));
  const retired = await shop.operator('DELETE', 'providers/stripe');
  assert.ok(retired.status < 300, retired.text);
  assert.equal((await result(mandate.mandateId, { amount: 10 })).errorCode, '1011');
  await revoke(mandate.mandateId);
  await eventually(async () => means(mandate).customer === null, SOON_MS);
});
