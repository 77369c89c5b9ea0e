// After a successful payment the page returns to the shop by itself: announced once, counted down, stopped by a button.
// The page's clock stands still, and the test moves it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../gateway/src/domain/errors/error-codes.ts';
import { axeFaultsInProof } from '../../gateway/test/browser/axe.ts';
import { eventually } from '../../gateway/test/stage/harness.ts';
import { isProof, onlyInProof } from '../../gateway/test/stage/how-much.ts';
import { galleryPages } from './gallery-pages.ts';
import { STANDING_CLOCK, withTimers } from './standing-clock.ts';

const pages = galleryPages();
const SHOP = 'https://shop.example';

/** Everything that the live region has said. */
const KEEP_SAID = `
  window.said = [];
  new MutationObserver(() => {
    const text = document.getElementById('said')?.textContent;
    if (text && window.said.at(-1) !== text) window.said.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });`;

const opened = (path: string, use: (page: Page) => Promise<void>) =>
  pages.opened(
    path,
    {
      viewport: { width: 320, height: 640 },
      async prepare(page, context) {
        await context.route(`${SHOP}/**`, (route) =>
          route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Shop</title>The shop' }),
        );
        await STANDING_CLOCK.prepare(page);
        await page.addInitScript(KEEP_SAID);
      },
      shown: STANDING_CLOCK.shown,
    },
    use,
  );

async function pass(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms);
  // The page draws a change by a timer of its own.
  await page.clock.runFor(20);
}

const isAtShop = (page: Page) => page.url().startsWith(SHOP);
const words = (page: Page) => page.locator('.auto-return p');

test('the page counts down five seconds in words, then opens the shop', () =>
  opened('end-completed', async (page) => {
    for (const left of ['5 seconds', '4 seconds', '3 seconds', '2 seconds', '1 second']) {
      assert.equal(await words(page).textContent(), `You return to Demo Shop in ${left}.`);
      assert.ok(!isAtShop(page));
      await pass(page, 1000);
    }
    await page.waitForURL(`${SHOP}/thanks?transactionId=x&merchantReference=order-1042`);
  }));

test('the countdown is visible without scrolling on the smallest phone, and a screen reader announces it once', () =>
  opened('end-completed', async (page) => {
    const { y, height } = (await page.getByRole('button', { name: 'Stay here' }).boundingBox())!;
    assert.ok(y + height <= 640, `ends at ${y + height}`);
    await pass(page, 3000);
    assert.deepEqual(await page.evaluate('window.said'), ['You return to Demo Shop in 5 seconds.']);
    assert.equal(await page.locator('[aria-live] .auto-return, [role=status] .auto-return').count(), 0);
    assert.deepEqual(await withTimers(page, axeFaultsInProof(page)), []);
  }));

test('the button “Stay here” stops the return, also after a reload', () =>
  opened('end-completed', async (page) => {
    await pass(page, 2000);
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.locator('h1:focus').waitFor();
    await pass(page, 20_000);
    assert.equal(await words(page).count(), 0);
    assert.ok(!isAtShop(page));
    await page.reload();
    await STANDING_CLOCK.shown(page);
    await pass(page, 20_000);
    assert.equal(await words(page).count(), 0);
    assert.ok(!isAtShop(page));
    await page.getByRole('link', { name: 'Back to Demo Shop' }).click();
    await page.waitForURL(`${SHOP}/**`);
  }));

test('printing the receipt stops the return', () =>
  opened('end-completed', async (page) => {
    // The countdown has begun.
    await pass(page, 1000);
    await page.evaluate(`window.print = () => dispatchEvent(new Event('beforeprint'))`);
    await page.getByRole('button', { name: 'Print receipt' }).click();
    await pass(page, 20_000);
    assert.equal(await words(page).count(), 0);
    assert.ok(!isAtShop(page));
  }));

test('sending the receipt by mail stops the return', () =>
  opened('end-completed-mail', async (page) => {
    await pass(page, 1000);
    await page.getByRole('button', { name: 'Send receipt' }).click();
    await eventually(async () => {
      await pass(page, 0);
      return (await page.getByText('The receipt is on its way').count()) === 1;
    });
    await pass(page, 20_000);
    assert.equal(await words(page).count(), 0);
    assert.ok(!isAtShop(page));
  }));

test('a shopper who comes back from the shop can see the receipt', { skip: onlyInProof }, () =>
  opened('end-completed', async (page) => {
    await pass(page, 5000);
    await page.waitForURL(`${SHOP}/**`);
    await page.goBack();
    await STANDING_CLOCK.shown(page);
    await pass(page, 20_000);
    assert.equal(await words(page).count(), 0);
    assert.ok(!isAtShop(page));
  }),
);

test('the countdown stops while the page is hidden', { skip: onlyInProof }, () =>
  opened('end-completed', async (page) => {
    const look = (state: string) =>
      page.evaluate(
        `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })`,
      );
    await look('hidden');
    await pass(page, 20_000);
    assert.equal(await words(page).textContent(), 'You return to Demo Shop in 5 seconds.');
    await look('visible');
    await pass(page, 5000);
    await page.waitForURL(`${SHOP}/**`);
  }),
);

test('the automatic return starts only after a success, and only with a return address', async () => {
  // An order whose money is held, or a stored means of payment, is a success too.
  const success = /^end-(completed|held(?!-part)|saved)/;
  const others = pages.fixtures().filter((one) => /^(end|wait)-/.test(one) && !success.test(one));
  assert.ok(others.length > 6, others.join());
  const all = [...others, 'end-completed-no-shop', 'end-completed-yesterday'];
  for (const name of isProof() ? all : ['end-declined', 'wait-network', 'end-completed-no-shop']) {
    assert.ok(all.includes(name), name);
    await opened(name, async (page) => {
      await pass(page, 20_000);
      assert.equal(await words(page).count(), 0, name);
      assert.ok(!isAtShop(page), name);
    });
  }
});

test('the page announces the automatic return in every language', { skip: onlyInProof }, async () => {
  const texts = new Set<string>();
  for (const language of LANGUAGES) {
    await opened(`end-completed?lang=${language}`, async (page) => {
      const text = (await words(page).textContent())!;
      assert.match(text, /Demo Shop/, language);
      assert.match(text, /[5٥५]/, language);
      assert.doesNotMatch(text, /[{}]|end\.return/, language);
      texts.add(text);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, language);
    });
  }
  assert.equal(texts.size, LANGUAGES.length);
});

test("the countdown and the amount use the digits of the shopper's region", async () => {
  for (const [locale, five] of [
    ['ar-EG', '٥'],
    ['ar-AE', '5'],
  ] as const) {
    await opened(`end-completed?lang=${locale}`, async (page) => {
      assert.ok((await page.locator('.amount').textContent())!.includes(five), locale);
      assert.ok((await words(page).textContent())!.includes(five), locale);
    });
  }
});
