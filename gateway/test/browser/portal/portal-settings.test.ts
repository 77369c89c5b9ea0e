// The settings in a browser: a developer rotates a key, an owner changes the look and sees it, two owners change the
// same setting, changes are in the audit log, and a read-only user changes nothing, on the page or without it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { describeApi } from '../../../scripts/write-openapi.ts';
import { optionsOf } from '../../../src/domain/options/payment-option.ts';
import { openPortalStage, PASSWORD, type PortalStage } from '../../http/portal/portal-stage.ts';
import { eventually } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP } from '../stage.ts';
import {
  confirmIdentity,
  notForConfirmation,
  openIsInView,
  settled,
  type Visit,
  violations,
  visitPortal,
} from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: PortalStage;
let browser: Browser;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  [stage, browser] = await Promise.all([
    openPortalStage(t, { brand: { notificationUrl: 'https://shop.example/hooks' } }),
    launchChromium(),
  ]);
  ends.unshift(() => browser.close());
});

after(async () => {
  for (const end of ends) await end();
});

async function visit(role: Parameters<typeof visitPortal>[2], section: string): Promise<Visit> {
  const visited = await visitPortal(browser, stage, role, { ...DESKTOP, locale: 'en-GB' });
  await visited.open(`/b/${stage.brand.brandId}/settings/${section}`);
  return visited;
}

const works = async (apiKey: string) =>
  (await stage.call('GET', '/v3/payment-options', { apiKey })).status === 200;

test('a developer rotates an API key, sees when the old key was last used, and ends it', async () => {
  const { page, faults, close } = await visit('developer', 'keys');
  await page.getByRole('button', { name: 'Rotate API key' }).click();
  await page.getByRole('radio', { name: /In 24 hours/ }).waitFor();
  await page.getByRole('button', { name: 'Create a new API key' }).click();
  // Only the person at the keyboard may do this. The page makes no key before they confirm their identity, and then
  // continues by itself.
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await confirmIdentity(page, PASSWORD);
  const made = page.getByRole('dialog', { name: 'Your new API key' });
  const apiKey = (await made.locator('code').textContent())!;
  assert.match(apiKey, /^tg_test_\w{40,}$/);
  // It is not shown again, so no accidental key or click closes it.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  assert.equal(await made.getByRole('button', { name: 'Close' }).count(), 0);
  await made.getByRole('button', { name: 'I copied it' }).click();
  await made.waitFor({ state: 'detached' });
  assert.deepEqual(await violations(page), []);
  assert.equal((await page.content()).includes(apiKey), false, 'it is nowhere once the dialog is closed');
  assert.ok((await works(apiKey)) && (await works(stage.brand.apiKey)));

  const former = page.getByRole('row').filter({ hasText: stage.brand.apiKey.slice(-4) });
  await former.getByText(/^Ends/).waitFor();
  await eventually(async () => {
    await page.reload();
    await settled(page);
    return (await former.getByText('127.0.0.1').count()) > 0;
  });
  await former.getByRole('button', { name: 'End now' }).click();
  await page
    .getByRole('dialog')
    .getByText(/It was used last/)
    .waitFor();
  await page.getByRole('button', { name: 'End this API key' }).click();
  await former.getByText('Ended').waitFor();
  assert.deepEqual([await works(stage.brand.apiKey), await works(apiKey)], [false, true]);
  assert.deepEqual(faults.filter(notForConfirmation), []);
  await close();
});

test('with four eyes a new key cannot approve payouts until a finance approver allows it', {
  skip: onlyInProof,
}, async () => {
  const path = `/operator/brands/${stage.brand.brandId}`;
  await stage.operator('PATCH', path, { fourEyes: true });
  const developer = await stage.as('developer');
  const { secret } = (await developer('POST', '/brands/:brand/api-keys', {})).body;
  const { page, faults, close } = await visit('finance-approver', 'keys');
  const row = page.getByRole('row').filter({ hasText: secret.slice(-4) });
  await row
    .getByText('Look up payments, take payments, make refunds, create payouts', { exact: true })
    .waitFor();
  await row.getByRole('button', { name: 'Allow approvals' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Allow approvals' }).click();
  await confirmIdentity(page, PASSWORD);
  await row.getByText('Everything').waitFor();
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults.filter(notForConfirmation), []);
  await close();
  await stage.operator('PATCH', path, { fourEyes: false });
});

const PAY_BUTTON = '.button.primary';

/** A colour within the frame of the preview. */
const inPreview = (page: Page, selector: string, property: string) =>
  page
    .frameLocator('[data-testid=cashier-preview]')
    .locator(selector)
    .first()
    .evaluate<string, string>(
      // biome-ignore lint/suspicious/noExplicitAny: runs in the page
      (one: any, name) => one.ownerDocument.defaultView.getComputedStyle(one).getPropertyValue(name),
      property,
    );

test('an owner changes the look, the preview follows, and the page says whether the colour is readable', {
  skip: onlyInProof,
}, async () => {
  const { page, faults, close } = await visit('owner', 'look');
  const groups = await page
    .getByRole('navigation', { name: 'Settings' })
    .locator('> div > span')
    .allTextContents();
  assert.deepEqual(groups, ['Brand', 'Connection', 'Protection', 'People']);
  await page.getByLabel('Accent colour').fill('#ffb020');
  await page.getByText(/On light pages: #956300, darker than chosen/).waitFor();
  await page.getByText(/On dark pages: as chosen/).waitFor();
  const preview = page.frameLocator('[data-testid=cashier-preview]');
  await preview.locator(PAY_BUTTON).first().waitFor();
  await eventually(async () => (await inPreview(page, PAY_BUTTON, 'background-color')) === 'rgb(149, 99, 0)');
  await page.getByText('Dark', { exact: true }).click();
  await eventually(
    async () => (await inPreview(page, PAY_BUTTON, 'background-color')) === 'rgb(255, 176, 32)',
  );
  await page.getByLabel('Name in the cashier').fill('Blue Note');
  await preview.getByText('Pay Blue Note').waitFor();
  await page.getByText('2 changes are not saved').waitFor();
  assert.deepEqual(await violations(page), []);

  // Leaving asks first, and staying loses nothing.
  await page.getByRole('link', { name: 'General' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  assert.equal(await page.getByLabel('Name in the cashier').inputValue(), 'Blue Note');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('2 changes are not saved').waitFor({ state: 'detached' });
  const { look } = stage.gateway.context.brands.byId(stage.brand.brandId)!;
  assert.deepEqual([look.displayName, look.accentColour], ['Blue Note', '#ffb020']);
  assert.deepEqual(faults, []);
  await close();
});

test('the form keeps refused input, and warns a user whose setting a colleague has just changed', {
  skip: onlyInProof,
}, async () => {
  const { page, close } = await visit('owner', 'webhook');
  const address = page.getByLabel('Notification address');
  await address.fill('ftp://shop.example');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await confirmIdentity(page, PASSWORD);
  await page.getByText('One field to correct').waitFor();
  assert.equal(await address.getAttribute('aria-invalid'), 'true');
  assert.doesNotMatch((await page.locator('main').textContent())!, /notificationUrl/);
  assert.equal(await address.inputValue(), 'ftp://shop.example');
  // A developer was quicker.
  const theirs = await (await stage.as('developer'))('PATCH', '/brands/:brand/settings/integration', {
    changes: { notificationUrl: 'https://theirs.example/hooks' },
    seen: { notificationUrl: 'https://shop.example/hooks' },
  });
  assert.equal(theirs.status, 200, theirs.text);
  await address.fill('https://mine.example/hooks');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(/now https:\/\/theirs\.example\/hooks \(by developer/).waitFor();
  assert.equal(await address.inputValue(), 'https://mine.example/hooks');
  await page.getByRole('button', { name: 'Continue with mine' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  const brand = stage.gateway.context.brands.byId(stage.brand.brandId)!;
  assert.equal(brand.notificationUrl, 'https://mine.example/hooks');

  // Before a setting locks somebody out, the page says whom.
  await page.getByRole('combobox', { name: 'Address list' }).fill('203.0.113.0/24');
  await page.keyboard.press('Enter');
  await page
    .getByText(/This list does not contain it/)
    .first()
    .waitFor();
  await page.getByLabel('Requests may be unsigned').click({ force: true });
  await page.getByText(/These calls are refused with 403/).waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await close();
});

test('the portal turns on four eyes only after the user has confirmed their identity', {
  skip: onlyInProof,
}, async () => {
  // Longer than a confirmation lasts.
  stage.advance(11 * 60_000);
  const { page, faults, close } = await visit('owner', 'approvals');
  const isOn = () => stage.gateway.context.brands.byId(stage.brand.brandId)!.fourEyes;
  await page.getByLabel('The same person may approve').click({ force: true });
  await page.getByRole('button', { name: 'Save changes' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByRole('button', { name: 'Back' }).click();
  await page.getByText('Nothing was changed, because you did not confirm your identity.').waitFor();
  assert.equal(isOn(), false);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await asked.getByLabel('Your password').fill('wrong');
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await asked.getByText('This password is wrong.').waitFor();
  await confirmIdentity(page, PASSWORD);
  await page.getByText('Saved', { exact: true }).waitFor();
  await eventually(isOn);
  assert.deepEqual(
    faults.filter((one) => notForConfirmation(one) && !/status of 400/.test(one)),
    [],
  );
  await close();
});

test('an owner reorders methods by keyboard alone, and a support user adds and removes a block', {
  skip: onlyInProof,
}, async () => {
  const methods = await visit('owner', 'methods');
  const names = () =>
    methods.page.locator('ol li').evaluateAll((rows) => rows.map(({ textContent }) => textContent));
  const [first, second] = await names();
  await methods.page
    .locator('ol li')
    .first()
    .getByRole('button', { name: /^Move .* down$/ })
    .focus();
  await methods.page.keyboard.press('Enter');
  await methods.page.getByRole('button', { name: 'Save changes' }).click();
  await methods.page.getByText('Saved', { exact: true }).waitFor();
  await methods.page.reload();
  await settled(methods.page);
  assert.deepEqual((await names()).slice(0, 2), [second, first]);
  // Each suboption has its own switch and limits.
  const bank = optionsOf('PAYIN').find(({ suboptions }) => suboptions.length > 0)!.suboptions[0]!;
  await methods.page
    .getByRole('listitem')
    .filter({ hasText: 'Open banking' })
    .getByRole('button', { name: /below it$/ })
    .click();
  await methods.page
    .getByRole('button', { name: `Limits of ${bank.name}` })
    .first()
    .click();
  await methods.page.getByLabel('Largest amount').fill('75');
  await methods.page.getByRole('button', { name: 'Save limits' }).click();
  await methods.page.getByText('up to 75').waitFor();
  assert.deepEqual(methods.faults, []);
  await methods.close();

  const blocks = await visit('support', 'blocks');
  await blocks.page.getByRole('button', { name: 'Add a block' }).first().click();
  await blocks.page.getByRole('textbox', { name: 'E-mail address' }).fill('not an address');
  await blocks.page.getByRole('textbox', { name: 'Reason' }).fill('chargebacks');
  await blocks.page.getByRole('button', { name: 'Block', exact: true }).click();
  await blocks.page.getByText('must be an e-mail address').waitFor();
  await blocks.page.getByRole('textbox', { name: 'E-mail address' }).fill('bad@example.com');
  await blocks.page.getByRole('button', { name: 'Block', exact: true }).click();
  await blocks.page.getByRole('button', { name: 'Remove bad@example.com' }).click();
  await blocks.page.getByRole('button', { name: 'Remove the block' }).click();
  await blocks.page.getByText('Nothing is blocked').waitFor();
  await blocks.close();
});

test('the audit log shows the latest change with both values, and keeps its filter in the address', {
  skip: onlyInProof,
}, async () => {
  const owner = await stage.as('owner');
  const { body } = await owner('GET', '/brands/:brand/settings');
  const change = { changes: { timeZone: 'Asia/Tokyo' }, seen: { timeZone: body.timeZone } };
  assert.equal((await owner('PATCH', '/brands/:brand/settings/business', change)).status, 200);
  const { page, faults, close } = await visit('owner', 'audit');
  const newest = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').first();
  assert.match(
    (await newest.textContent())!,
    new RegExp(`^owner changed the time zone of Test Brand from ${body.timeZone} to Asia/Tokyo`),
  );
  await newest.getByRole('button', { name: 'Details' }).click();
  await newest.getByText(`${body.timeZone} → Asia/Tokyo`).waitFor();
  await page.getByText(/rows are as written, checked/).waitFor();
  await page.getByRole('button', { name: 'Action' }).click();
  await page.getByRole('checkbox', { name: 'API key ended' }).check();
  await page.keyboard.press('Escape');
  await page.getByText(/ended an API key/).waitFor();
  await eventually(() => page.url().includes('action=api-key.ended'));
  await page.reload();
  await settled(page);
  assert.equal(await page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').count(), 1);
  assert.deepEqual(await violations(page), []);
  assert.deepEqual(faults, []);
  await close();
});

test('a read-only user changes nothing, on the page or over the API', { skip: onlyInProof }, async () => {
  const { page, faults, open, close } = await visit('read-only', 'general');
  for (const section of ['general', 'keys', 'webhook', 'approvals', 'risk', 'blocks', 'methods', 'look']) {
    await open(`/b/${stage.brand.brandId}/settings/${section}`);
    await page.getByText(/You can only read this\./).waitFor();
    const fields = page.locator('main').locator('input:not([type=radio]):not([type=hidden]), textarea');
    for (const field of await fields.all())
      assert.ok(await field.isDisabled(), `${section}: a field is open`);
    const buttons = page.getByRole('button', { name: /^(Rotate|Add|Remove|End|Move|Limits|Save)/ });
    assert.equal(await buttons.count(), 0, section);
  }
  for (const of of [
    'settings/users',
    'settings/audit',
    'developers/requests',
    'developers/snippets',
    'payouts/new',
  ]) {
    await open(`/b/${stage.brand.brandId}/${of}`);
    await page.getByRole('heading', { level: 1, name: 'Your role cannot open this page' }).waitFor();
    await page.getByText('Your role is “Read only”.').waitFor();
  }
  assert.deepEqual(faults, [], 'nothing is asked for that is refused');
  await close();
  const state = async () =>
    JSON.stringify([
      await stage.sql`select * from brands where brand_id = ${stage.brand.brandId}`,
      await stage.sql`select id, expires_at from api_keys order by id`,
      await stage.sql`select count(*)::int from blocks`,
      await stage.sql`select count(*)::int from brand_options`,
      await stage.sql`select count(*)::int from users`,
    ]);
  const before = await state();
  const cookie = await stage.cookieOf('read-only');
  const { paths } = JSON.parse(await describeApi('portal'));
  let walked = 0;
  for (const [template, methods] of Object.entries(
    paths as Record<string, Record<string, Record<string, unknown>>>,
  )) {
    for (const [method, operation] of Object.entries(methods)) {
      // Everybody may change their own account.
      if (
        method === 'get' ||
        ['account.change', undefined, null].includes(operation['x-permission'] as string)
      )
        continue;
      if (operation['x-permission'] === 'payments.export') continue;
      const path = template
        .replace('{brandId}', stage.brand.brandId)
        .replaceAll(/\{\w+\}/g, '01890a5d-ac96-774b-bcce-b302099a8057');
      const { status, text } = await stage.call(method.toUpperCase(), path, {
        headers: { cookie },
        body: {},
      });
      assert.equal(status, 403, `${method} ${template}: ${text}`);
      walked++;
    }
  }
  assert.ok(walked >= 10, `${walked} calls were tried`);
  assert.equal(await state(), before);
});

test('on a phone the settings menu scrolls to the open section', { skip: onlyInProof }, async () => {
  const viewport = { width: 390, height: 800 };
  const { page, open, close } = await visitPortal(browser, stage, 'owner', { viewport, locale: 'en-GB' });
  await open(`/b/${stage.brand.brandId}/settings/general`);
  await page.getByRole('heading', { level: 1, name: 'General' }).waitFor();
  await openIsInView(page, 'Settings', ['Audit log', 'Users', 'General', 'Audit log']);
  await close();
});
