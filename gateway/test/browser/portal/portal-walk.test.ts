// Walks every screen of the portal's table, and every page that links lead to, as the owner of a shop with a month
// of payments from the portal's own button. No rule of WCAG 2.2 AA that axe knows is broken, the page's policy
// refuses nothing, nothing is wider than the window, and no screen breaks. A new screen needs no entry here. `npm
// test` walks on a desktop by day, the proof by night and on a phone too. It follows addresses within the page,
// which takes a quarter of the time of loading each one. It loads those whose document the gateway sends with the
// screen's own files.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { SCREENS } from '../../../../portal/test/read-screens.ts';
import { firstScreen } from '../../../src/http/portal/first-screen.ts';
import { openPortalStage, PASSWORD, type PortalStage } from '../../http/portal/portal-stage.ts';
import { isProof } from '../../stage/how-much.ts';
import { axeFaults } from '../axe.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP, PHONE } from '../stage.ts';
import { LATER_ROWS, settled, type Visit, violations, visitPortal } from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  [stage, browser] = await Promise.all([openPortalStage(t), launchChromium()]);
  ends.unshift(() => browser.close());
});

after(async () => {
  for (const end of ends) await end();
});

/** One of each kind: one payment's page stands for all. */
const kindOf = (address: string) =>
  address
    .replace(/[?#](?!show=all$).*/, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
    // A name that the merchant chose.
    .replace(/(\/customers)\/[^/]+/, '$1/:id')
    // The connectors of one package declare the same few fields.
    .replace(/(\/providers\/prism)-\w+/, isProof() ? '$&' : '$1-:connector')
    .replace(/\/\d[\d-]*(?=\/|$)/g, '/:number');

/** The connectors of one package share a screen: each tenth one stands for them by night and on a phone. */
const CONNECTOR = /\/providers\/prism-/;
const EACH = 10;

const hasOwnDocument = (address: string) => firstScreen(address.slice(1), address.includes('?')) !== null;

const isOfOne = (kind: string) => /\/:/.test(kind.replace('/b/:id', ''));

async function linksOf(page: Page): Promise<string[]> {
  const found = await page.locator('a[href^="/portal/"]').evaluateAll((links) =>
    // biome-ignore lint/suspicious/noExplicitAny: runs in the page
    links.map((one: any) => one.getAttribute('href') as string),
  );
  return found.map((href) => href.replace(/^\/portal/, ''));
}

/** From how many lists `npm test` opens the first page of a kind: a payout's page differs from a payment's. */
const MOST_WAYS = isProof() ? Number.POSITIVE_INFINITY : 2;

/** Each kind of screen once, and pages of one thing from several lists. */
async function walk(
  { page, faults, open, follow }: Visit,
  begin: readonly { address: string; from: string }[],
  look: (kind: string) => Promise<void>,
): Promise<string[]> {
  const seen = new Set<string>();
  const walked: string[] = [];
  const waysTo = new Map<string, number>();
  const waiting = [...begin];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { address, from } = next;
    const kind = kindOf(address);
    const way = isOfOne(kind) && !isOfOne(from) ? `${kind} of ${from}` : kind;
    const ways = waysTo.get(kind) ?? 0;
    if (seen.has(way) || ways === MOST_WAYS) continue;
    waysTo.set(kind, ways + 1);
    seen.add(way).add(kind);
    walked.push(way);
    await (walked.length === 1 || hasOwnDocument(address) ? open(address) : follow(address));
    assert.equal(await page.getByText('This page could not be shown').count(), 0, way);
    waiting.push(...(await linksOf(page)).map((one) => ({ address: one, from: kind })));
    await look(way);
    assert.deepEqual(faults, [], way);
  }
  return walked;
}

let shop = '';

test('one button fills a sample shop and opens it', async (t) => {
  const visit = await visitPortal(browser, stage, 'developer', DESKTOP);
  t.after(() => visit.close());
  const { page } = visit;
  await visit.open(`/b/${stage.brand.brandId}`);
  await page.getByRole('button', { name: 'Fill a month of sample data' }).click();
  await page.getByRole('button', { name: 'Fill it' }).click();
  const end = page
    .getByRole('dialog')
    .getByRole('alert')
    .or(page.getByText('Sample shop has a month of payments'));
  await end.waitFor({ timeout: 240_000 });
  assert.equal(await end.textContent(), 'Sample shop has a month of payments');
  assert.ok(!page.url().includes(stage.brand.brandId), 'another brand is open');
  assert.equal(await page.getByRole('button', { name: 'Fill a month of sample data' }).count(), 0, 'once');
  assert.deepEqual(visit.faults, []);
  shop = new URL(page.url()).pathname.replace('/portal', '');
});

test('axe finds no fault on any screen, and no screen is wider than the window', async (t) => {
  const visit = await visitPortal(browser, stage, 'owner', DESKTOP);
  t.after(() => visit.close());
  const { page } = visit;
  const found: string[] = [];
  const paint = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
    // Two frames, so that colour transitions have begun before the test waits for their end.
    await page.evaluate('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
  };
  const brand = shop.replace(/(\/b\/[^/]+).*/, '$1');
  const [payout] =
    await stage.sql`select id from transactions where type = 'PAYOUT' and status = 'COMPLETED' limit 1`;
  const listed = SCREENS.filter(({ path }) => !path.includes('$')).map(({ path }) => path);
  // Without a plain link: behind a switch, and in a list of payouts.
  const hidden = ['/payouts?show=all', `/transactions/${payout!.id}`];
  const begin = [shop, ...[...listed, ...hidden].map((path) => brand + path)].map((address) => ({
    address,
    from: 'payouts',
  }));
  let connectors = 0;
  const walked = await walk(visit, begin, async (kind) => {
    const note = (as: string, ones: string[]) => found.push(...ones.map((one) => `${kind}, ${as}: ${one}`));
    const fits = async (width: number) => {
      const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (wide > width) note(`${width} pixels`, [`is ${wide} wide`]);
    };
    note('desktop', await axeFaults(page, { exclude: [LATER_ROWS] }));
    await fits(DESKTOP.viewport.width);
    if (!isProof()) return;
    if (CONNECTOR.test(kind) && connectors++ % EACH > 0) return;
    await paint('dark');
    note('desktop, dark', await violations(page, 'color-contrast'));
    await page.setViewportSize(PHONE.viewport);
    await settled(page);
    note('phone, dark', await violations(page));
    await fits(PHONE.viewport.width);
    const sideways = await page.getByRole('region', { name: /, scrolls sideways$/ }).count();
    if (sideways > 0) note('phone', ['a list scrolls sideways']);
    await paint('light');
    await page.setViewportSize(DESKTOP.viewport);
  });
  t.diagnostic(`${walked.length} screens: ${walked.join(', ')}`);
  const isWalked = ({ path }: { path: string }) => {
    const address = new RegExp(`^/b/:id${path.replaceAll(/\$\w+/g, '[^/ ]+')}(?= of |$)`);
    return walked.some((way) => address.test(way));
  };
  assert.deepEqual(
    SCREENS.filter((screen) => !isWalked(screen)).map(({ path }) => path),
    [],
    'every screen of the table was walked',
  );
  assert.deepEqual(found, []);
});

test('the portal sends a user without a session to the sign-in and back', async (t) => {
  const visit = await visitPortal(browser, stage, null, DESKTOP);
  t.after(() => visit.close());
  const { page } = visit;
  const path = `/b/${stage.brand.brandId}/transactions?status=DECLINED&q=order-77`;
  await visit.open(path);
  assert.deepEqual(await violations(page), []);
  await page.getByLabel('E-mail').fill(stage.emailOf('read-only'));
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(
    await page.getByLabel('E-mail').inputValue(),
    stage.emailOf('read-only'),
    'what was typed stays',
  );
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${stage.url}/portal${path}`);
  // The address changes before the page remembers the brand. The start page leads to the remembered brand, so this
  // waits.
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
  // A link to the sign-in cannot choose another site's page.
  for (const next of ['//evil.example/', '/\\evil.example/', 'https://evil.example/']) {
    await page.goto(`${stage.url}/portal/sign-in?next=${encodeURIComponent(next)}`);
    // Waits for the address alone, not for the content of that page.
    await page.waitForURL(`${stage.url}/portal/b/${stage.brand.brandId}/**`, { waitUntil: 'commit' });
  }
  // The browser reports the two refusals.
  visit.faults.splice(0, visit.faults.length, ...visit.faults.filter((one) => !/status of 401/.test(one)));
  assert.deepEqual(visit.faults, []);
});

test('a user changes the theme, opens the search by keyboard, and signs out', async (t) => {
  const visit = await visitPortal(browser, stage, 'owner', DESKTOP);
  t.after(() => visit.close());
  const { page } = visit;
  await visit.open(`/b/${stage.brand.brandId}`);
  assert.match((await page.locator('footer').textContent()) ?? '', /^All times in /);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  assert.equal(await page.locator('html').getAttribute('data-mantine-color-scheme'), 'dark');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/^Name, reference/).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  await settled(page);
  assert.deepEqual(visit.faults, []);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Tollgate' }).waitFor();
  const answer = await page.request.get(`${stage.url}/portal/api/session`);
  assert.equal(answer.status(), 401, 'the session is over on the server too');
});
