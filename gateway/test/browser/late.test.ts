// A script that never comes: after five seconds the document
// itself says so, and offers the ways out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from '../stage/harness.ts';
import { onlyInProof } from '../stage/how-much.ts';
import { heading, link as linkTo, openStage, PHONE, press, SHOP } from './stage.ts';

const LATE = 'This is taking longer than usual.';

const stage = await openStage();

/** Opens a session's document in a new browser, without waiting for the script. */
async function opened(
  fields: Record<string, unknown>,
  options: Record<string, unknown>,
  use: (page: Page, scriptsCome: () => void) => Promise<void>,
): Promise<void> {
  const { path } = await stage.session(fields);
  const context = await stage.browser.newContext({ ...PHONE, ...options });
  try {
    const page = await context.newPage();
    let held = true;
    // Neither answers nor refuses. (Chromium releases held requests when a route is removed.)
    await page.route('**/assets/cashier/app/*.js', (route) => (held ? undefined : route.continue()));
    await page.goto(stage.tollgate.url + path, { waitUntil: 'commit' });
    await use(page, () => {
      held = false;
    });
  } finally {
    await context.close();
  }
}

test('after five seconds without a script the page offers to reload and to return to the shop', () =>
  opened({}, {}, async (page, scriptsCome) => {
    const delay = `getComputedStyle(document.querySelector('.late')).animationDelay`;
    await eventually(async () => (await page.evaluate(delay)) === '5s', 30_000);
    await page.getByText(LATE).waitFor();
    const back = await linkTo(page, 'Back to Demo Shop').getAttribute('href');
    assert.match(back!, new RegExp(`^${SHOP}/done\\?transactionId=`));
    scriptsCome();
    await press(linkTo(page, 'Load the page again'));
    await heading(page, 'How do you want to pay?');
    assert.equal(await page.getByText(LATE).count(), 0);
  }));

test('without a return address the page offers no return', { skip: onlyInProof }, () =>
  opened({ redirectUrl: null }, {}, async (page) => {
    await linkTo(page, 'Load the page again').waitFor();
    assert.equal(await page.locator('.late a').count(), 1);
  }),
);

test('without JavaScript the page shows its links, and no text about waiting', () =>
  opened({}, { javaScriptEnabled: false }, async (page) => {
    await linkTo(page, 'Back to Demo Shop').waitFor();
    // Without its stylesheet everything in the document is visible.
    await page.waitForLoadState();
    assert.equal(await page.getByText(LATE).isVisible(), false);
  }));
