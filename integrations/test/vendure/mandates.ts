// Later charges: a customer agrees in the cashier, and staff or a job of the shop charge again without them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soon, type VendureStage } from './stage.ts';

export function playMandates({ shop, client, pay, reaches, agree }: VendureStage): void {
  test('a mandate pays the next order, and nobody charges the mandate of another customer', async () => {
    const account = await shop.account('ada-monthly@shop.example');
    const first = await shop.customer({ account });
    const mutation = `mutation { createTollgatePayment(paymentMethodCode: "now", mandate: {
      reason: "RECURRING", description: "Mugs every month" }) { url transactionId merchantReference } }`;
    const { createTollgatePayment: page } = await first.shop(mutation);
    assert.match((await client.payments.get(page.transactionId)).userId, /^vendure-\d+$/);
    await pay(page);
    await reaches(first.code, 'PaymentSettled');
    const { mandateId } = await soon(async () => {
      const { mandate } = await client.payments.get(page.transactionId);
      return mandate?.status === 'ACTIVE' && mandate;
    });

    const next = await shop.customer({ account });
    const { id } = await shop.order(next.code);
    const charge = (orderId: string) =>
      shop.admin(
        `mutation { chargeTollgateMandate(orderId: "${orderId}", mandateId: "${mandateId}", paymentMethodCode: "now") { state } }`,
      );
    assert.equal((await charge(id)).chargeTollgateMandate.state, 'PaymentSettled');
    const [{ transactionId }] = (await shop.order(next.code)).payments;
    const charged = await client.payments.get(transactionId);
    assert.deepEqual([charged.initiator, charged.amountCaptured], ['MERCHANT', 25]);
    await agree(next.code, { url: '', transactionId, merchantReference: charged.merchantReference });
    // The order is paid, so a second charge makes no payment.
    await charge(id);
    assert.equal((await shop.order(next.code)).payments.length, 1);

    // Nobody owes what was refunded, so it is not charged again either.
    await client.refunds.create({ merchantReference: charged.merchantReference, amount: 5 });
    await soon(async () => (await shop.order(next.code)).payments[0].refunds.length === 1);
    const [given] = (await client.payments.get(transactionId)).refunds;
    if (given!.status === 'PENDING') await client.sandbox.forceRefund(given!.refundId, 'COMPLETED');
    await soon(async () => (await shop.order(next.code)).payments[0].refunds[0].state === 'Settled');
    await assert.rejects(charge(id), /Nothing is open/);

    const other = await shop.customer({ account: await shop.account('bob@shop.example') });
    await assert.rejects(charge((await shop.order(other.code)).id), /another customer/);
    const guest = await shop.customer();
    await assert.rejects(charge((await shop.order(guest.code)).id), /an account/);
  });
}
