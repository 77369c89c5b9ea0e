// Mandates through an account at Adyen, from outside (contract 16): the payer agrees with a card or on Adyen's page,
// the gateway asks for the stored id, and the merchant charges it later without the payer.
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { mandateDesk } from '../../stage/mandates.ts';
import { type AdyenDesk, enterCard, openProviderStage, type Shop } from './stage.ts';

const stage = await openProviderStage();
const SOON_MS = 20_000;
const GOOD = { cardNumber: '4111111111111111', expiryMonth: '03', expiryYear: '2035' };

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely and assert what they find
type Json = any;

async function openMandates(t: TestContext, settings: object = {}) {
  const shop = await stage.shop(t);
  return { ...mandatesOf(shop), shop, adyen: await shop.adyen(settings) };
}

function mandatesOf(shop: Shop) {
  const desk = mandateDesk(shop.gateway, shop.brand);
  /** The mandate of this pay-in, once it is ACTIVE. */
  const active = async (transactionId: string): Promise<Json> => {
    await eventually(async () => (await desk.record(transactionId)).mandate, SOON_MS);
    return await desk.mandateOf(transactionId);
  };
  return {
    ...desk,
    active,
    agreed: async (fields: Record<string, unknown> = {}) =>
      await active((await desk.agree(fields, GOOD)).transactionId),
    get: async (mandateId: string) => (await shop.call('GET', `/mandates/${mandateId}`)).body,
    revoke: (mandateId: string) => shop.call('POST', `/mandates/${mandateId}/revoke`, {}),
    /** What a later charge answers. */
    result: async (mandateId: string, fields: Record<string, unknown> = {}, key?: string) =>
      (await desk.charge(mandateId, fields, key)).body.result,
  };
}

const paymentsAt = ({ standIn }: AdyenDesk) =>
  standIn.requests.filter(({ method, path }) => method === 'POST' && path === '/payments');

test('a card that the payer agreed to is charged at Adyen without the payer and without its number', async (t) => {
  const { shop, adyen, agreed, charge, record, names } = await openMandates(t);
  const mandate = await agreed();
  const [known] = adyen.standIn.books.stored;
  assert.deepEqual(
    [mandate.status, mandate.provider, mandate.networkTransactionId, mandate.card.last4],
    ['ACTIVE', 'adyen', known!.networkTxReference, '1111'],
  );
  assert.deepEqual(await names(mandate.firstTransactionId, 2), ['payin.completed', 'mandate.active']);
  const { status, body } = await charge(mandate.mandateId, { amount: 10 }, 'month-1');
  assert.deepEqual([status, body.result.status], [201, 'COMPLETED'], JSON.stringify(body));
  const again = await charge(mandate.mandateId, { amount: 10 }, 'month-1');
  assert.equal(again.body.result.transactionId, body.result.transactionId);
  const sent = paymentsAt(adyen);
  assert.equal(sent.length, 2);
  const { paymentMethod, shopperInteraction } = sent[1]!.body as Json;
  assert.deepEqual(paymentMethod, { type: 'scheme', storedPaymentMethodId: known!.id });
  assert.equal(shopperInteraction, 'ContAuth');
  await adyen.deliver({ times: 2 });
  assert.ok((await shop.waitForNotifications(2)).every(({ state }) => state === 'applied'));
  const charged = await record(body.result.transactionId);
  assert.deepEqual(
    [charged.initiator, charged.mandate.mandateId, charged.card.last4],
    ['MERCHANT', mandate.mandateId, '1111'],
  );
  assert.deepEqual(await shop.balance(), { available: 35, reserved: 0 });
});

test('a card that the payer entered on Adyen’s page is stored and charged later', {
  skip: onlyInProof,
}, async (t) => {
  const { shop, adyen, agree, active, result } = await openMandates(t, { cardEntry: 'provider' });
  const { transactionId, redirectUrl } = await agree({ redirectUrl: 'https://shop.example/done' }, GOOD);
  const back = await enterCard(redirectUrl, GOOD.cardNumber);
  await shop.browse(back!);
  const mandate = await active(transactionId);
  assert.equal(mandate.status, 'ACTIVE');
  const paid = await result(mandate.mandateId, { amount: 10 });
  assert.equal(paid.status, 'COMPLETED');
  assert.equal(adyen.standIn.charges(paid.transactionId), 1);
});

test('a held card agrees before its capture, and a later charge can be held too', {
  skip: onlyInProof,
}, async (t) => {
  const { shop, adyen, agreed, result, names } = await openMandates(t);
  const mandate = await agreed({ captureMode: 'manual' });
  const first = mandate.firstTransactionId;
  assert.deepEqual(await names(first, 2), ['payin.authorized', 'mandate.active']);
  const later = await result(mandate.mandateId, { amount: 10, captureMode: 'manual' });
  assert.deepEqual([later.status, later.authorized], ['PROCESSING', true]);
  adyen.tellAtOnce();
  for (const transactionId of [first, later.transactionId]) {
    const made = await shop.call('POST', '/capture-payment', { transactionId });
    assert.equal(made.status, 201, made.text);
    await shop.becomes(transactionId, { status: 'COMPLETED' });
  }
  assert.deepEqual(await names(first, 4), [
    'payin.authorized',
    'mandate.active',
    'capture.completed',
    'payin.completed',
  ]);
  assert.deepEqual(await shop.balance(), { available: 35, reserved: 0 });
});

test('a held card whose mandate is active is voided, and the mandate stays', {
  skip: onlyInProof,
}, async (t) => {
  const { shop, agreed, names, get } = await openMandates(t);
  const { mandateId, firstTransactionId: transactionId } = await agreed({ captureMode: 'manual' });
  const voided = await shop.call('POST', '/cancel-payment', { transactionId });
  assert.equal(voided.status, 201, voided.text);
  assert.deepEqual(await names(transactionId, 3), ['payin.authorized', 'mandate.active', 'payin.declined']);
  assert.equal((await get(mandateId)).status, 'ACTIVE');
});

test('a payment of zero at Adyen stores the card and moves no money', async (t) => {
  const { shop, adyen, agreed, record } = await openMandates(t);
  const mandate = await agreed({ amount: 0 });
  assert.equal((await record(mandate.firstTransactionId)).status, 'COMPLETED');
  assert.equal((paymentsAt(adyen)[0]!.body as Json).amount.value, 0);
  await adyen.deliver();
  assert.ok((await shop.waitForNotifications(1)).every(({ state }) => state === 'applied'));
  assert.deepEqual(await shop.balance(), { available: 0, reserved: 0 });
});

test('a later charge is declined by the issuer, or because the bank wants the payer, and the mandate stays', async (t) => {
  const { agreed, result, record, get, shop, adyen } = await openMandates(t);
  const { mandateId } = await agreed();
  const refused = await result(mandateId, { amount: 10.02 });
  assert.deepEqual([refused.status, refused.errorCode], ['DECLINED', '2005']);
  const { transactionId } = await result(mandateId, { amount: 10.38 });
  const { status, errorCode, retryAdvice } = await record(transactionId);
  assert.deepEqual([status, errorCode, retryAdvice], ['DECLINED', '2102', 'OTHER_METHOD']);
  assert.equal((await get(mandateId)).status, 'ACTIVE');
  await adyen.deliver();
  await shop.waitForNotifications(3);
});

test('a stored id that Adyen no longer knows is declined with 2014, and revokes its mandates', async (t) => {
  const { agreed, result, record, adyen, get, names } = await openMandates(t);
  const [one, two] = [await agreed(), await agreed()];
  const { mandateId } = one;
  adyen.standIn.books.stored.length = 0;
  const { transactionId } = await result(mandateId, { amount: 10 });
  const declined = await record(transactionId);
  assert.deepEqual([declined.status, declined.errorCode], ['DECLINED', '2014']);
  assert.deepEqual([declined.mandate.status, paymentsAt(adyen).length], ['REVOKED', 3]);
  // The same card of a payer is one stored id.
  for (const own of [one, two]) {
    const { status, revokedAt } = await get(own.mandateId);
    assert.deepEqual([status, revokedAt !== null], ['REVOKED', true]);
    assert.equal((await result(own.mandateId, { amount: 10 })).errorCode, '2014');
    assert.deepEqual(await names(own.firstTransactionId, 3), [
      'payin.completed',
      'mandate.active',
      'mandate.revoked',
    ]);
  }
  assert.equal(paymentsAt(adyen).length, 3, 'nobody is asked again');
  assert.ok(!adyen.standIn.requests.some(({ method }) => method === 'DELETE'), 'Adyen knows it');
});

test('another account charges a known card by its network’s id after the first account is retired', async (t) => {
  const { agreed, result, record, shop, adyen, get } = await openMandates(t);
  const { mandateId, networkTransactionId } = await agreed();
  const second = await shop.adyen({}, { merchantAccount: 'SecondECOM' });
  const { transactionId } = await result(mandateId, { amount: 10 });
  assert.equal((await record(transactionId)).status, 'COMPLETED');
  assert.equal(paymentsAt(adyen).length, 1);
  const [sent] = paymentsAt(second);
  const { additionalData, paymentMethod, shopperInteraction } = sent!.body as Json;
  assert.deepEqual(
    [additionalData.networkTxReference, paymentMethod.number, paymentMethod.cvc, shopperInteraction],
    [networkTransactionId, '****1111', undefined, 'ContAuth'],
  );
  // A revocation still goes to the account that stored the card.
  await shop.call('POST', `/mandates/${mandateId}/revoke`, {});
  assert.equal((await get(mandateId)).status, 'REVOKED');
  await eventually(async () => adyen.standIn.books.stored.length === 0, SOON_MS);
});

test('a card that only its retired account knows is declined with 1011', { skip: onlyInProof }, async (t) => {
  const { agree, active, result, shop } = await openMandates(t, { cardEntry: 'provider' });
  const { transactionId, redirectUrl } = await agree({ redirectUrl: 'https://shop.example/done' }, GOOD);
  await shop.browse((await enterCard(redirectUrl, GOOD.cardNumber))!);
  const { mandateId } = await active(transactionId);
  await shop.adyen({}, { merchantAccount: 'SecondECOM' });
  assert.equal((await result(mandateId, { amount: 10 })).errorCode, '1011');
});

test('a later charge whose answer is lost is told by the notification, and charged once', async (t) => {
  const { agreed, charge, shop, adyen } = await openMandates(t);
  const { mandateId } = await agreed();
  adyen.standIn.fault({ path: '/payments', fault: { kind: 'reset', when: 'after' } });
  const { body } = await charge(mandateId, { amount: 10 }, 'lost');
  const { transactionId, errorCode } = body.result;
  assert.equal(errorCode, '9001');
  await adyen.deliver();
  await shop.becomes(transactionId, { status: 'COMPLETED' });
  const again = await charge(mandateId, { amount: 10 }, 'lost');
  assert.equal(again.body.result.transactionId, transactionId);
  assert.equal(adyen.standIn.charges(transactionId), 1);
  assert.deepEqual(await shop.balance(), { available: 35, reserved: 0 });
});

test('the same card of a payer is one stored id, which Adyen deletes with its last mandate', async (t) => {
  const { agreed, revoke, adyen, result, get } = await openMandates(t);
  const one = await agreed();
  const two = await agreed();
  assert.equal(adyen.standIn.books.stored.length, 1);
  assert.equal((await revoke(one.mandateId)).body.status, 'REVOKED');
  assert.equal((await result(one.mandateId)).errorCode, '2014');
  assert.equal((await result(two.mandateId)).status, 'COMPLETED');
  assert.equal(adyen.standIn.books.stored.length, 1);
  adyen.standIn.fault({
    path: adyen.standIn.books.stored[0]!.id,
    fault: { kind: 'status', statusCode: 500 },
  });
  assert.equal((await revoke(two.mandateId)).status, 200);
  assert.equal((await get(two.mandateId)).status, 'REVOKED');
  assert.equal((await result(two.mandateId)).errorCode, '2014');
  const isTold = () => adyen.standIn.requests.some(({ method }) => method === 'DELETE');
  await eventually(async () => isTold(), SOON_MS);
});

test('a stored id goes at Adyen when its last mandate has expired or failed', {
  skip: onlyInProof,
}, async (t) => {
  const { agreed, revoke, adyen, get, shop } = await openMandates(t);
  const { sql } = shop.gateway.gateway.context;
  const isForgotten = () => adyen.standIn.books.stored.length === 0;
  const isNoted = async (mandateId: string) =>
    (await sql`select 1 from mandates where id = ${mandateId} and due_at is null and stored_sealed is null`)
      .length === 1;
  const revoked = await agreed();
  const expiring = await agreed();
  await revoke(revoked.mandateId);
  await eventually(() => isNoted(revoked.mandateId), SOON_MS);
  assert.equal(isForgotten(), false, 'the other one uses it');
  await sql`update mandates set expires_at = now(), due_at = now() where id = ${expiring.mandateId}`;
  await eventually(isForgotten, SOON_MS);
  assert.equal((await get(expiring.mandateId)).status, 'EXPIRED');
  await eventually(() => isNoted(expiring.mandateId), SOON_MS);
  const failing = await agreed();
  await sql`update mandates set failed_at = now(), due_at = now() where id = ${failing.mandateId}`;
  await eventually(isForgotten, SOON_MS);
  assert.equal((await get(failing.mandateId)).status, 'FAILED');
});

test('a stored id stays at Adyen while a new mandate of the payer may have the same', {
  skip: onlyInProof,
}, async (t) => {
  const { agreed, agree, revoke, active, result, adyen, shop } = await openMandates(t);
  const former = await agreed();
  adyen.standIn.fault({ path: '/storedPaymentMethods', fault: { kind: 'status', statusCode: 500 } });
  const { transactionId } = await agree({}, GOOD);
  const [pending] = (await shop.call('GET', '/mandates?status=PENDING')).body;
  assert.equal(pending.firstTransactionId, transactionId);
  assert.equal((await result(pending.mandateId)).errorCode, '2014', 'not active yet');
  await revoke(former.mandateId);
  const { mandateId } = await active(transactionId);
  assert.equal((await result(mandateId)).status, 'COMPLETED');
  assert.equal(adyen.standIn.books.stored.length, 1);
});
