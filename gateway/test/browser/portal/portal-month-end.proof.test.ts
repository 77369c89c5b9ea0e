// Closing a month in the portal, in a real browser: finance closes the past month, sees what differs and why, and
// downloads its archive. axe finds no faults on the screen.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildPortal } from '../../../../portal/build.ts';
import { verifyMonthEnd } from '../../../src/actions/month-end/verify-month-end.ts';
import { type MoneyStage, openMoneyStage } from '../../http/portal/money/money-stage.ts';
import { launchChromium } from '../chromium.ts';
import { openIsInView, violations, visitPortal } from './portal-visit.ts';

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

test('finance closes a month, reads the differences, and downloads the file', async () => {
  await money.fund(500);
  await money.pay(25, { merchantReference: 'card-1' });
  money.setClock('2026-04-02T10:00:00Z');
  await visit(async (page) => {
    await page.getByText('No closed months yet').waitFor();
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
