// Confirming one's identity before changes to the account, users, keys or approvals: which operations need it, what
// counts, for how long, and in which session.
import assert from 'node:assert/strict';
import test from 'node:test';
import { describeApi } from '../../../../scripts/write-openapi.ts';
import type { Answer } from '../../../stage/harness.ts';
import { onlyInProof } from '../../../stage/how-much.ts';
import { PASSWORD } from '../portal-stage.ts';
import { accessStagesOfFile, confirm, OWN_PASSWORD, type Visitor } from './access-stage.ts';
import { SoftAuthenticator } from './soft-authenticator.ts';

const openStage = accessStagesOfFile();
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
  return answers.filter(isAsked).length;
}

const isAsked = ({ status, body }: Answer) => status === 403 && body?.confirmationNeeded === true;

interface Described {
  operationId: string;
  'x-permission'?: string;
  'x-needs-confirmation'?: true | string[];
}

async function portalOperations(): Promise<(Described & { method: string; path: string })[]> {
  const { paths } = JSON.parse(await describeApi('portal'));
  return Object.entries(paths as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
  );
}

/** Whatever guards an account, a merchant or its money; changes of users or keys are included by their permission. */
const NEEDS_IT = {
  beginTotp: true,
  finishTotp: true,
  beginPasskey: true,
  addPasskey: true,
  removeTotp: true,
  removePasskey: true,
  changeOwnPassword: true,
  renewRecoveryCodes: true,
  inviteColleague: true,
  inviteAgain: true,
  changeUser: true,
  resetSecondFactor: true,
  endSessionsOfUser: true,
  putOwnSingleSignOn: true,
  removeOwnSingleSignOn: true,
  replaceApiKey: true,
  endApiKey: true,
  allowSettle: true,
  replaceSigningSecret: true,
  endSigningSecret: true,
  changeIntegration: ['notificationUrl', 'enforceSignatures', 'signAllRequests', 'ipAllowList'],
  changeBusiness: ['automaticApproval', 'fourEyes', 'personalDataMonths'],
  eraseBrandCustomer: true,
  putProvider: true,
  retireProvider: true,
};

test('each call that changes users, keys, approvals or the own account declares that it needs a confirmation', async () => {
  const operations = await portalOperations();
  const declared = operations.flatMap(({ operationId, 'x-needs-confirmation': needs }) =>
    needs ? [[operationId, needs] as const] : [],
  );
  assert.deepEqual(Object.fromEntries(declared), NEEDS_IT);
  for (const { operationId, method, 'x-permission': permission, 'x-needs-confirmation': needs } of operations)
    if (method !== 'GET' && ['users.change', 'keys.rotate', 'keys.allow-settle'].includes(permission!))
      assert.equal(needs, true, operationId);
});

test('each operation that declares a confirmation asks for it, and not again for ten minutes', async (t) => {
  const stage = await openStage(t);
  const owner = stage.visitor(await stage.cookieOf('owner'));
  const needing = (await portalOperations()).filter((one) => one['x-needs-confirmation']);
  const answers = async () => {
    const all: [operationId: string, isAsked: boolean][] = [];
    for (const { operationId, method, path, 'x-needs-confirmation': needs } of needing) {
      const filled = path.slice('/portal/api'.length).replace('{brandId}', stage.brand.brandId);
      // An otherwise invalid change, so that it has no effect.
      const bodies = needs === true ? [undefined] : needs!.map((name) => ({ changes: { [name]: null } }));
      for (const body of bodies) {
        const answer = await owner.call(method, filled.replaceAll(/\{\w+\}/g, ANY_ID), body);
        all.push([operationId, isAsked(answer)]);
      }
    }
    return all;
  };
  const of = (expected: boolean) => (all: [string, boolean][]) =>
    assert.deepEqual(
      all,
      all.map(([operationId]) => [operationId, expected] as [string, boolean]),
    );
  of(true)(await answers());
  const other = { changes: { timeZone: 'Asia/Tokyo' }, seen: { timeZone: 'UTC' } };
  const path = `/brands/${stage.brand.brandId}/settings/business`;
  assert.equal((await owner.call('PATCH', path, other)).status, 200, 'other settings do not need it');
  const both = {
    changes: { timeZone: 'UTC', fourEyes: true },
    seen: { timeZone: 'Asia/Tokyo', fourEyes: false },
  };
  assert.ok(isAsked(await owner.call('PATCH', path, both)));
  const [row] =
    await stage.sql`select four_eyes, time_zone from brands where brand_id = ${stage.brand.brandId}`;
  assert.deepEqual([row!.four_eyes, row!.time_zone], [false, 'Asia/Tokyo']);

  await owner.call('POST', '/account/confirmation', { password: PASSWORD });
  // A changed password would end nothing here: the calls lack their bodies.
  of(false)(await answers());
  stage.advance(10 * 60_000 + 1000);
  of(true)(await answers());
});

test('password, factors and codes are changed only after a confirmation by password and second factor', async (t) => {
  const stage = await openStage(t);
  const { visitor, secret, recoveryCodes, userId } = await stage.joinWithTotp(EMAIL, 'owner');
  const ask = async (body: object) => (await visitor.call('POST', '/account/confirmation', body)).status;
  const where = async () => (await visitor.call('GET', '/account/confirmation')).body;
  assert.deepEqual(await where(), { until: null, singleSignOn: false, ways: ['totp', 'recovery-code'] });
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

test('a user without a second factor confirms by password, and a passkey confirms as well', async (t) => {
  const stage = await openStage(t);
  const { visitor } = await stage.join(EMAIL, 'read-only');
  const key = new SoftAuthenticator('http://localhost:4321');
  const add = async () => {
    const options = await visitor.call('POST', '/account/passkey-challenge');
    if (options.status !== 200) return options.status;
    const response = key.create(options.body);
    return (await visitor.call('POST', '/account/passkeys', { name: 'Laptop', response })).status;
  };
  assert.deepEqual((await visitor.call('GET', '/account/confirmation')).body, {
    until: null,
    singleSignOn: false,
    ways: [],
  });
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

test('at most ten of many simultaneous confirmations are judged, and the others reveal nothing about the password', {
  skip: onlyInProof,
}, async (t) => {
  const stage = await openStage(t);
  const { visitor } = await stage.joinWithTotp(EMAIL, 'support');
  // The last call has the right password and no code. If the gateway judged this late call, its answer would say so.
  const passwords = Array.from({ length: 28 }, (_, i) => (i === 27 ? OWN_PASSWORD : `wrong ${i}`));
  const answers = await Promise.all(
    passwords.map((password) => visitor.call('POST', '/account/confirmation', { password })),
  );
  const late = answers.filter(({ status }) => status === 429);
  assert.equal(late.length, 18, answers.map(({ status }) => status).join());
  assert.equal(new Set(late.map(({ body }) => body.message)).size, 1);
});

test('a right password without a code does not count as a failure', async (t) => {
  const stage = await openStage(t);
  const { visitor } = await stage.joinWithTotp(EMAIL, 'support');
  for (let i = 0; i < 12; i++) {
    const { status, body } = await visitor.call('POST', '/account/confirmation', { password: OWN_PASSWORD });
    assert.deepEqual(
      [status, body.message],
      [400, ['totp, recoveryCode or passkey: your second factor is required too']],
    );
  }
});

test('ten wrong codes at the confirmation also lock the sign-in', { skip: onlyInProof }, async (t) => {
  const stage = await openStage(t);
  const { visitor } = await stage.joinWithTotp(EMAIL, 'support');
  const guess = async () =>
    (await visitor.call('POST', '/account/confirmation', { password: OWN_PASSWORD, totp: '000000' })).status;
  for (let i = 0; i < 10; i++) assert.equal(await guess(), 400);
  assert.equal(await guess(), 429);
  assert.equal((await stage.signIn(EMAIL)).answer.status, 429);
});
