// Passkeys: adding them, signing in with one, and what fails: another origin, another host, a challenge used twice or
// too late, a counter that went back, somebody else's key.
import assert from 'node:assert/strict';
import test from 'node:test';
import { type AccessStage, accessStagesOfFile, confirm, type Visitor } from './access-stage.ts';
import { type Lies, SoftAuthenticator } from './soft-authenticator.ts';

const openStage = accessStagesOfFile();
const ORIGIN = 'http://localhost:4321';
const EMAIL = 'anna@example.com';

async function add(visitor: Visitor, key: SoftAuthenticator, lies?: Lies) {
  const options = (await visitor.call('POST', '/account/passkey-challenge')).body;
  return visitor.call('POST', '/account/passkeys', { name: 'Laptop', response: key.create(options, lies) });
}

async function prove(visitor: Visitor, key: SoftAuthenticator, lies?: Lies) {
  const options = (await visitor.call('POST', '/second-factor/passkey-challenge')).body;
  return visitor.call('POST', '/second-factor/passkey', { response: key.get(options, lies) });
}

async function joinWithPasskey(stage: AccessStage, email = EMAIL) {
  const { visitor, userId } = await stage.join(email, 'support');
  const key = new SoftAuthenticator(ORIGIN);
  const added = await add(visitor, key);
  assert.equal(added.status, 200, added.text);
  assert.equal(added.body.recoveryCodes.length, 10);
  return { visitor, userId, key };
}

async function confirmBy(visitor: Visitor, key: SoftAuthenticator) {
  const options = (await visitor.call('POST', '/second-factor/passkey-challenge')).body;
  await confirm(visitor, { passkey: key.get(options) });
}

test('a passkey is added during the sign-in and proves the next sign-in', async (t) => {
  const stage = await openStage(t);
  const { visitor, key, userId } = await joinWithPasskey(stage);
  assert.equal((await visitor.call('GET', '/session')).status, 200);
  const next = await stage.signIn(EMAIL);
  assert.deepEqual(next.answer.body.ways, ['passkey', 'recovery-code']);
  const proven = await prove(next.visitor, key);
  assert.deepEqual([proven.status, proven.body.step], [200, 'done'], proven.text);
  const { passkeys } = (await next.visitor.call('GET', '/account')).body;
  assert.deepEqual([passkeys.length, passkeys[0].name], [1, 'Laptop']);
  assert.ok(passkeys[0].lastUsedAt);
  assert.deepEqual((await stage.auditOf(userId)).slice(1), [
    'user.joined',
    'user.second-factor-added',
    'user.signed-in',
    'user.signed-in',
  ]);
});

test("a passkey's signature for another page, host or challenge is refused, and counts as a failure", async (t) => {
  const stage = await openStage(t);
  const { key, userId } = await joinWithPasskey(stage);
  const { visitor } = await stage.signIn(EMAIL);
  const stranger = new SoftAuthenticator(ORIGIN);
  const lies: Lies[] = [
    { origin: 'http://localhost:9999' },
    { origin: 'http://evil.example' },
    { rpId: 'evil.example' },
    { challenge: Buffer.from('another challenge').toString('base64url') },
  ];
  for (const lie of lies) assert.equal((await prove(visitor, key, lie)).status, 403, JSON.stringify(lie));
  assert.equal((await prove(visitor, stranger)).status, 403, 'a key that nobody added');
  const failed = (await stage.auditOf(userId)).filter((action) => action === 'user.sign-in-failed');
  assert.equal(failed.length, 5);
  const fresh = await stage.join('ben@example.com', 'support');
  for (const lie of lies)
    assert.equal((await add(fresh.visitor, stranger, lie)).status, 400, JSON.stringify(lie));
  assert.equal((await fresh.visitor.call('GET', '/session')).status, 401);
});

test('a challenge is valid once, for one purpose and session, and for five minutes', async (t) => {
  const stage = await openStage(t);
  const { visitor: member, key } = await joinWithPasskey(stage);
  const a = await stage.signIn(EMAIL);
  const b = await stage.signIn(EMAIL);
  const options = (await a.visitor.call('POST', '/second-factor/passkey-challenge')).body;
  const response = key.get(options);
  assert.equal(
    (await b.visitor.call('POST', '/second-factor/passkey', { response })).status,
    409,
    'of another',
  );
  assert.equal(
    (await a.visitor.call('POST', '/second-factor/passkey', { response: { id: 'x' } })).status,
    403,
  );
  assert.equal((await a.visitor.call('POST', '/second-factor/passkey', { response })).status, 409, 'taken');
  const late = (await a.visitor.call('POST', '/second-factor/passkey-challenge')).body;
  stage.advance(5 * 60_000 + 1000);
  assert.equal(
    (await a.visitor.call('POST', '/second-factor/passkey', { response: key.get(late) })).status,
    409,
  );
  await confirmBy(member, key);
  const purpose = (await member.call('POST', '/account/passkey-challenge')).body;
  const c = await stage.signIn(EMAIL);
  const proof = { response: key.get(purpose) };
  assert.equal((await c.visitor.call('POST', '/second-factor/passkey', proof)).status, 409);
});

test('a passkey whose counter decreased is refused as a copy', async (t) => {
  const stage = await openStage(t);
  const { key } = await joinWithPasskey(stage);
  const first = await stage.signIn(EMAIL);
  assert.equal((await prove(first.visitor, key, { counter: 7 })).status, 200);
  const second = await stage.signIn(EMAIL);
  assert.equal((await prove(second.visitor, key, { counter: 7 })).status, 403);
  assert.equal((await prove(second.visitor, key, { counter: 8 })).status, 200);
});

test('a person can rename and remove passkeys, but cannot remove the last one', async (t) => {
  const stage = await openStage(t);
  const { visitor, key } = await joinWithPasskey(stage);
  await confirmBy(visitor, key);
  assert.equal((await add(visitor, key)).status, 409, 'the same one twice');
  const second = await add(visitor, new SoftAuthenticator(ORIGIN));
  assert.deepEqual([second.status, second.body.recoveryCodes], [200, null]);
  const listed = async () => (await visitor.call('GET', '/account')).body.passkeys;
  const [one, two] = await listed();
  assert.equal((await visitor.call('PATCH', `/account/passkeys/${two.id}`, { name: 'Phone' })).status, 204);
  assert.equal((await listed())[1].name, 'Phone');
  assert.equal((await visitor.call('DELETE', `/account/passkeys/${one.id}`)).status, 204);
  assert.equal((await visitor.call('DELETE', `/account/passkeys/${two.id}`)).status, 409);
  assert.equal((await listed()).length, 1);
  const { visitor: removed } = await stage.signIn(EMAIL);
  assert.equal((await prove(removed, key)).status, 403, 'a removed one proves nothing');
  const ben = await joinWithPasskey(stage, 'ben@example.com');
  const foreign = (await ben.visitor.call('GET', '/account')).body.passkeys[0];
  assert.equal(
    (await visitor.call('DELETE', `/account/passkeys/${foreign.id}`)).status,
    404,
    "a colleague's",
  );
  assert.equal(
    (await visitor.call('PATCH', `/account/passkeys/${foreign.id}`, { name: 'Mine' })).status,
    404,
  );
});
