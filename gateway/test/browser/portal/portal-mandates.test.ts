// Mandates in the portal, in a browser: an agent revokes one on the page of its customer, an approver decides a capture
// whose outcome is unknown, and a developer allows several captures at Adyen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openPortalStage, type PortalStage } from '../../http/portal/portal-stage.ts';
import { aCardPayin } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { mandateDesk } from '../../stage/mandates.ts';
import { axeFaults } from '../axe.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP } from '../stage.ts';
import { visitPortal } from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;
const LOOK = { ...DESKTOP, locale: 'en-GB' };

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  [stage, browser] = await Promise.all([
    openPortalStage(t, { brand: { name: 'Demo Shop' } }),
    launchChromium(),
  ]);
  ends.unshift(() => browser.close());
});

after(async () => {
  for (const end of ends) await end();
});

test('an agent revokes a mandate on the page of its customer, and the payment that made it says so', {
  skip: onlyInProof,
}, async (t) => {
  const desk = mandateDesk(stage, stage.brand);
  const mandate = { reason: 'RECURRING', description: 'Coffee every month', maxAmount: 30 };
  const { transactionId } = await desk.agree({
    userId: 'anna',
    mandate,
    customer: { email: 'anna@example.com' },
  });
  const { mandateId } = await desk.mandateOf(transactionId);
  const charged = await desk.charge(mandateId, { amount: 10.02 });
  assert.equal(charged.body.resultType, 'declined');
  const at = (rest: string) => `/b/${stage.brand.brandId}${rest}`;
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', LOOK);
  t.after(close);
  await open(at(`/transactions/${charged.body.result.transactionId}`));
  await page.getByText('This payment is a later charge of it.').waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await open(at('/money/customers/anna'));
  const list = page.getByRole('list', { name: 'Mandates' });
  await list.getByText('Regular payments, such as a subscription: “Coffee every month”').waitFor();
  await list.getByText('At most €30.00 a charge, without an end.').waitFor();
  await list.getByText(/Last used /).waitFor();
  assert.deepEqual(await axeFaults(page), []);
  await list.getByRole('button', { name: 'Revoke' }).click();
  const form = page.getByRole('dialog', { name: 'Revoke the mandate of Visa •••• 4242?' });
  await form.getByText(/From now on each charge of it is declined \(error code 2014\)/).waitFor();
  assert.ok(await form.getByRole('button', { name: 'Revoke mandate' }).isDisabled());
  await form.getByLabel('Reason').fill('asked by phone');
  assert.deepEqual(await axeFaults(page), []);
  await form.getByRole('button', { name: 'Revoke mandate' }).click();
  await list.getByText('Revoked', { exact: true }).waitFor();
  assert.equal(await list.getByRole('button', { name: 'Revoke' }).count(), 0);
  await list.getByRole('link', { name: 'first payment' }).click();
  await page.getByText('With this payment the customer agreed to later charges.').waitFor();
  await page.getByText('asked by phone').waitFor();
  assert.deepEqual(faults, []);
});

test('an approver decides a capture whose outcome is unknown', { skip: onlyInProof }, async (t) => {
  const body = aCardPayin({ amount: 25, captureMode: 'manual' });
  const { apiKey } = stage.brand;
  const held = await stage.call('POST', '/v3/payment', { apiKey, body });
  const { transactionId } = held.body.result;
  const part = { transactionId, amount: 10.05 };
  const captured = await stage.call('POST', '/capture-payment', { apiKey, body: part });
  assert.equal(captured.body.status, 'PENDING', captured.text);
  // As after the last inquiry of the resolver. The provider does not know it.
  await stage.sql`update captures set due_at = null where id = ${captured.body.captureId}`;
  const { page, faults, open, close } = await visitPortal(browser, stage, 'finance-approver', LOOK);
  t.after(close);
  await open(`/b/${stage.brand.brandId}/transactions/${transactionId}`);
  const captures = page.getByRole('list', { name: 'Captures' });
  await captures.getByText('Outcome unknown').waitFor();
  await captures.getByRole('button', { name: 'Decide' }).click();
  const form = page.getByRole('dialog', { name: 'What happened to the capture of €10.05?' });
  await form
    .getByText('€10.05 is added to the balance. €14.95 is released to the customer. This is final.')
    .waitFor();
  await form.getByRole('radio', { name: 'Captured', exact: true }).check();
  await form.getByLabel('How do you know?').fill('seen at the provider');
  assert.deepEqual(await axeFaults(page), []);
  await form.getByRole('button', { name: 'Decide: captured' }).click();
  await form.waitFor({ state: 'detached' });
  await captures.getByText('Captured', { exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('a developer finds the switch for several captures and the wallets in the form of Adyen, with their meaning', {
  skip: onlyInProof,
}, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'developer', LOOK);
  t.after(close);
  await open(`/b/${stage.brand.brandId}/settings/providers/adyen`);
  const several = page.getByRole('switch', { name: 'Several captures of one payment' });
  assert.equal(await several.isChecked(), false);
  await page.getByText(/^For orders that ship in parts\./).waitFor();
  await several.check({ force: true });
  assert.equal(await several.isChecked(), true);
  const wallets = page.getByRole('checkbox', { name: /^(Apple|Google) Pay$/ });
  assert.equal(await wallets.count(), 1, 'Google Pay is on the page of Adyen alone');
  await page.getByText(/its domain must be registered for Apple Pay at Adyen\./).waitFor();
  await wallets.check();
  await page.getByRole('radio', { name: /page/i }).last().check({ force: true });
  await page.getByRole('checkbox', { name: 'Google Pay' }).waitFor();
  assert.deepEqual(await axeFaults(page), []);
  assert.deepEqual(faults, []);
});
