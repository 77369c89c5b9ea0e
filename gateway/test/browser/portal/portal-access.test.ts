// From the invitation to the first refund in a browser: password, authenticator app, a payment found and refunded in
// part. Then sign-in with recovery codes and a simulated device's passkeys, the own account, users, and a session that
// ends while somebody types. Passkeys need a host name, so the page is opened at localhost through the test's own
// proxy, whose port is known before the gateway starts.
import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type AccessStage, OWN_PASSWORD, openAccessStage } from '../../http/portal/access/access-stage.ts';
import { PASSWORD } from '../../http/portal/portal-stage.ts';
import { aCardPayin } from '../../stage/harness.ts';
import { onlyInProof } from '../../stage/how-much.ts';
import { launchChromium } from '../chromium.ts';
import { DESKTOP, PHONE } from '../stage.ts';
import { confirmIdentity, settled, type Visit, violations, visitPortal } from './portal-visit.ts';

const ends: (() => unknown)[] = [];
let stage: AccessStage;
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
  behind = Number(new URL(stage.url).port);
  stage = { ...stage, url };
  t.after(() => browser.close());
});

after(async () => {
  for (const end of ends) await end();
});

/** The browser reports refusals too. */
const unexpected = ({ faults }: Visit) => faults.filter((one) => !/status of (400|401|403|410)/.test(one));

async function fillInvitation(page: Page, token: string, name: string) {
  await page.goto(`${stage.url}/portal/invitations/${token}`);
  await page.getByRole('heading', { name: 'Join Test Merchant' }).waitFor();
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Tollgate' }).waitFor();
}

const inside = (page: Page) => page.getByRole('button', { name: /^Account of/ }).waitFor();

async function looksRight(page: Page, what: string) {
  assert.deepEqual(await violations(page), [], what);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await violations(page, 'color-contrast'), [], `${what}, dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A device with a fingerprint reader that always says yes. */
async function addDevice(page: Page) {
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('an invited supporter adds an authenticator app, finds a payment and refunds a part of it', async (t) => {
  for (const [amount, cardNumber] of [
    [25, '4242424242424242'],
    [40, '5555555555554444'],
  ]) {
    const body = aCardPayin({ amount }, { cardNumber });
    const paid = await stage.call('POST', '/v3/payment', { apiKey: stage.brand.apiKey, body });
    assert.equal(paid.status, 201, paid.text);
  }
  const visit = await visitPortal(browser, stage, null, { ...DESKTOP, locale: 'en-GB' });
  t.after(() => visit.close());
  const { page } = visit;
  const { token } = await stage.invite('anna@example.com', 'support');
  await page.goto(`${stage.url}/portal/invitations/${token}`);
  await page.getByRole('heading', { name: 'Join Test Merchant' }).waitFor();
  await looksRight(page, 'invitation');
  await page.getByLabel('Your name').fill('Anna Lindqvist');
  await page.getByLabel('Password', { exact: true }).fill('password1234');
  await page.getByRole('button', { name: 'Create account' }).click();
  assert.match((await page.getByRole('alert').textContent())!, /^This password is easy to guess/);
  assert.equal(await page.getByLabel('Your name').inputValue(), 'Anna Lindqvist', 'what was typed stays');
  await page.getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await addAuthenticatorApp(page);
  await inside(page);
  await refundAPart(page);

  await page.goto(`${stage.url}/portal/invitations/${token}`);
  await page.getByRole('heading', { name: 'This invitation has already been used' }).waitFor();
  await looksRight(page, 'used invitation');
  assert.deepEqual(unexpected(visit), []);
});

async function addAuthenticatorApp(page: Page) {
  await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
  await looksRight(page, 'second factor');
  await page.getByRole('button', { name: /^Authenticator app/ }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await looksRight(page, 'authenticator app');
  const secret = (await page.locator('code').textContent())!.replaceAll(' ', '');
  await page.getByLabel('Code the app shows').fill(await stage.code(secret));
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  await looksRight(page, 'recovery codes');
  assert.equal(await codes.count(), 10);
  assert.ok(await page.getByRole('button', { name: 'Continue' }).isDisabled());
  await page.getByLabel('I saved these codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function refundAPart(page: Page) {
  await page.getByRole('link', { name: 'Transactions', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search transactions' }).fill('4444');
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=4444/);
  await settled(page);
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody tr');
  assert.equal(await rows.count(), 1);
  await rows.first().getByRole('link').click();
  await page.getByText(/was paid with the card •••• 4444\.$/).waitFor();
  await settled(page);
  assert.deepEqual(await violations(page), []);
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const form = page.getByRole('dialog');
  // An amount as people write it; the field and the button show the amount that was understood.
  const amount = form.getByLabel(/Amount in EUR/);
  await amount.fill('1,234.5');
  await form.getByText('At most €40.00.').waitFor();
  await amount.fill('1.000');
  await amount.blur();
  await form.getByText('1.000 may mean 1000 or 1.00. Write one of these.').waitFor();
  assert.ok(await form.getByRole('button', { name: 'Refund', exact: true }).isDisabled());
  await amount.fill('15,0');
  await amount.blur();
  assert.equal(await amount.inputValue(), '15.00');
  await form.getByText(/€25\.00 is then left to refund/).waitFor();
  await form.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Goodwill or other' }).click();
  assert.deepEqual(await violations(page), []);
  // Two clicks in a row make one refund.
  await form.getByRole('button', { name: 'Refund €15.00' }).dblclick();
  await form.waitFor({ state: 'detached' });
  await page.getByText(/\. €15\.00 of it (is being|was) refunded, €25\.00 remains\.$/).waitFor();
  // The sandbox completes the refund after a moment.
  await page
    .getByText(/^(Refund pending|Partly refunded)$/)
    .first()
    .waitFor();
  const story = page.getByRole('region', { name: 'Timeline' });
  assert.equal(await story.getByText('Refund of €15.00 created').count(), 1);
  assert.match((await story.textContent())!, /Anna Lindqvist/);
  // The list is unchanged.
  await page.locator('main').getByRole('link', { name: 'Transactions' }).click();
  await page.waitForURL(/transactions\?q=4444/);
}

test('a user signs in with a code of the authenticator app, and later with a recovery code', {
  skip: onlyInProof,
}, async (t) => {
  const { secret, recoveryCodes } = await stage.joinWithTotp('dora@example.com', 'owner');
  const visit = await visitPortal(browser, stage, null, DESKTOP);
  t.after(() => visit.close());
  const { page } = visit;
  await page.goto(`${stage.url}/portal`);
  await signIn(page, 'dora@example.com');
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await looksRight(page, 'code');
  // Reloaded between password and code, it continues at the same step.
  await page.reload();
  await page.getByLabel('Code from your authenticator app').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  assert.match((await page.getByRole('alert').textContent())!, /^This code is wrong/);
  await page.getByLabel('Code from your authenticator app').fill(await stage.code(secret, 1));
  await page.getByRole('button', { name: 'Continue' }).click();
  await inside(page);
  await signOut(page);

  await signIn(page, 'dora@example.com');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0]!);
  await page.getByRole('button', { name: 'Continue' }).click();
  await inside(page);
  assert.deepEqual(unexpected(visit), []);
});

test('a user on a phone adds a passkey, signs in with it, and adds further factors in the account', {
  skip: onlyInProof,
}, async (t) => {
  const visit = await visitPortal(browser, stage, null, PHONE);
  t.after(() => visit.close());
  const { page } = visit;
  await addDevice(page);
  const { token } = await stage.invite('ben@example.com', 'support');
  await fillInvitation(page, token, 'Ben');
  await page.getByRole('button', { name: /^Passkey/ }).click();
  await page.getByLabel('I saved these codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await inside(page);
  await signOut(page);
  await signIn(page, 'ben@example.com');
  const passkey = page.getByRole('button', { name: 'Use a passkey' });
  await passkey.waitFor();
  await looksRight(page, 'passkey');
  await passkey.click();
  await inside(page);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
  await page.getByText('This session').waitFor();
  await looksRight(page, 'account');
  const remove = page.getByRole('button', { name: /^Remove / });
  assert.ok(await remove.isDisabled(), 'the last one stays');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  // Changes to the account's guards need password and passkey again, and then work for ten minutes.
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await looksRight(page, 'confirmation');
  await page.getByLabel('Your password').fill('wrong');
  await page.getByRole('button', { name: 'Confirm with passkey' }).click();
  await page.getByText('This password is wrong.').waitFor();
  await page.getByLabel('Your password').fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Confirm with passkey' }).click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  const secret = (await page.getByRole('dialog').locator('code').textContent())!.replaceAll(' ', '');
  await page.getByLabel('Code the app shows').fill(await stage.code(secret));
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('button', { name: 'Remove authenticator app' }).waitFor();
  assert.ok(await remove.first().isEnabled());
  await page.getByRole('button', { name: 'Make new ones' }).click();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
  const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
  assert.ok(wide <= PHONE.viewport.width, `${wide} pixels wide`);
  assert.deepEqual(unexpected(visit), []);
});

test('an owner invites a colleague, changes the role and disables the user', {
  skip: onlyInProof,
}, async (t) => {
  const visit = await visitPortal(browser, stage, 'owner', DESKTOP);
  t.after(() => visit.close());
  const { page } = visit;
  await visit.open(`/b/${stage.brand.brandId}/settings/users`);
  await looksRight(page, 'users');
  await page.getByRole('button', { name: 'Invite user' }).click();
  await page.getByLabel('E-mail').fill('carl@example.com');
  await page.getByRole('radio', { name: 'Developer' }).check();
  await looksRight(page, 'invite');
  await page.getByRole('button', { name: 'Create invitation link' }).click();
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await looksRight(page, 'confirmation over the invitation');
  await page.keyboard.press('Escape');
  await page.getByText('Nothing was changed, because you did not confirm your identity.').waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'carl@example.com', 'what was typed stays');
  await page.getByRole('button', { name: 'Create invitation link' }).click();
  await confirmIdentity(page, PASSWORD);
  const link = page.getByTitle('Invitation link');
  assert.match((await link.textContent())!, /\/portal\/invitations\/[\w-]{22}\w{43}$/);
  await page.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /carl@example\.com/ });
  assert.match((await row.textContent())!, /Developer.*Invited/);
  await row.getByRole('button', { name: 'Actions for carl@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Change role' }).click();
  await page.getByRole('radio', { name: 'Support' }).check();
  await page.getByRole('button', { name: 'Change role' }).click();
  await row.getByText('Support').waitFor();
  await row.getByRole('button', { name: 'Actions for carl@example.com' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await row.getByText('Disabled').waitFor();
  assert.deepEqual(unexpected(visit), []);
});

test('the portal announces the end of an idle session, and keeps typed text until the user has signed in again', {
  skip: onlyInProof,
}, async (t) => {
  const { visitor } = await stage.join('rae@example.com', 'read-only');
  const visit = await visitPortal(browser, stage, null, DESKTOP);
  t.after(() => visit.close());
  const { page } = visit;
  const [name, value] = visitor.cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name: name!, value: value!, url: stage.url }]);
  await page.clock.install({ time: new Date() });
  await visit.open(`/b/${stage.brand.brandId}/account`);
  const field = page.getByRole('textbox', { name: 'Name' });
  await field.fill('Rae, half typed');
  await page.clock.fastForward('13:30');
  await page.getByRole('heading', { name: 'Are you still there?' }).waitFor();
  await looksRight(page, 'idle');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await page.getByRole('heading', { name: 'Are you still there?' }).waitFor({ state: 'detached' });
  await page.clock.fastForward('16:00');
  stage.advance(16 * 60_000);
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
  await looksRight(page, 'ended');
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'rae@example.com');
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor({ state: 'detached' });
  assert.equal(await field.inputValue(), 'Rae, half typed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Name saved').waitFor();
  assert.deepEqual(unexpected(visit), []);
});
