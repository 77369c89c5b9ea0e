// The frame around every screen of the portal: what the document shows by itself, the palette, the keys of a list; and
// the wording of a payment's page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openPortalStage, type PortalStage } from '../../http/portal/portal-stage.ts';
import { aCardPayin, eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { moveByHand } from '../../stage/move-by-hand.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP, PHONE } from '../stage.ts';
import { factOf, settled, violations, visitPortal } from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;
const LOOK = { ...DESKTOP, locale: 'en-GB' };

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  [stage, browser] = await Promise.all([openPortalStage(t), launchChromium()]);
  ends.unshift(() => browser.close());
  const names = { firstName: 'Ada', lastName: 'Ember' };
  for (const [fields, card] of [
    [{ amount: 25, customer: { email: 'ada@example.com', ...names } }, {}],
    [{ amount: 12.5 }, { cardNumber: '4000000000009995' }],
  ]) {
    await pay(fields!, card);
  }
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

const FIRST_PAINTS = `performance.getEntriesByName('first-contentful-paint').length`;
const list = () => `/b/${stage.brand.brandId}/transactions`;

test('the document shows the frame before scripts and stylesheets load, and nothing moves afterwards', async (t) => {
  const { page, faults, close } = await visitPortal(browser, stage, 'owner', LOOK);
  t.after(close);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/portal/*', async (route) => {
    await released;
    await route.continue();
  });
  const boxOf = async (what: string) => {
    const { x, y, width, height } = (await page.locator(what).boundingBox())!;
    return [x, y, width, height].map(Math.round);
  };
  const answer = await page.goto(`${stage.url}/portal${list()}`, { waitUntil: 'commit' });
  await page.locator('#skeleton').getByRole('heading', { name: 'Transactions' }).waitFor();
  await eventually(async () => (await page.evaluate<number>(FIRST_PAINTS)) > 0);
  assert.ok((await answer!.body()).length < 10_000, 'the first paint needs one small file');
  const drawn = await Promise.all(['#skeleton .rail', '#skeleton .top', '#skeleton .strip'].map(boxOf));
  const [left, top] = await boxOf('#skeleton h1');
  release();
  await settled(page);
  await page.locator('#skeleton').waitFor({ state: 'detached' });
  const own = ['aside[aria-label="Brand and areas"]', 'header[data-shell]', 'aside[aria-label=Environment]'];
  assert.deepEqual(await Promise.all(own.map(boxOf)), drawn);
  assert.deepEqual((await boxOf('h1')).slice(0, 2), [left, top]);
  assert.deepEqual(faults, []);
});

test('the palette keeps its place, opens its first hit on Enter, and never sends a card number', async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'owner', LOOK);
  t.after(close);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await open(list());
  const palette = page.getByRole('dialog', { name: 'Search and actions' });
  const field = palette.getByRole('combobox', { name: 'Search' });
  const chosen = palette.getByRole('option', { selected: true });
  await page.keyboard.press('Control+k');
  await field.waitFor();
  const place = await palette.boundingBox();
  assert.match((await chosen.textContent())!, /Overview/);
  assert.deepEqual(await violations(page), []);
  for (const typed of ['audit', 'zzzz', 'ada ember']) {
    await field.fill(typed);
    await palette.getByText(/Settings: audit log|Nothing found|Ada Ember · Visa •••• \d{4}/).waitFor();
    assert.deepEqual(await palette.boundingBox(), place, typed);
  }
  assert.equal(await chosen.count(), 1);
  await field.press('Enter');
  await page.getByRole('heading', { level: 1, name: '€25.00' }).waitFor();

  // Words of different fields, an amount, and the way to all hits.
  await page.keyboard.press('Control+k');
  await field.fill('ember 25,00');
  await palette.getByRole('option', { name: 'Show all for “ember 25,00”' }).click();
  await page.waitForURL(/transactions\?q=ember/);
  await page.getByRole('table', { name: 'Transactions' }).getByText('€25.00').waitFor();

  for (const number of ['4000000000009995', '4000 0000 0000 9995', '4000-0000-0000-9995']) {
    await page.keyboard.press('Control+k');
    await field.fill(number);
    await palette.getByText('This looks like a card number').waitFor();
    await field.press('Enter');
    await palette.getByText('€12.50').waitFor();
    assert.equal(await field.inputValue(), '9995');
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
  }
  await open(list());
  const box = page.getByRole('searchbox', { name: 'Search transactions' });
  await box.fill('4000 0000 0000 9995');
  await box.press('Enter');
  await page.getByText('This looks like a card number').waitFor();
  await page.getByRole('button', { name: 'Search for 9995' }).click();
  await page.waitForURL(/q=9995/);
  assert.deepEqual(
    asked.filter((url) => url.replaceAll(/[^\da-z]/g, '').includes('4000000000009995')),
    [],
  );
  assert.deepEqual(faults, []);
});

test('the arrow keys go through a list from anywhere on the page, except while somebody types', {
  skip: onlyInProof,
}, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'owner', LOOK);
  t.after(close);
  await open(list());
  const focused = () =>
    page.evaluate<number>('[...document.querySelectorAll("[data-row]")].indexOf(document.activeElement)');
  for (const [key, row] of [
    ['ArrowDown', 0],
    ['ArrowDown', 1],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key);
    assert.equal(await focused(), row);
  }
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Transactions' }).focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), 0);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(), -1);
  assert.deepEqual(faults, []);
});

test("a payment's page has one timeline, no empty row, and the reason of a decline in words", {
  skip: onlyInProof,
}, async (t) => {
  const id = await pay({ amount: 30 }, { cardNumber: '4000000000009995' });
  const { page, faults, open, close } = await visitPortal(browser, stage, 'read-only', LOOK);
  t.after(close);
  await open(`/b/${stage.brand.brandId}/transactions/${id}`);
  const facts = await page.locator('dd').allTextContents();
  assert.deepEqual(
    facts.filter((one) => /^[–-]?$/.test(one.trim())),
    [],
  );
  assert.equal(await factOf(page, 'Completed'), null);
  assert.equal(await factOf(page, 'Reason'), 'Insufficient funds');
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  assert.deepEqual(
    headings.filter((one) => /Webhooks|Movements|Refunds/.test(one)),
    [],
  );
  const declined = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({
    hasText: 'Declined',
  });
  assert.match((await declined.first().textContent())!, /Insufficient funds.*payin\.declined/);
  assert.doesNotMatch((await page.getByRole('region', { name: 'Timeline' }).textContent())!, /2001|4\d{3} /);
  const paid = await pay({ amount: 31 });
  await open(`/b/${stage.brand.brandId}/transactions/${paid}`);
  await page.getByRole('region', { name: 'Timeline' }).getByText('+€31.00').waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
});

test('the inbox counts what its reader decides, and each line leads to the screen that decides it', async (t) => {
  const id = await pay({ amount: 33, merchantReference: 'undecided' });
  await moveByHand(stage.sql, id, { status: 'PROCESSING', error_code: '9001' });
  const inbox = `/b/${stage.brand.brandId}/inbox`;
  const approver = await visitPortal(browser, stage, 'finance-approver', LOOK);
  t.after(approver.close);
  await approver.open(inbox);
  const { page } = approver;
  const rail = page.getByRole('navigation', { name: 'Areas' });
  await rail.getByRole('link', { name: 'Inbox 1', exact: true }).waitFor();
  const group = page
    .getByRole('region', { name: 'You decide' })
    .getByRole('region', { name: 'One outcome is unknown' });
  await group.getByText('Owner or finance approver decides').waitFor();
  assert.deepEqual(await violations(page), []);
  await group.getByRole('link', { name: /Outcome of a payment.*undecided.*€33\.00/ }).click();
  await page.waitForURL(new RegExp(`/transactions/${id}$`));
  const supporter = await visitPortal(browser, stage, 'support', { ...PHONE, locale: 'en-GB' });
  t.after(supporter.close);
  await supporter.open(inbox);
  await supporter.page.getByRole('region', { name: 'Colleagues decide' }).getByText('undecided').waitFor();
  assert.equal(await supporter.page.getByRole('region', { name: 'You decide' }).count(), 0);
  const wide = await supporter.page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(wide <= PHONE.viewport.width, `${wide} pixels wide`);
  await moveByHand(stage.sql, id, { status: 'DECLINED' });
  await approver.open(inbox);
  await page.getByText('Nothing waits for a decision').waitFor();
  assert.deepEqual([...approver.faults, ...supporter.faults], []);
});

test('a user chooses in the account which mail they get', async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', LOOK);
  t.after(close);
  await open(`/b/${stage.brand.brandId}/account`);
  assert.ok(await page.getByRole('radio', { name: 'A daily mail, and urgent things at once' }).isChecked());
  const urgent = page.getByRole('radio', { name: 'Urgent things only' });
  await urgent.check();
  await page.getByText('Choice saved').waitFor();
  await page.reload();
  await eventually(() => urgent.isChecked());
  await page.getByText('This gateway sends no mail yet.').waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
});

test('on a phone the filters stand behind one button, and filters in use stay visible', {
  skip: onlyInProof,
}, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'read-only', {
    ...PHONE,
    locale: 'en-GB',
  });
  t.after(close);
  await open(list());
  const status = page.getByRole('button', { name: /^Status/ });
  assert.equal(await status.isVisible(), false);
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await status.click();
  await page.getByRole('checkbox', { name: 'Completed' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByRole('button', { name: /^Method/ }).waitFor({ state: 'hidden' });
  assert.equal(await status.isVisible(), true);
  assert.deepEqual(faults, []);
});

test("the page shows the reader's date format in English, and reports a lost connection", {
  skip: onlyInProof,
}, async (t) => {
  const { page, open, close } = await visitPortal(browser, stage, 'support', { ...DESKTOP, locale: 'de-DE' });
  t.after(close);
  const id = await pay({ amount: 32 });
  await open(`/b/${stage.brand.brandId}/transactions/${id}`);
  assert.match((await factOf(page, 'Created'))!, /^\d{1,2} [A-Z][a-z]+ \d{4}, \d\d:\d\d:\d\d/);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Amount').fill('1,5');
  // Closing asks before typed text is lost.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Refund €1.50' }).click();
  await form.getByText('You are offline. Try again when your device has a connection.').waitFor();
});
