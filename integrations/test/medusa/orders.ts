// Orders of a Medusa shop that go as they should: authorised, captured, voided, refunded, by link and by mandate.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Body, type ShopError, sameAmount } from '../stage/medusa-shop.ts';
import { type MedusaStage, soon } from './stage.ts';

const refused = (status: number) => (error: ShopError) => error.status === status;

export function playOrders({ shop, client, record, pay, order, agree, told }: MedusaStage): void {
  const paidOrder = async () => {
    const cart = await shop.cart();
    const session = await shop.session(cart.collection);
    await pay(session);
    const placed = await order(cart.id);
    return { cart, session, placed, payment: placed.payment_collections[0].payments[0] };
  };
  const capture = (payment: Body, amount: number) =>
    shop.admin('POST', `payments/${payment.id}/capture`, { amount });
  const refund = (payment: Body, amount: number) =>
    shop.admin('POST', `payments/${payment.id}/refund`, { amount });

  test('an order whose customer closed the page is authorised, captured in parts and refunded', async () => {
    const { cart, session, placed, payment } = await paidOrder();
    assert.equal(placed.payment_status, 'authorized');
    sameAmount(placed.total, 25);
    const again = await shop.store('POST', `carts/${cart.id}/complete`, {});
    assert.equal(again.order.id, placed.id);
    await assert.rejects(refund(payment, 1), refused(400));
    await capture(payment, 10);
    assert.equal((await record(session)).amountCaptured, 10);
    await capture(payment, 15);
    assert.equal((await record(session)).status, 'COMPLETED');
    await refund(payment, 7.5);
    await assert.rejects(refund(payment, 18), refused(400));
    await agree(cart.id, session);
    assert.equal((await record(session)).amountRefunded, 7.5);
    await refund(payment, 17.5);
    assert.equal((await record(session)).amountRefunded, 25);
  });

  test('a cancelled order voids its payment', async () => {
    const { session, placed } = await paidOrder();
    await shop.admin('POST', `orders/${placed.id}/cancel`, {});
    const { status, errorCode, amountCaptured } = await record(session);
    assert.deepEqual([status, errorCode, amountCaptured], ['DECLINED', '3001', 0]);
  });

  test('an order that is cancelled after a part was captured holds and keeps nothing', async () => {
    const { session, placed, payment } = await paidOrder();
    await capture(payment, 10);
    // Somebody without rights releases nothing.
    await assert.rejects(shop.store('POST', `../admin/orders/${placed.id}/cancel`, {}));
    assert.equal((await record(session)).status, 'PROCESSING');
    await shop.admin('POST', `orders/${placed.id}/cancel`, {});
    const { status, amountCaptured, amountRefunded } = await record(session);
    assert.deepEqual([status, amountCaptured, amountRefunded], ['COMPLETED', 10, 10]);
  });

  test('a payment in yen is charged in whole yen, at once', async () => {
    const cart = await shop.cart({ mugs: 1, currency: 'jpy' });
    const session = await shop.session(cart.collection, 'now');
    const { amount, currency, captureMode } = await record(session);
    assert.deepEqual([amount, currency, captureMode], [1750, 'JPY', 'automatic']);
    await pay(session);
    await soon(async () => (await shop.orderOf(cart.id))?.payment_status === 'captured');
    await agree(cart.id, session);
  });

  test('dinars are charged to 0.01, and a price that needs 0.001 is refused with the reason', async () => {
    const one = await shop.cart({ mugs: 1, currency: 'kwd' });
    await assert.rejects(
      shop.session(one.collection),
      (error: ShopError) => error.status === 400 && /3\.005 KWD: .*2 decimal places/.test(error.message),
    );
    const two = await shop.cart({ mugs: 2, currency: 'kwd' });
    const session = await shop.session(two.collection, 'now');
    await pay(session);
    const [payment] = (await order(two.id, 'captured')).payment_collections[0].payments;
    assert.equal((await record(session)).amount, 5.51);
    await refund(payment, 2.25);
    await agree(two.id, session);
    assert.equal((await record(session)).amountRefunded, 2.25);
  });

  test('a payment link pays the order that staff made', async () => {
    const { draft_order } = await shop.admin('POST', 'draft-orders', {
      email: 'ada@shop.example',
      region_id: shop.seeded.regions[0],
      sales_channel_id: shop.seeded.channel,
      items: [{ variant_id: shop.seeded.variant, quantity: 3 }],
      shipping_methods: [{ shipping_option_id: shop.seeded.parcel, name: 'Parcel', amount: 5 }],
    });
    await shop.admin('POST', `draft-orders/${draft_order.id}/convert-to-order`, {});
    const link = await shop.admin('POST', 'tollgate/payment-links', { order_id: draft_order.id });
    const transactionId = await transactionOf(link.url);
    const session = { data: { cashierUrl: link.url, transactionId } };
    assert.equal((await record(session)).amount, 35);
    await pay(session);
    const placed = await soon(async () => {
      const found = await shop.order(draft_order.id);
      return found.payment_status === 'authorized' && found;
    });
    await assert.rejects(shop.admin('POST', 'tollgate/payment-links', { order_id: placed.id }), refused(400));
    await capture(placed.payment_collections[0].payments[0], 35);
    assert.equal((await record(session)).amountCaptured, 35);
  });

  /** Staff send the link; the test asks the gateway which payment it is of. */
  async function transactionOf(url: string): Promise<string> {
    for await (const payment of client.payments.list({ limit: 20 }))
      if (payment.cashierUrl === url) return payment.transactionId;
    throw new Error(`no payment has the link ${url}`);
  }

  test('captures and refunds made at Tollgate come into the books of the shop, or staff hear of them', async () => {
    const { cart, session, placed } = await paidOrder();
    const { transactionId } = session.data;
    await client.payments.capture({ transactionId, amount: 10, final: false });
    await soon(
      async () => Number((await shop.orderOf(cart.id)).payment_collections[0].captured_amount) === 10,
    );
    await client.payments.capture({ transactionId });
    await soon(async () => (await shop.orderOf(cart.id)).payment_status === 'captured');
    await agree(cart.id, session);
    const { merchantReference } = await record(session);
    const { refundId } = await client.refunds.create({ merchantReference: merchantReference!, amount: 3 });
    const { refunds } = await record(session);
    if (refunds.find((one) => one.refundId === refundId)?.status === 'PENDING')
      await client.sandbox.forceRefund(refundId, 'COMPLETED');
    await told(`Refunded at Tollgate: Order #${placed.display_id}`);
  });

  test('a customer who agreed is charged again without being there', async () => {
    const token = await shop.signIn('coffee@shop.example');
    const first = await shop.cart({ token });
    const mandate = { reason: 'RECURRING', description: 'Coffee every month' };
    const session = await shop.session(first.collection, 'now', { mandate, country: 'DE' }, token);
    await pay(session);
    await order(first.id, 'captured');
    const { mandateId } = (await record(session)).mandate!;

    const renewal = await shop.cart({ token });
    const data = { mandate_id: mandateId, country: 'DE' };
    const charged = await shop.session(renewal.collection, 'now', data, token);
    assert.equal(charged.data.cashierUrl, null);
    const { initiator, status } = await record(charged);
    assert.deepEqual([initiator, status], ['MERCHANT', 'COMPLETED']);
    const { type } = await shop.store('POST', `carts/${renewal.id}/complete`, {}, token);
    assert.equal(type, 'order');
    await agree(renewal.id, charged);

    const other = await shop.signIn('tea@shop.example');
    const foreign = await shop.cart({ token: other });
    await assert.rejects(shop.session(foreign.collection, 'now', data, other), /another customer/);
    const guest = await shop.cart();
    await assert.rejects(shop.session(guest.collection, 'now', data), /another customer/);
  });
}
