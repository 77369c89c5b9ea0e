// A support agent's and an approver's work with transactions, in a browser: search, receipts, decisions on unknown
// outcomes; filters that survive a reload and can be shared; screen and file agree in a zone that is not UTC. The first
// refund is in portal-access.test.ts.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { openPortalStage, type PortalStage } from '../../http/portal/portal-stage.ts';
import { aCardPayin, eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP, PHONE } from '../stage.ts';
import { factOf, settled, violations, visitPortal } from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;
const ZONE = 'Asia/Kolkata';
const LOOK = { ...DESKTOP, locale: 'en-GB', timezoneId: 'America/New_York' };

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  const brand = { name: 'Demo Shop', timeZone: ZONE, automaticApproval: true };
  [stage, browser] = await Promise.all([
    openPortalStage(t, { brand, env: { SANDBOX_DELAY_MS: '600000' } }),
    launchChromium(),
  ]);
  ends.unshift(() => browser.close());
  await pay({
    amount: 25,
    customer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Ember' },
    userId: 'ada',
  });
  await pay({ amount: 40, merchantReference: '0012345' }, { cardNumber: '5555555555554444' });
  await pay({ amount: 12.5 }, { cardNumber: '4000000000009995' });
});

after(async () => {
  for (const end of ends) await end();
});

async function pay(fields: Record<string, unknown>, card = {}): Promise<string> {
  const body = aCardPayin(fields, card);
  const answer = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result.transactionId;
}

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const list = (query = '') => `/b/${stage.brand.brandId}/transactions${query}`;

test('a list keeps its scroll position, and the palette finds payments by customer, card or reference', {
  skip: onlyInProof,
}, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'owner', {
    ...LOOK,
    viewport: { width: 1_000, height: 260 },
  });
  t.after(close);
  await open(list('?type=PAYIN'));
  const place = () => page.evaluate<number>('Math.round(window.scrollY)');
  // The page notices the new position by the scroll event, which comes with the next frame.
  await page.evaluate(
    'new Promise((told) => { addEventListener("scroll", () => told(), { once: true }); scrollTo(0, 150); })',
  );
  const link = page.getByRole('table', { name: 'Transactions' }).getByRole('link').nth(1);
  // The focus may move the page.
  await link.focus();
  const left = await place();
  assert.ok(left > 0);
  await link.press('Enter');
  await page.getByRole('heading', { level: 1, name: '€' }).waitFor();
  await page.locator('main').getByRole('link', { name: 'Transactions' }).click();
  await page.waitForURL(/transactions\?type=PAYIN/);
  await eventually(async () => (await place()) === left);
  const hasFocus = () => link.evaluate((row: { matches(state: string): boolean }) => row.matches(':focus'));
  await eventually(hasFocus);

  for (const [typed, amount] of [
    ['ada@example.com', '€25.00'],
    ['9995', '€12.50'],
    ['0012345', '€40.00'],
    ['00123', '€40.00'],
    ['ada ember', '€25.00'],
    ['ember 4242', '€25.00'],
    ['12345 4444', '€40.00'],
  ]) {
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Name, reference').fill(typed!);
    await page.getByRole('dialog').getByText(amount!).first().click();
    await page.getByRole('heading', { level: 1, name: amount! }).waitFor();
  }
  assert.deepEqual(faults, []);
});

test('on a phone each row of the list is a card that opens wherever the user touches it', {
  skip: onlyInProof,
}, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', { ...LOOK, ...PHONE });
  t.after(close);
  await open(list('?q=ada%40example.com'));
  const card = page.getByRole('table', { name: 'Transactions' }).getByRole('row').last();
  const label = await page.evaluate<string>(
    `getComputedStyle(document.querySelector('td[data-label=Customer]'), '::before').content`,
  );
  assert.equal(label, '"Customer"');
  const { width, height } = (await card.boundingBox())!;
  assert.ok(width <= PHONE.viewport.width && height > 80, `${width} × ${height}`);
  await card.tap({ position: { x: 20, y: height - 8 } });
  await page.getByText(/was paid with the card/).waitFor();
  assert.deepEqual(faults, []);
});

test("a support user hands in a shopper's receipt", { skip: onlyInProof }, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', LOOK);
  t.after(close);
  const bank = optionsOf('PAYIN').find(({ type }) => type === 'P2P')!.suboptions[0]!;
  const answer = await stage.call('POST', '/v3/payment', {
    apiKey: stage.brand.apiKey,
    body: {
      paymentOptionId: bank.id,
      currency: 'TRY',
      amount: 100,
      country: 'TR',
      merchantReference: 'receipt-1',
    },
  });
  await open(`/b/${stage.brand.brandId}/transactions/${answer.body.result.transactionId}`);
  await page
    .getByRole('button', { name: /confirm/i })
    .first()
    .click();
  const form = page.getByRole('dialog');
  const receipt = { name: 'receipt.png', mimeType: 'image/png' };
  const chosen = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Receipt', exact: true }).click();
  await (await chosen).setFiles({ ...receipt, buffer: Buffer.from('not a picture') });
  await form.getByRole('button', { name: 'Hand in' }).click();
  await form.getByRole('alert').waitFor();
  const again = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Receipt', exact: true }).click();
  await (await again).setFiles({ ...receipt, buffer: PNG });
  await form.getByRole('button', { name: 'Hand in' }).click();
  await form.waitFor({ state: 'detached' });
  const story = page.getByRole('region', { name: 'Timeline' });
  await story.getByText('Confirmation handed in').waitFor();
  assert.match((await story.textContent())!, /support/);
  assert.deepEqual(
    faults.filter((one) => !/status of 400/.test(one)),
    [],
  );
});

test("filters stay in the address, and screen and CSV show the same times in the brand's time zone", async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', {
    ...LOOK,
    acceptDownloads: true,
  });
  t.after(close);
  await open(list());
  await page.getByRole('button', { name: 'Status' }).click();
  await page.getByRole('checkbox', { name: 'Completed' }).check();
  await page.keyboard.press('Escape');
  await page.waitForURL(/status=COMPLETED/);
  await settled(page);
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr');
  const shownBefore = await rows.count();
  assert.equal(shownBefore, 2);
  await page.reload();
  await settled(page);
  assert.equal(await rows.count(), shownBefore);
  const times = await rows.locator('time').evaluateAll((all) =>
    // biome-ignore lint/suspicious/noExplicitAny: runs in the page
    all.map((one: any) => [one.getAttribute('datetime') as string, one.getAttribute('title') as string]),
  );
  const colleague = await visitPortal(browser, stage, 'read-only', LOOK);
  t.after(colleague.close);
  await colleague.open(page.url().split('/portal')[1]!);
  const theirs = colleague.page.getByRole('table', { name: 'Transactions' }).locator('tbody tr');
  assert.equal(await theirs.count(), shownBefore);

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  // The first of the two CSV entries exports the visible columns.
  await page.getByRole('menuitem', { name: 'CSV' }).first().click();
  const file = await download;
  assert.match(file.suggestedFilename(), /^transactions-demo-shop-.*-asia-kolkata\.csv$/);
  const [head, ...lines] = (await readFile((await file.path())!, 'utf8')).trim().split('\r\n');
  const columns =
    'Direction,Amount,In,Out,Currency,Status,Method,Customer,Merchant reference,Created (Asia/Kolkata)';
  assert.equal(head, columns);
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' });
  assert.deepEqual(
    lines.map((line) => line.split(',').at(-1)),
    times.map(([at]) => clock.format(new Date(at!))),
  );
  // The screen shows the same moment in the same zone.
  for (const [at, title] of times) {
    const minute = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, timeStyle: 'short' }).format(
      new Date(at!),
    );
    assert.ok(title!.includes(minute), `${title} says ${minute}`);
  }
  assert.deepEqual([...faults, ...colleague.faults], []);
});

test('a user saves a filtered list as a view, and a colleague opens the same list', {
  skip: onlyInProof,
}, async (t) => {
  const support = await visitPortal(browser, stage, 'support', LOOK);
  t.after(support.close);
  await support.open(list('?currency=EUR&status=DECLINED'));
  await support.page.getByRole('button', { name: 'Views' }).click();
  await support.page.getByRole('menuitem', { name: 'Save this list as a view' }).click();
  const dialog = support.page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Declined in euros');
  await dialog.getByLabel('Share with colleagues').check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await support.page.getByText('“Declined in euros” saved').waitFor();

  const reader = await visitPortal(browser, stage, 'read-only', LOOK);
  t.after(reader.close);
  await reader.open(list());
  await reader.page.getByRole('button', { name: 'Views' }).click();
  await reader.page.getByRole('menuitem', { name: /^Declined in euros \(/ }).click();
  await reader.page.waitForURL(
    (url) => url.searchParams.get('currency') === 'EUR' && url.searchParams.get('status') === 'DECLINED',
  );
  await reader.page.reload();
  await settled(reader.page);
  const rows = reader.page.getByRole('table', { name: 'Transactions' }).locator('tbody tr');
  assert.equal(await rows.count(), 1);
  assert.match((await rows.textContent())!, /€12\.50/);
  assert.deepEqual([...support.faults, ...reader.faults], []);
});

/** In the page: an export whose pieces come when the test says so. */
const BY_HAND = `
  const real = window.fetch;
  window.fetch = (address, options) => {
    if (!String(address).includes('/transactions/export')) return real(address, options);
    const body = new ReadableStream({ start: (stream) => { window.piece = (rows, text) => {
      const bytes = new TextEncoder().encode(text);
      const head = new Uint8Array(8);
      new DataView(head.buffer).setUint32(0, bytes.length);
      new DataView(head.buffer).setUint32(4, rows);
      // Cut where it hurts most.
      for (const part of [head.slice(0, 3), head.slice(3), bytes]) if (part.length > 0) stream.enqueue(part);
    }; window.finish = () => stream.close(); } });
    const headers = { 'x-expected-rows': '8', 'content-disposition': 'attachment; filename="some.csv"' };
    return Promise.resolve(new Response(body, { headers }));
  };`;

test('an export shows its progress, and an interrupted export gives no file', {
  skip: onlyInProof,
}, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', LOOK);
  t.after(close);
  await page.addInitScript(BY_HAND);
  await open(`/b/${stage.brand.brandId}/transactions`);
  const begin = async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).last().click();
    await page.getByRole('status').getByText('Exporting').waitFor();
  };
  await begin();
  await page.evaluate(`window.piece(2, 'ab')`);
  await page.getByText('Exporting, 25 %').waitFor();
  const bar = page.getByRole('progressbar', { name: 'Exporting, 25 %' });
  assert.equal(await bar.getAttribute('aria-valuenow'), '25');
  await page.evaluate(`window.piece(6, 'cd')`);
  await page.getByText('Exporting, 75 %').waitFor();
  assert.deepEqual(await violations(page), []);
  const download = page.waitForEvent('download');
  await page.evaluate(`window.piece(8, 'é'), window.piece(8, ''), window.finish()`);
  const file = await download;
  assert.equal(file.suggestedFilename(), 'some.csv');
  assert.equal(await readFile((await file.path())!, 'utf8'), 'abcdé');

  await begin();
  await page.evaluate(`window.piece(2, 'ab'), window.finish()`);
  await page.getByText('The export ended early').waitFor();
  assert.deepEqual(faults, []);
});

test('a transaction’s page links to its deliveries, requests and statement lines, and each links back', {
  skip: onlyInProof,
}, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'owner', LOOK);
  t.after(close);
  const id = await pay({ amount: 31, merchantReference: 'linked-1' });
  const here = `/b/${stage.brand.brandId}/transactions/${id}`;
  const back = () => page.waitForURL(`${stage.url}/portal${here}`);
  await open(here);
  await page.getByRole('link', { name: 'payin.completed' }).click();
  await page.getByRole('heading', { name: 'payin.completed' }).waitFor();
  await page.locator('main').getByRole('link', { name: id }).click();
  await back();
  await page.getByRole('link', { name: 'All deliveries' }).click();
  await page.waitForURL(new RegExp(`webhooks\\?transactionId=${id}`));
  await page.getByRole('link', { name: 'linked-1' }).click();
  await back();
  await page.getByRole('link', { name: 'Your requests' }).click();
  // The log is written about a second after an answer.
  await page.getByRole('table', { name: 'Requests' }).getByText('POST /v3/payment').waitFor();
  await page.getByRole('link', { name: id.slice(-12) }).click();
  await back();
  await page.getByRole('link', { name: 'In the statement' }).click();
  await page.getByRole('table', { name: 'Statement' }).getByRole('link', { name: 'linked-1' }).click();
  await back();
  assert.deepEqual(faults, []);
});

test('the list shows stuck payments with their age, and an approver decides them with a reason', {
  skip: onlyInProof,
}, async (t) => {
  await stage.operator('POST', `/operator/brands/${stage.brand.brandId}/funding`, {
    currency: 'EUR',
    amount: 1000,
    reference: 'first',
  });
  const sepa = optionsOf('PAYOUT').find(({ type }) => type === 'BANK_TRANSFER')!.id;
  const made = await stage.call('POST', '/v3/payout', {
    apiKey: stage.brand.apiKey,
    body: {
      paymentOptionId: sepa,
      currency: 'EUR',
      amount: 10.03,
      country: 'DE',
      paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
    },
  });
  const id = made.body.transactionId ?? made.body.result.transactionId;
  // The state after the resolver's last inquiry.
  await stage.sql`update steps set error_code = '9001' where transaction_id = ${id}`;
  await stage.sql`update open_work set due_at = null, error_code = '9001' where transaction_id = ${id}`;
  const { page, faults, open, close } = await visitPortal(browser, stage, 'finance-approver', LOOK);
  t.after(close);
  await open(list());
  await page.getByRole('list', { name: 'Stuck transactions' }).waitFor();
  const support = await visitPortal(browser, stage, 'support', LOOK);
  t.after(support.close);
  await support.open(list());
  await support.page.getByRole('link', { name: 'The outcome is unknown; an approver decides' }).waitFor();
  await page.getByRole('link', { name: 'The outcome is unknown; decide it' }).click();
  await page.getByText(/^It is not known whether this was paid out/).waitFor();
  assert.equal(await factOf(page, 'Last answer'), 'None: the outcome is unknown');
  await page.getByRole('button', { name: 'Decide outcome' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('radio', { name: /Not paid out/ }).check();
  await form.getByText('€10.03 goes back to the available balance.').waitFor();
  await form.getByLabel('How do you know?').fill('the bank says it was never sent');
  assert.deepEqual(await violations(page), []);
  await form.getByRole('button', { name: /^Decide/ }).click();
  await form.waitFor({ state: 'detached' });
  const story = page.getByRole('region', { name: 'Timeline' });
  await story.getByText(/decided: the bank says it was never sent/).waitFor();
  assert.match((await story.textContent())!, /finance-approver/);
  assert.deepEqual(faults, []);
});

test('a read-only user sees every payment and no action', { skip: onlyInProof }, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'read-only', LOOK);
  t.after(close);
  await open(list('?q=ada%40example.com'));
  await page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().click();
  await page.getByText(/was paid with the card •••• \d{4}\.$/).waitFor();
  for (const name of ['Refund', 'Cancel', 'More actions', 'Add note']) {
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
  }
  assert.deepEqual(faults, []);
});
