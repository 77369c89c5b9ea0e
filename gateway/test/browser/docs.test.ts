// The API reference in a browser: search by keyboard and on a phone, requests sent from the page, a page that is readable
// without its scripts, whole words in tables, and no rule of WCAG broken that axe knows, by day and by night.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { OPERATOR_TOKEN, startTestGateway, type TestGateway } from '../stage/harness.ts';
import { axeFaults } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { DESKTOP, freePort, PHONE } from './stage.ts';

const PATIENCE_MS = 60_000;

let gate: TestGateway;
let browser: Browser;
const ends: (() => unknown)[] = [];

before(async () => {
  const port = String(await freePort());
  const env = { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  [gate, browser] = await Promise.all([
    startTestGateway(t as unknown as Parameters<typeof startTestGateway>[0], { env, workers: false }),
    launchChromium(),
  ]);
  await gate.gateway.seedDemoIfEmpty();
});

after(async () => {
  await browser?.close();
  for (const end of ends) await end();
});

/** Nothing may have gone wrong in the page, and nothing been asked of another address. */
async function visit(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(gate.url)) faults.push(request.url());
  });
  await page.goto(`${gate.url}/docs`);
  await use(page);
  assert.deepEqual(faults, []);
  await context.close();
}

/** What it is called, and where it is. */
const chosen = (page: Page) => page.locator('#found [aria-selected=true] > *').allTextContents();

test('the slash key opens the search, arrow keys choose, and Enter opens the field on its page', async () => {
  await visit(DESKTOP, async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('email');
    assert.deepEqual(await chosen(page), ['email', 'Create a pay-in › Body › customer']);
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await chosen(page), ['email', 'Create a payout › Body › customer']);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.notEqual(await page.locator('#found li').first().getAttribute('aria-selected'), 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.ok(await page.locator('#found').isHidden());
    const field = page.locator('#createPayin .field.found');
    assert.equal(await field.locator('code').textContent(), 'email');
    assert.ok(await field.isVisible());
    assert.ok(await page.evaluate('document.activeElement.matches("#createPayin .field.found")'));
    assert.equal(new URL(page.url()).hash, '#createPayin');
  });
});

test('the search finds error codes and headings, on a phone too, and says if there is no match', async () => {
  await visit(PHONE, async (page) => {
    const search = page.getByRole('combobox', { name: /^Search/ });
    for (const [wanted, first] of [
      ['2001', ['2001 Insufficient funds', 'Error codes']],
      ['do not honour', ['2005 Do not honour: declined without a reason', 'Error codes']],
      ['test amounts', ['Test amounts', 'Guide']],
      ['refund a pay-in', ['Refund a pay-in', 'Refunds']],
    ] as const) {
      await search.fill(wanted);
      assert.deepEqual(await chosen(page), first);
    }
    await search.fill('no such thing');
    assert.match(
      String(await page.locator('#found').textContent()),
      /^Nothing is called “no such thing” here/,
    );
    await search.press('Enter');
    await search.press('Escape');
    assert.ok(await page.locator('#found').isHidden());
    await search.fill('2001');
    await page.locator('#found li').first().tap();
    assert.equal(new URL(page.url()).hash, '#error-2001');
  });
});

test("a request is sent from the page with the demo's key, and the next request uses its transaction", async () => {
  await visit(DESKTOP, async (page) => {
    const form = page.locator('#try-it');
    const send = async (operation: string) => {
      await page.locator(`#${operation} .try`).click();
      await form.getByRole('button', { name: 'Send' }).click();
      await form.locator('.try-answer p:not(:empty)').waitFor();
      const status = await form.locator('.try-answer p').textContent();
      const body = JSON.parse(String(await form.locator('.try-answer pre').textContent()));
      await form.getByRole('button', { name: 'Close' }).click();
      return { status, body };
    };
    const paid = await send('createPayin');
    assert.deepEqual([paid.status, paid.body.result.status], ['HTTP 201 Created', 'COMPLETED']);
    const found = await send('getPayment');
    assert.equal(found.body.transactionId, paid.body.result.transactionId);
    const [listed] = (await send('listPayments')).body;
    assert.equal(listed.transactionId, paid.body.result.transactionId);
    const refund = await send('refundByReference');
    assert.deepEqual([refund.status, refund.body.status], ['HTTP 201 Created', 'PENDING']);
    // Another one of the same kind is no duplicate.
    assert.equal((await send('createPayin')).status, 'HTTP 201 Created');
    // The operator's calls take the token that is typed, and nothing of the brand.
    await form
      .locator('[name=operatorToken]')
      .evaluate((field, token) => Object.assign(field, { value: token }), OPERATOR_TOKEN);
    const tokens = await send('listOperatorTokens');
    assert.deepEqual([tokens.status, tokens.body], ['HTTP 200 OK', []]);
  });
});

test('a chosen language applies to every panel, and to the next visit', async () => {
  await visit(DESKTOP, async (page) => {
    await page.locator('#createPayin-code select').selectOption({ label: 'Python' });
    const shown = () => page.locator('#settlePayout-code figure:visible').getAttribute('id');
    assert.equal(await shown(), 'settlePayout-code-python');
    await page.reload();
    assert.equal(await shown(), 'settlePayout-code-python');
  });
});

test('without scripts the page shows everything, and no control that needs them', async () => {
  await visit({ ...DESKTOP, javaScriptEnabled: false }, async (page) => {
    for (const hidden of ['#search', '.try', '.copy', '#theme', '#try-it', '.panel select'])
      assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden);
    const figures = page.locator('figure');
    assert.ok((await figures.count()) > 100);
    assert.equal(await page.locator('figure:visible').count(), await figures.count());
  });
});

/** By night nothing but the colours is another: the rules that look at colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** What is wrong with what is shown, or with a part of it. */
async function look(page: Page, colorScheme: 'light' | 'dark', part = 'html'): Promise<string[]> {
  const found = await axeFaults(page, { part, ...(colorScheme === 'dark' && { rules: OF_COLOURS }) });
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  if (wide > 0) found.push(`${wide} pixels too wide`);
  const broken = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.table code')].filter((one) => one.getClientRects().length > 1).map((one) => one.textContent)`,
  );
  return [...found, ...broken.map((word) => `broken: ${word}`)];
}

for (const [name, options] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  test(`axe finds no fault on a ${name}, in light and dark, with search and form open`, async () => {
    await visit(options, async (page) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await look(page, colorScheme), [], colorScheme);
        await page.getByRole('combobox', { name: /^Search/ }).fill('iban');
        assert.deepEqual(await look(page, colorScheme, '#search'), [], `${colorScheme}, searching`);
        await page.keyboard.press('Escape');
        await page.locator('#createPayin .try').click();
        assert.deepEqual(await look(page, colorScheme, '#try-it'), [], `${colorScheme}, trying`);
        await page.keyboard.press('Escape');
      }
    });
  });
}
