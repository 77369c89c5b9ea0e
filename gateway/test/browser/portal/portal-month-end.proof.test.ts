// Closing a month in the portal, in a real browser: finance closes the past month, sees what differs and why, and
// downloads its archive. axe finds no faults on the screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildPortal } from '../../../../portal/build.ts';
import { verifyMonthEnd } from '../../../src/actions/month-end/verify-month-end.ts';
import { statement } from '../../http/bank/messages.ts';
import { HOLDER, IBAN } from '../../http/bank/stage.ts';
import { type MoneyStage, openMoneyStage } from '../../http/portal/money/money-stage.ts';
import { launchChromium } from '../chromium.ts';
import { openIsInView, shot, violations, visitPortal } from './portal-visit.ts';

let browser: Browser;
let money: MoneyStage;
const ends: (() => unknown)[] = [];

before(async () => {
  await buildPortal();
  money = await openMoneyStage({ after: (end: () => unknown) => ends.unshift(end) } as never);
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  for (const end of ends) await end();
});

async function visit(
  play: (page: Page) => Promise<void>,
  options: BrowserContextOptions = {},
): Promise<void> {
  const size = { viewport: { width: 1280, height: 900 }, locale: 'en-GB', acceptDownloads: true };
  const person = await visitPortal(browser, money.stage, 'finance-maker', { ...size, ...options });
  try {
    await person.open(`/b/${money.stage.brand.brandId}/money/month-end`);
    await play(person.page);
    assert.deepEqual(person.faults, []);
  } finally {
    await person.close();
  }
}

async function connectBank(): Promise<void> {
  const { stage } = money;
  const put = await stage.operator('PUT', `/operator/brands/${stage.brand.brandId}/providers/bank`, {
    environment: 'test',
    credentials: { iban: IBAN, holder: HOLDER },
  });
  assert.equal(put.status, 200, put.text);
}

async function handIn(body: string): Promise<void> {
  const { stage } = money;
  const headers = { cookie: await stage.cookieOf('finance-maker'), 'content-type': 'application/xml' };
  const path = `/portal/api/brands/${stage.brand.brandId}/bank/statements`;
  const taken = await stage.call('POST', path, { headers, body });
  assert.equal(taken.status, 200, taken.text);
}

test('finance looks at what is to be mended, closes a month, reads the differences, and downloads the file', async () => {
  await money.fund(500);
  await money.pay(25, { merchantReference: 'card-1' });
  money.setClock('2026-04-02T10:00:00Z');
  await connectBank();
  await handIn(statement([], { day: '2026-03-27', closing: '100.00' }));
  const undecided = [{ amount: '5.00', details: [{ text: 'hello' }] }];
  await handIn(statement(undecided, { day: '2026-03-31', opening: '110.00', closing: '115.00' }));
  await visit(async (page) => {
    await page.getByText('2 to look at first').waitFor();
    await page.getByText('A statement is missing between 27 Mar 2026 and 31 Mar 2026').waitFor();
    await page.getByText('+€10.00').first().waitFor();
    await page.getByText('Bank €5.00, ledger €0.00').waitFor();
    await shot(page, 'before');
    assert.deepEqual(await violations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await shot(page, 'before-phone-dark');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
    // The link leads to the entry that nobody decided.
    await page.getByRole('link', { name: 'Bank entry' }).click();
    await page.getByRole('dialog', { name: 'Statement entry' }).getByText('hello').waitFor();
  });
  await handIn(
    statement([{ amount: '10.00', details: [{ text: 'late' }] }], {
      day: '2026-03-30',
      opening: '100.00',
      closing: '110.00',
    }),
  );
  const approver = await money.as('finance-approver');
  const { items } = (await approver('GET', '/brands/:brand/bank/entries')).body;
  for (const { entryId } of items) {
    const dismiss = `/brands/:brand/bank/entries/${entryId}/dismiss`;
    assert.equal((await approver('POST', dismiss, { reason: 'not ours' })).status, 200);
  }
  await visit(async (page) => {
    await page.getByText('Ready to close: every difference is explained').waitFor();
    await page.getByText('No closed months yet').waitFor();
    await shot(page, 'ready');
    await page.getByRole('button', { name: 'Close March 2026' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You can close a month only once').waitFor();
    await dialog.getByRole('button', { name: 'Close March 2026' }).click();
    await page.getByText('The provider gives no statements').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await page.getByText('All explained').waitFor();
    await page.getByText('April 2026 is next.').waitFor();
    assert.deepEqual(await violations(page), []);
    const begun = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).first().click();
    const archive = readFileSync(await (await begun).path());
    assert.deepEqual((await verifyMonthEnd(new Uint8Array(archive))).faults, []);
  });
  await visit(
    async (page) => {
      await page.getByText('All explained').waitFor();
      assert.deepEqual(await violations(page), []);
    },
    { colorScheme: 'dark' },
  );
  await visit(
    async (page) => {
      await page.getByText('All explained').waitFor();
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(wide, false);
      await openIsInView(page, 'Money', ['Month-end', 'Bank', 'Balances', 'Bank']);
    },
    { viewport: { width: 390, height: 800 } },
  );
});
