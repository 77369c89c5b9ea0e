// An order from the page of the shop to the refund of a line: in a real browser, through the cashier, and with the
// calls of the shop's staff. Shop, gateway and ledger are compared to the cent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchChromium } from '../../../gateway/test/browser/chromium.ts';
import { button, choose, press, typeCard } from '../../../gateway/test/browser/stage.ts';
import { type Body, sameAmount } from '../stage/medusa-shop.ts';
import { PICTURE_SIZE, takePicture } from '../stage/pictures.ts';
import { runLine } from '../stage/programs.ts';
import { type MedusaStage, soon } from './stage.ts';

export function playInBrowser({ shop, tollgate, client, brand, order }: MedusaStage): void {
  test('a customer buys in the browser; the order ships in two parcels, and one mug comes back', async (t) => {
    for (const { command, seconds } of shop.times) t.diagnostic(`${seconds.toFixed(0)} s: ${command}`);
    const browser = await launchChromium();
    t.after(() => browser.close());
    const context = await browser.newContext({ viewport: PICTURE_SIZE });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(shop.storeUrl);
    await takePicture(page, 'medusa-store', 320);
    await press(button(page, 'Buy'));
    await page.waitForURL(`${tollgate.url}/cashier/**`);
    await choose(page, 'Card');
    await typeCard(page);
    await takePicture(page, 'medusa-cashier');
    await press(button(page, 'Hold €25.00'));
    await page.waitForURL(`${shop.storeUrl}/return?**`);
    await page.getByText('Thank you for order #').waitFor();
    await takePicture(page, 'medusa-order', 240);
    const cart = await page.evaluate<string>("localStorage.getItem('cart')");
    await context.close();

    const placed = await order(cart);
    const [line] = placed.items;
    const [payment] = placed.payment_collections[0].payments;
    for (const amount of [15, 10]) {
      await ship(placed.id, line.id);
      await shop.admin('POST', `payments/${payment.id}/capture`, { amount });
    }
    await returnOne(placed.id, line.id);
    await shop.admin('POST', `payments/${payment.id}/refund`, { amount: line.unit_price });

    const { transactionId, ...paid } = await client.payments.get(payment.data.transactionId);
    assert.deepEqual(
      [paid.status, paid.amount, paid.amountCaptured, paid.amountRefunded],
      ['COMPLETED', 25, 25, 10],
    );
    const collection = (await shop.order(placed.id)).payment_collections[0];
    sameAmount(collection.captured_amount, 25);
    sameAmount(collection.refunded_amount, 10);
    const ofRefund = paid.refunds[0]!;
    if (ofRefund.status === 'PENDING') await client.sandbox.forceRefund(ofRefund.refundId, 'COMPLETED');
    assert.equal(await inLedger(transactionId), 1500n);
    await soon(async () => (await inJournal(paid.merchantReference!)) === 15);
  });

  /** One mug; the parcels of an order are its fulfilments. */
  async function ship(orderId: string, lineId: string): Promise<void> {
    await shop.admin('POST', `orders/${orderId}/fulfillments`, { items: [{ id: lineId, quantity: 1 }] });
  }

  async function returnOne(orderId: string, lineId: string): Promise<void> {
    const items = [{ id: lineId, quantity: 1 }];
    const { return: begun }: Body = await shop.admin('POST', 'returns', { order_id: orderId });
    await shop.admin('POST', `returns/${begun.id}/request-items`, { items });
    await shop.admin('POST', `returns/${begun.id}/request`, {});
    await shop.admin('POST', `returns/${begun.id}/receive`, {});
    await shop.admin('POST', `returns/${begun.id}/receive-items`, { items });
    await shop.admin('POST', `returns/${begun.id}/receive/confirm`, {});
  }

  /** What the transfers of a payment changed in the merchant's available balance. */
  async function inLedger(transactionId: string): Promise<bigint> {
    const { sql } = tollgate.gateway.context;
    const [row] = await sql<{ minor: bigint }[]>`
      select coalesce(sum(case when to_account = 'available' then amount_minor else -amount_minor end), 0)::bigint
        as minor
      from transfers
      where merchant_id = ${brand.merchantId} and transaction_id = ${transactionId}
        and 'available' in (to_account, from_account)`;
    return BigInt(row!.minor);
  }

  /** What the shop's journal has for a payment. */
  async function inJournal(reference: string): Promise<number> {
    return Number(await runLine(`node balance.js ${reference}`, shop.folder, shop.env));
  }
}
