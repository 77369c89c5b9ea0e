// What single sign-on must not allow (contract 14): a code of another
// merchant's provider, and somebody else's account.
import assert from 'node:assert/strict';
import test, { after, beforeEach } from 'node:test';
import { openSingleSignOnStage, ROLES } from './single-sign-on-stage.ts';

const its = await openSingleSignOnStage();
const { stage, provider, merchantId, settings, set, advance, newPerson } = its;
// A source may begin only a limited number of sign-ins a minute.
beforeEach(() => advance(61_000));
after(() => its.close());

test('an answer of another provider, merchant or setting is refused before its code is sent anywhere', async () => {
  await provider.tell('carl', { email: 'carl@example.com', groups: ['everybody'] });
  const carl = newPerson();
  const back = await carl.there.visit(await carl.begin(), 'carl');
  for (const iss of [['https://evil.example'], [''], [], [provider.issuer, 'https://evil.example']]) {
    const issuer = new URL(back);
    issuer.searchParams.delete('iss');
    for (const one of iss) issuer.searchParams.append('iss', one);
    const answer = await carl.finish(issuer);
    assert.deepEqual(
      [answer.status, /an invalid answer \((no )?iss\)/.test(answer.body.message)],
      [409, true],
      answer.text,
    );
  }
  // The answer of another merchant's provider with this visit's state: the addresses differ, whoever registered them.
  const { merchantId: theirs } = await stage.createBrand();
  for (const other of [theirs, '01890a5d-0000-7000-8000-000000000000']) {
    const answer = await carl.finish(new URL(back.href.replace(merchantId, other)));
    assert.deepEqual([answer.status, answer.body.reason], [400, 'stale']);
  }
  await set({ roles: { ...ROLES, guests: 'read-only' } });
  const changed = await carl.finish(back);
  assert.deepEqual([changed.status, changed.body.reason], [409, 'changed']);
  await set();
  assert.equal((await carl.finish(back)).status, 200, 'its code was used by nobody');
});

test('an owner cannot become the approver through an identity provider of their own', async () => {
  await stage.operator('DELETE', `/operator/merchants/${merchantId}/single-sign-on`);
  const mallory = await stage.joinConfirmed('mallory@example.com', 'owner');
  const abel = await stage.joinWithTotp('abel@example.com', 'finance-approver');
  const own = await mallory.visitor.call('PUT', '/single-sign-on', settings());
  assert.equal(own.status, 200, own.text);
  const given = async (userId: string) =>
    (await stage.sql`select by_user_id from access_given where user_id = ${userId} order by by_user_id`).map(
      (row) => row.by_user_id,
    );
  await provider.tell('abel', { email: 'abel@example.com', groups: ['books'] });
  const thief = newPerson();
  const asked = await thief.signIn('abel');
  assert.deepEqual(
    [asked.status, asked.body.reason, asked.body.email],
    [403, 'not linked', 'abel@example.com'],
  );
  assert.equal((await thief.session()).status, 401);
  assert.equal((await thief.confirmLink('abel@example.com', undefined, 'a guess of mine')).status, 401);
  // Only the user with that address can confirm, in this browser; another person's password links nothing.
  assert.equal((await thief.confirmLink('mallory@example.com')).status, 400);
  assert.equal((await thief.confirmLink('abel@example.com', '')).status, 400);
  assert.equal((await newPerson().signIn('abel')).body.reason, 'not linked', 'still');
  assert.deepEqual(await given(abel.userId), []);

  const noted = (await stage.auditOf(abel.userId)).filter((one) => one === 'user.sign-in-failed');
  assert.equal(noted.length, 3, 'each try is in the audit log');

  const person = newPerson();
  await person.signIn('abel');
  assert.equal((await person.confirmLink('abel@example.com')).body.step, 'prove');
  const code = abel.recoveryCodes[0]!;
  await person.visitor.call('POST', '/second-factor/recovery-code', { code });
  const { user } = (await person.session()).body;
  assert.deepEqual([user.id, user.role], [abel.userId, 'finance-approver']);
  assert.equal((await person.visitor.call('GET', '/account/confirmation')).body.singleSignOn, true);
  assert.deepEqual(await given(abel.userId), [mallory.userId]);
  assert.equal((await newPerson().signIn('abel')).status, 200, 'once');

  // A new person from an owner's provider counts as that owner for a day; one from the operator's provider counts as
  // nobody else.
  await provider.tell('cain', { email: 'cain@example.com', groups: ['books'] });
  const cain = newPerson();
  assert.equal((await cain.signIn('cain')).status, 200);
  assert.deepEqual(await given((await cain.session()).body.user.id), [mallory.userId]);
  // A change of the mapping counts as access given to those whom it lets approve, and to those whose role it changes.
  await stage.sql`delete from access_given`;
  const olive = await stage.joinConfirmed('olive@example.com', 'owner');
  const roles = { ...ROLES, books: 'finance-maker' };
  const mapped = await olive.visitor.call('PUT', '/single-sign-on', {
    ...settings({ roles }),
    clientSecret: undefined,
  });
  assert.equal(mapped.status, 200, mapped.text);
  assert.deepEqual(await given(abel.userId), [olive.userId]);
  advance(1);
  await person.signIn('abel');
  assert.deepEqual((await given(abel.userId)).sort(), [mallory.userId, olive.userId].sort());
});
