// What a shopper sees before they touch anything, on a phone: all ways to pay at once if the first one asks for a
// second choice, the card at most second, and the usual choice preselected if there is one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyInProof } from '../stage/how-much.ts';
import { button, heading, openStage, PHONE, press } from './stage.ts';

const FOLD = { ...PHONE, viewport: { width: 390, height: 844 } } as const;

const stage = await openStage();

for (const [country, currency] of [
  ['DE', 'EUR'],
  ['NL', 'EUR'],
  ['FR', 'EUR'],
  ['ES', 'EUR'],
  ['GB', 'GBP'],
] as const) {
  test(`in ${country} no method is open at first, and every method is visible without scrolling`, {
    skip: country !== 'DE' && onlyInProof,
  }, async () => {
    const link = await stage.session({ country, currency });
    await stage.visit(link, FOLD, async (page) => {
      const methods = page.locator('input[name=method]');
      const names = await page.locator('.method > .row .row-text').allInnerTexts();
      assert.ok(names.length >= 3, String(names));
      assert.equal(names[0], 'Online banking');
      assert.equal(names[1], 'Card');
      assert.equal(await methods.and(page.locator(':checked')).count(), 0);
      assert.equal(await page.locator('.method-body').count(), 0);
      const lowest = await page.locator('.methods').boundingBox();
      assert.ok(
        lowest!.y + lowest!.height <= FOLD.viewport.height,
        `they end at ${lowest!.y + lowest!.height}`,
      );
      // One more press shows the banks.
      await press(page.getByRole('radio', { name: 'Online banking', exact: true }));
      assert.equal(await page.locator('input[name=suboption]').count(), 4);
    });
  });
}

test('in India UPI is open at first, with the QR code chosen', async () => {
  const link = await stage.session({ country: 'IN', currency: 'INR' });
  await stage.visit(link, FOLD, async (page) => {
    await page.getByRole('radio', { name: 'UPI', exact: true, checked: true }).waitFor();
    await page.getByRole('radio', { name: 'With a QR code', checked: true }).waitFor();
    await press(button(page, 'Show the QR code'));
    await heading(page, 'Scan and pay');
  });
});
