// What operators do for merchants and their people (contract 2): finding them, renaming, new links, lost phones,
// disabling. A merchant's name is given only once.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openAccessStage } from '../portal/access/access-stage.ts';
import { OPERATOR_TOKEN, openOperatorApp } from './operator-app.ts';

const UNKNOWN = '01890a5d-0000-7000-8000-000000000000';

test('two merchants cannot have the same name, and a renamed merchant frees its old name', async (t) => {
  const { call, context } = await openOperatorApp(t);
  const create = (name: string) => call('POST', '/operator/merchants', { name });
  const both = await Promise.all([create('Ada Ltd'), create('Ada Ltd')]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  const { merchantId } = both.find(({ status }) => status === 201)!.body;
  const again = await create('  ADA\u00a0 ltd');
  assert.deepEqual([again.status, again.body.message], [409, 'name: another merchant has this name']);
  const other = (await create('Bob Ltd')).body.merchantId;
  const rename = (id: string, name: string) => call('PATCH', `/operator/merchants/${id}`, { name });
  assert.equal((await rename(other, 'ada ltd')).status, 409);
  assert.equal((await rename(merchantId, 'ADA Ltd')).body.name, 'ADA Ltd', 'its own name, written otherwise');
  assert.equal((await rename(merchantId, 'Ada Group')).status, 200);
  assert.equal((await rename(other, 'Ada Ltd')).status, 200, 'the former name is free');
  assert.equal((await rename(UNKNOWN, 'Nobody')).status, 404);
  const rows = await context.sql`select action, before, after from audit_log where merchant_id = ${merchantId}
    order by sequence`;
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['merchant.created', 'merchant.renamed', 'merchant.renamed'],
  );
  assert.deepEqual(JSON.parse(rows.at(-1)!.after), { name: 'Ada Group' });
});

test('merchants are listed by pages and found by a part of their name, brands by theirs', async (t) => {
  const { app, call } = await openOperatorApp(t);
  const ids: string[] = [];
  for (const name of ['Tea One', 'Tea Two', 'Coffee', 'Tea 100%'])
    ids.push((await call('POST', '/operator/merchants', { name })).body.merchantId);
  const get = (url: string) => app.inject({ url, headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } });
  const first = await get('/operator/merchants?name=tEA&limit=2');
  assert.deepEqual(
    first.json().map(({ name }: { name: string }) => name),
    ['Tea One', 'Tea Two'],
  );
  const next = /<http:\/\/localhost:\d+([^>]+)>; rel="next"/.exec(String(first.headers.link))![1]!;
  const second = await get(next);
  assert.deepEqual(
    second.json().map(({ merchantId }: { merchantId: string }) => merchantId),
    [ids[3]],
  );
  assert.equal(second.headers.link, undefined);
  assert.equal((await get('/operator/merchants?name=%25')).json().length, 1, 'a sign, not a pattern');
  for (const query of ['cursor=bm9uc2Vuc2U', 'limit=0', 'limit=101', 'nam=x'])
    assert.equal((await get(`/operator/merchants?${query}`)).statusCode, 400, query);
  const brands = `/operator/merchants/${ids[0]}/brands`;
  for (const name of ['Shop B', 'Shop A', 'Outlet']) await call('POST', brands, { name });
  const shops = await call('GET', `${brands}?name=shop`);
  assert.deepEqual(
    shops.body.map(({ name }: { name: string }) => name),
    ['Shop A', 'Shop B'],
  );
  assert.ok(!JSON.stringify(shops.body).includes('tgs_'), 'no secret');
  assert.deepEqual((await call('GET', `/operator/merchants/${ids[1]}/brands`)).body, []);
  assert.equal((await call('GET', `/operator/merchants/${UNKNOWN}/brands`)).status, 404);
  assert.equal((await call('GET', `/operator/merchants/${UNKNOWN}/users`)).status, 404);
});

test('an operator replaces a lost link, resets a second factor and disables a user, each with an audit row', async (t) => {
  const stage = await openAccessStage(t);
  const users = `/operator/merchants/${stage.brand.merchantId}/users`;
  const invited = await stage.invite('Olivia@example.com', 'owner');
  const path = `/operator/users/${invited.userId}`;
  const linkOf = (answer: { body: { invitationUrl: string } }) =>
    answer.body.invitationUrl.split('/').at(-1)!;
  const show = async (token: string) => (await stage.visitor().call('GET', `/invitations/${token}`)).status;

  // A lost link: the earlier one ends.
  const renewed = await stage.operator('POST', `${path}/invitation`);
  assert.equal(renewed.status, 201, renewed.text);
  assert.deepEqual([await show(invited.token), await show(linkOf(renewed))], [404, 200]);
  // It went to the wrong person.
  assert.equal((await stage.operator('DELETE', `${path}/invitation`)).status, 204);
  assert.equal(await show(linkOf(renewed)), 410);
  assert.equal((await stage.operator('DELETE', `${path}/invitation`)).status, 409, 'none is open');
  const [withdrawn] = (await stage.operator('GET', `${users}?email=OLIVIA`)).body;
  assert.deepEqual([withdrawn.state, withdrawn.invitationExpiresAt], ['expired', null]);

  // A lost phone: the next sign-in adds a new factor.
  const anna = await stage.joinConfirmed('anna@example.com', 'owner');
  const [found] = (await stage.operator('GET', '/operator/users?email=Anna@Example.com')).body;
  assert.deepEqual([found.userId, found.secondFactors], [anna.userId, ['totp', 'recovery-code']]);
  const reset = await stage.operator('POST', `/operator/users/${anna.userId}/reset-second-factor`);
  assert.deepEqual([reset.status, reset.body.secondFactors], [200, []]);
  assert.equal((await anna.visitor.call('GET', '/session')).status, 401, 'her sessions have ended');
  const { answer, visitor } = await stage.signIn('anna@example.com');
  assert.equal(answer.body.step, 'enrol');

  // A stolen account: it ends at once, although she is the last owner.
  const secret = (await visitor.call('POST', '/account/totp')).body.secret;
  assert.equal((await visitor.call('PUT', '/account/totp', { code: await stage.code(secret) })).status, 200);
  assert.equal((await visitor.call('GET', '/session')).status, 200);
  const off = await stage.operator('PATCH', `/operator/users/${anna.userId}`, { disabled: true });
  assert.deepEqual([off.status, off.body.state, off.body.disabled], [200, 'disabled', true]);
  assert.equal((await visitor.call('GET', '/session')).status, 401);
  assert.equal((await stage.signIn('anna@example.com')).answer.status, 401);
  assert.equal((await stage.operator('POST', `/operator/users/${anna.userId}/invitation`)).status, 409);
  const on = await stage.operator('PATCH', `/operator/users/${anna.userId}`, { disabled: false });
  assert.equal(on.body.disabled, false);
  const changes = await stage.sql`select actor_kind, before, after from audit_log
    where target_id = ${anna.userId} and action = 'user.changed' order by sequence`;
  assert.deepEqual(
    changes.map(({ actor_kind, before, after }) => [actor_kind, JSON.parse(before), JSON.parse(after)]),
    [
      ['operator', { disabled: false }, { disabled: true }],
      ['operator', { disabled: true }, { disabled: false }],
    ],
  );
  assert.deepEqual(await stage.auditOf(invited.userId), [
    'user.invited',
    'user.invited',
    'user.invitation-withdrawn',
  ]);
});

test('an operator with the scope support can disable users, but cannot give access', async (t) => {
  const stage = await openAccessStage(t);
  const token = async (scope: string) =>
    (await stage.operator('POST', '/operator/tokens', { name: scope, scopes: [scope] })).body.token as string;
  const tokens = { support: await token('support'), read: await token('read') };
  const { userId } = await stage.invite('ben@example.com', 'support');
  const as = async (scope: keyof typeof tokens, method: string, path: string, body?: unknown) =>
    (
      await stage.call(method, path, {
        headers: { authorization: `Bearer ${tokens[scope]}` },
        ...(body !== undefined && { body }),
      })
    ).status;
  const people = `/operator/merchants/${stage.brand.merchantId}/users`;
  const calls = [
    ['DELETE', `/operator/users/${userId}/invitation`, undefined, 204],
    ['POST', `/operator/users/${userId}/invitation`, undefined, 403],
    ['POST', `/operator/users/${userId}/reset-second-factor`, undefined, 403],
    ['PATCH', `/operator/users/${userId}`, { disabled: true }, 200],
    ['PATCH', `/operator/users/${userId}`, { disabled: false }, 403],
  ] as const;
  assert.equal(await as('support', 'POST', people, { email: 'me@example.com', role: 'owner' }), 403);
  for (const [method, path, body, status] of calls) {
    assert.equal(await as('read', method, path, body), 403, path);
    assert.equal(await as('support', method, path, body), status, path);
    assert.equal((await stage.operator(method, path.replace(userId, UNKNOWN), body)).status, 404, path);
  }
  const merchant = `/operator/merchants/${stage.brand.merchantId}`;
  assert.equal(await as('support', 'PATCH', merchant, { name: 'Mine' }), 403);
  for (const path of [
    '/operator/merchants',
    `${merchant}/brands`,
    `${merchant}/users`,
    '/operator/users?email=ben@example.com',
  ])
    assert.equal(await as('read', 'GET', path), 200, path);
  assert.equal((await stage.operator('PATCH', `/operator/users/${userId}`, { role: 'owner' })).status, 400);
});
