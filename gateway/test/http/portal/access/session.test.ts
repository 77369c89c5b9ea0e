// Sign-in to the portal and what follows: the session, its end, forged calls, the lock, and the table of roles and
// permissions, cell by cell over every operation.
import assert from 'node:assert/strict';
import test from 'node:test';
import { describeApi } from '../../../../scripts/write-openapi.ts';
import { mayInPortal, type PortalPermission } from '../../../../src/domain/access/portal-permission.ts';
import { USER_ROLES } from '../../../../src/domain/access/user-role.ts';
import { gatewayOfFile } from '../../../stage/harness.ts';
import { openPortalStage, PASSWORD, portalStageOfFile } from '../portal-stage.ts';

const gateway = gatewayOfFile();
test('a user signs in, sees their own user, and signs out', async (t) => {
  const stage = await portalStageOfFile(t, await gateway());
  const owner = await stage.as('owner');
  const session = await owner('GET', '/session');
  assert.equal(session.status, 200, session.text);
  assert.equal(session.body.user.email, stage.emailOf('owner'));
  assert.equal(session.body.user.role, 'owner');
  assert.deepEqual(
    session.body.brands.map(({ id, timeZone }: { id: string; timeZone: string }) => [id, timeZone]),
    [[stage.brand.brandId, 'UTC']],
  );
  assert.ok(session.body.permissions.includes('users.change'));
  assert.equal((await owner('DELETE', '/session')).status, 204);
  assert.equal((await owner('GET', '/session')).status, 401);
  const actions = await stage.sql`select action from audit_log where target_kind = 'user' order by sequence`;
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['user.signed-in', 'user.signed-out'],
  );
});

test('a session ends after fifteen idle minutes, and automatic requests of the page do not extend it', async (t) => {
  const stage = await portalStageOfFile(t, await gateway());
  const owner = await stage.as('owner');
  const cookie = await stage.cookieOf('owner');
  for (let i = 0; i < 2; i++) {
    stage.advance(14 * 60_000);
    assert.equal((await owner('GET', '/session')).status, 200);
  }
  const background = { cookie, 'x-background': '1' };
  stage.advance(14 * 60_000);
  assert.equal((await stage.call('GET', '/portal/api/session', { headers: background })).status, 200);
  stage.advance(2 * 60_000);
  assert.equal((await owner('GET', '/session')).status, 401);
});

test('the cookie is limited to this host, to HTTP and to our own pages', async (t) => {
  const stage = await openPortalStage(t, { env: { PUBLIC_URL: 'https://pay.example' } });
  const body = { email: stage.emailOf('owner'), password: PASSWORD };
  const { headers } = await stage.call('POST', '/portal/api/session', { body });
  const [cookie, browser] = headers.getSetCookie();
  assert.match(cookie!, /^__Host-tollgate=[\w-]{40,}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  assert.match(browser!, /^__Host-tollgate-browser=\w{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure;/);
});

test('a call that changes something and does not come from the portal is refused', async (t) => {
  const stage = await portalStageOfFile(t, await gateway());
  const cookie = await stage.cookieOf('owner');
  const forged: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ];
  for (const from of forged) {
    const answer = await stage.call('DELETE', '/portal/api/session', { headers: { cookie, ...from } });
    assert.equal(answer.status, 403, JSON.stringify(from));
  }
  const own = { cookie, 'sec-fetch-site': 'same-origin' };
  assert.equal((await stage.call('DELETE', '/portal/api/session', { headers: own })).status, 204);
});

test('ten wrong passwords lock a user for fifteen minutes, even with the right one', async (t) => {
  const stage = await portalStageOfFile(t, await gateway());
  const email = stage.emailOf('support');
  const signIn = (password: string) =>
    stage.call('POST', '/portal/api/session', { body: { email, password } });
  for (let i = 0; i < 10; i++) assert.equal((await signIn('wrong')).status, 401);
  const locked = await signIn(PASSWORD);
  assert.equal(locked.status, 429, locked.text);
  assert.ok(Number(locked.headers.get('retry-after')) > 800);
  assert.equal(locked.body.message, 'too many failed sign-ins; try again in 15 minutes');
  stage.advance(15 * 60_000 + 1);
  assert.equal((await signIn(PASSWORD)).status, 200);
});

test('at most ten of many simultaneous tries are judged, and the others reveal nothing about the password', async (t) => {
  const stage = await openPortalStage(t);
  const tryAll = async (email: string) => {
    const passwords = Array.from({ length: 28 }, (_, i) => (i === 27 ? PASSWORD : `wrong ${i}`));
    const answers = await Promise.all(
      passwords.map((password) => stage.call('POST', '/portal/api/session', { body: { email, password } })),
    );
    const late = answers.filter(({ status }) => status === 429);
    assert.equal(new Set(late.map(({ body }) => body.message)).size, 1);
    return answers.map(({ status }) => status);
  };
  // The right password comes last. The gateway either refuses it as too late, or judges it as right.
  const known = await tryAll(stage.emailOf('support'));
  assert.equal(known.filter((status) => status !== 429).length, 10, known.join());
  stage.advance(60_000);
  const strange = await tryAll('nobody@example.com');
  assert.deepEqual([strange.filter((status) => status === 401).length, strange.includes(200)], [10, false]);
});

test("strangers' guesses do not lock a browser in which the user has signed in, and its own guesses lock only it", async (t) => {
  const stage = await portalStageOfFile(t, await gateway());
  const email = stage.emailOf('support');
  const tryIn = (cookie: string, password: string) =>
    stage.call('POST', '/portal/api/session', { body: { email, password }, headers: { cookie } });
  const [, known] = (await tryIn('', PASSWORD)).headers.getSetCookie();
  assert.match(known!, /^tollgate-browser=\w{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
  const browser = known!.split(';', 1)[0]!;
  for (let i = 0; i < 10; i++) assert.equal((await tryIn('', 'wrong')).status, 401);
  assert.equal((await tryIn('', PASSWORD)).status, 429);
  assert.equal((await tryIn(browser, PASSWORD)).status, 200);
  // The success in the user's own browser does not unlock the account for strangers.
  assert.equal((await tryIn('', PASSWORD)).status, 429);
  assert.equal((await tryIn(browser.replace(/.$/, '!'), PASSWORD)).status, 429);
  stage.advance(16 * 60_000);
  for (let i = 0; i < 10; i++) assert.equal((await tryIn(browser, 'wrong')).status, 401);
  assert.equal((await tryIn(browser, PASSWORD)).status, 429);
  assert.equal((await tryIn('', PASSWORD)).status, 200);
});

test('a right password without its second factor neither counts as a failure nor resets the count', async (t) => {
  const stage = await portalStageOfFile(t, await gateway());
  const email = stage.emailOf('owner');
  await stage.sql`update users set without_second_factor = false where email = ${email}`;
  const signIn = (password: string) =>
    stage.call('POST', '/portal/api/session', { body: { email, password } });
  for (let i = 0; i < 9; i++) assert.equal((await signIn('wrong')).status, 401);
  for (let i = 0; i < 3; i++) assert.equal((await signIn(PASSWORD)).status, 200);
  assert.equal((await signIn('wrong')).status, 401);
  assert.equal((await signIn(PASSWORD)).status, 429);
});

test('an unknown user and a wrong password get the same answer', async (t) => {
  const stage = await openPortalStage(t);
  const signIn = (email: string) =>
    stage.call('POST', '/portal/api/session', { body: { email, password: 'wrong' } });
  const wrong = await signIn(stage.emailOf('owner'));
  const stranger = await signIn('nobody@example.com');
  assert.deepEqual([wrong.status, wrong.body.message], [stranger.status, stranger.body.message]);
});

interface PortalOperation {
  'x-permission'?: PortalPermission;
}

const ANY_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Every operation of the document that needs a permission. */
async function guardedOperations(): Promise<[method: string, path: string, permission: PortalPermission][]> {
  const { paths } = JSON.parse(await describeApi('portal'));
  return Object.entries(paths as Record<string, Record<string, PortalOperation>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { 'x-permission': permission }]) =>
      permission ? [[method.toUpperCase(), path, permission] as [string, string, PortalPermission]] : [],
    ),
  );
}

test('each role may call exactly the operations of its permissions, and none without a session', async (t) => {
  const stage = await portalStageOfFile(t, await gateway());
  const operations = await guardedOperations();
  assert.ok(operations.length >= 2);
  for (const [method, template, permission] of operations) {
    const path = template.replace('{brandId}', stage.brand.brandId).replaceAll(/\{\w+\}/g, ANY_ID);
    const alone = await stage.call(method, path);
    assert.equal(alone.status, 401, `${method} ${template} without a session`);
    for (const role of USER_ROLES) {
      // Signing out would remove the cookie. A wrong query or body is refused only after the role was judged.
      if (mayInPortal(role, permission) && template === '/portal/api/session') continue;
      const cookie = await stage.cookieOf(role);
      const { status, text } = await stage.call(method, path, { headers: { cookie } });
      const refused = status === 403 && text.includes(permission);
      assert.equal(
        refused,
        !mayInPortal(role, permission),
        `${role}: ${method} ${template}: ${status} ${text}`,
      );
    }
  }
});

test('a brand of another merchant is 404', async (t) => {
  const stage = await portalStageOfFile(t, await gateway());
  const stranger = await stage.createBrand();
  const cookie = await stage.cookieOf('owner');
  for (const [method, template] of await guardedOperations()) {
    if (!template.includes('{brandId}')) continue;
    const path = template.replace('{brandId}', stranger.brandId).replaceAll(/\{\w+\}/g, ANY_ID);
    const { status, text } = await stage.call(method, path, { headers: { cookie } });
    assert.equal(status, 404, `${method} ${template}: ${text}`);
  }
});
