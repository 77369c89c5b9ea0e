// A merchant's people, as an owner sees and changes
// them; one owner always remains.
import assert from 'node:assert/strict';
import test from 'node:test';
import { accessStagesOfFile, confirm } from './access-stage.ts';

const openStage = accessStagesOfFile();
test('an owner sees all users and their state', async (t) => {
  const stage = await openStage(t);
  const owner = await stage.joinConfirmed('olivia@example.com', 'owner');
  await stage.invite('new@example.com', 'support');
  const old = await stage.invite('old@example.com', 'support');
  await stage.sql`update users set invitation_expires_at = now() - interval '1 day' where id = ${old.userId}`;
  await stage.joinWithTotp('locked@example.com', 'developer');
  for (let i = 0; i < 10; i++) await stage.signIn('locked@example.com', 'wrong');
  const answer = await owner.visitor.call('GET', '/users');
  assert.equal(answer.status, 200, answer.text);
  const states = Object.fromEntries(
    answer.body.items.map(({ email, state }: { email: string; state: string }) => [email, state]),
  );
  assert.equal(states['olivia@example.com'], 'active');
  assert.equal(states['new@example.com'], 'invited');
  assert.equal(states['old@example.com'], 'expired');
  assert.equal(states['locked@example.com'], 'locked');
  const me = answer.body.items.find(({ isYou }: { isYou: boolean }) => isYou);
  assert.deepEqual([me.email, me.secondFactors], ['olivia@example.com', ['totp', 'recovery-code']]);
  assert.ok(me.lastSignInAt);
  assert.ok(!answer.text.includes('argon2'), 'no hash leaves the gateway');
  const elsewhere = await stage.createBrand();
  const stranger = await stage.invite('x@example.com', 'support', elsewhere.merchantId);
  assert.ok(!(await owner.visitor.call('GET', '/users')).text.includes('x@example.com'));
  for (const [method, path] of [
    ['POST', `/users/${stranger.userId}/invitation`],
    ['DELETE', `/users/${stranger.userId}/second-factor`],
    ['DELETE', `/users/${stranger.userId}/sessions`],
  ] as const) {
    assert.equal((await owner.visitor.call(method, path)).status, 404, path);
  }
  const change = await owner.visitor.call('PATCH', `/users/${stranger.userId}`, { disabled: true });
  assert.equal(change.status, 404);
});

test('an owner invites a colleague, once, or again with a new link', async (t) => {
  const stage = await openStage(t);
  const owner = await stage.joinConfirmed('olivia@example.com', 'owner');
  const body = { email: 'Ben@Example.com', role: 'finance-maker' };
  const first = await owner.visitor.call('POST', '/users', body);
  assert.equal(first.status, 201, first.text);
  assert.match(first.body.invitationUrl, /^http:\/\/localhost:4321\/portal\/invitations\/[\w-]{22}\w{43}$/);
  assert.equal((await owner.visitor.call('POST', '/users', body)).status, 409);
  const second = await owner.visitor.call('POST', `/users/${first.body.userId}/invitation`);
  const token = (url: string) => url.split('/').at(-1);
  const show = (url: string) => stage.visitor().call('GET', `/invitations/${token(url)}`);
  assert.equal((await show(first.body.invitationUrl)).status, 404, 'the former link works no more');
  assert.equal((await show(second.body.invitationUrl)).body.email, 'ben@example.com');
  assert.deepEqual(await stage.auditOf(first.body.userId), ['user.invited', 'user.invited']);
  const [row] =
    await stage.sql`select actor_kind, actor_id from audit_log where target_id = ${first.body.userId} limit 1`;
  assert.deepEqual([row!.actor_kind, row!.actor_id], ['user', owner.userId]);
});

test('changing a role or disabling a user ends the sessions; an enabled user can sign in again', async (t) => {
  const stage = await openStage(t);
  const owner = await stage.joinConfirmed('olivia@example.com', 'owner');
  const reader = await stage.join('rae@example.com', 'read-only');
  const path = `/users/${reader.userId}`;
  assert.equal((await owner.visitor.call('PATCH', path, { role: 'support' })).status, 204);
  assert.equal((await reader.visitor.call('GET', '/session')).status, 401);
  assert.equal(
    (await stage.signIn('rae@example.com')).answer.body.step,
    'enrol',
    'a second factor is due now',
  );
  assert.equal((await owner.visitor.call('PATCH', path, { disabled: true })).status, 204);
  assert.equal((await stage.signIn('rae@example.com')).answer.status, 401);
  assert.equal((await owner.visitor.call('POST', `${path}/invitation`)).status, 409);
  assert.equal((await owner.visitor.call('PATCH', path, { disabled: false })).status, 204);
  assert.equal((await stage.signIn('rae@example.com')).answer.status, 200);
  const rows = await stage.sql`select before, after from audit_log
    where target_id = ${reader.userId} and action = 'user.changed' order by sequence`;
  assert.deepEqual(
    rows.map(({ before, after }) => [JSON.parse(before), JSON.parse(after)]),
    [
      [{ role: 'read-only' }, { role: 'support' }],
      [{ disabled: false }, { disabled: true }],
      [{ disabled: true }, { disabled: false }],
    ],
  );
});

test('the last owner stays an owner, even if two demote each other at once', async (t) => {
  const stage = await openStage(t);
  await stage.sql`delete from users where role = 'owner'`;
  const a = await stage.joinConfirmed('a@example.com', 'owner');
  await stage.invite('invited@example.com', 'owner');
  const change = (by: typeof a, id: string, body: object) => by.visitor.call('PATCH', `/users/${id}`, body);
  assert.equal(
    (await change(a, a.userId, { role: 'developer' })).status,
    409,
    'an invited owner is none yet',
  );
  assert.equal((await change(a, a.userId, { disabled: true })).status, 409);
  for (let round = 0; round < 5; round++) {
    await stage.sql`delete from users where email like 'b%@example.com'`;
    await stage.sql`update users set role = 'owner', disabled_at = null where id = ${a.userId}`;
    const b = await stage.joinConfirmed(`b${round}@example.com`, 'owner');
    // Both calls have passed the check before either of them changes anything.
    const sessionA = await stage.signIn('a@example.com');
    stage.advance(60_000);
    const code = await stage.code(a.secret);
    await sessionA.visitor.call('POST', '/second-factor/totp', { code });
    await confirm(sessionA.visitor, { recoveryCode: a.recoveryCodes[round] });
    const answers = await Promise.all([
      sessionA.visitor.call('PATCH', `/users/${b.userId}`, { role: 'support' }),
      b.visitor.call('PATCH', `/users/${a.userId}`, { disabled: true }),
    ]);
    const [{ owners }] = (await stage.sql`select count(*)::int as owners from users
      where role = 'owner' and disabled_at is null and password_hash is not null`) as unknown as [
      { owners: number },
    ];
    assert.equal(owners, 1, JSON.stringify(answers.map(({ status, text }) => [status, text])));
  }
});

test('an owner resets the second factor of a colleague, but cannot reset their own', async (t) => {
  const stage = await openStage(t);
  const owner = await stage.joinConfirmed('olivia@example.com', 'owner');
  const anna = await stage.joinWithTotp('anna@example.com', 'support');
  assert.equal((await owner.visitor.call('DELETE', `/users/${owner.userId}/second-factor`)).status, 409);
  assert.equal((await owner.visitor.call('DELETE', `/users/${anna.userId}/second-factor`)).status, 204);
  assert.equal((await anna.visitor.call('GET', '/session')).status, 401);
  const { answer } = await stage.signIn('anna@example.com');
  assert.deepEqual([answer.body.step, answer.body.ways], ['enrol', []]);
  assert.ok((await stage.auditOf(anna.userId)).includes('user.second-factor-reset'));
});

test('a user cannot make a password link for themselves', async (t) => {
  const stage = await openStage(t);
  const owner = await stage.joinConfirmed('olivia@example.com', 'owner');
  const before = await stage.auditOf(owner.userId);
  assert.equal((await owner.visitor.call('POST', `/users/${owner.userId}/invitation`)).status, 409);
  assert.deepEqual(await stage.auditOf(owner.userId), before);
});

test('an owner signs a colleague out everywhere', async (t) => {
  const stage = await openStage(t);
  const owner = await stage.joinConfirmed('olivia@example.com', 'owner');
  const anna = await stage.joinWithTotp('anna@example.com', 'support');
  assert.equal((await owner.visitor.call('DELETE', `/users/${anna.userId}/sessions`)).status, 204);
  assert.equal((await anna.visitor.call('GET', '/session')).status, 401);
  assert.equal((await owner.visitor.call('GET', '/session')).status, 200);
});
