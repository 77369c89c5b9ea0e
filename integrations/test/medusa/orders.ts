// Orders of a Medusa shop that go as they should: authorised, captured, voided, refunded, by link and by mandate.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebhookEvent } from '../../../sdk/src/tollgate.ts';
import { type Booked, type Done, lostAmount } from '../../medusa/src/providers/tollgate/lost-amount.ts';
import { type Body, type ShopError, sameAmount } from '../stage/medusa-shop.ts';
import { type MedusaStage, soon } from './stage.ts';

const refused = (status: number) => (error: ShopError) => error.status === status;

export function playOrders(stage: MedusaStage): void {
  const { shop, tollgate, brand, client, record, pay, order, agree, told, resend } = stage;
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
    const { api_key } = await shop.admin('POST', 'api-keys', { title: 'Job', type: 'secret' });
    const job = `Basic ${btoa(`${api_key.token}:`)}`;
    for (const authorization of [undefined, job]) {
      const { session, placed, payment } = await paidOrder();
      await capture(payment, 10);
      // Somebody without rights releases nothing.
      await assert.rejects(shop.admin('POST', `orders/${placed.id}/cancel`, {}, 'Basic nobody'));
      assert.equal((await record(session)).status, 'PROCESSING');
      await shop.admin('POST', `orders/${placed.id}/cancel`, {}, authorization);
      const { status, amountCaptured, amountRefunded } = await record(session);
      assert.deepEqual([status, amountCaptured, amountRefunded], ['COMPLETED', 10, 10]);
    }
  });

  test('an order that Medusa does not cancel keeps what is held', async () => {
    const { session, placed, payment } = await paidOrder();
    await capture(payment, 10);
    await shop.admin('POST', `orders/${placed.id}/complete`, {});
    await assert.rejects(shop.admin('POST', `orders/${placed.id}/cancel`, {}));
    assert.equal((await record(session)).status, 'PROCESSING');
  });

  test('an authorisation that ended is told to staff, who ask for the money again', async () => {
    const { session, placed } = await paidOrder();
    await client.sandbox.forceOutcome(session.data.transactionId, { outcome: 'EXPIRED' });
    await told(`Not paid: Order #${placed.display_id}`);
    const link = await shop.admin('POST', 'tollgate/payment-links', { order_id: placed.id });
    const transactionId = await transactionOf(link.url);
    const again = { data: { cashierUrl: link.url, transactionId } };
    assert.equal((await record(again)).amount, 25);
    await pay(again);
    const payment = await soon(async () => {
      const { payment_collections } = await shop.order(placed.id);
      const payments: Body[] = payment_collections.flatMap((one: Body) => one.payments);
      return payments.find((one) => one.data.transactionId === transactionId);
    });
    await capture(payment, 25);
    assert.equal((await record(again)).amountCaptured, 25);
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
    // As if the answer was lost: Medusa has no capture of this name.
    await client.payments.capture({
      transactionId,
      amount: 10,
      final: false,
      captureReference: 'capt_lost',
    });
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
    await shop.session(renewal.collection, 'now', data, token);
    // The job runs twice, and completes twice: the last session is charged once.
    const { reference, cashierUrl } = (await shop.session(renewal.collection, 'now', data, token)).data;
    assert.equal(cashierUrl, null);
    // The gateway made the charge, and its answer was lost.
    const { paymentOption } = await client.mandates.get(mandateId);
    const { userId } = await record(session);
    await client.payments.create({
      paymentOptionId: paymentOption!.id,
      paymentData: { mandateId },
      merchantReference: reference,
      amount: 25,
      currency: 'EUR',
      country: 'DE',
      userId,
    });
    const complete = () => shop.store('POST', `carts/${renewal.id}/complete`, {}, token);
    assert.equal((await complete()).type, 'order');
    assert.equal((await complete()).type, 'order');
    const charges = [];
    for await (const payment of client.payments.list({ limit: 20 }))
      if (payment.initiator === 'MERCHANT') charges.push(payment);
    assert.deepEqual(
      charges.map(({ merchantReference, status, amount }) => [merchantReference, status, amount]),
      [[reference, 'COMPLETED', 25]],
    );
    await agree(renewal.id, { data: { transactionId: charges[0]!.transactionId } });

    const other = await shop.signIn('tea@shop.example');
    const foreign = await shop.cart({ token: other });
    await assert.rejects(shop.session(foreign.collection, 'now', data, other), /another customer/);
    const guest = await shop.cart();
    await assert.rejects(shop.session(guest.collection, 'now', data), /another customer/);
  });

  test('staff repeat a capture and a refund whose answers were lost, and no money moves twice', async () => {
    const { session, placed, payment } = await paidOrder();
    const { transactionId, reference: merchantReference } = session.data;
    const notify = (notificationUrl: string) =>
      tollgate.operator('PATCH', `/operator/brands/${brand.brandId}`, { notificationUrl });
    // The webhooks are late, too.
    await notify(`${tollgate.url}/sandbox/receiver/${brand.brandId}`);
    await client.payments.capture({ transactionId, amount: 10, final: false, captureReference: 'capt_lost' });
    await assert.rejects(capture(payment, 4), /exactly 10/);
    await capture(payment, 10);
    assert.equal((await record(session)).amountCaptured, 10);
    await capture(payment, 15);
    await client.refunds.create({ merchantReference, amount: 2, refundReference: 'ref_lost' });
    await assert.rejects(refund(payment, 3), /exactly 2/);
    await refund(payment, 2);
    await refund(payment, 3);
    await notify(`${shop.url}/hooks/tollgate/later`);
    const { amountCaptured, refunds } = await record(session);
    assert.deepEqual([amountCaptured, refunds.map(({ amount }) => amount).sort()], [25, [2, 3]]);
    const events: WebhookEvent[] = [];
    for await (const event of client.events.list({ limit: 100 }))
      if (event.transactionId === transactionId) events.push(event);
    for (const event of events) await resend(event);
    const collection = (await shop.order(placed.id)).payment_collections[0];
    assert.deepEqual([Number(collection.captured_amount), Number(collection.refunded_amount)], [25, 5]);
  });

  test('lost captures and refunds are told from those that were made elsewhere', () => {
    const isOurs = (reference: string | null) => Boolean(reference?.startsWith('capt_'));
    const done = (reference: string | null, amount: number, status = 'COMPLETED') => ({
      reference,
      amount,
      status,
    });
    const lost = (booked: Booked[], made: Done[], foreign = true) =>
      lostAmount(booked, made, { isOurs, foreign });
    assert.equal(lost([], []), 0);
    assert.equal(lost([{ id: 'capt_1', amount: 5 }], [done('capt_1', 5), done('capt_2', 0.1)]), 0.1);
    assert.equal(lost([], [done('capt_2', 10, 'FAILED')]), 0);
    // capt_3 was made in place of capt_2, and moved no money.
    assert.equal(lost([{ id: 'capt_3', amount: 10 }], [done('capt_2', 10)]), 0);
    // Medusa books captures that were made elsewhere; it does not book refunds that were.
    assert.equal(lost([{ id: 'capt_3', amount: 4 }], [done(null, 4), done('capt_2', 10)]), 10);
    assert.equal(lost([{ id: 'capt_3', amount: 4 }], [done(null, 9), done('capt_2', 4)], false), 0);
  });
}
