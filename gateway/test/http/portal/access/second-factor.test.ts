// The second factor: an authenticator app and recovery codes. What a session may do before it, that each code works
// once, that wrong codes lock, and that the cookie changes.
import assert from 'node:assert/strict';
import test from 'node:test';
import { describeApi } from '../../../../scripts/write-openapi.ts';
import { needsSecondFactor } from '../../../../src/domain/access/second-factor.ts';
import { rotateKeys } from '../../../../src/storage/keys/rotate-keys.ts';
import { Vault } from '../../../../src/storage/keys/vault.ts';
import { MASTER_KEY } from '../../../stage/harness.ts';
import { onlyInProof } from '../../../stage/how-much.ts';
import { accessStagesOfFile, confirm } from './access-stage.ts';

const openStage = accessStagesOfFile();
const EMAIL = 'anna@example.com';

test('an authenticator app is added and signs in with its codes, each valid once', async (t) => {
  const stage = await openStage(t);
  const { userId, visitor, secret, usedCode, recoveryCodes } = await stage.joinWithTotp(EMAIL, 'support');
  assert.equal((await visitor.call('GET', '/session')).status, 200);
  assert.equal(new Set(recoveryCodes).size, 10);
  const [row] = await stage.sql`select totp_sealed from users where id = ${userId}`;
  assert.ok(!row!.totp_sealed.includes(Buffer.from(secret)), 'sealed');

  const first = await stage.signIn(EMAIL);
  assert.deepEqual([first.answer.body.step, first.answer.body.ways], ['prove', ['totp', 'recovery-code']]);
  const used = await first.visitor.call('POST', '/second-factor/totp', { code: usedCode });
  assert.equal(used.status, 403, 'the code that added the app is used up');
  const fresh = await stage.code(secret, 1);
  const proven = await first.visitor.call('POST', '/second-factor/totp', {
    code: `${fresh.slice(0, 3)} ${fresh.slice(3)}`,
  });
  assert.deepEqual([proven.status, proven.body.step], [200, 'done'], proven.text);
  assert.equal((await first.visitor.call('GET', '/session')).status, 200);
  const second = await stage.signIn(EMAIL);
  assert.equal((await second.visitor.call('POST', '/second-factor/totp', { code: fresh })).status, 403);
  stage.advance(90_000);
  const old = await stage.code(secret, -2);
  assert.equal(
    (await second.visitor.call('POST', '/second-factor/totp', { code: old })).status,
    403,
    'too old',
  );
  const now = await stage.code(secret);
  assert.equal((await second.visitor.call('POST', '/second-factor/totp', { code: now })).status, 200);
});

test('only one of two simultaneous sign-ins with one code succeeds', async (t) => {
  const stage = await openStage(t);
  const { secret } = await stage.joinWithTotp(EMAIL, 'support');
  const [a, b] = await Promise.all([stage.signIn(EMAIL), stage.signIn(EMAIL)]);
  stage.advance(60_000);
  const code = await stage.code(secret);
  const answers = await Promise.all(
    [a, b].map(({ visitor }) => visitor.call('POST', '/second-factor/totp', { code })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
});

test('before the second factor a session can only prove or add one', async (t) => {
  const stage = await openStage(t);
  await stage.joinWithTotp(EMAIL, 'owner');
  const { visitor } = await stage.signIn(EMAIL);
  const ADDING = ['/account/totp', '/account/passkey-challenge', '/account/passkeys'];
  const { paths } = JSON.parse(await describeApi('portal')) as {
    paths: Record<string, Record<string, object>>;
  };
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (!('x-permission' in operation)) continue;
      const short = path.slice('/portal/api'.length);
      if (short.startsWith('/second-factor') || (short === '/session' && method === 'delete')) continue;
      const id = '01890a5d-ac96-774b-bcce-b302099a8057';
      const filled = short.replace('{brandId}', stage.brand.brandId).replaceAll(/\{\w+\}/g, id);
      const { status } = await visitor.call(method.toUpperCase(), filled);
      const expected = ADDING.includes(short) && method !== 'delete' ? [400, 403] : [401];
      assert.ok(expected.includes(status), `${method} ${short}: ${status}`);
    }
  }
});

test('a user who must prove a factor cannot add another one instead', async (t) => {
  const stage = await openStage(t);
  await stage.joinWithTotp(EMAIL, 'owner');
  const { visitor } = await stage.signIn(EMAIL);
  assert.equal((await visitor.call('POST', '/account/totp')).status, 403);
  assert.equal((await visitor.call('POST', '/account/passkey-challenge')).status, 403);
  assert.equal((await visitor.call('PUT', '/account/totp', { code: '123456' })).status, 403);
  assert.equal((await visitor.call('GET', '/second-factor')).body.step, 'prove');
  // Nor a person who began to add an app before somebody else added one.
  const early = await stage.join('ben@example.com', 'support');
  const late = await stage.signIn('ben@example.com');
  const mine = (await early.visitor.call('POST', '/account/totp')).body.secret;
  const theirs = (await late.visitor.call('POST', '/account/totp')).body.secret;
  assert.equal(
    (await early.visitor.call('PUT', '/account/totp', { code: await stage.code(mine) })).status,
    200,
  );
  assert.equal(
    (await late.visitor.call('PUT', '/account/totp', { code: await stage.code(theirs) })).status,
    403,
  );
});

test('the cookie changes when the second factor is proven, and the former cookie is invalid', async (t) => {
  const stage = await openStage(t);
  const { secret } = await stage.joinWithTotp(EMAIL, 'support');
  const { visitor } = await stage.signIn(EMAIL);
  const planted = stage.visitor(visitor.cookie);
  stage.advance(60_000);
  await visitor.call('POST', '/second-factor/totp', { code: await stage.code(secret) });
  assert.notEqual(visitor.cookie, planted.cookie);
  assert.equal((await visitor.call('GET', '/session')).status, 200);
  assert.equal((await planted.call('GET', '/second-factor')).status, 401);
  // The very first factor does the same.
  const ben = await stage.join('ben@example.com', 'support');
  const before = stage.visitor(ben.visitor.cookie);
  const app = (await ben.visitor.call('POST', '/account/totp')).body.secret;
  await ben.visitor.call('PUT', '/account/totp', { code: await stage.code(app) });
  assert.equal((await ben.visitor.call('GET', '/session')).status, 200);
  assert.equal((await before.call('GET', '/second-factor')).status, 401);
});

test('a recovery code works once, and new ones replace all earlier ones', async (t) => {
  const stage = await openStage(t);
  const { userId, visitor, recoveryCodes, secret } = await stage.joinWithTotp(EMAIL, 'support');
  const stored = await stage.sql`select encode(code_hash, 'escape') as text from recovery_codes`;
  for (const code of recoveryCodes)
    assert.ok(!stored.some(({ text }) => text.includes(code.replace('-', ''))));
  const use = async (code: string) => {
    const { visitor: person } = await stage.signIn(EMAIL);
    return (await person.call('POST', '/second-factor/recovery-code', { code })).status;
  };
  assert.equal(await use(recoveryCodes[0]!.toUpperCase().replace('-', ' ')), 200);
  assert.equal(await use(recoveryCodes[0]!), 403);
  assert.equal((await visitor.call('GET', '/account')).body.recoveryCodesLeft, 9);
  await confirm(visitor, { totp: await stage.code(secret, 1) });
  const renewed = await visitor.call('POST', '/account/recovery-codes');
  assert.equal(renewed.body.recoveryCodes.length, 10);
  assert.equal(await use(recoveryCodes[1]!), 403);
  assert.equal(await use(renewed.body.recoveryCodes[0]), 200);
  assert.ok((await stage.auditOf(userId)).includes('user.recovery-codes-made'));
});

test('ten wrong codes lock like ten wrong passwords, and a right password in between does not reset the count', async (t) => {
  const stage = await openStage(t);
  const { userId, secret } = await stage.joinWithTotp(EMAIL, 'support');
  let { visitor } = await stage.signIn(EMAIL);
  for (let i = 0; i < 10; i++) {
    if (i % 3 === 2) ({ visitor } = await stage.signIn(EMAIL));
    const path = i % 2 === 0 ? '/second-factor/totp' : '/second-factor/recovery-code';
    assert.equal((await visitor.call('POST', path, { code: '000000' })).status, 403, `try ${i + 1}`);
  }
  stage.advance(60_000);
  const right = await visitor.call('POST', '/second-factor/totp', { code: await stage.code(secret) });
  assert.equal(right.status, 429, right.text);
  assert.ok(Number(right.headers.get('retry-after')) > 800);
  assert.equal((await stage.signIn(EMAIL)).answer.status, 429);
  stage.advance(14 * 60_000 + 1000);
  const later = await stage.signIn(EMAIL);
  const let_in = await later.visitor.call('POST', '/second-factor/totp', { code: await stage.code(secret) });
  assert.equal(let_in.status, 200, let_in.text);
  const failed = (await stage.auditOf(userId)).filter((action) => action === 'user.sign-in-failed');
  assert.equal(failed.length, 10);
});

test('at most ten of many simultaneous codes are judged, and the others reveal nothing', {
  skip: onlyInProof,
}, async (t) => {
  const stage = await openStage(t);
  const { secret } = await stage.joinWithTotp(EMAIL, 'support');
  const { visitor } = await stage.signIn(EMAIL);
  const right = await stage.code(secret, 1);
  const codes = Array.from({ length: 28 }, (_, i) => (i === 27 ? right : '000000'));
  const answers = await Promise.all(
    codes.map((code) => stage.visitor(visitor.cookie).call('POST', '/second-factor/totp', { code })),
  );
  const late = answers.filter(({ status }) => status === 429);
  const isJudged = answers.some(({ status }) => status === 200);
  assert.ok(isJudged || late.length === 18, answers.map(({ status }) => status).join());
  assert.ok(answers.filter(({ status }) => status === 403).length <= 10 + (isJudged ? 10 : 0));
  assert.ok(new Set(late.map(({ body }) => body.message)).size <= 1);
});

test('a QR code is valid for ten minutes', async (t) => {
  const stage = await openStage(t);
  const { visitor } = await stage.join(EMAIL, 'support');
  const app = (await visitor.call('POST', '/account/totp')).body;
  assert.match(app.uri, /^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/);
  assert.match(app.qrCode, /^data:image\/svg\+xml;base64,/);
  assert.equal((await visitor.call('PUT', '/account/totp', { code: '000000' })).status, 400);
  stage.advance(10 * 60_000 + 1000);
  const late = await visitor.call('PUT', '/account/totp', { code: await stage.code(app.secret) });
  assert.equal(late.status, 409, late.text);
});

test('the last factor cannot be removed if the role needs one; a reader may remove it together with its codes', async (t) => {
  const stage = await openStage(t);
  const { visitor, secret } = await stage.joinWithTotp(EMAIL, 'support');
  await confirm(visitor, { totp: await stage.code(secret, 1) });
  assert.equal((await visitor.call('DELETE', '/account/totp')).status, 409);
  assert.equal((await visitor.call('GET', '/account')).body.recoveryCodesLeft, 10);
  const reader = await stage.joinWithTotp('rae@example.com', 'read-only');
  assert.equal((await stage.signIn('rae@example.com')).answer.body.step, 'prove', 'who has one proves it');
  await confirm(reader.visitor, { totp: await stage.code(reader.secret, 1) });
  assert.equal((await reader.visitor.call('DELETE', '/account/totp')).status, 204);
  assert.equal((await reader.visitor.call('GET', '/account')).body.recoveryCodesLeft, null);
  assert.equal((await stage.signIn('rae@example.com')).answer.body.step, 'done');
});

test('a rotation of keys seals the secrets of authenticator apps again, and their codes still work', async (t) => {
  const stage = await openStage(t);
  const { userId, secret } = await stage.joinWithTotp(EMAIL, 'support');
  const half = await stage.join('ben@example.com', 'support');
  const { secret: begun } = (await half.visitor.call('POST', '/account/totp')).body;
  const sealed = async () =>
    (await stage.sql`select totp_sealed from users where id = ${userId}`)[0]!.totp_sealed;
  const before: Buffer = await sealed();
  const vault = await Vault.open(stage.sql, MASTER_KEY);
  const { resealed, retired } = await rotateKeys(stage.sql, vault, { settleMs: 0 });
  assert.ok(resealed >= 2 && retired);
  assert.notDeepEqual(await sealed(), before);
  stage.advance(60_000);
  const { visitor } = await stage.signIn(EMAIL);
  const proven = await visitor.call('POST', '/second-factor/totp', { code: await stage.code(secret) });
  assert.equal(proven.status, 200, proven.text);
  const added = await half.visitor.call('PUT', '/account/totp', { code: await stage.code(begun) });
  assert.equal(added.status, 200, added.text);
});

test('a demo user needs no second factor in test, and every other user must add one', async (t) => {
  const demo = { role: 'owner', withoutSecondFactor: true } as const;
  assert.deepEqual([needsSecondFactor(demo, 'test'), needsSecondFactor(demo, 'production')], [false, true]);
  const stage = await openStage(t);
  const owner = await stage.as('owner');
  assert.equal((await owner('GET', '/account')).body.secondFactorNeeded, false);
  await stage.sql`update users set without_second_factor = false where email = ${stage.emailOf('support')}`;
  const { answer } = await stage.signIn(stage.emailOf('support'), 'correct horse battery staple');
  assert.equal(answer.body.step, 'enrol');
});
