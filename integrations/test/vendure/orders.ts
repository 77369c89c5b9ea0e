// Orders of a shop of Vendure from the payment to the refund, in several currencies, and orders of staff.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhooks } from '../../../sdk/src/tollgate.ts';
import type { Body, Page } from '../stage/vendure-shop.ts';
import { move, pack, refund, send, ship, soon, type VendureStage } from './stage.ts';

export function playOrders(stage: VendureStage): void {
  const { shop, record, pay, reaches, agree, client, brand, told } = stage;

  test('an order is authorised, and the first parcel charges it', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    // The customer closes the page: the webhook alone places the order.
    await pay(page);
    const order = await reaches(code, 'PaymentAuthorized');
    assert.deepEqual([order.active, (await record(page)).amountCaptured], [false, 0]);
    assert.equal(await ship(stage, order, 1), 'Shipped');
    assert.equal((await shop.order(code)).state, 'PartiallyShipped');
    assert.equal((await record(page)).amountCaptured, 25);
    assert.equal(await ship(stage, order, 1), 'Shipped');
    assert.equal((await shop.order(code)).state, 'Shipped');
    await agree(code, page);
  });

  test('a cancelled order voids its payment', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    await pay(page);
    const { id } = await reaches(code, 'PaymentAuthorized');
    await shop.admin(
      `mutation { cancelOrder(input: { orderId: "${id}", cancelShipping: true }) { __typename } }`,
    );
    const { state, payments } = await shop.order(code);
    assert.deepEqual([state, payments[0].state], ['Cancelled', 'Cancelled']);
    const { status, errorCode, amountCaptured } = await record(page);
    assert.deepEqual([status, errorCode, amountCaptured], ['DECLINED', '3001', 0]);
  });

  test('an order with a part that was charged in the portal is not cancelled, and the parcel charges the rest', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    await pay(page);
    const order = await reaches(code, 'PaymentAuthorized');
    await client.payments.capture({ transactionId: page.transactionId, amount: 5, final: false });
    await assert.rejects(
      shop.admin(`mutation { cancelOrder(input: { orderId: "${order.id}" }) { __typename } }`),
      /A part of the payment was charged/,
    );
    const { state, lines, payments } = await shop.order(code);
    assert.deepEqual([state, lines[0].quantity, payments[0].state], ['PaymentAuthorized', 2, 'Authorized']);
    assert.equal(await ship(stage, order), 'Shipped');
    assert.equal((await record(page)).amountCaptured, 25);
    await agree(code, page);
  });

  test('a shipment charges only what is left of the order', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    await pay(page);
    const { id, lines } = await reaches(code, 'PaymentAuthorized');
    const input = `{ orderId: "${id}", lines: [{ orderLineId: "${lines[0].id}", quantity: 1 }] }`;
    await shop.admin(`mutation { cancelOrder(input: ${input}) { __typename } }`);
    assert.equal(await ship(stage, await shop.order(code)), 'Shipped');
    const order = await shop.order(code);
    assert.deepEqual([order.totalWithTax, order.payments[0].amount], [1500, 1500]);
    const { status, amountCaptured } = await record(page);
    assert.deepEqual([status, amountCaptured], ['COMPLETED', 15]);
  });

  test('an authorisation that ended is told to staff, who ask for the money again', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    await pay(page);
    const order = await reaches(code, 'PaymentAuthorized');
    await client.payments.void({ transactionId: page.transactionId });
    await told(code, 'ended without a charge');
    assert.equal((await shop.order(code)).payments[0].state, 'Cancelled');
    // Staff ask for the money again; then the parcel leaves.
    const again = await link(order.id, 'later');
    await pay(again);
    await reaches(code, 'PaymentAuthorized');
    assert.equal(await ship(stage, order), 'Shipped');
    await agree(code, page, again);
  });

  test('a parcel waits for the outcome of its capture', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    await pay(page, 'paypal', {});
    await client.sandbox.forceOutcome(page.transactionId, { outcome: 'COMPLETED' });
    const parcel = await pack(stage, await reaches(code, 'PaymentAuthorized'));
    const sendWhile = async (outcome: 'COMPLETED' | 'FAILED') => {
      const sending = send(stage, parcel);
      sending.catch(() => {});
      const { captureId } = await soon(async () => {
        const last = (await record(page)).captures.at(-1);
        return last?.status === 'PENDING' && last;
      });
      await client.sandbox.forceCapture(captureId, outcome);
      return await sending;
    };
    // On a busy machine the shop stops waiting before the bank has answered.
    assert.match(await sendWhile('FAILED'), /nothing was charged|under way/);
    const sent = await sendWhile('COMPLETED');
    if (sent !== 'Shipped') assert.match(sent, /under way/);
    assert.equal(sent === 'Shipped' ? sent : await send(stage, parcel), 'Shipped');
    assert.equal((await shop.order(code)).state, 'Shipped');
    await agree(code, page);
  });

  test('yen and dinars are charged exactly, or refused', async () => {
    const yen = await shop.customer({ mugs: 1, currency: 'JPY' });
    const page = await yen.begin('now');
    const { amount, currency, captureMode } = await record(page);
    assert.deepEqual([amount, currency, captureMode], [1255, 'JPY', 'automatic']);
    await pay(page);
    await reaches(yen.code, 'PaymentSettled');
    await agree(yen.code, page);
    const part = await shop.customer({ mugs: 1, product: 'Sticker', currency: 'JPY' });
    await assert.rejects(part.begin('now'), /cannot charge 17.5 JPY/);
    const dinars = await shop.customer({ mugs: 1, currency: 'KWD' });
    assert.equal((await record(await dinars.begin())).amount, 8.25);
  });

  test('staff send a link for an order, and another for what an addition costs', async () => {
    const { code } = await shop.customer();
    const { id } = await shop.order(code);
    const first = await link(id, 'now');
    assert.equal((await link(id, 'now')).url, first.url);
    await pay(first);
    const { lines } = await reaches(code, 'PaymentSettled');
    await move(shop.admin, id, 'Modifying');
    const change = `adjustOrderLines: [{ orderLineId: "${lines[0].id}", quantity: 3 }]`;
    await shop.admin(
      `mutation { modifyOrder(input: { dryRun: false, orderId: "${id}", ${change} }) { __typename } }`,
    );
    await move(shop.admin, id, 'ArrangingAdditionalPayment');
    const second = await link(id, 'now');
    assert.equal((await record(second)).amount, 10);
    await pay(second);
    await reaches(code, 'PaymentSettled');
    await agree(code, first, second);
    assert.equal((await link(id, 'now')).transactionId, null);
  });

  test('refunds in the shop and in the portal reach the books of both', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin('now');
    await pay(page);
    const order = await reaches(code, 'PaymentSettled');
    const most = await refund(stage, order, { amount: 2501 });
    assert.match(most.message, /[Rr]efund/);
    await refund(stage, order, { amount: 102 });
    await client.refunds.create({ merchantReference: page.merchantReference!, amount: 5 });
    await soon(async () => (await shop.order(code)).payments[0].refunds.length === 2);
    const outcomes = { 1.02: 'FAILED', 5: 'COMPLETED' } as Record<number, 'FAILED' | 'COMPLETED'>;
    for (const { refundId, amount, status } of (await record(page)).refunds)
      if (status === 'PENDING') await client.sandbox.forceRefund(refundId, outcomes[amount]!);
    await soon(async () => {
      const [{ refunds }] = (await shop.order(code)).payments;
      const states = refunds.map(({ total, state }: Body) => `${total} ${state}`).sort();
      return states.join() === '102 Failed,500 Settled';
    });
    await told(code, 'refund of 1.02 EUR failed');
    await told(code, 'refunded at Tollgate');
    await agree(code, page);
  });

  test('nobody is asked again for money that was refunded, or for a cancelled order', async () => {
    const paid = await shop.customer();
    const page = await paid.begin('now');
    await pay(page);
    const order = await reaches(paid.code, 'PaymentSettled');
    await refund(stage, order, { amount: 500 });
    const [given] = (await record(page)).refunds;
    if (given!.status === 'PENDING') await client.sandbox.forceRefund(given!.refundId, 'COMPLETED');
    await soon(async () => (await shop.order(paid.code)).payments[0].refunds[0]?.state === 'Settled');
    await assert.rejects(link(order.id, 'now'), /Nothing is open/);
    const cancelled = await shop.customer();
    await cancelled.begin();
    const { id } = await shop.order(cancelled.code);
    await shop.admin(`mutation { cancelOrder(input: { orderId: "${id}" }) { __typename } }`);
    await assert.rejects(link(id, 'now'), /Nothing is open/);
  });

  test('a chargeback is told to staff once, and is in the books', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin('now');
    await pay(page);
    await reaches(code, 'PaymentSettled');
    for (const status of ['OPEN', 'WON'] as const)
      await client.sandbox.dispute(page.transactionId, { status });
    await told(code, 'is won');
    const notes = await shop.notes(code);
    assert.equal(notes.filter((note) => note.includes('disputes 25 EUR')).length, 1);
    assert.equal(await shop.balance(page.merchantReference!), 25);
  });

  test('a webhook is verified over the bytes that came', async () => {
    const event = { eventType: 'test.ping', eventId: crypto.randomUUID(), type: 'PAYIN', test: true };
    const { body, headers } = await webhooks.sign(JSON.stringify(event, null, 2), brand.signingSecret);
    const post = async (bytes: string) =>
      await fetch(shop.webhooks, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: bytes,
      });
    assert.equal((await post(body)).status, 200);
    assert.equal((await post(JSON.stringify(event))).status, 403);
  });

  test('nobody pays without the cashier, and a forged webhook is refused', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    await begin();
    await assert.rejects(
      ask('mutation { addPaymentToOrder(input: { method: "later", metadata: {} }) { __typename } }'),
      /createTollgatePayment/,
    );
    const answer = await fetch(shop.webhooks, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Signature': 'AAAA' },
      body: JSON.stringify({ eventType: 'payin.completed', brandId: brand.brandId }),
    });
    assert.equal(answer.status, 403);
    assert.equal((await shop.order(code)).payments.length, 0);
  });

  async function link(orderId: string, method: 'later' | 'now'): Promise<Page> {
    const call = `createTollgatePaymentLink(orderId: "${orderId}", paymentMethodCode: "${method}")`;
    const answer = await shop.admin(`mutation { ${call} { url transactionId merchantReference } }`);
    return answer.createTollgatePaymentLink;
  }
}
