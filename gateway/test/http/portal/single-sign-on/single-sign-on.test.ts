// Single sign-on of the portal (contract 2, 14) against a real identity provider: who gets in with which role, who does
// not, and that nobody finishes what another browser began.
import assert from 'node:assert/strict';
import test, { after, beforeEach } from 'node:test';
import { rotateKeys } from '../../../../src/storage/keys/rotate-keys.ts';
import { OWN_PASSWORD, type Visitor } from '../access/access-stage.ts';
import { openSingleSignOnStage, type Person, PORTAL, SECRET } from './single-sign-on-stage.ts';

const its = await openSingleSignOnStage();
const { stage, provider, merchantId, settings, set, advance, newPerson } = its;
// A source may begin only a limited number of sign-ins a minute.
beforeEach(() => advance(61_000));
after(() => its.close());

const failures = async () =>
  (
    await stage.sql`select after from audit_log where merchant_id = ${merchantId} and action = 'user.sign-in-failed'
      order by sequence`
  )
    .map(({ after }) => JSON.parse(after))
    .filter(({ by }) => by === 'single sign-on')
    .map(({ reason }) => reason);

test('a person of the identity provider becomes a user, and each sign-in updates the role from the claim', async () => {
  await provider.tell('anna', {
    email: 'Anna@Example.com',
    name: 'Anna Berg',
    groups: ['everybody', 'books'],
  });
  const anna = newPerson();
  const answer = await anna.signIn('anna');
  assert.deepEqual(
    [answer.status, answer.body.outcome, answer.body.merchantId],
    [200, 'signed-in', merchantId],
  );
  const { user, permissions } = (await anna.session()).body;
  assert.deepEqual([user.email, user.name, user.role], ['anna@example.com', 'Anna Berg', 'finance-approver']);
  assert.ok(permissions.includes('payouts.approve'), 'no second factor beside that of the provider');
  // Promoted at the provider: the same user, and the session with the former role ends.
  await provider.tell('anna', { email: 'anna@new.example', groups: 'admins' });
  const again = newPerson();
  assert.equal((await again.signIn('anna')).status, 200);
  const later = (await again.session()).body.user;
  assert.deepEqual([later.id, later.email, later.role], [user.id, 'anna@example.com', 'owner']);
  assert.equal((await anna.session()).status, 401);
  assert.deepEqual(await stage.auditOf(user.id), [
    'user.joined',
    'user.signed-in',
    'user.role-given',
    'user.signed-in',
  ]);
  const listed = (await stage.operator('GET', '/operator/users?email=anna@example.com')).body[0];
  assert.equal(listed.state, 'active');
  // She never had a password, so none opens her account.
  assert.equal((await stage.signIn('anna@example.com', '')).answer.status, 401);
});

test('an invited person joins by a verified address, and every refused sign-in is audited', async () => {
  const { userId, token } = await stage.invite('ben@example.com', 'owner');
  await provider.tell('ben', { email: 'ben@example.com', email_verified: false, groups: ['books'] });
  const ben = newPerson();
  const unverified = await ben.signIn('ben');
  assert.deepEqual([unverified.status, unverified.body.reason], [403, 'address not verified']);
  await provider.tell('ben', { email: 'ben@example.com', groups: ['books'] });
  assert.equal((await ben.signIn('ben')).status, 200);
  const { user } = (await ben.session()).body;
  assert.deepEqual([user.id, user.role], [userId, 'finance-approver'], 'not the role of the invitation');
  assert.equal(
    (await stage.visitor().call('GET', `/invitations/${token}`)).status,
    410,
    'the link is used up',
  );
  const refused = async (id: string, claims: Record<string, unknown>, reason: string) => {
    await provider.tell(id, claims);
    const person = newPerson();
    const answer = await person.signIn(id);
    assert.deepEqual([answer.status, answer.body.reason], [403, reason]);
    assert.equal((await person.session()).status, 401);
  };
  await refused('impostor', { email: 'ben@example.com', groups: ['admins'] }, "another person's address");
  await refused('guest', { email: 'guest@example.com', groups: ['visitors', 7] }, 'no role');
  await refused('nameless', { groups: ['books'] }, 'no e-mail address');
  assert.equal((await stage.operator('PATCH', `/operator/users/${userId}`, { disabled: true })).status, 200);
  assert.equal((await ben.session()).status, 401);
  await refused('ben', { email: 'ben@example.com', groups: ['books'] }, 'disabled');
  assert.deepEqual(await failures(), [
    'address not verified',
    "another person's address",
    'no role',
    'no e-mail address',
    'disabled',
  ]);
  const people =
    await stage.sql`select 1 from users where merchant_id = ${merchantId} and email = 'guest@example.com'`;
  assert.equal(people.length, 0, 'a refused person is no user');
});

test('only the browser that began a sign-in can finish it, once and within its time', async () => {
  await provider.tell('carl', { email: 'carl@example.com', groups: ['everybody'] });
  const carl = newPerson();
  const back = await carl.there.visit(await carl.begin(), 'carl');
  const thief = newPerson();
  const stale = async (person: Person, url: URL) => {
    const answer = await person.finish(url);
    assert.deepEqual([answer.status, answer.body.reason], [400, 'stale']);
  };
  await stale(thief, back);
  // In this browser a stranger's answer would sign the person in as the stranger.
  await thief.begin();
  await stale(thief, back);
  const forged = new URL(back);
  forged.searchParams.set('state', 'x'.repeat(43));
  await stale(carl, forged);
  const other = new URL(back);
  other.searchParams.set('code', 'made-up');
  assert.equal((await carl.finish(other)).status, 409);
  const elsewhere = await carl.visitor.call(
    'POST',
    `/single-sign-on/${merchantId}/finish`,
    { query: 'state=x' },
    { origin: 'https://evil.example' },
  );
  assert.equal(elsewhere.status, 403);
  assert.equal((await carl.finish(back)).status, 200);
  assert.notEqual((await carl.finish(back)).status, 200, 'a code is good once');
  const late = newPerson();
  const lateBack = await late.there.visit(await late.begin(), 'carl');
  await advance(16 * 60_000);
  await stale(late, lateBack);
  const gone = newPerson();
  const refused = await gone.finish(await gone.there.giveUp(await gone.begin()));
  assert.deepEqual([refused.status, refused.body.reason], [403, 'refused']);
  assert.equal(
    (await stage.visitor().call('POST', '/single-sign-on/01890a5d-0000-7000-8000-000000000000')).status,
    404,
  );
});

test('an owner confirms by a new sign-in at the provider as the same person, not by password', async () => {
  await provider.tell('dora', { email: 'dora@example.com', groups: ['admins'] });
  await provider.tell('eve', { email: 'eve@example.com', groups: ['admins'] });
  const dora = newPerson();
  assert.equal((await dora.signIn('dora')).status, 200);
  const invite = () =>
    dora.visitor.call('POST', '/users', { email: `f${Date.now()}@example.com`, role: 'support' });
  const before = await invite();
  assert.deepEqual([before.status, before.body.confirmationNeeded], [403, true]);
  assert.equal((await dora.visitor.call('GET', '/account/confirmation')).body.singleSignOn, true);
  assert.equal((await dora.visitor.call('POST', '/account/confirmation', { password: 'x' })).status, 409);
  const url = await dora.begin('/account/confirmation/single-sign-on');
  assert.equal(new URL(url).searchParams.get('prompt'), 'login');
  // Another person at the open browser.
  const other = await dora.finish(await provider.browser().visit(url, 'eve'));
  assert.deepEqual([other.status, other.body.reason], [403, 'another person']);
  assert.equal((await invite()).status, 403);
  const back = await dora.there.visit(await dora.begin('/account/confirmation/single-sign-on'), 'dora');
  const { merchantId: theirs } = await stage.createBrand();
  const elsewhere = await dora.finish(new URL(back.href.replace(merchantId, theirs)));
  assert.deepEqual(
    [elsewhere.status, elsewhere.body.reason],
    [400, 'stale'],
    'at the address of another merchant',
  );
  const answer = await dora.finish(back);
  assert.deepEqual([answer.status, answer.body.outcome], [200, 'confirmed']);
  assert.equal((await invite()).status, 201);
  // An old sign-in at the provider does not confirm the identity. The gateway must refuse it even if somebody
  // removed the parameters that ask for a new one.
  const lazy = new URL(await dora.begin('/account/confirmation/single-sign-on'));
  lazy.searchParams.delete('prompt');
  lazy.searchParams.delete('max_age');
  await advance(11 * 60_000);
  await stage.sql`update portal_sessions set last_used_at = ${stage.now()}`;
  const old = await dora.finish(await dora.there.visit(lazy.href, 'dora'));
  assert.equal(old.status, 409, old.text);
  assert.equal((await invite()).status, 403);
});

test('if single sign-on is required, passwords and invitations no longer work', async () => {
  const olivia = await stage.joinConfirmed('olivia@example.com', 'owner');
  const put = (visitor: Visitor, changes: Record<string, unknown>) =>
    visitor.call('PUT', '/single-sign-on', { ...settings(changes), clientSecret: undefined });
  const untried = await put(olivia.visitor, { required: true });
  assert.equal(untried.status, 409, 'she has not signed in by it');
  await provider.tell('olivia', { email: 'olivia@example.com', groups: ['admins'] });
  const person = newPerson();
  assert.equal((await person.signIn('olivia')).body.reason, 'not linked');
  assert.equal((await person.confirmLink('olivia@example.com')).body.step, 'prove');
  assert.equal((await person.session()).status, 401, 'the password alone does not link');
  const code = olivia.recoveryCodes[0]!;
  assert.equal(
    (await person.visitor.call('POST', '/second-factor/recovery-code', { code })).status,
    200,
    'linked, and signed in',
  );
  await person.finish(
    await person.there.visit(await person.begin('/account/confirmation/single-sign-on'), 'olivia'),
  );
  assert.equal(
    (await put(person.visitor, { required: true, issuer: 'http://127.0.0.1:9' })).status,
    409,
    'not yet tried',
  );
  // A session made by password just as single sign-on became required: the row exists and opens nothing.
  await stage.sql`update single_sign_on set required = true where merchant_id = ${merchantId}`;
  assert.equal((await olivia.visitor.call('GET', '/session')).status, 401);
  await stage.sql`update single_sign_on set required = false where merchant_id = ${merchantId}`;
  assert.equal((await olivia.visitor.call('GET', '/session')).status, 200);
  assert.equal((await put(person.visitor, { required: true })).status, 200);
  await stage.sql`update single_sign_on set required = false where merchant_id = ${merchantId}`;
  assert.equal((await olivia.visitor.call('GET', '/session')).status, 401, 'sessions by a password ended');
  await stage.sql`update single_sign_on set required = true where merchant_id = ${merchantId}`;
  const shown = (await person.visitor.call('GET', '/single-sign-on')).body;
  assert.deepEqual([shown.signedInByIt, shown.settings.required], [true, true]);
  assert.ok(!JSON.stringify(shown).includes(SECRET));

  const { answer } = await stage.signIn('olivia@example.com');
  assert.deepEqual([answer.status, answer.body.singleSignOn], [403, merchantId]);
  assert.equal(
    (await stage.signIn('olivia@example.com', 'wrong password here')).answer.status,
    401,
    'first the password',
  );
  const { token } = await stage.invite('gus@example.com', 'support');
  assert.equal((await stage.visitor().call('GET', `/invitations/${token}`)).status, 403);
  const used = await stage
    .visitor()
    .call('POST', `/invitations/${token}`, { name: 'Gus', password: 'brass otter lamp quartz' });
  assert.deepEqual([used.status, used.body.singleSignOn], [403, merchantId]);

  // Another merchant must not see it.
  const elsewhere = await stage.createBrand();
  const theirs = await stage.join('hal@example.com', 'read-only', elsewhere.merchantId);
  assert.equal((await theirs.visitor.call('GET', '/session')).status, 200);

  assert.equal((await person.visitor.call('DELETE', '/single-sign-on')).status, 204);
  assert.equal((await person.session()).status, 200, 'her own session stays: she has a password');
  assert.equal((await stage.signIn('olivia@example.com')).answer.body.step, 'prove');
  assert.equal((await person.visitor.call('DELETE', '/single-sign-on')).status, 404);
  await set({ required: true });
  const dora = newPerson();
  const unknown = await dora.signIn('dora');
  assert.deepEqual([unknown.body.reason, unknown.body.hasPassword], ['not linked', false]);
  const id = (await stage.operator('GET', '/operator/users?email=dora@example.com')).body[0].userId;
  const { invitationUrl } = (await stage.operator('POST', `/operator/users/${id}/invitation`)).body;
  const path = `/invitations/${invitationUrl.split('/').at(-1)}`;
  assert.equal((await stage.visitor().call('GET', path)).status, 403, 'a link alone opens nothing');
  const body = { name: 'Dora', password: OWN_PASSWORD };
  const taken = await dora.visitor.call('POST', path, body, { cookie: dora.link });
  assert.deepEqual([taken.status, taken.body.step], [200, 'enrol'], taken.text);
  const { secret } = (await dora.visitor.call('POST', '/account/totp')).body;
  await dora.visitor.call('PUT', '/account/totp', { code: await stage.code(secret) });
  assert.equal((await dora.session()).status, 200, 'linked by the link and the identity provider together');
  await stage.sql`update users set password_hash = null where id = ${id}`;
  await dora.finish(await dora.there.visit(await dora.begin('/account/confirmation/single-sign-on'), 'dora'));
  assert.equal((await dora.visitor.call('DELETE', '/single-sign-on')).status, 409, 'she has no password');
  await set({ issuer: 'http://127.0.0.1:9' });
  assert.equal((await dora.session()).status, 401, 'another issuer ends the sessions of the former one');
  const away = await stage.visitor().call('POST', `/single-sign-on/${merchantId}`);
  assert.deepEqual(
    [away.status, away.body.message],
    [503, 'the identity provider does not answer; try again in a moment'],
  );
});

test('the client secret is sealed, survives a rotation of keys, and is in no answer and no audit row', async () => {
  const { text } = await set();
  await provider.tell('sam', { email: 'sam@example.com', groups: ['everybody'] });
  assert.ok(!text.includes(SECRET));
  const show = await stage.operator('GET', `/operator/merchants/${merchantId}/single-sign-on`);
  assert.equal(show.body.signInUrl, `${PORTAL}/single-sign-on/${merchantId}`);
  assert.equal(show.body.redirectUrl, `${PORTAL}/single-sign-on/${merchantId}/return`);
  assert.ok(!show.text.includes(SECRET));
  const [row] = await stage.sql`select encode(secret_sealed, 'escape') as sealed,
    (select json_agg(a)::text from audit_log a) as log from single_sign_on`;
  assert.ok(
    !row!.sealed.includes(SECRET) && !row!.log.includes(SECRET) && !row!.log.includes(SECRET.slice(-4)),
  );
  const { resealed } = await rotateKeys(stage.sql, stage.gateway.context.vault, { settleMs: 0 });
  assert.ok(resealed > 0);
  assert.equal((await newPerson().signIn('sam')).status, 200);
  assert.equal(
    (
      await stage.operator('PUT', `/operator/merchants/${merchantId}/single-sign-on`, {
        ...settings(),
        clientSecret: null,
      })
    ).status,
    200,
  );
  assert.equal((await newPerson().signIn('sam')).status, 200, 'a secret that is left out stays');
  await set({ clientSecret: 'another one' });
  const person = newPerson();
  const wrong = await person.signIn('sam');
  assert.deepEqual([wrong.status, /check client id and secret/.test(wrong.body.message)], [409, true]);
  for (const [change, fault] of [
    [{ issuer: 'ftp://x.example' }, /^issuer: /],
    [{ issuer: 'https://x.example/?a=b' }, /^issuer: must have no query/],
    [{ roles: {} }, /^roles/],
    [{ roles: { admins: 'king' } }, /^roles/],
    [{ clientId: '' }, /^clientId/],
    [{ roles: { ' ': 'owner' } }, /^roles: an empty value/],
    [{ roleClaim: 'nickname' }, /^roleClaim: people can change this claim themselves/],
  ] as const) {
    const answer = await stage.operator(
      'PUT',
      `/operator/merchants/${merchantId}/single-sign-on`,
      settings(change),
    );
    assert.equal(answer.status, 400);
    assert.match([answer.body.message].flat()[0], fault);
  }
});
