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

    const other = await shop.customer({ account: await shop.account('bob@shop.example') });
    await assert.rejects(charge((await shop.order(other.code)).id), /another customer/);
    const guest = await shop.customer();
    await assert.rejects(charge((await shop.order(guest.code)).id), /an account/);
  });
}
