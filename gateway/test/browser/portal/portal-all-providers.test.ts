// Settings › Providers with some ninety providers from packages: a developer finds one by what it serves, by keyboard
// and on a phone, and connects it. The cashier then shows the option that the package brings.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openSession } from '../../http/cashier/shopper.ts';
import { openPortalStage, PASSWORD, type PortalStage } from '../../http/portal/portal-stage.ts';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { strangerFolder } from '../../stage/provider-folder.ts';
import { launchChromium } from '../chromium.ts';
import { choose, PHONE } from '../stage.ts';
import { confirmIdentity, notForConfirmation, settled, violations, visitPortal } from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;
/** With those of the gateway and of the packages that come with it. */
let total: string;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  const env = { PROVIDER_PACKAGES: strangerFolder(t) };
  [stage, browser] = await Promise.all([openPortalStage(t, { env }), launchChromium()]);
  ends.unshift(() => browser.close());
  total = `${(await stage.operator('GET', '/operator/providers')).body.length} providers`;
});

after(async () => {
  for (const end of ends) await end();
});

const at = (path: string) => `/b/${stage.brand.brandId}/${path}`;

test('a developer finds a provider among ninety by what it serves, and connects it', async () => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'developer');
  await open(at('settings/providers'));
  const table = page.getByRole('table', { name: 'All providers' });
  const rows = table.getByRole('row');
  await page.getByText(total, { exact: true }).waitFor();
  const shown = await rows.allTextContents();
  const usable = (row: string) => !/Not available|No method/.test(row);
  const isOrdered = shown
    .slice(1)
    .map(usable)
    .every((one, at, all) => at === 0 || one <= all[at - 1]!);
  assert.ok(isOrdered, 'those that cannot be used come last');
  assert.deepEqual(await violations(page), []);
  const search = page.getByRole('searchbox', { name: 'Find a provider' });
  await search.fill('fabrikam poland blik');
  await eventually(async () => (await rows.count()) === 2);
  await page.getByText(`1 of ${total}`).waitFor();
  await search.fill('connector not tried pix');
  await eventually(async () => (await rows.count()) === 18);
  await search.fill('no such provider');
  await page.getByText('No provider matches').waitFor();
  await search.fill('fabrikam');
  await eventually(async () => (await rows.count()) === 2);
  await search.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Connect Fabrikam Pay' }).waitFor();
  await page.getByText('In Fabrikam’s dashboard under Shop, Keys. It begins with fab_.').waitFor();
  await page.getByLabel('Shop key').fill('fab_key00000');
  await page.getByRole('button', { name: 'Connect Fabrikam Pay' }).click();
  await confirmIdentity(page, PASSWORD);
  await page.getByText('Harbour at Fabrikam').waitFor();
  await open(at('settings/providers'));
  await settled(page);
  assert.match((await rows.nth(1).textContent())!, /Fabrikam Pay.*Fabrikam Direct.*Played.*Connected/);
  await open(at('settings/providers/connector-10'));
  await page.getByText('The library of Connector 10 is not installed.').waitFor();
  assert.equal(await page.getByRole('button', { name: /^Connect/ }).count(), 0);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults.filter(notForConfirmation), []);
  await close();
});

test('the list of ninety providers is usable on a phone in the dark', { skip: onlyInProof }, async () => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'owner', {
    ...PHONE,
    colorScheme: 'dark',
  });
  await open(at('settings/providers'));
  await page.getByText(total, { exact: true }).waitFor();
  const wide = await page.evaluate('document.documentElement.scrollWidth > window.innerWidth');
  assert.equal(wide, false, 'nothing scrolls sideways');
  assert.deepEqual(await violations(page), []);
  await page.getByRole('searchbox', { name: 'Find a provider' }).fill('connector 84');
  await page.getByRole('link', { name: 'Connect Connector 84' }).click();
  await page.getByRole('heading', { name: 'Connect Connector 84' }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
  await close();
});

test('a live account of a provider that was not tried asks a person to accept that', {
  skip: onlyInProof,
}, async () => {
  const { page, open, close } = await visitPortal(browser, stage, 'owner', { colorScheme: 'dark' });
  // The same gateway's answer in production, where a demo user cannot sign in without a second factor.
  await page.route('**/portal/api/brands/*/providers', async (route) => {
    const list = await (await route.fetch()).json();
    await route.fulfill({ json: { ...list, environment: 'live', sandbox: null, accounts: [] } });
  });
  await open(at('settings/providers'));
  await page.getByText('you confirm that when you connect one').waitFor();
  await open(at('settings/providers/connector-84'));
  await page.getByRole('checkbox', { name: 'Connect Connector 84 although it was not tried' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await open(at('settings/providers/fabrikam'));
  await page.getByRole('heading', { name: 'Connect Fabrikam Pay' }).waitFor();
  assert.equal(await page.getByText('although it was not tried').count(), 0);
  await close();
});

test('the cashier shows the option that a package brings, with its logo', async () => {
  const link = await openSession(stage, stage.brand);
  const page = await browser.newPage(PHONE);
  await page.goto(stage.url + link.path);
  await choose(page, 'Fabrikam Direct');
  await page.getByLabel('Phone number').waitFor();
  const logo = page.locator('label, li, div').filter({ hasText: 'Fabrikam Direct' }).locator('img').first();
  const width = () => logo.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth);
  await eventually(async () => (await width()) === 64);
  await page.close();
});
