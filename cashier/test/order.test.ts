// The order's lines, in a real browser: one line that opens on a phone, all lines on a wide screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFaultsInProof } from '../../gateway/test/browser/axe.ts';
import { galleryPages } from './gallery-pages.ts';

const { opened, push } = galleryPages();

const SMALL = { viewport: { width: 320, height: 640 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const WIDE = { viewport: { width: 1280, height: 800 } };

const button = (page: Page) => page.getByRole('button', { name: '3 items', exact: true });
const linesOf = (page: Page) =>
  page.getByRole('list', { name: '3 items' }).getByRole('listitem').allInnerTexts();
const LINES = ['Crew box\nThree bags, one postcard\n× 1', 'Deck mug\nEnamel, 350 ml\n× 2'];

test('on a phone the order is one line that the shopper can open and close', () =>
  opened('order', PHONE, async (page) => {
    assert.equal(await page.locator('.lines').isVisible(), false);
    const before = await page.locator('.task').boundingBox();
    await button(page).click();
    assert.equal(await button(page).getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await linesOf(page), LINES);
    assert.equal(await page.locator('.total').textContent(), 'Total€25.00');
    await button(page).focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.lines').isVisible(), false);
    assert.deepEqual(await page.locator('.task').boundingBox(), before);
  }));

test('a new screen starts at the top on a phone, with the order closed', () =>
  opened('order', PHONE, async (page) => {
    await button(page).click();
    push('order', { screen: { name: 'wait', for: 'network' } });
    await page.locator('h1', { hasText: 'Your payment is on its way' }).waitFor();
    await page.locator('.lines').waitFor({ state: 'hidden' });
    assert.equal(await button(page).getAttribute('aria-expanded'), 'false');
  }));

test('on a wide screen the order is open below the amount, with its total', () =>
  opened('order', WIDE, async (page) => {
    assert.equal(await button(page).count(), 0);
    assert.deepEqual(await linesOf(page), LINES);
    const [amount, lines, task] = await Promise.all(
      ['.amount', '.lines', '.task'].map((one) => page.locator(one).boundingBox()),
    );
    assert.ok(lines!.y > amount!.y + amount!.height);
    assert.ok(lines!.x + lines!.width < task!.x);
  }));

test('prices stand beside the lines, and the tax below the total', () =>
  opened('order-prices', WIDE, async (page) => {
    const items = await page.getByRole('list', { name: '4 items' }).getByRole('listitem').allInnerTexts();
    assert.deepEqual(items, [
      'Crew box\nThree bags, one postcard\n€12.50',
      'Deck mug\nEnamel, 350 ml\n2 × €4.25\n€8.50',
      'Shipping\n€4.00',
    ]);
    assert.equal(await page.locator('.total').textContent(), 'Total€25.00');
    assert.equal(await page.locator('.tax').textContent(), 'Tax included€2.82');
  }));

test('the page shows no order lines if the payment has none', () =>
  opened('choose', WIDE, async (page) => {
    assert.equal(await page.locator('.lines, .items').count(), 0);
  }));

for (const [size, given] of Object.entries({ SMALL, WIDE })) {
  test(`many long order lines stay within the page, ${size.toLowerCase()}`, () =>
    opened('order-many?lang=ar', given, async (page) => {
      if (given === SMALL) await page.locator('.items').click();
      assert.equal(await page.locator('.lines li').count(), 51);
      assert.match((await page.locator('.lines li').last().textContent())!, /12/);
      // A merchant's text is shown as text, whatever it looks like.
      assert.equal(await page.locator('.lines b').count(), 0);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), given.viewport.width);
      const { height } = (await page.locator('.lines').boundingBox())!;
      assert.ok(height < 420, `${height} pixels high`);
      assert.deepEqual(await axeFaultsInProof(page), []);
    }));
}
