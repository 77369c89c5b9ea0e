// A support agent captures and voids authorised payments, in a browser: each dialog says what happens to the money, by
// keyboard and on a phone. The overview leads to what lapses within a day. Later the agent answers disputes, with
// evidence or by accepting them, and sees money that came back: lost disputes, pending and failed refunds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openPortalStage, type PortalStage } from '../../http/portal/portal-stage.ts';
import { aCardPayin } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP, PHONE } from '../stage.ts';
import { factOf, violations, visitPortal } from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;
const LOOK = { ...DESKTOP, locale: 'en-GB' };

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  [stage, browser] = await Promise.all([
    openPortalStage(t, { brand: { name: 'Demo Shop' }, env: { SANDBOX_DELAY_MS: '600000' } }),
    launchChromium(),
  ]);
  ends.unshift(() => browser.close());
});

after(async () => {
  for (const end of ends) await end();
});

async function authorize(amount: number): Promise<string> {
  const body = aCardPayin({ amount, captureMode: 'manual' });
  const answer = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.body.result?.authorized, true, answer.text);
  return answer.body.result.transactionId;
}

/** Changes what the provider said when it authorised the payment. */
async function asAuthorized(id: string, change: Record<string, unknown>): Promise<void> {
  await stage.sql`update steps set authorized = authorized || ${stage.sql.json(change as never)}
    where transaction_id = ${id} and authorized is not null`;
}

const pageOf = (id: string) => `/b/${stage.brand.brandId}/transactions/${id}`;

test('an agent captures a part and keeps the rest held, and the last capture releases what is left', async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', LOOK);
  t.after(close);
  await open(pageOf(await authorize(25)));
  await page.getByText('€25.00 is held on the card •••• 4242. Nothing is charged yet.').waitFor();
  await page.getByText(/^Capture it before .+ \(7 days left\), or void it\./).waitFor();
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  const form = page.getByRole('dialog');
  await form
    .getByText("€25.00 is charged. Nothing stays held. Demo Shop's balance will be €25.00.")
    .waitFor();
  await form.getByLabel('Amount in EUR').fill('30');
  await form.getByText('At most €25.00.').waitFor();
  assert.ok(await form.getByRole('button', { name: 'Capture', exact: true }).isDisabled());
  await form.getByLabel('Amount in EUR').fill('10');
  await form.getByText('€10.00 is charged, €15.00 is released to the customer.').waitFor();
  await form.getByRole('radio', { name: 'Keep it held for another capture' }).check();
  await form.getByText(/^€10\.00 is charged\. €15\.00 can still be captured until /).waitFor();
  assert.deepEqual(await violations(page), []);
  await form.getByRole('button', { name: 'Capture €10.00' }).click();
  await page.getByText('€10.00 captured', { exact: true }).first().waitFor();
  await page.getByText('€10.00 was captured, and €15.00 is still held on the card •••• 4242.').waitFor();
  assert.equal(await factOf(page, 'Left to capture'), '€15.00');

  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  await form.getByLabel('Amount in EUR').fill('5');
  // By keyboard alone from here.
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  await page.getByText('€15.00 of the authorised €25.00 was paid with the card •••• 4242.').waitFor();
  await page.getByRole('heading', { level: 1, name: '€15.00 of €25.00' }).waitFor();
  const captures = page.getByRole('list', { name: 'Captures' }).getByRole('listitem');
  assert.equal(await captures.count(), 2);
  assert.match((await captures.last().textContent())!, /€5\.00.+, by support, the last one.*Captured/);
  assert.equal(await factOf(page, 'Left to refund'), '€15.00');
  await page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
  assert.deepEqual(faults, []);
});

test('where the provider takes one capture, keeping the rest is impossible and the dialog says why', {
  skip: onlyInProof,
}, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', {
    ...PHONE,
    locale: 'en-GB',
    colorScheme: 'dark',
  });
  t.after(close);
  const id = await authorize(25);
  await asAuthorized(id, { takesSeveral: false });
  await open(pageOf(id));
  await page.getByRole('button', { name: 'Capture', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Amount in EUR').fill('10.02');
  assert.ok(await form.getByRole('radio', { name: /^Keep it held/ }).isDisabled());
  await form.getByText(/the provider takes one capture of this payment \(error code 5103\)/).waitFor();
  assert.deepEqual(await violations(page), []);
  await form.getByRole('button', { name: 'Capture €10.02' }).click();
  await form
    .getByText('The provider did not capture it: Capture failed at the provider. Nothing was charged.')
    .waitFor();
  // The same form makes another capture, not the failed one again.
  await form.getByLabel('Amount in EUR').fill('10');
  await form.getByRole('button', { name: 'Capture €10.00' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('€10.00 of the authorised €25.00 was paid with the card •••• 4242.').waitFor();
  assert.deepEqual(faults, []);
});

test('a void says what the customer gets back, and the payment is voided', {
  skip: onlyInProof,
}, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', LOOK);
  t.after(close);
  await open(pageOf(await authorize(31)));
  await page.getByRole('button', { name: 'Void', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Void this payment of €31.00?' });
  await form.getByText(/^The customer gets €31\.00 back; nothing is charged\./).waitFor();
  assert.deepEqual(await violations(page), []);
  await form.getByLabel('Reason (optional)').fill('sold out');
  await form.getByRole('button', { name: 'Void payment' }).click();
  await page.getByText(/^Voided by the merchant\. The customer gets the held €31\.00 back/).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Capture', exact: true }).count(), 0);
  assert.deepEqual(faults, []);
});

test('the overview leads to the payments that lapse within a day, and a view lists all authorised ones', {
  skip: onlyInProof,
}, async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'read-only', LOOK);
  t.after(close);
  await authorize(26);
  const id = await authorize(45);
  const captureBefore = new Date(Date.now() + 5 * 3_600_000 + 60_000);
  await asAuthorized(id, { captureBefore: captureBefore.toISOString() });
  await stage.sql`update open_work set due_at = ${captureBefore}, capture_before = ${captureBefore}
    where transaction_id = ${id}`;
  await open(`/b/${stage.brand.brandId}/overview`);
  await page.getByRole('link', { name: /^One authorised payment lapses within 24 hours/ }).click();
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr');
  await rows.getByText('5 hrs left').waitFor();
  assert.equal(await rows.count(), 1);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Authorised, to be captured' }).click();
  await rows.nth(1).waitFor();
  assert.match((await rows.first().textContent())!, /€45\.00.*Authorised · 5 hrs left/);
  assert.match((await rows.nth(1).textContent())!, /€26\.00.*Authorised · 7 days left/);
  await rows.first().getByRole('link').first().click();
  await page.getByText('€45.00 is held on the card •••• 4242. Nothing is charged yet.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Capture', exact: true }).count(), 0);
  assert.deepEqual(faults, []);
});

async function pay(fields: Record<string, unknown>): Promise<string> {
  const body = aCardPayin(fields);
  const answer = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result.transactionId;
}

const sandbox = async (path: string, body: Record<string, unknown>) => {
  const answer = await stage.call('POST', `/sandbox${path}`, { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.status, 200, answer.text);
};

test('a payment with a lost dispute reads as lost, and is refunded only after a user ticks a box', async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', LOOK);
  t.after(close);
  const id = await pay({ amount: 44, userId: 'twin', merchantReference: 'twin-1' });
  await pay({ amount: 44, userId: 'twin', merchantReference: 'twin-2' });
  await sandbox(`/transactions/${id}/dispute`, { status: 'LOST', amount: 40 });
  await open(`${pageOf('')}?moneyBack=dispute-lost`);
  const row = page.getByRole('table', { name: 'Transactions' }).getByRole('row', { name: /€44\.00/ });
  await row.getByText('Dispute lost').waitFor();
  await row.getByRole('link').first().click();
  await page.getByText('The balance decreased by €40.00. €4.00 of the payment is left.').waitFor();
  assert.equal(await factOf(page, 'Left to refund'), '€4.00');
  assert.equal(await page.getByRole('button', { name: 'Refund', exact: true }).count(), 0);
  const twins = page.getByRole('region', { name: 'Possible duplicate' });
  await twins.getByRole('link', { name: 'twin-2' }).waitFor();
  await twins.getByText(/^This payment came first\./).waitFor();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Refund despite the dispute' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('A dispute has already taken €40.00').waitFor();
  const refund = form.getByRole('button', { name: 'Refund €4.00' });
  assert.ok(await refund.isDisabled());
  await form.getByRole('checkbox', { name: 'Refund it anyway' }).check();
  await refund.click();
  await page.getByText('Refund of €4.00 created').first().waitFor();
  assert.deepEqual(faults, []);
});

test('a refund reads as pending, then as failed, and waits on the overview for a new one', async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', LOOK);
  t.after(close);
  const id = await pay({ amount: 31, merchantReference: 'refund-fails' });
  const refund = await stage.call('POST', '/refund/by-reference', {
    apiKey: stage.brand.apiKey,
    body: { merchantReference: 'refund-fails', amount: 10 },
  });
  await open(pageOf(id));
  await page.getByText('€10.00 of it is being refunded, €21.00 remains.').waitFor();
  assert.equal(await factOf(page, 'Being refunded'), '€10.00');
  await page.getByText('Refund pending', { exact: true }).first().waitFor();
  await sandbox(`/refunds/${refund.body.refundId}/outcome`, { outcome: 'FAILED' });
  await open(`/b/${stage.brand.brandId}`);
  await page.getByRole('link', { name: 'One refund failed' }).click();
  const row = page.getByRole('table', { name: 'Transactions' }).getByRole('row', { name: /€31\.00/ });
  await row.getByText('Refund failed').waitFor();
  await row.getByRole('link').first().click();
  await page.getByText('The refund of €10.00 failed: refund failed at the provider.').waitFor();
  assert.equal(await factOf(page, 'Left to refund'), '€31.00');
  assert.deepEqual(faults, []);
});

const PDF = { name: 'parcel.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

async function disputed(deadline: string): Promise<string> {
  const id = await pay({ amount: 44, orderDetails: [{ productName: 'Coffee beans', quantity: 2 }] });
  await sandbox(`/transactions/${id}/dispute`, { status: 'OPEN', reason: 'fraudulent', deadline });
  return id;
}

test('an agent hands in evidence against a dispute once, or accepts it, and a missed deadline is red', async (t) => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'support', LOOK);
  t.after(close);
  const deadline = new Date(Date.now() + 6.5 * 86_400_000).toISOString();
  await open(pageOf(await disputed(deadline)));
  await page.getByText('6 days left').waitFor();
  await page.getByRole('button', { name: 'Hand in evidence' }).click();
  const form = page.getByRole('dialog', { name: 'Evidence against the dispute over €44.00' });
  const send = form.getByRole('button', { name: 'Send evidence' });
  assert.equal(await form.getByLabel('What was sold').inputValue(), '2 × Coffee beans');
  await form.getByLabel('Explanation').fill('The customer has it.');
  await form.locator('input[type=file]').nth(1).setInputFiles(PDF);
  await form.getByText('parcel.pdf').waitFor();
  assert.deepEqual(await violations(page), []);
  await send.click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('The bank decides now.').waitFor();
  assert.equal(await factOf(page, 'Your answer'), 'Evidence sent');
  assert.equal(await factOf(page, 'With'), 'What was sold, Explanation, Proof of delivery');
  assert.equal(await page.getByRole('button', { name: 'Hand in evidence' }).count(), 0);

  await open(pageOf(await disputed(deadline)));
  await page.getByRole('button', { name: 'Accept this dispute' }).click();
  const question = page.getByRole('dialog', { name: 'Accept the dispute over €44.00?' });
  await question.getByText(/nobody can undo it\. The bank has taken the money already\./).waitFor();
  await question.getByRole('button', { name: 'Accept this dispute' }).click();
  await question.waitFor({ state: 'detached' });
  assert.equal(await factOf(page, 'Your answer'), 'Accepted');

  await open(pageOf(await disputed('2026-04-01T00:00:00.000Z')));
  await page.getByText('The time to answer it is over. The bank decides without you.').waitFor();
  const over = page.getByText('time is over', { exact: true });
  assert.equal(await over.getAttribute('data-stage'), 'over');
  assert.deepEqual(faults, []);
});
