// Providers in the portal's pages. A developer connects one whose check fails, repairs it, replaces a webhook key and
// retires it. Finance dismisses a conflict, which its payment's page shows. A live account does not look like a test
// account.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD } from '../../http/portal/portal-stage.ts';
import { openProvidersStage, type ProvidersStage } from '../../http/portal/providers/providers-stage.ts';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import {
  GOOD_KEY,
  type MadeUpNotification,
  WEBHOOK_KEY,
  WRONG_KEY,
  WRONG_KEY_REASON,
} from '../../stage/made-up-provider.ts';
import { launchChromium } from '../chromium.ts';
import {
  confirmIdentity,
  factOf,
  notForConfirmation,
  settled,
  violations,
  visitPortal,
} from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: ProvidersStage;
let browser: Browser;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  [stage, browser] = await Promise.all([openProvidersStage(t), launchChromium()]);
  ends.unshift(() => browser.close());
});

after(async () => {
  for (const end of ends) await end();
});

const at = (path: string) => `/b/${stage.brand.brandId}/${path}`;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
/** The browser's console has a line for each refused request, although the page explains it in words. */
const notRefused = (fault: string) => notForConfirmation(fault) && !/status of 400/.test(fault);

async function listed(): Promise<{ provider: string; accountId: string; stored: Record<string, number> }[]> {
  return (await (await stage.as('developer'))('GET', '/brands/:brand/providers')).body.accounts;
}

/** By keyboard, because an earlier message may cover the button while the pointer is on it. */
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).press('Enter');

test('a developer connects a provider, corrects its credentials, replaces a key and retires the account', async () => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'developer');
  await open(at('settings/providers'));
  await page.getByText('The sandbox serves every payment').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'Connect Northwind' }).click();
  await page.getByRole('heading', { name: 'Connect Northwind' }).waitFor();
  await page.getByText('A test account: no money moves.').waitFor();
  await page.getByText('PCI DSS self-assessment SAQ D').waitFor();
  await page.getByText('PCI DSS self-assessment SAQ A').waitFor();
  assert.equal(await page.getByLabel('Live prefix').count(), 0, 'a test account has none');
  assert.deepEqual(await violations(page), []);

  await page.getByLabel('HMAC key').fill('not hexadecimal');
  await page.getByRole('button', { name: 'Connect Northwind' }).click();
  await confirmIdentity(page, PASSWORD);
  await page.getByText('Must be hexadecimal, as Northwind shows it').waitFor();
  assert.equal(await page.getByText('Northwind needs this.').count(), 2);
  assert.deepEqual(await violations(page), []);
  await page.getByLabel('API key').fill(WRONG_KEY);
  await page.getByLabel('Merchant account').fill('HarbourEU');
  await page.getByLabel('HMAC key').fill(WEBHOOK_KEY);
  await page.getByRole('radio', { name: 'Only these' }).check();
  await page.getByRole('checkbox', { name: 'PayPal' }).uncheck();
  await page.getByRole('button', { name: 'Connect Northwind' }).click();

  await page.getByText(WRONG_KEY_REASON).waitFor();
  assert.match((await factOf(page, 'Credentials'))!, /^Check failed/);
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.getByLabel('API key').inputValue(), '', 'no credential comes back');
  assert.equal(await page.getByPlaceholder('Stored; leave empty to keep').count(), 3);
  assert.equal((await page.content()).includes(WRONG_KEY), false);
  await page.getByRole('button', { name: 'Check the credentials' }).click();
  await page.getByText('The check failed', { exact: true }).waitFor();
  await page.getByLabel('API key').fill(GOOD_KEY);
  await save(page);
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.getByText(WRONG_KEY_REASON).waitFor({ state: 'detached' });
  assert.match((await factOf(page, 'Credentials'))!, /^Accepted/);
  const [account] = await listed();
  const address = `/providers/northwind/notifications/${account!.accountId}`;
  await page.getByRole('button', { name: new RegExp(address) }).waitFor();

  await page.getByLabel('HMAC key').fill('B2'.repeat(16));
  assert.ok(await page.getByRole('checkbox', { name: 'Keep the old one valid' }).isChecked());
  await save(page);
  await page.getByRole('checkbox', { name: 'End the old one' }).waitFor();
  assert.equal((await listed())[0]!.stored.hmacKeys, 2);
  await page.getByRole('checkbox', { name: 'End the old one' }).check();
  await save(page);
  await eventually(async () => (await listed())[0]!.stored.hmacKeys === 1);

  await page.getByRole('button', { name: 'Retire' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retire the account at Northwind?' });
  await dialog.getByText('refunds and notifications of payments that were made there').waitFor();
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Retire Northwind' }).click();
  await page.getByRole('heading', { name: 'Retired' }).waitFor();
  await page.getByRole('table', { name: 'Retired accounts' }).getByText('HarbourEU').waitFor();
  assert.deepEqual(faults.filter(notRefused), []);
  await close();
});

test('finance finds a conflicting notification on the overview and dismisses it with a reason', {
  skip: onlyInProof,
}, async () => {
  const { accountId } = await stage.connect();
  const transactionId = await stage.pay('order-7');
  const told: MadeUpNotification = {
    key: 'conflict',
    kind: 'PAYMENT.SETTLED',
    news: 'charge',
    reference: transactionId,
    amountMinor: 2_400,
    providerReference: 'nw-1',
    outcome: { kind: 'completed' },
  };
  await stage.tell(accountId, told);
  await stage.tell(accountId, { key: 'report', kind: 'REPORT', news: 'nothing', reference: null });
  const { page, faults, open, close } = await visitPortal(browser, stage, 'finance-approver');
  await open(at('overview'));
  await page.getByRole('link', { name: /One provider notification needs a decision/ }).click();
  await settled(page);
  const rows = page.getByRole('table', { name: 'Notifications' }).getByRole('row');
  await eventually(async () => (await rows.count()) === 3);
  assert.match((await rows.nth(1).textContent())!, /PAYMENT\.SETTLED.*Conflict/);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'PAYMENT.SETTLED' }).click();
  const drawer = page.getByRole('dialog', { name: 'Northwind: PAYMENT.SETTLED' });
  await drawer.getByText('€24.00 reported, €25.00 expected').waitFor();
  assert.deepEqual(await violations(page), []);
  await drawer.getByRole('link', { name: 'order-7' }).click();

  await page.getByRole('heading', { name: 'Provider notifications' }).waitFor();
  assert.equal(await factOf(page, 'Provider'), 'Northwind');
  assert.equal(await factOf(page, 'Account'), 'HarbourEU, test');
  assert.match((await factOf(page, 'Charge reference'))!, new RegExp(`^${transactionId.slice(0, 8)}`));
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'All notifications' }).click();
  await page.getByRole('button', { name: 'PAYMENT.SETTLED' }).click();
  await drawer.getByRole('button', { name: 'Dismiss' }).click();
  const asked = page.getByRole('dialog', { name: 'Dismiss this notification?' });
  await asked.getByLabel('Reason').fill('settled by hand at Northwind');
  assert.deepEqual(await violations(page), []);
  await asked.getByRole('button', { name: 'Dismiss notification' }).click();
  await asked.waitFor({ state: 'detached' });
  await drawer.getByText('Dismissed', { exact: true }).waitFor();
  assert.equal(await drawer.getByRole('button', { name: 'Dismiss' }).count(), 0);
  await open(at('overview'));
  assert.equal(await page.getByText('provider notification').count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test('a support user reads accounts and notifications, but sees no credentials and no buttons', {
  skip: onlyInProof,
}, async () => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', PHONE);
  await open(at('settings/providers'));
  await page.getByText('You can only read this').waitFor();
  assert.equal(await page.getByRole('link', { name: /^Connect/ }).count(), 0);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: /Northwind/ }).click();
  await page.getByRole('heading', { name: 'State' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Credentials' }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Retire' }).count(), 0);
  assert.ok(await page.getByLabel('Priority').isDisabled());
  assert.deepEqual(await violations(page), []);
  await open(at('settings/notifications?state=ignored'));
  await page.getByRole('button', { name: 'REPORT' }).click();
  const drawer = page.getByRole('dialog', { name: 'Northwind: REPORT' });
  await drawer.getByText('Reports have no consequence').waitFor();
  assert.equal(await drawer.getByRole('button', { name: 'Try again' }).count(), 0);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
  await close();
});

test('the portal says that a live account moves real money, and that without one every payment is declined', {
  skip: onlyInProof,
}, async () => {
  const { page, open, close } = await visitPortal(browser, stage, 'owner', { colorScheme: 'dark' });
  // The same gateway's answer in production, where a demo user cannot sign in without a second factor.
  await page.route('**/portal/api/brands/*/providers', async (route) => {
    const list = await (await route.fetch()).json();
    const asLive = { ...list, environment: 'live', declinesAll: true, sandbox: null, accounts: [] };
    await route.fulfill({ json: asLive });
  });
  await open(at('settings/providers'));
  await page.getByRole('alert').getByText('declined with error code 1011').waitFor();
  await page.getByText('From then on real money moves.').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Sandbox' }).count(), 0);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'Connect Northwind' }).click();
  await page.getByText('A live account: real money moves.').waitFor();
  assert.equal(await page.getByText('Live', { exact: true }).count(), 2);
  assert.equal(await page.getByText('Test', { exact: true }).count(), 0);
  assert.equal(await page.getByLabel('Endpoint').count(), 0);
  assert.deepEqual(await violations(page), []);
  await close();
});
