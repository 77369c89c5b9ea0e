// Erasing a customer in a browser: the owner reads what goes and what stays, confirms their identity, and the customer
// is gone. A setting says how long personal data is kept. Nobody else is offered either.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { openPortalStage, PASSWORD, type PortalStage } from '../../http/portal/portal-stage.ts';
import { aCardPayin, eventually } from '../../stage/harness.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP, PHONE } from '../stage.ts';
import {
  confirmIdentity,
  factOf,
  notForConfirmation,
  settled,
  violations,
  visitPortal,
} from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  [stage, browser] = await Promise.all([openPortalStage(t, { brand: { risk: 'off' } }), launchChromium()]);
  ends.unshift(() => browser.close());
  for (const userId of ['ada', 'grace']) {
    const customer = { firstName: userId, lastName: 'Example', email: `${userId}@example.com` };
    const body = aCardPayin({ userId, customer, merchantReference: `order-of-${userId}` });
    const paid = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
    assert.equal(paid.body.result.status, 'COMPLETED', paid.text);
  }
});

after(async () => {
  for (const end of ends) await end();
});

const path = (rest: string) => `/b/${stage.brand.brandId}${rest}`;

/** All tests share the owner's session, in which an earlier test may have confirmed. Waits until it is `done`. */
async function confirmIfAsked(page: Page, done: Locator) {
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.or(done).first().waitFor();
  if (await asked.isVisible()) await confirmIdentity(page, PASSWORD);
  await done.waitFor();
}

test('the owner erases a customer from their page, after confirming who they are', async () => {
  const { page, open, faults, close } = await visitPortal(browser, stage, 'owner', DESKTOP);
  await open(path('/money/customers/ada'));
  await page.getByRole('button', { name: 'Erase customer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase ada?' });
  await dialog.getByText('This cannot be undone').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await violations(page, 'color-contrast'), []);
  await page.emulateMedia({ colorScheme: 'light' });
  await dialog.getByLabel('E-mail address, if you know it').fill('ada@example.com');
  await dialog.getByRole('button', { name: 'Show who is erased' }).click();
  // First it shows who that is, and how much.
  const found = dialog.getByRole('region', { name: 'Who is erased' });
  await found.getByText('ada Example').waitFor();
  await found.getByText('€25.00 in 1 payment').waitFor();
  assert.equal(await factOf(page, 'Transactions'), '1');
  assert.equal(await factOf(page, 'Saved cards'), '1');
  assert.deepEqual(await violations(page), []);
  // Another name is another person, so it asks again.
  await dialog.getByLabel('E-mail address, if you know it').fill('ada@example.co');
  await found.waitFor({ state: 'detached' });
  await dialog.getByLabel('E-mail address, if you know it').fill('ada@example.com');
  await dialog.getByRole('button', { name: 'Show who is erased' }).click();
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await confirmIdentity(page, PASSWORD);
  await page.getByText('Erased: 1 transaction, 1 saved card').waitFor();
  await page.getByRole('heading', { name: 'Customers' }).waitFor();
  await settled(page);
  await eventually(async () => !((await page.locator('main').textContent()) ?? '').includes('ada'));
  await page.getByText('grace').first().waitFor();
  assert.deepEqual(faults.filter(notForConfirmation), []);
  await close();
});

test('only an owner can erase a customer who has no page, from the list of customers', async () => {
  const owner = await visitPortal(browser, stage, 'owner', PHONE);
  await owner.open(path('/money/customers'));
  await owner.page.getByRole('button', { name: 'Erase a customer' }).click();
  const dialog = owner.page.getByRole('dialog', { name: 'Erase a customer?' });
  const show = dialog.getByRole('button', { name: 'Show who is erased' });
  assert.equal(await show.isDisabled(), true);
  await dialog.getByLabel('E-mail address').fill('nobody@example.com');
  await show.click();
  await dialog.getByText('Nobody has this user id or e-mail address').waitFor();
  assert.equal(await show.isDisabled(), true);
  assert.deepEqual(await violations(owner.page), []);
  // Only a block is known of this person.
  const blocked = { kind: 'email', value: 'blocked@example.com', reason: 'a letter' };
  await stage.operator('POST', `/operator/brands/${stage.brand.brandId}/blocks`, blocked);
  await dialog.getByLabel('E-mail address').fill('blocked@example.com');
  await show.click();
  await dialog.getByRole('region', { name: 'Who is erased' }).waitFor();
  assert.equal(await factOf(owner.page, 'Blocks'), '1');
  assert.deepEqual(await violations(owner.page), []);
  await dialog.getByRole('button', { name: 'Erase permanently' }).click();
  await confirmIfAsked(owner.page, owner.page.getByText('Erased: 0 transactions, 0 saved cards, 1 block'));
  await owner.close();
  const support = await visitPortal(browser, stage, 'support', DESKTOP);
  await support.open(path('/money/customers/grace'));
  assert.equal(await support.page.getByRole('button', { name: 'Erase customer' }).count(), 0);
  await support.close();
});

test('the owner sets how long personal data is kept', async () => {
  const { page, open, close } = await visitPortal(browser, stage, 'owner', DESKTOP);
  await open(path('/settings'));
  await page.getByRole('combobox', { name: 'Personal data is kept' }).click();
  await page.getByRole('option', { name: 'Kept for 24 months' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmIfAsked(page, page.getByText('Saved', { exact: true }));
  const { body } = await stage.operator('GET', `/operator/brands/${stage.brand.brandId}`);
  assert.equal(body.personalDataMonths, 24);
  await close();
});
