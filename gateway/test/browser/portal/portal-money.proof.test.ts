// Overview and money in a browser: a new payment appears, a day's report is the same on the screen and in its files,
// and the balance shows a refund.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright-core';
import { openPortalStage, type PortalStage } from '../../http/portal/portal-stage.ts';
import { aCardPayin, eventually } from '../../stage/harness.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP } from '../stage.ts';
import { settled, type Visit, violations, visitPortal } from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;
let visit: Visit;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  const brand = { timeZone: 'Asia/Kathmandu', risk: 'off' };
  [stage, browser] = await Promise.all([openPortalStage(t, { brand }), launchChromium()]);
  ends.unshift(() => browser.close());
  for (const [amount, merchantReference] of [
    [25, '00123'],
    [17.5, 'order-2'],
  ]) {
    const body = aCardPayin({
      amount,
      merchantReference,
      userId: 'ada',
      customer: { email: 'ada@example.com' },
    });
    const paid = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
    assert.equal(paid.body.result.status, 'COMPLETED', paid.text);
  }
  visit = await visitPortal(browser, stage, 'finance-maker', { ...DESKTOP, locale: 'en-GB' });
});

after(async () => {
  for (const end of ends) await end();
});

const path = (rest: string) => `/b/${stage.brand.brandId}${rest}`;

async function assertClean(page: Page, what: string): Promise<void> {
  assert.deepEqual(await violations(page), [], what);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await violations(page, 'color-contrast'), [], `${what}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
  assert.deepEqual(visit.faults, [], what);
}

test('the overview shows a payment that was just made', async () => {
  const { page, open } = visit;
  await open(path('/overview'));
  await page.getByText('€42.50').first().waitFor();
  const text = (await page.locator('main').textContent()) ?? '';
  assert.match(text, /100%/);
  assert.match(text, /Asia\/Kathmandu/);
  await assertClean(page, 'overview');
  // A bar links to the payments that it counts.
  await page.getByRole('region', { name: 'By method' }).getByRole('link', { name: 'Card' }).click();
  await page.waitForURL(/transactions\?.*option=/);
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('link');
  await rows.nth(1).waitFor();
  assert.equal(await rows.count(), 2);
});

test('a month shows the same sums on the screen and in its file', async () => {
  const { page, open } = visit;
  await open(path('/money/reports'));
  await assertClean(page, 'reports');
  await page.getByRole('table', { name: 'Months' }).getByRole('link').first().click();
  const sums = page.getByRole('table', { name: 'Sums of the month' });
  await sums.getByText('+€42.50').waitFor();
  await settled(page);
  await assertClean(page, 'month');
  await page.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV, sums of the month', exact: true }).click(),
  ]);
  const [, eur] = parse(readFileSync(await file.path()), { bom: true }) as string[][];
  assert.deepEqual(eur!.slice(1, 9), ['EUR', '0.00', '42.50', '0.00', '0.00', '0.00', '0.00', '42.50']);
});

test('a day’s report is the same on the screen, in CSV and in XLSX', async () => {
  const { page } = visit;
  await page.getByRole('table', { name: 'Days of the month' }).getByRole('link').first().click();
  await page.getByRole('table', { name: 'Balance activity in EUR' }).getByText('Closing balance').waitFor();
  await settled(page);
  const shown = await page
    .getByRole('table', { name: 'Balance activity in EUR' })
    .locator('tbody tr')
    .evaluateAll(
      (rows) =>
        // biome-ignore-start lint/suspicious/noExplicitAny: runs in the page
        rows.map((row: any) =>
          [...row.cells].map((cell: any) => cell.textContent.replaceAll(/[^\w. -]/g, '').replace(' EUR', '')),
        ),
      // biome-ignore-end lint/suspicious/noExplicitAny: runs in the page
    );
  async function download(label: string): Promise<Buffer> {
    await page.getByRole('button', { name: 'Download' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: label, exact: true }).click(),
    ]);
    return readFileSync(await file.path());
  }
  const csv = parse(await download('CSV, balance activity'), { bom: true }) as string[][];
  assert.deepEqual(
    csv.slice(1).map((row) => row.slice(2)),
    shown,
  );
  assert.deepEqual(shown.at(-1), ['Closing balance', '', '42.50', '0.00']);
  const sheets = unzipSync(await download('XLSX, all parts'));
  assert.match(strFromU8(sheets['xl/worksheets/sheet2.xml']!), /Closing balance.*<v>42\.50<\/v>/);
  assert.match(strFromU8(sheets['xl/worksheets/sheet1.xml']!), />00123</);
  await assertClean(page, 'report');
});

test('a refund lowers the balance and appears in the list of refunds', async () => {
  const { page, open } = visit;
  const body = { merchantReference: 'order-2', amount: 7.5, reason: 'RETURN' };
  const made = await stage.call('POST', '/refund/by-reference', { apiKey: stage.brand.apiKey, body });
  assert.equal(made.body.statusCode, '000', made.text);
  await open(path('/money'));
  await page.getByRole('button', { name: /EUR available €35\.00/ }).waitFor();
  await page.getByRole('table', { name: 'Statement' }).getByText('Refund reserved').waitFor();
  await assertClean(page, 'balances');
  await open(path('/money/refunds'));
  await page.getByRole('table', { name: 'Refunds' }).getByText('€7.50').waitFor();
  // The payment's page names the actor of what happened at the provider's side.
  await page.getByRole('table', { name: 'Refunds' }).getByRole('link', { name: 'order-2' }).click();
  const story = page.getByRole('region', { name: 'Timeline' });
  await eventually(async () => {
    await page.reload();
    await story.waitFor();
    return /Refund of €7\.50 completed/.test((await story.textContent())!);
  });
  assert.match((await story.textContent())!, /Sandbox \(the provider\)/);
  await open(path('/money/refunds'));
  await assertClean(page, 'refunds');
  // In a single choice the last selection counts.
  await page.getByRole('button', { name: 'Status', exact: true }).click();
  for (const status of ['Failed', 'Refunded']) await page.getByRole('checkbox', { name: status }).check();
  await page.waitForURL(/refunds\?status=COMPLETED$/);
  await open(path('/money/customers'));
  await page.getByText('a***@example.com').waitFor();
  await assertClean(page, 'customers');
});

test("a dispute appears with its deadline and withheld amount in the list and on its payment's page", async () => {
  const { page, open } = visit;
  await open(path('/money/disputes'));
  await page.getByText('No open disputes').waitFor();
  const { apiKey } = stage.brand;
  const [payment] = (await stage.call('GET', '/payments?merchantReference=00123&country=DE', { apiKey }))
    .body;
  const disputed = await stage.call('POST', `/sandbox/transactions/${payment.transactionId}/dispute`, {
    apiKey,
    body: { status: 'OPEN', reason: 'fraudulent', deadline: '2099-04-01T12:00:00.000Z' },
  });
  assert.equal(disputed.status, 200, disputed.text);
  await page.reload();
  const row = page.getByRole('table', { name: 'Disputes' }).locator('tbody tr');
  await row.getByText('fraudulent').waitFor();
  const text = (await row.textContent()) ?? '';
  assert.equal(text.match(/€25\.00/g)?.length, 2, text);
  assert.match(text, /1 Apr 2099/);
  await assertClean(page, 'disputes');
  await open(path('/overview'));
  await page.getByText('One dispute can be answered').click();
  await row.getByRole('link', { name: '00123' }).click();
  const story = page.getByRole('region', { name: 'Timeline' });
  await story.getByText(/Chargeback opened: /).waitFor();
  await page.getByText(/and the payer disputes €25\.00: fraudulent\./).waitFor();
  await page
    .getByRole('region', { name: 'Dispute', exact: true })
    .getByText('Taken out of the balance')
    .waitFor();
  await assertClean(page, 'a disputed payment');
  await open(path('/money/disputes?state=over'));
  await page.getByText('No closed disputes').waitFor();
  // A second dispute takes more than there is.
  const [other] = (await stage.call('GET', '/payments?merchantReference=order-2&country=DE', { apiKey }))
    .body;
  const path2 = `/sandbox/transactions/${other.transactionId}/dispute`;
  await stage.call('POST', path2, { apiKey, body: { status: 'LOST' } });
  await open(path('/overview'));
  await page.getByText('-€7.50').first().waitFor();
  await page.getByText('Below zero: nothing can be paid out or refunded').waitFor();
  await assertClean(page, 'a balance below zero');
});
