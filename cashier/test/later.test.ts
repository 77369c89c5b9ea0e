// Payments that are held now and charged later, and mandates (contract 16): what the button says, what stands above it
// in every language, and what the last page says. In a real browser, against the gallery.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../gateway/src/domain/errors/error-codes.ts';
import { axeFaultsInProof } from '../../gateway/test/browser/axe.ts';
import { onlyInProof } from '../../gateway/test/stage/how-much.ts';
import { galleryPages } from './gallery-pages.ts';
import { STANDING_CLOCK, withTimers } from './standing-clock.ts';

const { opened } = galleryPages();
const PHONE = { viewport: { width: 320, height: 640 } };
/** The page does not go back to the shop by itself. */
const STAYING = { ...PHONE, ...STANDING_CLOCK };

/** Without the marks that isolate a text of the merchant. */
const shownIn = async (page: Page, selector: string) =>
  (await page.locator(selector).allTextContents()).map((text) => text.replaceAll(/\p{Cf}/gu, ''));

const button = async (page: Page) => (await shownIn(page, '.method-form [type=submit]'))[0];

for (const [fixture, sentence, label] of [
  ['choose-held', '€25.00 will be held on your card, and charged when your order ships.', 'Hold €25.00'],
  [
    'choose-held-paypal',
    '€25.00 will be held at PayPal, and charged when your order ships.',
    'Continue to PayPal',
  ],
  [
    'choose-held-klarna',
    'Klarna approves €25.00 now. You pay only after your order has shipped.',
    'Continue to Klarna',
  ],
  [
    'choose-mandate',
    'You allow Harbour Coffee to charge this card regularly for “Monthly coffee box”, up to €30.00 each time, until March 1, 2027.',
    'Pay €25.00',
  ],
  [
    'choose-mandate-bare',
    'You allow Harbour Coffee to charge this card again whenever a payment is due.',
    'Pay €25.00',
  ],
  [
    'choose-mandate-instalments',
    'You allow Harbour Coffee to charge this card in instalments, up to €25.00 each time.',
    'Pay €25.00',
  ],
  [
    'choose-mandate-paypal',
    'You allow Harbour Coffee to charge your PayPal account regularly for “Monthly coffee box”, up to €30.00 each time.',
    'Continue to PayPal',
  ],
  [
    'choose-save-card',
    'You allow Harbour Coffee to charge this card regularly for “Monthly coffee box”, up to €30.00 each time, until March 1, 2027.',
    'Save this card',
  ],
] as const) {
  test(`the button and the sentence above it say what is agreed: ${fixture}`, () =>
    opened(fixture, { ...PHONE, timezoneId: 'UTC' }, async (page) => {
      assert.deepEqual(await shownIn(page, '.terms p'), [sentence]);
      assert.equal(await button(page), label);
    }));
}

test('a payment that is held and asks for a mandate says both', () =>
  opened('choose-held-mandate', PHONE, async (page) => {
    const [held, mandate] = await shownIn(page, '.terms p');
    assert.match(held!, /will be held on your card/);
    assert.match(mandate!, /^You allow Harbour Coffee/);
  }));

test('the words of the merchant keep their direction in a sentence from right to left', () =>
  opened('choose-mandate?lang=ar', PHONE, async (page) => {
    const sentence = (await page.locator('.terms p').allTextContents()).join();
    for (const words of ['Harbour Coffee', 'Monthly coffee box'])
      assert.ok(sentence.includes(`\u2068${words}\u2069`), sentence);
  }));

test('a payment that is charged at once, without a mandate, has no such sentence', () =>
  opened('choose', PHONE, async (page) => {
    assert.deepEqual(await shownIn(page, '.terms p'), []);
    assert.equal(await button(page), 'Pay €25.00');
  }));

test('a debit whose mandate is given here does not say that money is collected once', () =>
  opened('choose-mandate-debit', PHONE, async (page) => {
    const form = (await shownIn(page, '.method-form'))[0]!;
    assert.doesNotMatch(form, /\bonce\b/);
    assert.match(form, /collect payments from your account/);
  }));

/** Right to left, and without blanks between words. */
const USUAL: readonly string[] = ['en', 'ar', 'ja'];

for (const language of LANGUAGES) {
  test(`the sentences have no gaps where the merchant left something out, ${language}`, {
    skip: !USUAL.includes(language) && onlyInProof,
  }, async () => {
    for (const fixture of ['choose-held-mandate', 'choose-mandate-bare', 'choose-mandate-instalments']) {
      await opened(`${fixture}?lang=${language}`, PHONE, async (page) => {
        for (const sentence of await shownIn(page, '.terms p')) {
          assert.doesNotMatch(sentence, / {2}|\{| [.,،。，、]|\.\.|,\.|、。/, sentence);
          assert.match(sentence, /[.。।]$/);
        }
        const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
        assert.ok(wide <= PHONE.viewport.width, `${fixture} is ${wide} pixels wide`);
      });
    }
  });
}

for (const [fixture, title, sentence] of [
  ['end-held', 'Your order is placed', '€25.00 is held and will be charged when your order ships.'],
  [
    'end-held-part',
    'Your order is placed',
    '€10.00 has been charged. €15.00 is still held and will be charged when the rest ships.',
  ],
  ['end-charged-part', 'Payment complete', 'Harbour Coffee charged €10.00. The rest is no longer held.'],
  [
    'end-released',
    'Nothing was charged',
    '€25.00 is no longer held. It can take a few days until your account shows that.',
  ],
  [
    'end-saved',
    'Your payment method is saved',
    'Harbour Coffee can charge it as agreed. Nothing was charged today.',
  ],
] as const) {
  test(`the last page says what became of the money: ${fixture}`, () =>
    opened(fixture, STAYING, async (page) => {
      assert.deepEqual(await shownIn(page, 'main h1'), [title]);
      assert.equal((await shownIn(page, 'main section > p'))[0], sentence);
      assert.deepEqual(await withTimers(page, axeFaultsInProof(page)), []);
    }));
}

test('after a payment was held, or saved, the page goes back to the shop by itself', async () => {
  for (const fixture of ['end-held', 'end-saved']) {
    await opened(fixture, STAYING, async (page) => {
      await page.getByRole('button', { name: 'Stay here' }).waitFor();
    });
  }
  for (const fixture of ['end-held-part', 'end-released']) {
    await opened(fixture, STAYING, async (page) => {
      assert.equal(await page.getByRole('button', { name: 'Stay here' }).count(), 0);
    });
  }
});

test('the receipt of a held payment names the amount, the end of the hold and the card', () =>
  opened('end-held', STAYING, async (page) => {
    const labels = await shownIn(page, '.slip dt');
    assert.deepEqual(labels, ['Held', 'Held until', 'To', 'Held on', 'Date', 'Reference']);
  }));

test('the simulator plays captures of a held payment, and explains their amounts', () =>
  opened('end-held-test', PHONE, async (page) => {
    await page.getByRole('button', { name: 'Simulator' }).click();
    await page.getByRole('heading', { name: 'Captures: the last two digits' }).waitFor();
    const sent = page.waitForRequest((request) => request.url().includes('/simulate'));
    await page.getByRole('button', { name: 'Capture the rest' }).click();
    assert.match((await sent).url(), /\/simulate\?/);
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
  }));

test('before the payment the simulator authorises it, and explains captures and later charges', () =>
  opened('choose-held-mandate', PHONE, async (page) => {
    await page.getByRole('button', { name: 'Simulator' }).click();
    await page.getByRole('heading', { name: 'Captures: the last two digits' }).waitFor();
    await page.getByRole('heading', { name: 'Later charges of these cards' }).waitFor();
    await page.getByRole('button', { name: 'Authorised', exact: true }).click();
    await page.getByRole('heading', { name: 'Your order is placed' }).waitFor();
  }));
