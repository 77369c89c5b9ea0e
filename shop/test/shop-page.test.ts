// The test shop in a real browser: buying by card, watching what happens underneath without reloading, giving money
// back, approving a payout; and the rules of WCAG on each page, by day and by night, wide and narrow.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { axeFaults, axeFaultsInProof } from '../../gateway/test/browser/axe.ts';
import { launchChromium } from '../../gateway/test/browser/chromium.ts';
import { onlyInProof } from '../../gateway/test/stage/how-much.ts';
import { CARD, nameRecipient, openShop } from './open-shop.ts';

let browser: Browser;

before(async () => {
  browser = await launchChromium();
});

after(() => browser?.close());

async function inBrowser(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await use(page);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

const words = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

test('a newcomer buys with a test card, and the page shows each message without reloading', async (t) => {
  const { tollgate } = await openShop(t);
  await inBrowser({}, async (page) => {
    await page.goto(`${tollgate.url}/shop`);
    await page.getByRole('link', { name: 'Foghorn' }).click();
    await page.getByLabel('Quantity').selectOption('2');
    await page.locator('.total', { hasText: '€26.00' }).waitFor();
    await page.getByLabel('Card, on this page').check();
    await page.getByRole('button', { name: 'Settles later' }).click();
    assert.equal(await page.getByLabel('Card number').inputValue(), '4000 0000 0000 0259');
    await page.getByRole('button', { name: 'Pay €26.00' }).click();
    await page.locator('h1', { hasText: 'We are packing it' }).waitFor();
    await words(page, 'Live');
    await words(page, 'payin.completed');
    await words(page, '✓ X-Signature verified');
    // A step that the reader closed stays closed when news comes.
    const call = page.locator('.step', { hasText: 'Make the payment' });
    await call.locator('summary').click();

    await page.getByText('Give money back').click();
    await page.getByLabel('Amount in EUR').fill('6,50');
    await page.getByRole('button', { name: 'Refund' }).click();
    await words(page, '€6.50 · given back');
    await words(page, 'refund.completed');
    assert.equal(await call.locator('details[open]').count(), 0);
    assert.equal(await page.locator('.step.webhook details[open]').count(), 1);
  });
});

test('a user approves a payout on its page, and the outcome appears without reloading', {
  skip: onlyInProof,
}, async (t) => {
  const shop = await openShop(t);
  const path = await nameRecipient(shop);
  await inBrowser({}, async (page) => {
    await page.goto(shop.tollgate.url + path);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.locator('h1', { hasText: 'was paid out to you' }).waitFor();
    await words(page, 'payout.completed');
  });
});

test('no page violates WCAG or scrolls sideways, on a light desktop and a dark small phone', async (t) => {
  const { tollgate, buy } = await openShop(t);
  const paid = await buy(CARD);
  const hybrid = await buy({ way: 'hybrid' });
  const pages = ['/shop', '/shop/checkout?way=card', '/shop/deposit', paid.location, hybrid.location];
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const) {
    await inBrowser({ colorScheme, viewport: { width, height: 800 } }, async (page) => {
      for (const path of pages) {
        await page.goto(tollgate.url + path);
        if (path.includes('/orders/')) await words(page, 'Live');
        const look = colorScheme === 'light' ? axeFaults : axeFaultsInProof;
        assert.deepEqual(await look(page), [], path);
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert(wide <= width, `${path} is ${wide} wide at ${width}`);
      }
    });
  }
});
