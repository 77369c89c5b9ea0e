// The faults that the payment plugins of Vendure are known for: double clicks, races of webhook and return, orders that
// change meanwhile, late payments, orders that hang.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Body, Customer } from '../stage/vendure-shop.ts';
import { move, soon, type VendureStage } from './stage.ts';

export function playClassics(stage: VendureStage): void {
  const { shop, record, pay, reaches, agree, client, told } = stage;

  test('the webhook and four returns at once book one payment', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    const page = await begin();
    await pay(page);
    const mutation = `mutation { syncTollgatePayment(merchantReference: "${page.merchantReference}") {
      orderCode orderState isPaid paymentStatus } }`;
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask(mutation)));
    for (const { syncTollgatePayment: state } of answers)
      assert.deepEqual(state, {
        orderCode: code,
        orderState: 'PaymentAuthorized',
        isPaid: true,
        paymentStatus: 'PROCESSING',
      });
    assert.equal((await shop.order(code)).payments.length, 1);
  });

  test('a double click opens one page', async () => {
    const { begin } = await shop.customer();
    const [one, two] = await Promise.all([begin(), begin()]);
    assert.equal(one.transactionId, two.transactionId);
    assert.equal((await begin()).url, one.url);
  });

  test('a click after the payment opens no second page, also before the webhook', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    await pay(page);
    const next = await begin().catch(({ message }) => message);
    // Either the click booked the payment, or the webhook did and the order is not active any more.
    if (typeof next === 'string') assert.match(next, /no active order/);
    else assert.deepEqual([next.transactionId, next.merchantReference], [null, page.merchantReference]);
    assert.equal((await reaches(code, 'PaymentAuthorized')).payments.length, 1);
  });

  test('an order that is paid twice keeps one payment, and gives the other back', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    const former = await begin('now');
    await pay(former, 'paypal', {});
    assert.equal(await move(ask, null, 'AddingItems'), undefined);
    assert.equal((await record(former)).status, 'DECLINED');
    const page = await begin('now');
    await pay(page);
    await reaches(code, 'PaymentSettled');
    await client.sandbox.forceOutcome(former.transactionId, { outcome: 'COMPLETED' });
    await told(code, 'paid twice. The payment of 25 EUR was given back');
    assert.equal((await record(former)).amountRefunded, 25);
    const { payments } = await shop.order(code);
    assert.deepEqual(payments.map(({ state }: Body) => state).sort(), ['Cancelled', 'Settled']);
    await agree(code, former, page);
  });

  test('staff are told of a second payment that cannot be given back', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    // No method was chosen, so none can give the money back.
    const former = await begin('now');
    await move(ask, null, 'AddingItems');
    const page = await begin('now');
    await pay(page);
    await reaches(code, 'PaymentSettled');
    await client.sandbox.forceOutcome(former.transactionId, { outcome: 'COMPLETED' });
    await told(code, 'paid twice, and the payment of 25 EUR cannot be refunded');
    await agree(code, former, page);
  });

  test('an order that changes ends its page, and a paid order refuses to change', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    const former = await begin();
    await change(ask);
    assert.equal((await record(former)).status, 'DECLINED');
    const page = await begin();
    assert.equal((await record(page)).amount, 35);
    await pay(page);
    // The webhook places the order now, before, or after this.
    const fault = await move(ask, null, 'AddingItems').catch(({ message }) => message);
    assert.ok(fault, 'the order changed although it is paid');
    assert.equal((await reaches(code, 'PaymentAuthorized')).totalWithTax, 3500);
  });

  test('money for an order that changed is booked, and the customer pays the rest', async () => {
    const { code, shop: ask, begin } = await shop.customer();
    const former = await begin('now');
    await change(ask);
    await client.sandbox.forceOutcome(former.transactionId, { outcome: 'COMPLETED' });
    await told(code, 'costs 10 EUR more');
    const rest = await begin('now');
    assert.equal((await record(rest)).amount, 10);
    await pay(rest);
    await reaches(code, 'PaymentSettled');
    await agree(code, former, rest);
  });

  test('an order whose transfer comes late is placed, and staff are told', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin('now');
    await pay(page, 'sepa-transfer', {});
    await client.sandbox.forceOutcome(page.transactionId, { outcome: 'EXPIRED' });
    await told(code, 'ended without money');
    assert.equal((await shop.order(code)).state, 'ArrangingPayment');
    await client.sandbox.forceOutcome(page.transactionId, { outcome: 'COMPLETED' });
    await reaches(code, 'PaymentSettled');
    await told(code, 'came late');
    await agree(code, page);
  });

  test('money that comes after the order was cancelled is booked, and staff are told', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin('now');
    await pay(page, 'paypal', {});
    const { id } = await shop.order(code);
    await shop.admin(`mutation { cancelOrder(input: { orderId: "${id}" }) { __typename } }`);
    assert.equal((await record(page)).status, 'DECLINED');
    await client.sandbox.forceOutcome(page.transactionId, { outcome: 'COMPLETED' });
    await told(code, 'came after the order was cancelled');
    await soon(async () => (await shop.order(code)).payments[0]?.state === 'Settled');
    await agree(code, page);
  });

  test('money that comes after an authorisation has ended is booked, and the order goes on', async () => {
    const { code, begin } = await shop.customer();
    const page = await begin();
    await pay(page);
    await reaches(code, 'PaymentAuthorized');
    await client.sandbox.forceOutcome(page.transactionId, { outcome: 'EXPIRED' });
    await told(code, 'ended without a charge');
    assert.equal((await shop.order(code)).payments[0].state, 'Cancelled');
    await client.sandbox.forceOutcome(page.transactionId, { outcome: 'COMPLETED' });
    await reaches(code, 'PaymentSettled');
    await agree(code, page);
  });

  /** The customer goes back and takes a third mug. */
  async function change(ask: Customer['shop']): Promise<void> {
    await move(ask, null, 'AddingItems');
    const { activeOrder } = await ask('{ activeOrder { lines { id } } }');
    const line = activeOrder.lines[0].id;
    await ask(`mutation { adjustOrderLine(orderLineId: "${line}", quantity: 3) { __typename } }`);
  }
}
