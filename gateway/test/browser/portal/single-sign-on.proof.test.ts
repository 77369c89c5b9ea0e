// Single sign-on in a browser: an owner changes it with a password, signs in at the identity provider, which is another
// site, requires it, and confirms there in a new tab. The page is opened at localhost through a proxy, whose port the
// identity provider knows before the gateway starts.
import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type AccessStage, openAccessStage } from '../../http/portal/access/access-stage.ts';
import { PASSWORD } from '../../http/portal/portal-stage.ts';
import {
  type IdentityProvider,
  startIdentityProvider,
} from '../../http/portal/single-sign-on/identity-provider.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP, PHONE } from '../stage.ts';
import { confirmIdentity, settled, type Visit, violations, visitPortal } from './portal-visit.ts';

const SECRET = 'a-secret-of-the-client-that-is-long';
const ends: (() => unknown)[] = [];
let stage: AccessStage;
let provider: IdentityProvider;
let browser: Browser;

before(async () => {
  const t = { after: (end: () => unknown) => void ends.unshift(end) };
  let behind = 0;
  const proxy = createServer((socket) => {
    const inner = connect(behind, '127.0.0.1');
    socket.pipe(inner).pipe(socket);
    for (const one of [socket, inner]) one.on('error', () => [socket, inner].map((each) => each.destroy()));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  const url = `http://localhost:${(proxy.address() as AddressInfo).port}`;
  [stage, browser] = await Promise.all([openAccessStage(t, { PUBLIC_URL: url }), launchChromium()]);
  const client = {
    client_id: 'tollgate',
    client_secret: SECRET,
    redirect_uris: [`${url}/portal/single-sign-on/${stage.brand.merchantId}/return`],
  };
  provider = await startIdentityProvider({ clients: [client] });
  behind = Number(new URL(stage.url).port);
  stage = { ...stage, url };
  t.after(() => browser.close());
  t.after(() => provider.stop());
  await provider.tell('olivia', { email: stage.emailOf('owner'), name: 'Olivia Owner', groups: ['admins'] });
  const set = await stage.operator(
    'PUT',
    `/operator/merchants/${stage.brand.merchantId}/single-sign-on`,
    settings({ roleClaim: 'roles' }),
  );
  assert.equal(set.status, 200, set.text);
  await provider.tell('guest', { email: 'guest@example.com', groups: ['visitors'] });
});

after(async () => {
  for (const end of ends) await end();
});

const settings = (changes: Record<string, unknown> = {}) => ({
  issuer: provider.issuer,
  clientId: 'tollgate',
  clientSecret: SECRET,
  roleClaim: 'groups',
  roles: { admins: 'owner' },
  required: false,
  ...changes,
});

/** A visitor whose browser blocks everything that the identity provider's pages load from outside, such as fonts. */
async function visitAs(role: 'owner' | null, options: object): Promise<Visit> {
  const visit = await visitPortal(browser, stage, role, options);
  const ours = [stage.url, provider.issuer].map((url) => `${url}/`);
  await visit.page.context().route(
    (url) => !ours.some((one) => url.href.startsWith(one)),
    (route) => route.abort(),
  );
  return visit;
}

/** The identity provider's pages are not ours, and the browser reports refusals too. */
const unexpected = ({ faults }: Visit) =>
  faults.filter((one) => !one.includes(provider.issuer) && !/status of (400|401|403|409)/.test(one));

/** At the identity provider: gives the name and the consent. */
async function signInThere(page: Page, id: string) {
  await page.locator('input[name=login]').fill(id);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.locator('form:has(input[name=prompt][value=consent]) button[type=submit]').click();
}

async function looksRight(page: Page, what: string) {
  assert.deepEqual(await violations(page), [], what);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await violations(page, 'color-contrast'), [], `${what}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

const settingsPath = () => `/b/${stage.brand.brandId}/settings/single-sign-on`;

test('an owner changes the settings of single sign-on, and the page never shows the secret again', async () => {
  const visit = await visitAs('owner', DESKTOP);
  const { page } = visit;
  await visit.open(settingsPath());
  await page.getByLabel('Client secret').fill(SECRET);
  await page.getByLabel('Claim').fill('groups');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByLabel('Value 2', { exact: true }).fill('books');
  assert.ok(await page.getByLabel('Require single sign-on').isDisabled(), 'nobody has signed in by it');
  await looksRight(page, 'settings');
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmIdentity(page, PASSWORD);
  await page.getByText('Saved', { exact: true }).waitFor();
  const own = `${stage.url}/portal/single-sign-on/${stage.brand.merchantId}`;
  await page.getByText(own, { exact: true }).waitFor();
  await page.getByText(`${own}/return`, { exact: true }).waitFor();
  assert.equal(await page.getByLabel('Client secret').inputValue(), '');
  await page.getByLabel('Issuer').fill('ftp://nowhere');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('must be an absolute http or https address').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.setViewportSize(PHONE.viewport);
  // Everything below the head is covered.
  await page.evaluate('scrollTo(0, 0)');
  await looksRight(page, 'settings on a phone');
  assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'));
  assert.deepEqual(unexpected(visit), []);
  await visit.close();
});

test('an owner signs in at the identity provider, and then requires single sign-on for everybody', async () => {
  const visit = await visitAs(null, DESKTOP);
  const { page } = visit;
  await stage.operator('PUT', `/operator/merchants/${stage.brand.merchantId}/single-sign-on`, settings());
  await page.goto(`${stage.url}/portal/single-sign-on/${stage.brand.merchantId}`, { waitUntil: 'commit' });
  await signInThere(page, 'olivia');
  // Her address has an account here. The first time she confirms that it is hers.
  await page.getByRole('heading', { name: 'Is this account yours?' }).waitFor();
  await looksRight(page, 'the question whose the account is');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'It is mine' }).click();
  await page.getByText('wrong e-mail address or password').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'It is mine' }).click();
  await page.getByRole('button', { name: /^Account of/ }).waitFor();
  assert.ok(!page.url().includes('code='), 'the answer is not left in the address');
  await visit.open(settingsPath());
  await page.getByRole('switch', { name: 'Require single sign-on' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByRole('link', { name: 'Go to the identity provider' }).waitFor();
  await looksRight(page, 'the dialog that asks');
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    asked.getByRole('link', { name: 'Go to the identity provider' }).click(),
  ]);
  // It asks again, although she is signed in there.
  await tab.locator('input[name=login]').fill('olivia');
  await tab.locator('input[name=password]').fill('any');
  await tab.locator('button[type=submit]').click();
  await tab.getByRole('heading', { name: 'It is you' }).waitFor();
  await asked.waitFor({ state: 'detached' });
  await page.getByText('Saved', { exact: true }).waitFor();
  assert.ok(await page.getByLabel('Require single sign-on').isChecked());

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const offer = page.getByRole('link', { name: 'Single sign-on at Test Merchant' });
  await offer.waitFor();
  await looksRight(page, 'the sign-in that offers it');
  await page.setViewportSize(PHONE.viewport);
  await looksRight(page, 'on a phone');
  assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'));
  // Her password is right, but her merchant does not use passwords.
  await page.getByLabel('E-mail').fill(stage.emailOf('owner'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: /^Account of/ }).waitFor();
  assert.deepEqual(unexpected(visit), []);
  await visit.close();
});

test('the portal tells a person without a role why they cannot sign in', async () => {
  const visit = await visitAs(null, PHONE);
  const { page } = visit;
  await page.goto(`${stage.url}/portal/single-sign-on/${stage.brand.merchantId}`, { waitUntil: 'commit' });
  await signInThere(page, 'guest');
  await page.getByRole('heading', { name: 'You have no role here' }).waitFor();
  await settled(page);
  await looksRight(page, 'a refusal');
  await page.goto(`${stage.url}/portal/single-sign-on/01890a5d-0000-7000-8000-000000000000`);
  await page.getByText('single sign-on is not set up here', { exact: false }).waitFor();
  await visit.close();
});
