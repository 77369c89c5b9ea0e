// Confirming who one is, before password or second factors are changed: everything that needs it, what counts as it, for how long,
// and in which session.
import assert from 'node:assert/strict';
import test from 'node:test';
import { confirm, OWN_PASSWORD, openAccessStage, type Visitor } from './access-stage.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

const EMAIL = 'anna@example.com';
const ANY_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

const GUARDED: [method: string, path: string, body?: object][] = [
  ['POST', '/account/password', { newPassword: 'velvet anchor prism moth' }],
  ['POST', '/account/recovery-codes'],
  ['POST', '/account/totp'],
  ['PUT', '/account/totp', { code: '123456' }],
  ['DELETE', '/account/totp'],
  ['POST', '/account/passkey-challenge'],
  ['DELETE', `/account/passkeys/${ANY_ID}`],
];

/** How many of them ask for it. */
async function guarded(visitor: Visitor): Promise<number> {
  const answers = await Promise.all(GUARDED.map(([method, path, body]) => visitor.call(method, path, body)));
  return answers.filter(({ status, body }) => status === 403 && body?.confirmationNeeded === true).length;
}

test('password, factors and codes are changed only by who has just confirmed by password and second factor', async (t) => {
  const stage = await openAccessStage(t);
  const { visitor, secret, recoveryCodes, userId } = await stage.joinWithTotp(EMAIL, 'owner');
  const ask = async (body: object) => (await visitor.call('POST', '/account/confirmation', body)).status;
  const where = async () => (await visitor.call('GET', '/account/confirmation')).body;
  assert.deepEqual(await where(), { until: null, ways: ['totp', 'recovery-code'] });
  assert.equal(await guarded(visitor), GUARDED.length, 'the sign-in alone is not enough');

  const totp = await stage.code(secret, 1);
  assert.equal(await ask({ password: OWN_PASSWORD }), 400, 'the second factor too');
  assert.equal(await ask({ password: 'wrong', totp }), 400);
  assert.equal(await ask({ password: OWN_PASSWORD, totp: '000000' }), 400);
  assert.equal(await ask({ password: OWN_PASSWORD, recoveryCode: 'bcdfg-hjkmn' }), 400);
  assert.equal(await guarded(visitor), GUARDED.length);
  await confirm(visitor, { totp });
  const fresh = await visitor.call('POST', '/account/recovery-codes');
  assert.equal(fresh.status, 200, fresh.text);

  stage.advance(10 * 60_000 + 1000);
  assert.equal((await where()).until, null);
  assert.equal(await guarded(visitor), GUARDED.length, 'ten minutes are over');
  assert.equal(await ask({ password: OWN_PASSWORD, totp }), 400, 'a code is good once');
  assert.equal(await ask({ password: OWN_PASSWORD, recoveryCode: recoveryCodes[1] }), 400, 'a former one');
  await confirm(visitor, { recoveryCode: fresh.body.recoveryCodes[0] });
  assert.ok((await where()).until);
  const other = await stage.signIn(EMAIL);
  stage.advance(60_000);
  await other.visitor.call('POST', '/second-factor/totp', { code: await stage.code(secret) });
  assert.equal(
    (await other.visitor.call('POST', '/account/recovery-codes')).status,
    403,
    'in this session alone',
  );
  const failed = (await stage.auditOf(userId)).filter((action) => action === 'user.sign-in-failed');
  assert.equal(failed.length, 5);
});

test('who has no second factor yet confirms by the password, and a passkey confirms as well', async (t) => {
  const stage = await openAccessStage(t);
  const { visitor } = await stage.join(EMAIL, 'read-only');
  const key = new SoftAuthenticator('http://localhost:4321');
  const add = async () => {
    const options = await visitor.call('POST', '/account/passkey-challenge');
    if (options.status !== 200) return options.status;
    const response = key.create(options.body);
    return (await visitor.call('POST', '/account/passkeys', { name: 'Laptop', response })).status;
  };
  assert.deepEqual((await visitor.call('GET', '/account/confirmation')).body, { until: null, ways: [] });
  assert.equal(await add(), 403);
  await confirm(visitor);
  assert.equal(await add(), 200);
  stage.advance(10 * 60_000 + 1000);
  const options = (await visitor.call('POST', '/second-factor/passkey-challenge')).body;
  const passkey = key.get(options);
  await confirm(visitor, { passkey });
  const again = await visitor.call('POST', '/account/confirmation', { password: OWN_PASSWORD, passkey });
  assert.equal(again.status, 409, 'a challenge is good once');
  const [{ id }] = (await visitor.call('GET', '/account')).body.passkeys;
  assert.equal((await visitor.call('DELETE', `/account/passkeys/${id}`)).status, 204);
});

test('ten wrong codes at the confirmation lock the sign-in too', async (t) => {
  const stage = await openAccessStage(t);
  const { visitor } = await stage.joinWithTotp(EMAIL, 'support');
  const guess = async () =>
    (await visitor.call('POST', '/account/confirmation', { password: OWN_PASSWORD, totp: '000000' })).status;
  for (let i = 0; i < 10; i++) assert.equal(await guess(), 400);
  assert.equal(await guess(), 429);
  assert.equal((await stage.signIn(EMAIL)).answer.status, 429);
});
