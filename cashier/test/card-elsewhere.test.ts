// A card that is entered on the page of its provider: what the choice shows, what is sent, where the shopper goes, and
// what the strip of the test environment says about a real provider. In a real browser, against the gallery.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Submission } from '../../gateway/src/http/cashier/state/state.ts';
import { onlyInProof } from '../../gateway/test/stage/how-much.ts';
import { galleryPages } from './gallery-pages.ts';

const { opened } = galleryPages();
const GERMAN = { locale: 'de-DE', timezoneId: 'Europe/Berlin', viewport: { width: 390, height: 844 } };

const SMALL = { width: 320, height: 640 };
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the page says that the card is entered on the next page, and its button leads there', async () => {
  for (const fixture of ['choose-card-elsewhere', 'choose-card-elsewhere-alone']) {
    await opened(fixture, {}, async (page) => {
      await page.getByText('You enter your card on the next page.').waitFor();
      await button(page, 'Continue to card entry').waitFor();
      assert.equal(await page.locator('.method-form input:not([type=radio])').count(), 0);
      assert.equal(await page.locator('.saved-cards').count(), 0);
    });
  }
});

test('beside the card stands the mark of the wallet that this device has, and of no other', async () => {
  const safari = {
    prepare: async (page: Page) => {
      await page.addInitScript('window.ApplePaySession = class {}');
    },
  };
  for (const [given, mark, name] of [
    [{}, 'google-pay', 'Google Pay'],
    [safari, 'apple-pay', 'Apple Pay'],
  ] as const) {
    await opened('choose-card-elsewhere-wallets', { ...given, viewport: SMALL }, async (page) => {
      await page.getByText(`You enter your card on the next page, or pay there with ${name}.`).waitFor();
      const marks = page.locator('.method.open > .row .scheme');
      assert.equal(await marks.count(), 4);
      assert.match((await marks.last().getAttribute('src'))!, new RegExp(`/${mark}\\.svg$`));
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), SMALL.width);
    });
  }
});

test('the page shows card fields, and no hint at another page, if the card is entered in the cashier', {
  skip: onlyInProof,
}, async () => {
  await opened('choose', {}, async (page) => {
    await page.locator('input[name=cardNumber]').waitFor();
    assert.equal(await page.getByText('You enter your card on the next page.').count(), 0);
    await page.getByRole('button', { name: /^Pay / }).waitFor();
  });
});

test('a submission for card entry at the provider contains browser data and no card data', async () => {
  // The body is a Blob, which the browser's protocol does not show.
  const prepare = async (page: Page) => {
    await page.addInitScript(`{
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function (body) {
        window.sent = body.text();
        return send.call(this, body);
      };
    }`);
  };
  await opened('choose-card-elsewhere-alone', { ...GERMAN, prepare }, async (page) => {
    await button(page, 'Continue to card entry').click();
    const sent = await page.evaluate<string>('window.sent');
    const { paymentData, browser } = JSON.parse(sent) as Submission;
    assert.deepEqual(paymentData, {});
    const { userAgent, colorDepth, timeZoneOffset, ...rest } = browser!;
    assert.match(userAgent, /Chrome/);
    assert.ok(colorDepth >= 1);
    assert.ok([-60, -120].includes(timeZoneOffset), String(timeZoneOffset));
    assert.deepEqual(rest, {
      language: 'de-DE',
      screenHeight: 844,
      screenWidth: 390,
      javaEnabled: false,
    });
  });
});

test('the link to the card entry names the provider if the cashier knows the name', {
  skip: onlyInProof,
}, async () => {
  for (const [fixture, name] of [
    ['go-card-entry', 'Continue to Stripe'],
    ['go-card-entry-unnamed', 'Continue to card entry'],
  ] as const) {
    await opened(fixture, {}, async (page) => {
      await page.getByRole('heading', { name: 'Enter your card on the next page' }).waitFor();
      const link = page.getByRole('link', { name, exact: true });
      assert.match((await link.getAttribute('href'))!, /^https:/);
      await page.getByText('the company that takes the payment for Demo Shop').waitFor();
    });
  }
});

test('the test strip says that the payment goes to the provider, and offers no simulator', async () => {
  await opened('go-card-entry-test', {}, async (page) => {
    await page.getByText('this payment goes to the provider').waitFor();
    assert.equal(await button(page, 'Simulator').count(), 0);
    assert.equal(await page.getByText('no money moves').count(), 0);
  });
});

test('the simulator offers test cards only if the page has card fields', { skip: onlyInProof }, async () => {
  for (const [fixture, count] of [
    ['choose-card-elsewhere', 0],
    ['choose-test', 1],
  ] as const) {
    await opened(fixture, {}, async (page) => {
      await button(page, 'Simulator').click();
      await page.getByRole('heading', { name: 'End it now' }).waitFor();
      assert.equal(await page.getByRole('heading', { name: 'Fill in a test card' }).count(), count);
    });
  }
});

test("the page shows a provider's expiry that is a day away as a time, not as a countdown", async () => {
  await opened('go-card-entry-test', {}, async (page) => {
    assert.match((await page.locator('.countdown').textContent())!, /^Until \d/);
  });
});
