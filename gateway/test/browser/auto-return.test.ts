// A shopper who pays returns to the shop without pressing anything; after a decline the shopper stays where they can
// try again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyInProof } from '../stage/how-much.ts';
import { button, choose, heading, openStage, PHONE, press, SHOP, typeCard } from './stage.ts';

const stage = await openStage();

// proves 4.8 flow; 4.10 step 4
test('a successful payment leads back to the shop automatically', { skip: onlyInProof }, async () => {
  const link = await stage.session({ orderDetails: [{ productName: 'Crew box', quantity: 2 }] });
  await stage.visit(link, { ...PHONE, returns: true }, async (page) => {
    await press(button(page, '2 items'));
    await page.getByText('Crew box').waitFor();
    await choose(page, 'Card');
    await typeCard(page);
    await press(button(page, 'Pay €25.00'));
    await page.waitForURL(`${SHOP}/done?transactionId=${link.id}&merchantReference=*`);
    await page.goBack();
    await heading(page, 'Payment complete');
    assert.equal(await page.getByRole('button', { name: 'Stay here' }).count(), 0);
  });
  await stage.paidOnce(link);
});

test('the cashier does not return to the shop by itself after an unknown outcome or a decline', {
  skip: onlyInProof,
}, async () => {
  for (const [number, outcome] of [
    ['4000 0000 0000 0341', /^We are finding out/],
    ['4000 0000 0000 0002', /^How do you want to pay/],
  ] as const) {
    const link = await stage.session();
    await stage.visit(link, { ...PHONE, returns: true }, async (page) => {
      await choose(page, 'Card');
      await typeCard(page, number);
      await press(button(page, 'Pay €25.00'));
      if (number.endsWith('0002')) await page.getByRole('alert').waitFor();
      await heading(page, outcome);
      assert.equal(await page.getByRole('button', { name: 'Stay here' }).count(), 0);
      assert.ok(page.url().includes(link.path));
    });
  }
});
