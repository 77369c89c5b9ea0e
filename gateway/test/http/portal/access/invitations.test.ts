// Invitations: they work once and for a week, which
// passwords they accept, and what follows.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import test from 'node:test';
import { hashOf, newInvitationToken } from '../../../../src/domain/keys/credentials.ts';
import { accessStagesOfFile, OWN_PASSWORD } from './access-stage.ts';

const openStage = accessStagesOfFile();
const DAY_MS = 86_400_000;

test('an invitation names its user, sets a password, and works once', async (t) => {
  const stage = await openStage(t);
  const { userId, token } = await stage.invite('anna@example.com', 'support');
  const person = stage.visitor();
  const shown = await person.call('GET', `/invitations/${token}`);
  assert.equal(shown.status, 200, shown.text);
  const { email, merchantName, role, isMember, name } = shown.body;
  assert.deepEqual(
    { email, merchantName, role, isMember, name },
    {
      email: 'anna@example.com',
      merchantName: 'Test Merchant',
      role: 'support',
      isMember: false,
      name: null,
    },
  );
  const taken = await person.call('POST', `/invitations/${token}`, {
    name: ' Anna ',
    password: OWN_PASSWORD,
  });
  assert.equal(taken.status, 200, taken.text);
  assert.deepEqual([taken.body.step, taken.body.ways], ['enrol', []]);
  const again = await stage.visitor().call('GET', `/invitations/${token}`);
  assert.deepEqual([again.status, again.body.reason], [410, 'used']);
  const second = { name: 'Eve', password: 'velvet anchor prism moth' };
  assert.equal((await stage.visitor().call('POST', `/invitations/${token}`, second)).status, 410);
  assert.equal((await stage.signIn('anna@example.com')).answer.status, 200);
  assert.deepEqual(await stage.auditOf(userId), ['user.invited', 'user.joined']);
  const [row] = await stage.sql`select name from users where id = ${userId}`;
  assert.equal(row!.name, 'Anna');
});

test('only one of two simultaneous uses of an invitation succeeds', async (t) => {
  const stage = await openStage(t);
  const { token } = await stage.invite('anna@example.com', 'support');
  const answers = await Promise.all(
    ['brass otter lamp quartz', 'velvet anchor prism moth'].map((password) =>
      stage.visitor().call('POST', `/invitations/${token}`, { name: 'Anna', password }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410]);
});

test('a link of an older release works although its token does not name the merchant', async (t) => {
  const stage = await openStage(t);
  const { userId } = await stage.invite('anna@example.com', 'support');
  const token = 'b'.repeat(43);
  await stage.sql`update users set invitation_hash = ${hashOf(token)} where id = ${userId}`;
  const body = { name: 'Anna', password: OWN_PASSWORD };
  assert.equal((await stage.visitor().call('GET', `/invitations/${token}`)).status, 200);
  assert.equal((await stage.visitor().call('POST', `/invitations/${token}`, body)).status, 200);
});

test('a token that names another merchant or no merchant is unknown', async (t) => {
  const stage = await openStage(t);
  const { userId } = await stage.invite('anna@example.com', 'support');
  for (const other of [newInvitationToken(randomUUIDv7()), `${'!'.repeat(30)}${'x'.repeat(40)}`]) {
    await stage.sql`update users set invitation_hash = ${hashOf(other)} where id = ${userId}`;
    assert.equal(
      (await stage.visitor().call('GET', `/invitations/${encodeURIComponent(other)}`)).status,
      404,
    );
  }
});

test('an invitation ends after a week, and an unknown one is refused', async (t) => {
  const stage = await openStage(t);
  const { token } = await stage.invite('anna@example.com', 'support');
  stage.advance(7 * DAY_MS - 1000);
  assert.equal((await stage.visitor().call('GET', `/invitations/${token}`)).status, 200);
  stage.advance(2000);
  const over = await stage.visitor().call('GET', `/invitations/${token}`);
  assert.deepEqual([over.status, over.body.reason], [410, 'expired']);
  const body = { name: 'Anna', password: OWN_PASSWORD };
  assert.equal((await stage.visitor().call('POST', `/invitations/${token}`, body)).status, 410);
  const unknown = await stage.visitor().call('GET', `/invitations/${'x'.repeat(43)}`);
  assert.equal(unknown.status, 404);
});

test('guesses of invitations are limited by source, and known invitations are not', async (t) => {
  const stage = await openStage(t);
  const { token } = await stage.invite('anna@example.com', 'support');
  const statuses = new Set<number>();
  for (let i = 0; i < 21; i++) {
    statuses.add((await stage.visitor().call('GET', `/invitations/${'x'.repeat(40)}${i}`)).status);
  }
  assert.deepEqual([...statuses], [404, 429]);
  assert.equal((await stage.visitor().call('GET', `/invitations/${token}`)).status, 200);
});

test('a weak password is refused, and the invitation still works', async (t) => {
  const stage = await openStage(t);
  const { token } = await stage.invite('anna.lindqvist@example.com', 'support');
  const take = (password: string) =>
    stage.visitor().call('POST', `/invitations/${token}`, { name: 'Anna Lindqvist', password });
  for (const password of ['short', 'password1234', 'annalindqvist', 'test merchant test']) {
    const answer = await take(password);
    assert.equal(answer.status, 400, password);
    assert.match(answer.body.message[0], /^password: /);
  }
  assert.equal((await take(OWN_PASSWORD)).status, 200);
});

test('an invitation cannot be accepted from another site', async (t) => {
  const stage = await openStage(t);
  const { token } = await stage.invite('anna@example.com', 'support');
  const body = { name: 'Anna', password: OWN_PASSWORD };
  const from = { 'sec-fetch-site': 'cross-site' };
  assert.equal((await stage.visitor().call('POST', `/invitations/${token}`, body, from)).status, 403);
});

test('a read-only user signs in with the password alone; all others must first add a second factor', async (t) => {
  const stage = await openStage(t);
  const reader = await stage.join('rae@example.com', 'read-only');
  assert.equal((await reader.visitor.call('GET', '/session')).status, 200);
  for (const role of ['owner', 'developer', 'finance-maker', 'finance-approver', 'support'] as const) {
    const { visitor } = await stage.join(`${role}@example.com`, role);
    assert.equal((await visitor.call('GET', '/session')).status, 401, role);
    assert.equal((await visitor.call('GET', '/second-factor')).body.step, 'enrol', role);
  }
});

test('a link for a new password expires when the user has set a password', async (t) => {
  const stage = await openStage(t);
  const owner = await stage.joinConfirmed('olivia@example.com', 'owner');
  const anna = await stage.joinConfirmed('anna@example.com', 'support');
  const link = await owner.visitor.call('POST', `/users/${anna.userId}/invitation`);
  const path = `/invitations/${link.body.invitationUrl.split('/').at(-1)}`;
  const own = { newPassword: 'cedar window ferry plum' };
  assert.equal((await anna.visitor.call('POST', '/account/password', own)).status, 204);
  assert.equal((await stage.visitor().call('GET', path)).status, 410);
  const body = { name: 'Somebody', password: 'velvet anchor prism moth' };
  assert.equal((await stage.visitor().call('POST', path, body)).status, 410);
  assert.equal((await stage.signIn('anna@example.com', own.newPassword)).answer.status, 200);
});

test('a new link gives a colleague a new password, and the second factor stays', async (t) => {
  const stage = await openStage(t);
  const owner = await stage.joinConfirmed('olivia@example.com', 'owner');
  const anna = await stage.joinWithTotp('anna@example.com', 'support');
  const link = await owner.visitor.call('POST', `/users/${anna.userId}/invitation`);
  assert.equal(link.status, 201, link.text);
  const token = link.body.invitationUrl.split('/').at(-1);
  // Until it is used nothing changes.
  assert.equal((await anna.visitor.call('GET', '/session')).status, 200);
  const person = stage.visitor();
  assert.equal((await person.call('GET', `/invitations/${token}`)).body.isMember, true);
  const body = { name: 'Anna', password: 'velvet anchor prism moth' };
  const taken = await person.call('POST', `/invitations/${token}`, body);
  assert.equal(taken.body.step, 'prove');
  assert.equal((await anna.visitor.call('GET', '/session')).status, 401, 'former sessions end');
  assert.equal((await stage.signIn('anna@example.com')).answer.status, 401, 'the former password too');
  // The link does not add a factor beside the existing one either.
  assert.equal((await person.call('POST', '/account/totp')).status, 403);
});
