// The screens after the primary button, in a real browser against the fixtures of the gallery: what a shopper copies,
// scans, prints and hands in, the way to the bank and back, and how it ends.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import jsqr from 'jsqr';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PNG as Picture } from 'pngjs';
import { eventually } from '../../gateway/test/stage/harness.ts';
import { onlyInProof } from '../../gateway/test/stage/how-much.ts';
import { galleryPages } from './gallery-pages.ts';

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true } as const;
const DESKTOP = { viewport: { width: 1280, height: 800 } } as const;
/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const MEGABYTE = 1024 * 1024;

const pages = galleryPages();

/** Opens a fixture, and fails on any error the page reports. */
async function open(name: string, options: BrowserContextOptions = DESKTOP): Promise<Page> {
  const page = await pages.take({
    permissions: ['clipboard-read', 'clipboard-write'],
    stays: true,
    ...options,
  });
  page.on('pageerror', (error) => assert.fail(`${name}: ${error.message}`));
  await page.goto(pages.url(name));
  await page.locator('h1').waitFor();
  return page;
}

const heading = (page: Page) => page.locator('h1').textContent();
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
/** The last text that the page said to a screen reader. */
const said = (page: Page, text: string) =>
  page.locator('[role=status]', { hasText: text }).waitFor({ state: 'attached' });
/** The focus follows a new screen after it is drawn. */
const focused = (page: Page, selector: string) =>
  page.locator(`${selector}:focus`).waitFor({ state: 'attached' });
const close = (page: Page) => pages.giveBack(page);

describe('redirects to the bank', () => {
  test('a shopper who opens the page again is not redirected, and finds a button to the bank', {
    skip: onlyInProof,
  }, async () => {
    const page = await open('go-bank');
    const button = page.getByRole('link', { name: 'Continue to Hansetal Bank' });
    assert.equal(await button.getAttribute('href'), 'https://bank.example/approve');
    await page.waitForTimeout(300);
    assert.equal(page.url(), pages.url('go-bank'));
    await close(page);
  });

  test("after a submission the browser opens the bank's page automatically", async () => {
    const page = await open('choose-banks', PHONE);
    await page.route('https://bank.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>The bank</h1>' }),
    );
    const url = 'https://bank.example/approve';
    await page.route('**/submit?*', async (route) => {
      const state = await (await route.fetch()).json();
      await route.fulfill({
        json: {
          ...state,
          screen: { name: 'go', to: 'bank', url, bankName: 'Hansetal Bank', mayLeave: true },
        },
      });
    });
    await page.getByRole('radio', { name: 'Hansetal Bank' }).click();
    await page.getByRole('button', { name: 'Continue to' }).click();
    await page.waitForURL(url);
    await close(page);
  });

  test('a shopper can leave the redirect screen and choose another method', {
    skip: onlyInProof,
  }, async () => {
    const page = await open('go-wallet');
    await page.getByRole('button', { name: 'Choose another way to pay' }).click();
    await eventually(() => page.evaluate('!document.querySelector("h1").textContent.includes("wallet")'));
    await close(page);
  });

  test('the page posts a mandate form with its hidden fields once every visible field is filled in', async () => {
    const page = await open('form');
    let posted = '';
    await page.route('https://bank.example/approve', (route) => {
      posted = route.request().postData()!;
      return route.fulfill({ contentType: 'text/html', body: '<h1>Mandate</h1>' });
    });
    await page.getByRole('button', { name: 'Continue to the mandate' }).click();
    await page.getByText('Fill in this field.').waitFor();
    await focused(page, '[name=city]');
    assert.equal(posted, '');
    await page.getByLabel('City').fill('Köln');
    await page.keyboard.press('Enter');
    await page.getByText('Mandate', { exact: true }).waitFor();
    const form = new URLSearchParams(posted);
    assert.equal(form.get('iban'), 'DE89 •••• 3000');
    assert.equal(form.get('accountHolder'), 'Anna Schmidt');
    assert.equal(form.get('city'), 'Köln');
    await close(page);
  });
});

describe('copying, scanning and printing', () => {
  test('the PIX code is copied completely, and the page says so', async () => {
    const page = await open('qr-pix', PHONE);
    await page.getByRole('button', { name: 'Copy PIX code' }).click();
    await said(page, 'PIX code copied');
    assert.match(await clipboard(page), /^000201.*6304A1B2$/);
    await close(page);
  });

  test("the page copies the receiver's address for a token payment, never the token's contract", async () => {
    const page = await open('qr-ethereum');
    await page.getByRole('button', { name: 'Copy Address' }).click();
    assert.equal(await clipboard(page), '0x5f4c1c0dd1b3e9d0a6a2f0d96e6f3cbe52a9b7c4');
    await page.getByRole('button', { name: 'Copy Exact amount' }).click();
    assert.equal(await clipboard(page), '49.900000');
    await close(page);
  });

  test('a phone has a button that opens the app, a desktop has none', { skip: onlyInProof }, async () => {
    const phone = await open('qr-upi', PHONE);
    const link = phone.getByRole('link', { name: 'Open the app on this phone' });
    assert.match((await link.getAttribute('href'))!, /^upi:\/\/pay\?/);
    await close(phone);
    const desktop = await open('qr-upi');
    assert.equal(await desktop.getByRole('link', { name: 'Open the app' }).count(), 0);
    await close(desktop);
  });

  test('an expired code is removed, and the page says what to do', async () => {
    const page = await open('qr-last-seconds');
    await page.locator('.countdown.soon').waitFor();
    await page.getByRole('alert').getByText('Time is up').waitFor({ timeout: 15_000 });
    assert.equal(await page.locator('img.qr').count(), 0);
    await close(page);
  });

  test('an IBAN is shown in groups and copied without them', { skip: onlyInProof }, async () => {
    const page = await open('transfer-sepa');
    await page.getByRole('button', { name: 'Copy IBAN' }).click();
    assert.equal(await clipboard(page), 'DE79999000012695401959');
    await close(page);
  });

  test('a printed voucher fits one page, shows everything that the counter needs, and has no buttons', async () => {
    const page = await open('voucher-boleto');
    const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g);
    assert.equal(pages?.length, 1);
    await page.emulateMedia({ media: 'print' });
    for (const text of ['Demo Shop', 'R$149.90', '99990']) {
      assert.ok(await page.getByText(text).first().isVisible(), text);
    }
    assert.ok(await page.locator('.barcode').isVisible());
    assert.ok(await page.getByText(/^Pay until \w+ \d+, \d{4}/).isVisible());
    assert.equal(await page.getByRole('button').filter({ visible: true }).count(), 0);
    await close(page);
  });

  test('a printed receipt says that it is paid, what was bought, and whether it is only a test', async () => {
    const page = await open('end-completed-order', PHONE);
    assert.equal((await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1);
    await page.emulateMedia({ media: 'print' });
    for (const text of ['Paid to Demo Shop', 'Payment complete', 'Deck mug', 'Visa •••• 4242', /^Test mode/])
      assert.ok(await page.getByText(text).filter({ visible: true }).first().isVisible(), String(text));
    assert.equal(await page.getByRole('button').filter({ visible: true }).count(), 0);
    assert.equal(await page.getByRole('link').filter({ visible: true }).count(), 0);
    await close(page);
  });

  test('the header says “Paid” only once the whole amount is paid', async () => {
    for (const [name, header] of Object.entries({
      'end-completed': 'Paid to Demo Shop',
      'end-declined': 'Pay Demo Shop',
      'end-completed-payout': 'Payout from Demo Shop',
      'wait-network': 'Pay Demo Shop',
    })) {
      const page = await open(name);
      assert.equal(await page.locator('.what').textContent(), header, name);
      await close(page);
    }
  });

  test('printed transfer details fit one page and include the QR code for a banking app', {
    skip: onlyInProof,
  }, async () => {
    const page = await open('transfer-bank');
    const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g);
    assert.equal(pages?.length, 1);
    await page.emulateMedia({ media: 'print' });
    for (const text of ['Demo Shop', 'Harbour Coffee GmbH', 'RF5306ESFNSTPXXXZ9Q4'])
      assert.ok(await page.getByText(text).first().isVisible(), text);
    assert.ok(await page.getByText(/^Pay until \w+ \d+, \d{4}/).isVisible());
    assert.equal(await page.getByRole('button').filter({ visible: true }).count(), 0);
    const { data, width, height } = Picture.sync.read(await page.screenshot({ fullPage: true }));
    const lines = jsqr.default(new Uint8ClampedArray(data), width, height)?.data.split('\n');
    assert.deepEqual(lines?.slice(0, 4), ['BCD', '002', '1', 'SCT']);
    assert.deepEqual(lines?.slice(5, 7), ['Harbour Coffee GmbH', 'DE89370400440532013000']);
    assert.equal(lines?.at(-1), 'RF5306ESFNSTPXXXZ9Q4');
    await close(page);
  });
});

describe('confirmations after paying', () => {
  test('a receipt is previewed, sent as a file, and shown as being checked', async () => {
    const page = await open('transfer-p2p', PHONE);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'receipt.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('img', { name: 'Preview of the receipt' }).waitFor();
    await said(page, 'receipt.png is added.');
    await page.getByRole('button', { name: 'Send receipt' }).click();
    const request = await sent;
    assert.match(request.url(), /\/confirm\?/);
    assert.match(request.headers()['content-type']!, /^multipart\/form-data; boundary=/);
    await page.getByRole('heading', { name: 'Your confirmation is being checked' }).waitFor();
    await focused(page, 'h1');
    await close(page);
  });

  test('without a receipt nothing is sent, and the page says that the file is missing', {
    skip: onlyInProof,
  }, async () => {
    const page = await open('transfer-p2p');
    await page.getByRole('button', { name: 'Send receipt' }).click();
    await page.getByText('Add the receipt of your transfer first.').waitFor();
    await focused(page, '#receipt-file');
    assert.equal(await heading(page), 'Send the money');
    await close(page);
  });

  test('the page refuses a file of another kind or a file that is too large, and says why', async () => {
    const page = await open('transfer-p2p');
    const input = page.getByLabel('Choose a file');
    await input.setInputFiles({ name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') });
    await page.getByText('This file is not a picture or PDF.').waitFor();
    const large = Buffer.alloc(3.4 * MEGABYTE, '%PDF-');
    await input.setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: large });
    await page.getByText('This file is 3.4 MB; the limit is 2 MB.').waitFor();
    await input.setInputFiles({
      name: 'receipt.pdf',
      mimeType: 'application/pdf',
      buffer: large.subarray(0, MEGABYTE),
    });
    await page.getByText('receipt.pdf', { exact: true }).waitFor();
    assert.equal(await page.locator('.fault').count(), 0);
    await page.getByRole('button', { name: 'Remove' }).click();
    assert.equal(await page.getByText('receipt.pdf', { exact: true }).count(), 0);
    await close(page);
  });

  test('the page shrinks a photo that is too large', async () => {
    const page = await open('transfer-p2p', PHONE);
    await page.getByLabel('Take a photo').waitFor({ state: 'attached' });
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([PNG, Buffer.alloc(3 * MEGABYTE)]),
    });
    await page.getByText('photo.jpg', { exact: true }).waitFor();
    await close(page);
  });

  test('the page sends a UTR of 12 digits without blanks, and refuses any other with the reason', async () => {
    const page = await open('transfer-upi');
    const utr = page.getByLabel('UTR or RRN');
    await utr.fill('12345');
    await utr.blur();
    await page.getByText('The UTR has exactly 12 digits.').waitFor();
    await utr.fill('4321 0987 6543');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Enter');
    const body = (await sent).postData()!;
    assert.match(body, /name="additionalEssentialKey"\r\n\r\n432109876543\r\n/);
    assert.doesNotMatch(body, /name="(essentialKey|document)"/);
    await close(page);
  });

  test('the M-Pesa code is sent in the first field', { skip: onlyInProof }, async () => {
    const page = await open('transfer-m-pesa');
    await page.getByLabel('Code from the message').fill('qjk7h2m4xp');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Send confirmation' }).click();
    assert.match((await sent).postData()!, /name="essentialKey"\r\n\r\nqjk7h2m4xp\r\n/i);
    await close(page);
  });

  test('a refusal of the gateway is shown beside its field, and the typed text stays', async () => {
    const page = await open('transfer-upi');
    await page.route('**/confirm?*', (route) =>
      route.fulfill({
        status: 400,
        json: {
          statusCode: 400,
          message: ['additionalEssentialKey: must be the UTR (RRN), exactly 12 digits'],
          requestId: 'x',
        },
      }),
    );
    await page.getByLabel('UTR or RRN').fill('000000000001');
    await page.getByRole('button', { name: 'Send confirmation' }).click();
    await page.getByText('The UTR has exactly 12 digits.').waitFor();
    assert.equal(await page.getByLabel('UTR or RRN').inputValue(), '000000000001');
    await close(page);
  });

  test('a UTR that confirmed another payment and a mistyped one get different messages', async () => {
    const page = await open('transfer-upi');
    const message = [
      'additionalEssentialKey: this UTR or transaction id has already confirmed another payment',
    ];
    const json = { statusCode: 400, message, errorCode: '3004', requestId: 'x' };
    await page.route('**/confirm?*', (route) => route.fulfill({ status: 400, json }));
    await page.getByLabel('UTR or RRN').fill('412345678901');
    await page.getByRole('button', { name: 'Send confirmation' }).click();
    await page.getByText('This number already belongs to another payment.').waitFor();
    await close(page);
  });
});

describe('the last screen', () => {
  test('the page shows each change at once and focuses the heading', async () => {
    const page = await open('wait-network');
    assert.equal(await heading(page), 'Your payment is on its way');
    pages.push('wait-network', {
      screen: {
        name: 'end',
        outcome: 'completed',
        text: null,
        hold: null,
        charged: null,
        refunded: null,
        refunding: null,
        paidWith: 'PIX',
        completedAt: new Date().toISOString(),
        mail: null,
      },
    });
    await page.getByRole('heading', { name: 'Payment complete' }).waitFor();
    await focused(page, 'h1');
    await page.getByText('PIX', { exact: true }).waitFor();
    await close(page);
  });

  test('a button leads back to the shop; without a return address the page says that it can be closed', async () => {
    const page = await open('end-declined');
    const back = page.getByRole('link', { name: 'Back to Demo Shop' });
    assert.match((await back.getAttribute('href'))!, /^https:\/\/shop\.example\/thanks\?transactionId=/);
    await close(page);
    const other = await open('end-completed-no-shop');
    await other.getByText('You can close this page.').waitFor();
    assert.equal(await other.getByRole('link').count(), 0);
    await close(other);
  });

  test('a button sends the receipt by mail once, and a sentence takes its place and the focus', async () => {
    const page = await open('end-completed-mail?lose=receipt');
    await page.getByRole('button', { name: 'Send receipt by e-mail a•••@example.org' }).click();
    await page.locator('p:focus', { hasText: 'The receipt is on its way to a•••@example.org.' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send receipt' }).count(), 0);
    await close(page);
  });

  test('the texts of a payout never speak of a payment', async () => {
    for (const name of pages
      .fixtures()
      .filter((one) => /^(wait|end|submitting)-.*(payout|approval)$/.test(one))) {
      const page = await open(name);
      const text = await page.locator('main').textContent();
      assert.doesNotMatch(text!, /your payment|this payment|pay again|you have paid/i, name);
      await close(page);
    }
  });

  test('for an unknown outcome the page warns not to pay again', async () => {
    const page = await open('wait-unknown');
    await page.getByText('Do not pay again.').waitFor();
    assert.equal(await page.getByRole('button').count(), 0);
    await close(page);
  });
});
