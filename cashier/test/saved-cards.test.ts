// A shopper removes a saved card, in a real browser: the page asks once more in place, and then chooses a card that is
// left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../../gateway/test/stage/harness.ts';
import { galleryPages } from './gallery-pages.ts';

const { opened } = galleryPages();
const PHONE = { viewport: { width: 375, height: 700 } };
const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name });
const cards = (page: Page) => page.locator('.saved .number').allInnerTexts();
const VISA = /^Remove.Visa|^Remove \u2066Visa/;

test('the page removes a saved card only after a confirmation, and then selects the next card', () =>
  opened('choose-saved', PHONE, async (page) => {
    const before = await cards(page);
    await button(page, VISA).click();
    await page.locator('.asked p:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.saved button:focus').waitFor();
    assert.deepEqual(await cards(page), before);
    await button(page, VISA).click();
    await button(page, 'Keep it').click();
    assert.deepEqual(await cards(page), before);
    await button(page, VISA).click();
    await page.getByLabel('Security code').fill('123');
    await button(page, 'Remove').and(page.locator('.danger')).click();
    await page.getByText('was removed.').waitFor({ state: 'attached' });
    assert.deepEqual(await cards(page), before.slice(1));
    await page.locator('.saved :checked').waitFor();
    await eventually(() => page.evaluate(`document.querySelector('input[name=cardCvv]').value === ''`));
  }));

test('the form asks for a card number after the last saved card is removed, even if the answer is lost', () =>
  opened('choose-saved?lose=remove-card', PHONE, async (page) => {
    for (let left = await page.locator('.saved').count(); left > 0; left--) {
      await page.locator('.saved .ask button').first().click();
      await page.locator('.asked .danger').click();
      await page
        .locator('.saved')
        .nth(left - 1)
        .waitFor({ state: 'detached' });
      assert.equal(await page.locator('.saved-cards .notice').count(), 0);
    }
    await page.getByLabel('Card number').waitFor();
  }));
