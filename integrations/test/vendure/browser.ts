// An order from the page of the shop to the refund of a line: in a real browser, through the cashier, and with the
// calls of the shop's staff. Shop, gateway and ledger are compared to the cent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { launchChromium } from '../../../gateway/test/browser/chromium.ts';
import { button, choose, press, typeCard } from '../../../gateway/test/browser/stage.ts';
import { PICTURE_SIZE, takePicture } from '../stage/pictures.ts';
import { refund, ship, soon, type VendureStage } from './stage.ts';

export function playInBrowser(stage: VendureStage): void {
  const { shop, tollgate, client, brand, agree, endRefunds } = stage;

  test('a customer buys in the browser; the order ships in two parcels, and one mug comes back', async (t) => {
    for (const { command, seconds } of shop.times) t.diagnostic(`${seconds.toFixed(0)} s: ${command}`);
    const browser = await launchChromium();
    t.after(() => browser.close());
    const context = await browser.newContext({ viewport: PICTURE_SIZE });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    await page.goto(shop.storeUrl);
    await takePicture(page, 'vendure-store', 320);
    await press(button(page, 'Buy'));
    await page.waitForURL(`${tollgate.url}/cashier/**`);
    await choose(page, 'Card');
    await typeCard(page);
    await takePicture(page, 'vendure-cashier');
    await press(button(page, 'Hold €25.00'));
    await page.waitForURL(`${shop.storeUrl}/return?**`);
    await page.getByText('Thank you for order').waitFor();
    await takePicture(page, 'vendure-order', 240);
    const [, code] = /order (\w+)/.exec((await page.locator('p').textContent())!) as unknown as [
      string,
      string,
    ];
    await context.close();

    const order = await shop.order(code);
    assert.deepEqual([order.state, order.totalWithTax], ['PaymentAuthorized', 2500]);
    const { transactionId } = order.payments[0];
    assert.equal(await ship(stage, order, 1), 'Shipped');
    assert.equal(await ship(stage, order, 1), 'Shipped');
    const shipped = await shop.order(code);
    assert.equal(shipped.state, 'Shipped');
    const lines = [{ orderLineId: order.lines[0].id, quantity: 1 }];
    const mug = await refund(stage, shipped, { lines, amount: order.lines[0].unitPriceWithTax });
    assert.equal(mug.total, 1000, mug.message);

    const paid = await client.payments.get(transactionId);
    assert.deepEqual(
      [paid.status, paid.amount, paid.amountCaptured, paid.amountRefunded],
      ['COMPLETED', 25, 25, 10],
    );
    const bought = { url: '', transactionId, merchantReference: paid.merchantReference };
    await endRefunds(bought);
    await soon(async () => (await shop.order(code)).payments[0].refunds[0].state === 'Settled');
    await agree(code, bought);
    assert.equal(await inLedger(transactionId), 1500n);
    await soon(async () => (await shop.balance(paid.merchantReference)) === 15);
  });

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
}
