// The month's last day of finance, in a real browser: a maker drops Adyen's report, an approver decides its two odd
// lines and the payout at the bank, and the payment and the overview say what it cost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { unzipSync } from 'fflate';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildPortal } from '../../../../portal/build.ts';
import { verifyMonthEnd } from '../../../src/actions/month-end/verify-month-end.ts';
import type { UserRole } from '../../../src/domain/access/user-role.ts';
import type { Manifest } from '../../../src/domain/month-end/manifest.ts';
import { statement } from '../../http/bank/messages.ts';
import { HOLDER, IBAN } from '../../http/bank/stage.ts';
import { openPortalStage, PASSWORD, type PortalStage } from '../../http/portal/portal-stage.ts';
import { takeEvents } from '../../providers/adyen/stand-in/notifier.ts';
import { rowsOfPayments, writeReport } from '../../providers/adyen/stand-in/settlement-report.ts';
import {
  AdyenStandIn,
  API_KEY,
  HMAC_KEY,
  MERCHANT_ACCOUNT,
} from '../../providers/adyen/stand-in/stand-in.ts';
import { aCardPayin } from '../../stage/harness.ts';
import { launchChromium } from '../chromium.ts';
import { factOf, settled, shot, violations, visitPortal } from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let standIn: AdyenStandIn;
let browser: Browser;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  await buildPortal();
  [stage, standIn, browser] = await Promise.all([
    openPortalStage(t, { brand: { name: 'Demo Shop', risk: 'off' } }),
    AdyenStandIn.open(),
    launchChromium(),
  ]);
  ends.unshift(
    () => browser.close(),
    () => standIn.close(),
  );
  const connect = async (provider: string, body: object) => {
    const path = `/operator/brands/${stage.brand.brandId}/providers/${provider}`;
    const answer = await stage.operator('PUT', path, { environment: 'test', ...body });
    assert.equal(answer.status, 200, answer.text);
  };
  await connect('bank', { credentials: { iban: IBAN, holder: HOLDER } });
  const credentials = { apiKey: API_KEY, merchantAccount: MERCHANT_ACCOUNT, hmacKeys: [HMAC_KEY] };
  await connect('adyen', { endpoint: standIn.url, credentials });
});

after(async () => {
  for (const end of ends) await end();
});

async function pay(merchantReference: string, amount: number): Promise<string> {
  const body = aCardPayin({ merchantReference, amount });
  const answer = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result.transactionId;
}

/** The browser's messages about a refused file, and about a page without a session. */
const REFUSED = /the server responded with a status of (400|401)/;

async function visit(
  role: UserRole | null,
  path: string,
  play: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const size = { viewport: { width: 1280, height: 1000 }, locale: 'en-GB', ...options };
  const person = await visitPortal(browser, stage, role, size);
  try {
    await person.open(`/b/${stage.brand.brandId}${path}`);
    await play(person.page);
    assert.deepEqual(
      person.faults.filter((fault) => !REFUSED.test(fault)),
      [],
    );
  } finally {
    await person.close();
  }
}

/** As a person drops a file from the desktop. */
async function drop(page: Page, place: string, name: string, content: string): Promise<void> {
  const files = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
    return transfer;
  })()`);
  const region = page.getByRole('region', { name: place });
  for (const event of ['dragenter', 'dragover', 'drop'])
    await region.dispatchEvent(event, { dataTransfer: files });
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const isWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

test('finance imports a report, decides what does not fit, and sees the payout at the bank', async () => {
  const first = await pay('order-1001', 25);
  await pay('order-1002', 40);
  await pay('order-1003', 55);
  takeEvents(standIn.books);
  const rows = rowsOfPayments(standIn.books.payments, '7').map((row) => {
    if (row['Gross Credit (GC)'] === '40.00')
      return { ...row, 'Gross Credit (GC)': '38.00', 'Net Credit (NC)': '37.75' };
    if (row['Gross Credit (GC)'] === '55.00') return { ...row, 'Merchant Reference': 'order-1003' };
    return row.Type === 'MerchantPayout' ? { ...row, 'Net Debit (NC)': '117.25' } : row;
  });

  await visit('finance-maker', '/money/settlements', async (page) => {
    await page.getByText('No settlements yet').waitFor();
    await shot(page, 'empty');
    await drop(page, 'Drop a report of Adyen', 'invoice.csv', 'a,b\n1,2\n');
    await page.getByText('invoice.csv was not imported').waitFor();
    await drop(page, 'Drop a report of Adyen', 'batch_7.csv', writeReport(rows));
    await page
      .getByText('3 lines of one settlement: 1 matched, 1 without a payment, 1 in conflict')
      .waitFor();
    await page.getByText('2 lines to decide; not at the bank yet').waitFor();
    assert.deepEqual(await violations(page), []);
    await shot(page, 'list');
    await page.getByRole('link', { name: 'Open the settlement' }).click();
    await page.getByText('An owner or an approver decides').waitFor();
    assert.equal(await button(page, 'Dismiss').count(), 0, 'a maker does not decide');
  });

  await visit('finance-approver', '/overview', async (page) => {
    await page.getByText('One settlement needs a decision').waitFor();
    await page.goto(`${stage.url}/portal/b/${stage.brand.brandId}/money/settlements`);
    await page.getByRole('table', { name: 'Settlements' }).getByRole('link').first().click();
    const odd = page.getByRole('list', { name: 'Lines to decide' });
    await odd.getByText('order-1002').first().waitFor();
    await odd.getByText('It is about €38.00, and we know of €40.00').waitFor();
    const sum = await page.getByRole('table').first().textContent();
    assert.match(sum ?? '', /^Charges€118\.00.*Fees-€0\.75.*Paid out€117\.25$/);
    assert.deepEqual(await violations(page), []);
    await shot(page, 'settlement');
    await button(page, 'Assign to order-1003').click();
    await page.getByLabel('Reason').fill('Adyen names the payment');
    await button(page, 'Assign line').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: '1 line to decide' }).waitFor();
    await button(page, 'Assign to another payment').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Payment', { exact: true }).fill('order-1002');
    await dialog.getByRole('button', { name: /order-1002/ }).click();
    await dialog.getByLabel('Reason').fill('Adyen agreed to 38 euro');
    await shot(page, 'assign');
    await button(page, 'Assign line').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('Assigned: Adyen agreed to 38 euro').waitFor();
    assert.equal(await page.getByRole('list', { name: 'Lines to decide' }).count(), 0);
  });

  await visit('owner', '/money/bank', async (page) => {
    const credit = { amount: '117.25', details: [{ text: 'Payout', party: { name: 'Adyen N.V.' } }] };
    await drop(page, 'Drop a statement', 'statement.xml', statement([credit]));
    const entries = page.getByRole('table', { name: 'Entries that need a decision' });
    await entries.getByRole('button').first().click();
    await page.getByRole('heading', { name: 'Payouts of the same amount' }).waitFor();
    await shot(page, 'entry');
    await button(page, 'Assign').first().click();
    await page.getByLabel('Reason').fill('the only payout of this amount');
    await button(page, 'Assign entry').click();
    await page.getByText('Nothing to decide').waitFor();
    assert.deepEqual(await violations(page), []);
  });

  await visit(
    'read-only',
    `/transactions/${first}`,
    async (page) => {
      await page.getByRole('heading', { name: 'Provider payout' }).waitFor();
      assert.equal(await factOf(page, 'Fee'), '€0.25');
      await shot(page, 'payment');
      await page.getByRole('link', { name: /^Adyen 7$/ }).click();
      await page.getByText('Adyen paid out €117.25, and your bank has it').waitFor();
      await settled(page);
      assert.deepEqual(await violations(page), []);
      await shot(page, 'paid-dark');
      await page.evaluate('window.print = () => { document.documentElement.dataset.printed = "true"; }');
      await button(page, 'Print').click();
      await page.locator('html[data-printed]').waitFor({ state: 'attached' });
      // On paper: whose settlement it is, its sums and lines, black on white, and nothing to press.
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.getByText(/^Settlement 7 of Adyen, paid on /).waitFor();
      await page.getByText(/^Period of its lines: /).waitFor();
      await page.getByRole('table', { name: 'Lines' }).getByText('order-1002').waitFor();
      for (const one of ['[data-shell]', 'main button:not([class*=copy])', 'nav'])
        assert.equal(await page.locator(one).filter({ visible: true }).count(), 0, one);
      assert.equal(await page.evaluate('getComputedStyle(document.body).color'), 'rgb(0, 0, 0)');
      await page.setViewportSize({ width: 688, height: 1000 });
      await shot(page, 'paper');
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await page.setViewportSize({ width: 390, height: 844 });
      assert.equal(await isWide(page), false);
      await shot(page, 'paid-phone-dark');
      await page.getByRole('link', { name: /^Booked on/ }).click();
      await page.getByText('This is a payout of Adyen').waitFor();
      assert.equal(await isWide(page), false);
    },
    { colorScheme: 'dark' },
  );

  await visit('finance-maker', '/overview', async (page) => {
    await page.getByText('All 3 payments are settled.').waitFor();
    await shot(page, 'overview');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${stage.url}/portal/b/${stage.brand.brandId}/money/settlements`);
    await settled(page);
    assert.equal(await isWide(page), false);
    await shot(page, 'list-phone');
    await page.goto(`${stage.url}/portal/b/${stage.brand.brandId}/money/bank?entries=applied`);
    await page.getByRole('link', { name: 'Payout of Adyen' }).waitFor();
    await shot(page, 'applied-phone');
  });
});

test('the month closes with its settlement, and the archive proves itself', async () => {
  const now = stage.now();
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 10);
  stage.advance(nextMonth - now.getTime());
  const nameOf = (at: Date) =>
    at.toLocaleString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const month = nameOf(now);
  // A month later the sessions of before are over.
  await visit(
    null,
    '/money/month-end',
    async (page) => {
      await page.getByLabel('E-mail').fill(stage.emailOf('finance-maker'));
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await button(page, 'Sign in').click();
      await button(page, `Close ${month}`).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Close ${month}` })
        .click();
      await page.getByText(`${nameOf(new Date(nextMonth))} is next.`).waitFor();
      await page.keyboard.press('Escape');
      await shot(page, 'closed');
      const begun = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).first().click();
      const archive = new Uint8Array(readFileSync(await (await begun).path()));
      assert.deepEqual((await verifyMonthEnd(archive)).faults, []);
      const manifest = JSON.parse(new TextDecoder().decode(unzipSync(archive)['manifest.json'])) as Manifest;
      assert.deepEqual(
        manifest.settled!.settlements.map(({ reference, paidOut, bankEntry }) => [
          reference,
          paidOut,
          bankEntry !== null,
        ]),
        [['7', '11725', true]],
      );
    },
    { acceptDownloads: true },
  );
});
