// Numbers that belong together, in a browser: one currency at a time on the overview, the balance that runs down the
// queue, and similar things with different names. Docs, portal and cashier look like one family.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openPortalStage, type PortalStage } from '../../http/portal/portal-stage.ts';
import { aCardPayin, eventually } from '../../stage/harness.ts';
import { startWebhookReceiver } from '../../stage/webhook-receiver.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP } from '../stage.ts';
import { visitPortal } from './portal-visit.ts';

const CHALLENGED = '4000000000003220';
const SEPA = '3423412e-a051-4862-b2be-167be3708ab0';
const LOOK = { ...DESKTOP, locale: 'en-GB' };

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  const receiver = await startWebhookReceiver(t);
  const brand = { notificationUrl: receiver.url, risk: 'off' };
  [stage, browser] = await Promise.all([openPortalStage(t, { brand }), launchChromium()]);
  ends.unshift(() => browser.close());
  receiver.secrets.push(stage.brand.signingSecret);
});

after(async () => {
  for (const end of ends) await end();
});

const path = (rest: string) => `/b/${stage.brand.brandId}${rest}`;

async function call(where: string, body: object) {
  const answer = await stage.call('POST', where, { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

test('all numbers of the overview are in the chosen currency', async (t) => {
  for (const [amount, currency] of [
    [25, 'EUR'],
    [30, 'EUR'],
    [40, 'GBP'],
  ])
    await call('/v3/payment', aCardPayin({ amount, currency }));
  const { page, faults, open, close } = await visitPortal(browser, stage, 'finance-maker', LOOK);
  t.after(close);
  const tile = (title: string) =>
    page
      .getByRole('heading', { level: 2, name: title, exact: true })
      .locator('xpath=ancestor::*[2]')
      .textContent()
      .then((text) => text!.replace(title, ''));
  await open(path('/overview?currency=EUR'));
  assert.match(await tile('Volume'), /^€55\.00/);
  assert.match(await tile('Payments'), /^2(?!\d)/);
  await open(path('/overview?currency=GBP'));
  assert.match(await tile('Volume'), /^£40\.00/);
  assert.match(await tile('Payments'), /^1(?!\d)/);
  assert.deepEqual(faults, []);
});

test('the approval queue shows the balance after each payout', async (t) => {
  const funding = { currency: 'EUR', amount: 45, reference: 'first' };
  await stage.operator('POST', `/operator/brands/${stage.brand.brandId}/funding`, funding);
  for (let i = 0; i < 3; i++)
    await call('/v3/payout', {
      paymentOptionId: SEPA,
      currency: 'EUR',
      amount: 40,
      country: 'DE',
      paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
    });
  const { page, faults, open, close } = await visitPortal(browser, stage, 'finance-approver', LOOK);
  t.after(close);
  await open(path('/payouts'));
  const rows = await page.locator('tbody tr').allTextContents();
  const balances = rows.map((text) => /leaves €[\d.]+|€[\d.]+ short/.exec(text)?.[0]);
  // 100.00 before: 45.00 of the funding, and 55.00 of the pay-ins.
  assert.deepEqual(balances, ['leaves €60.00', 'leaves €20.00', '€20.00 short']);
  assert.deepEqual(faults, []);
});

test('each webhook of a payment has its own named button that sends it again', async (t) => {
  const opened = await call('/v3/payment', aCardPayin({ amount: 26 }, { cardNumber: CHALLENGED }));
  const id = opened.result.transactionId as string;
  const { apiKey } = stage.brand;
  await stage.call('POST', `/sandbox/transactions/${id}/outcome`, { apiKey, body: { outcome: 'COMPLETED' } });
  const { page, faults, open, close } = await visitPortal(browser, stage, 'developer', LOOK);
  t.after(close);
  const buttons = page.getByRole('button', { name: /^Send again: / });
  await eventually(async () => {
    await open(path(`/transactions/${id}`));
    return (await buttons.count()) === 2;
  });
  const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  assert.deepEqual(names.sort(), [
    'Send again: payin.completed, webhook 2',
    'Send again: payin.processing, webhook 1',
  ]);
  // Without an address nothing is posted, and the button says so.
  await stage.operator('PATCH', `/operator/brands/${stage.brand.brandId}`, { notificationUrl: null });
  const { result } = await call('/v3/payment', aCardPayin({ amount: 27 }));
  const again = page.getByRole('button', { name: 'Stream again: payin.completed, webhook 1' });
  await eventually(async () => {
    await open(path(`/transactions/${result.transactionId}`));
    return (await again.count()) === 1;
  });
  await again.click();
  await page
    .getByText('“tollgate listen” gets it again. It is not posted, because no notification address is set.')
    .waitFor();
  assert.deepEqual(faults, []);
});

test('docs, portal and cashier use the same mark, typeface and accent colour', async (t) => {
  const link = await call('/payment-session', { currency: 'EUR', amount: 25 });
  const cashier = `${stage.url}${new URL(link.cashierUrl).pathname}`;
  const context = await browser.newContext(LOOK);
  t.after(() => context.close());
  const page = await context.newPage();
  const looks = [];
  for (const address of [`${stage.url}/docs`, `${stage.url}/portal/sign-in`, cashier]) {
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    // The first page of the cashier has no button yet.
    if (address === cashier) {
      await page.getByText('Card', { exact: true }).first().click();
      await page.getByRole('button', { name: /^Pay/ }).waitFor();
    }
    // A colour may be in transition.
    const hasAccent = `[...document.querySelectorAll('a, button, button *')].some((one) => {
      const style = getComputedStyle(one);
      return [style.color, style.backgroundColor].includes('rgb(31, 79, 216)');
    })`;
    await eventually(() => page.evaluate<boolean>(hasAccent));
    looks.push(
      await page.evaluate(`({
        mark: new URL(document.querySelector('link[rel=icon]').href).pathname,
        // Further fonts stand behind these, for the cashier's languages.
        typeface: getComputedStyle(document.body).fontFamily.split(', ').slice(0, 6).join(', '),
      })`),
    );
  }
  assert.equal((looks[0] as { mark: string }).mark, '/assets/mark.svg');
  assert.deepEqual(looks, [looks[0], looks[0], looks[0]]);
});
