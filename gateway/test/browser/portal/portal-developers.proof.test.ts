// A developer's day in the portal: repair a broken receiver, send one webhook again, replay the missed ones in order,
// have the receiver checked, and find out why a signature does not match. One gateway, a real receiver.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openPortalStage, type PortalStage } from '../../http/portal/portal-stage.ts';
import { aCardPayin, eventually } from '../../stage/harness.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../stage/webhook-receiver.ts';
import { launchChromium } from '../chromium.ts';
import { settled, violations, visitPortal } from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;
let receiver: WebhookReceiver;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  receiver = await startWebhookReceiver(t);
  const brand = { notificationUrl: receiver.url };
  [stage, browser] = await Promise.all([
    openPortalStage(t, { brand, env: { WEBHOOK_RETRY_SCHEDULE: '0,3600' } }),
    launchChromium(),
  ]);
  ends.unshift(() => browser.close());
  receiver.secrets.push(stage.brand.signingSecret);
});

after(async () => {
  for (const end of ends) await end();
});

async function pay(merchantReference: string): Promise<void> {
  const body = aCardPayin({ merchantReference });
  const answer = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
  assert.equal(answer.status, 201, answer.text);
}

const at = (path: string) => `/b/${stage.brand.brandId}/developers/${path}`;

test('a developer corrects the address of failed webhooks and replays the events in order', async () => {
  receiver.answer = { status: 500, body: 'our database is down' };
  const orders = ['order-1', 'order-2', 'order-3', 'order-4'];
  for (const order of orders) await pay(order);
  await receiver.waitFor(orders.length);
  const { page, faults, open, close } = await visitPortal(browser, stage, 'developer');
  await open(at('webhooks?state=retrying'));
  await eventually(async () => (await page.getByRole('link', { name: 'payin.completed' }).count()) === 4);
  assert.deepEqual(await violations(page), []);
  const row = page.getByRole('row', { name: /order-1/ });
  assert.match((await row.textContent())!, /500 ·/);
  await open(`/b/${stage.brand.brandId}/overview`);
  const broken = page.getByRole('list', { name: 'Waiting for a decision' }).getByRole('listitem').first();
  assert.match((await broken.textContent())!, /^Webhooks fail/);
  await page.getByText('0% – failing').waitFor();
  assert.deepEqual(await violations(page), []);
  await open(at('webhooks?state=retrying'));
  await row.getByRole('link').first().click();
  await page.getByRole('region', { name: 'Answer to try 1' }).waitFor();
  const body = page.getByRole('region', { name: 'Body' });
  assert.match((await body.textContent())!, /^\{\n {2}"eventId"/);
  await page.getByRole('switch', { name: 'As it was sent' }).check();
  assert.equal(await body.textContent(), receiver.received[0]!.rawBody);
  await page.getByText('our database is down').waitFor();
  assert.deepEqual(await violations(page), []);

  receiver.answer = 200;
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Delivered', { exact: true }).first().waitFor();
  assert.equal(receiver.received[4]!.rawBody, receiver.received[0]!.rawBody);
  assert.ok(receiver.received[4]!.signatureValid);

  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Replay a period' }).click();
  const dialog = page.getByRole('dialog');
  // From and until are minutes of the brand's zone.
  const minute = (inMinutes: number) =>
    new Date(stage.now().getTime() + inMinutes * 60_000).toISOString().slice(0, 16);
  const first = await dialog.getByLabel('From').inputValue();
  await dialog.getByLabel('Until').fill(minute(10));
  await dialog.getByLabel('From').fill(minute(5));
  await dialog.getByRole('button', { name: 'Count the events' }).click();
  await dialog.getByText('There is no such event in this period.').waitFor();
  await dialog.getByLabel('From').fill(first);
  await dialog.getByRole('button', { name: 'Count the events' }).click();
  await dialog.getByText('3 events are sent again.').waitFor();
  assert.equal(receiver.received.length, 5, 'counting sends nothing');
  assert.deepEqual(await violations(page), []);
  await dialog.getByRole('button', { name: 'Replay' }).click();
  await page.getByText('Sent again', { exact: true }).waitFor();
  const replayed = (await receiver.waitFor(8)).slice(5).map(({ body }) => body.merchantReference);
  assert.deepEqual([...replayed].sort(), ['order-2', 'order-3', 'order-4']);
  assert.deepEqual(faults, []);
  await close();
});

test('a replay sends the events of one payment in their order', async () => {
  receiver.answer = 500;
  const before = receiver.received.length;
  const slow = aCardPayin({ merchantReference: 'slow-1' }, { cardNumber: '4000000000000259' });
  await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body: slow });
  await receiver.waitFor(before + 2);
  receiver.answer = 200;
  const developer = await stage.as('developer');
  await eventually(async () => {
    const { body } = await developer('GET', '/brands/:brand/webhooks/deliveries?state=retrying');
    return body.items.length === 2;
  });
  const range = {
    from: new Date(stage.now().getTime() - 3_600_000).toISOString(),
    to: new Date(stage.now().getTime() + 1_000).toISOString(),
    undeliveredOnly: true,
  };
  await developer('POST', '/brands/:brand/webhooks/replays', range);
  const replayed = (await receiver.waitFor(before + 4)).slice(before + 2);
  assert.deepEqual(
    replayed.map(({ body }) => body.sequence),
    [1, 2],
  );
});

test('the endpoint check passes a good receiver and names the faults of a bad one', async () => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'developer');
  await open(at('webhooks'));
  receiver.answer = ({ signatureValid }) => (signatureValid ? 200 : 401);
  await page.getByRole('button', { name: 'Check the receiver' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Start the check' }).click();
  await dialog.getByText('Passed').nth(6).waitFor();
  assert.equal(await dialog.getByText('To fix:').count(), 0);
  receiver.answer = 200;
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await dialog.getByText('Failed').nth(1).waitFor();
  await dialog.getByText('Compare X-Signature with the HMAC-SHA256').first().waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
  await close();
});

test('the signature debugger finds wrong spaces and reveals no signature', async () => {
  const { page, faults, open, close } = await visitPortal(browser, stage, 'developer');
  await open(at('signatures'));
  await page.getByRole('combobox', { name: 'Kind of signature' }).click();
  await page.getByRole('option', { name: 'A request that signs its body' }).click();
  const body = '{"action": "APPROVE", "amount": 50.00}';
  const { signingSecret } = stage.brand;
  const sign = (text: string) => createHmac('sha256', signingSecret).update(text).digest('base64');
  await page.getByRole('textbox', { name: /^Body/ }).fill(body);
  await page
    .getByRole('textbox', { name: 'Value of the header' })
    .fill(sign('{"action": "APPROVE", "amount": 50}'));
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText('The JSON was written with spaces').waitFor();
  const shown = await page.getByRole('region', { name: 'String to sign' }).textContent();
  assert.equal(shown, '{"action":"APPROVE","amount":50}');
  assert.ok(!(await page.content()).includes(sign(shown!)));
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
  await close();
});

test('the request log shows a refused request with its answer, and a read-only user changes nothing', async () => {
  const body = aCardPayin({ currency: 'eur' });
  await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
  const { page, faults, open, close } = await visitPortal(browser, stage, 'developer');
  await eventually(async () => {
    await open(at('requests?outcome=failed'));
    return (await page.getByText(/currency: /).count()) > 0;
  });
  assert.deepEqual(await violations(page), []);
  for (const path of ['snippets', 'providers']) {
    await open(at(path));
    await settled(page);
    assert.deepEqual(await violations(page), [], path);
  }
  assert.deepEqual(faults, []);
  await close();
  const reader = await visitPortal(browser, stage, 'read-only');
  await reader.open(at('webhooks'));
  assert.equal(await reader.page.getByRole('button', { name: 'Check the receiver' }).count(), 0);
  assert.equal(await reader.page.getByRole('link', { name: 'Signatures' }).count(), 0);
  await reader.close();
});
