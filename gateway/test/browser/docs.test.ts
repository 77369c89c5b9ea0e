// The documentation in a browser: search over all pages by keyboard and on a phone, old addresses, requests sent from
// the pages, pages that are readable without scripts, whole words in tables, and no WCAG rule broken that axe knows, by
// day, and in the proof by night.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { OPERATOR_TOKEN, startTestGateway, type TestGateway } from '../stage/harness.ts';
import { isProof, onlyInProof } from '../stage/how-much.ts';
import { axeFaults } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { DESKTOP, freePort, PHONE } from './stage.ts';

/** The first search reads all pages, which a busy machine does slowly. */
const PATIENCE_MS = 180_000;

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

/** The page must have no error, and no request to another address. */
async function visit(
  options: BrowserContextOptions,
  address: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
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
  await page.goto(`${gate.url}${address}`);
  await use(page);
  assert.deepEqual(faults, []);
  await context.close();
}

/** The title and the place of the selected result. */
const chosen = (page: Page) => page.locator('#found [aria-selected=true] > *').allTextContents();

test('the slash key opens the search, arrow keys choose, and Enter opens the field on its page', async () => {
  await visit(DESKTOP, '/docs/results', async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('email');
    await page.locator('#found li').first().waitFor();
    assert.deepEqual(await chosen(page), ['email', 'Create a pay-in › Body › customer']);
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await chosen(page), ['email', 'Create a payout › Body › customer']);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    assert.notEqual(await page.locator('#found li').first().getAttribute('aria-selected'), 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/api-pay-ins#createPayin.body.customer.email');
    // The field is inside a folded part.
    const field = page.locator('.field:target');
    await field.waitFor();
    assert.equal(await field.locator('code').textContent(), 'email');
    assert.ok(await field.isVisible());
  });
});

test('the search finds error codes and headings of all pages, on a phone too', {
  skip: onlyInProof,
}, async () => {
  await visit(PHONE, '/docs', async (page) => {
    const search = page.getByRole('combobox', { name: /^Search/ });
    for (const [wanted, first] of [
      ['2001', ['2001 Insufficient funds', 'Error codes']],
      ['do not honour', ['2005 Do not honour: declined without a reason', 'Error codes']],
      ['test amounts', ['Test amounts', 'Testing']],
      ['refund a pay-in', ['Refund a pay-in', 'Refunds']],
      ['php', ['Quick starts: Node.js, PHP, Python', 'How the API works']],
      ['partial refund', ['Ask for a refund', 'Refund']],
      ['"Partial refund"?', ['Ask for a refund', 'Refund']],
      ['retry', ['Retries', 'Guide']],
      ['how do I refund?', ['Refund', 'Guide']],
      ['timeout', ['Your answer is lost', 'Handle an unknown outcome']],
      ['chargebacks', ['Disputes', 'Guide']],
      ['on your machine', ['Receive webhooks on your machine', 'Guide']],
    ] as const) {
      await search.fill(wanted);
      await page.locator('#found [aria-selected=true] b', { hasText: first[0] }).waitFor();
      assert.deepEqual((await chosen(page)).slice(0, 2), first);
    }
    await search.fill('zebra crossing');
    await page.locator('#found', { hasText: /^Nothing about “zebra crossing” was found/ }).waitFor();
    await search.press('Enter');
    await search.press('Escape');
    assert.ok(await page.locator('#found').isHidden());
    await search.fill('2001');
    await page.locator('#found li', { hasText: '2001 Insufficient' }).tap();
    await page.waitForURL('**/docs/error-codes#error-2001');
    assert.ok(await page.locator('tr:target').isVisible());
  });
});

test('an address of the former single page leads to the page that has its content now', {
  skip: onlyInProof,
}, async () => {
  for (const [anchor, page] of [
    ['test-cards', 'testing#test-cards'],
    ['error-2001', 'error-codes#error-2001'],
    ['createPayin-code-python', 'api-pay-ins#createPayin-code-python'],
  ] as const) {
    await visit(DESKTOP, `/docs#${anchor}`, async (shown) => {
      await shown.waitForURL(`**/docs/${page}`);
      await shown.locator(`[id="${anchor}"]:visible`).waitFor();
    });
  }
  await visit({ ...DESKTOP, javaScriptEnabled: false }, '/docs#createPayin', async (page) => {
    assert.ok(await page.locator('#createPayin:target a').isVisible());
  });
});

test("the reference sends a request with the demo's key, and the next request uses its transaction", async () => {
  await visit(DESKTOP, '/docs/api-pay-ins', async (page) => {
    const form = page.locator('#try-it');
    const send = async (group: string, operation: string) => {
      const address = `${gate.url}/docs/${group}`;
      if (page.url() !== address) await page.goto(address);
      await page.locator(`#${operation} .try`).click();
      await form.getByRole('button', { name: 'Send' }).click();
      await form.locator('.try-answer p:not(:empty)').waitFor();
      const status = await form.locator('.try-answer p').textContent();
      const body = JSON.parse(String(await form.locator('.try-answer pre').textContent()));
      await form.getByRole('button', { name: 'Close' }).click();
      return { status, body };
    };
    const paid = await send('api-pay-ins', 'createPayin');
    assert.deepEqual([paid.status, paid.body.result.status], ['HTTP 201 Created', 'COMPLETED']);
    const found = await send('api-transactions', 'getPayment');
    assert.equal(found.body.transactionId, paid.body.result.transactionId);
    const [listed] = (await send('api-transactions', 'listPayments')).body;
    assert.equal(listed.transactionId, paid.body.result.transactionId);
    const refund = await send('api-refunds', 'refundByReference');
    assert.deepEqual([refund.status, refund.body.status], ['HTTP 201 Created', 'PENDING']);
    // Another request of the same kind is no duplicate.
    assert.equal((await send('api-pay-ins', 'createPayin')).status, 'HTTP 201 Created');
    // The operator's calls use the typed token, and nothing of the brand.
    await page.goto(`${gate.url}/docs/api-operator`);
    await form
      .locator('[name=operatorToken]')
      .evaluate((field, token) => Object.assign(field, { value: token }), OPERATOR_TOKEN);
    const tokens = await send('api-operator', 'listOperatorTokens');
    assert.deepEqual([tokens.status, tokens.body], ['HTTP 200 OK', []]);
  });
});

test('the chosen programming language applies to every panel and to other pages', {
  skip: onlyInProof,
}, async () => {
  await visit(DESKTOP, '/docs/api-payouts', async (page) => {
    await page.locator('#createPayout-code select').selectOption({ label: 'Python' });
    const shown = (panel: string) => page.locator(`#${panel} figure:visible`).getAttribute('id');
    assert.equal(await shown('settlePayout-code'), 'settlePayout-code-python');
    await page.goto(`${gate.url}/docs/signatures`);
    assert.equal(await shown('signatures-code'), 'signatures-code-python');
  });
});

test('without JavaScript the page shows all its content, and no control that needs a script', async () => {
  await visit({ ...DESKTOP, javaScriptEnabled: false }, '/docs/api-pay-ins', async (page) => {
    for (const hidden of ['#search', '.try', '.copy', '#theme', '#try-it', '.panel select'])
      assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden);
    const figures = page.locator('figure');
    assert.ok((await figures.count()) > 50);
    assert.equal(await page.locator('figure:visible').count(), await figures.count());
  });
});

/** By night only the colours differ, so only the rules about colours run. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Faults of the visible page, or of a part. */
async function look(page: Page, colorScheme: 'light' | 'dark', part = 'html'): Promise<string[]> {
  const found = await axeFaults(page, { part, ...(colorScheme === 'dark' && { rules: OF_COLOURS }) });
  return [...found, ...(await shape(page))];
}

async function shape(page: Page): Promise<string[]> {
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const broken = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.table code')].filter((one) => one.getClientRects().length > 1).map((one) => one.textContent)`,
  );
  return [...(wide > 0 ? [`${wide} pixels too wide`] : []), ...broken.map((word) => `broken: ${word}`)];
}

/** A page of the reference, and an operation there: in the proof the longest one. */
const REFERENCE = isProof()
  ? { address: '/docs/api-pay-ins', operation: '#createPayin' }
  : { address: '/docs/api-refunds', operation: '#refundByReference' };
/** One page of each kind; no other page has anything more. */
const LOOKED_AT = ['/docs', '/docs/signatures', REFERENCE.address];

for (const [name, options] of [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const) {
  const skip = name === 'phone' && onlyInProof;
  test(`axe finds no fault on a ${name}, also while the search and the form are open`, { skip }, async () => {
    await visit(options, LOOKED_AT[0]!, async (page) => {
      for (const address of LOOKED_AT) {
        if (address !== LOOKED_AT[0]) await page.goto(`${gate.url}${address}`);
        for (const colorScheme of isProof() ? (['light', 'dark'] as const) : (['light'] as const)) {
          await page.emulateMedia({ colorScheme });
          assert.deepEqual(await look(page, colorScheme), [], `${address}, ${colorScheme}`);
          if (address !== REFERENCE.address) continue;
          await page.getByRole('combobox', { name: /^Search/ }).fill('iban');
          await page.locator('#found li').first().waitFor();
          assert.deepEqual(await look(page, colorScheme, '#search'), [], `${colorScheme}, searching`);
          await page.keyboard.press('Escape');
          await page.locator(`${REFERENCE.operation} .try`).click();
          assert.deepEqual(await look(page, colorScheme, '#try-it'), [], `${colorScheme}, trying`);
          await page.keyboard.press('Escape');
        }
      }
    });
  });
}

test('no page is wider than a phone, and no table breaks a word', { skip: onlyInProof }, async () => {
  await visit(PHONE, '/docs', async (page) => {
    const hrefs = `[...document.querySelectorAll('#sidebar > ul > li > a')].map((link) => link.href)`;
    const addresses = await page.evaluate<string[]>(hrefs);
    assert.ok(addresses.length > 15);
    for (const address of addresses) {
      await page.goto(address);
      assert.deepEqual(await shape(page), [], address);
    }
  });
});
