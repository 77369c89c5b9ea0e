// The own account: name, password, and sessions. Also sign-ins, which
// must not tell strangers who has an account.
import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestGateway } from '../../../stage/harness.ts';
import { onlyInProof } from '../../../stage/how-much.ts';
import { accessStagesOfFile, confirm, OWN_PASSWORD, openAccessStage } from './access-stage.ts';

const openStage = accessStagesOfFile();
const EMAIL = 'anna@example.com';
const NEW_PASSWORD = 'velvet anchor prism moth';

test('a new password needs the present one, must follow the rules, and ends the other sessions', async (t) => {
  const stage = await openStage(t);
  const { visitor, userId } = await stage.join(EMAIL, 'read-only');
  const other = await stage.signIn(EMAIL);
  const change = (newPassword: string) => visitor.call('POST', '/account/password', { newPassword });
  const unconfirmed = await change(NEW_PASSWORD);
  assert.deepEqual([unconfirmed.status, unconfirmed.body.confirmationNeeded], [403, true]);
  assert.equal((await visitor.call('POST', '/account/confirmation', { password: 'wrong' })).status, 400);
  assert.equal((await change(NEW_PASSWORD)).status, 403);
  await confirm(visitor);
  assert.equal((await change('password1234')).status, 400);
  assert.equal((await change(OWN_PASSWORD)).status, 400);
  assert.equal((await other.visitor.call('GET', '/session')).status, 200);
  assert.equal((await change(NEW_PASSWORD)).status, 204);
  assert.equal((await other.visitor.call('GET', '/session')).status, 401);
  assert.equal((await visitor.call('GET', '/session')).status, 200);
  assert.equal((await stage.signIn(EMAIL)).answer.status, 401);
  assert.equal((await stage.signIn(EMAIL, NEW_PASSWORD)).answer.status, 200);
  const actions = await stage.auditOf(userId);
  assert.ok(actions.includes('user.password-changed') && actions.includes('user.sign-in-failed'));
});

test('wrong guesses of the current password lock the user, as at the sign-in', async (t) => {
  const stage = await openStage(t);
  const { visitor } = await stage.join(EMAIL, 'read-only');
  const guess = async (password: string) =>
    (await visitor.call('POST', '/account/confirmation', { password })).status;
  for (let i = 0; i < 10; i++) assert.equal(await guess('wrong'), 400);
  assert.equal(await guess(OWN_PASSWORD), 429);
});

test('sessions are listed with browser and address, and the user ends one or all other sessions', async (t) => {
  const stage = await openStage(t);
  const { visitor, userId } = await stage.join(EMAIL, 'read-only');
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const second = stage.visitor();
  const body = { email: EMAIL, password: OWN_PASSWORD };
  await second.call('POST', '/session', body, { 'user-agent': firefox });
  const third = await stage.signIn(EMAIL);
  const list = async () => (await visitor.call('GET', '/account/sessions')).body.items;
  const found = await list();
  assert.equal(found.length, 3);
  const theirs = found.find(({ browser }: { browser: string }) => browser === 'Firefox on Linux');
  assert.deepEqual([theirs.ip, theirs.isThis], ['127.0.0.1', false]);
  assert.equal(found.filter(({ isThis }: { isThis: boolean }) => isThis).length, 1);
  assert.equal((await visitor.call('DELETE', `/account/sessions/${theirs.id}`)).status, 204);
  assert.equal((await second.call('GET', '/session')).status, 401);
  assert.equal((await visitor.call('DELETE', `/account/sessions/${theirs.id}`)).status, 404);
  const ben = await stage.join('ben@example.com', 'read-only');
  const [foreign] = (await ben.visitor.call('GET', '/account/sessions')).body.items;
  assert.equal(
    (await visitor.call('DELETE', `/account/sessions/${foreign.id}`)).status,
    404,
    "a colleague's",
  );
  assert.deepEqual((await visitor.call('DELETE', '/account/sessions')).body, { ended: 1 });
  assert.equal((await third.visitor.call('GET', '/session')).status, 401);
  assert.equal((await visitor.call('GET', '/session')).status, 200);
  assert.equal((await ben.visitor.call('GET', '/session')).status, 200);
  // Expired sessions are not shown, and the next sign-in removes them.
  stage.advance(16 * 60_000);
  const next = await stage.signIn(EMAIL);
  assert.equal((await next.visitor.call('GET', '/account/sessions')).body.items.length, 1);
  const [{ rows }] = (await stage.sql`select count(*)::int as rows from portal_sessions
    where user_id = ${userId}`) as unknown as [{ rows: number }];
  assert.equal(rows, 1);
});

test('a name is changed, and an empty one is removed', async (t) => {
  const stage = await openStage(t);
  const { visitor } = await stage.join(EMAIL, 'read-only');
  assert.equal((await visitor.call('PATCH', '/account', { name: ' Anna Lindqvist ' })).status, 204);
  assert.equal((await visitor.call('GET', '/session')).body.user.name, 'Anna Lindqvist');
  assert.equal((await visitor.call('PATCH', '/account', { name: '  ' })).status, 400);
});

test('an unknown address is locked by the same rule, so a lock does not reveal which addresses exist', async (t) => {
  const stage = await openAccessStage(t);
  const disabled = await stage.join('gone@example.com', 'read-only');
  await stage.sql`update users set disabled_at = now() where id = ${disabled.userId}`;
  await stage.join(EMAIL, 'read-only');
  const outcomes: string[][] = [];
  for (const email of [EMAIL, 'nobody@example.com', 'gone@example.com']) {
    const answers: string[] = [];
    for (let i = 0; i < 11; i++) {
      const { answer } = await stage.signIn(email, 'wrong');
      answers.push(`${answer.status} ${answer.body.message}`);
    }
    // One source may send thirty sign-ins a minute.
    stage.advance(61_000);
    outcomes.push(answers);
  }
  assert.deepEqual(outcomes[1], outcomes[0]);
  assert.deepEqual(outcomes[2], outcomes[0]);
  assert.match(outcomes[0]![10]!, /^429 /);
  stage.advance(15 * 60_000);
  assert.equal(
    (await stage.signIn('nobody@example.com')).answer.status,
    401,
    'and is over after the same time',
  );
  const rows = await stage.sql`select target_id, after from audit_log
    where action = 'user.sign-in-failed' and actor_id = 'unknown'`;
  assert.ok(rows.length >= 10);
  assert.ok(rows.every(({ target_id, after }) => target_id === '127.0.0.1' && !after.includes('nobody@')));
});

test('the lock of an unknown address applies to all processes, ends a day later, and stores no address', {
  skip: onlyInProof,
}, async (t) => {
  const stage = await openAccessStage(t);
  await stage.join(EMAIL, 'read-only');
  const second = await startTestGateway(t, {
    databaseUrl: stage.databaseUrl,
    workers: false,
    now: stage.now,
    env: { PUBLIC_URL: 'http://localhost:4321' },
  });
  const at = async (gateway: { call: typeof stage.call }, email: string) => {
    const body = { email, password: 'wrong' };
    return (await gateway.call('POST', '/portal/api/session', { body })).status;
  };
  for (const email of ['nobody@example.com', EMAIL]) {
    for (let i = 0; i < 10; i++) assert.equal(await at(i % 2 ? stage : second, email), 401);
    assert.deepEqual([await at(stage, email), await at(second, email)], [429, 429], email);
    assert.equal(await at(second, email.toUpperCase()), 429, 'in any case');
    stage.advance(61_000);
  }
  const [row] = await stage.sql`select u::text as text from unknown_sign_ins u`;
  assert.ok(!row!.text.includes('nobody'));
  // Nine failures, and the tenth more than a day later: the same for both.
  stage.advance(16 * 60_000);
  for (const email of ['nobody@example.com', EMAIL]) {
    for (let i = 0; i < 9; i++) assert.equal(await at(stage, email), 401);
    stage.advance(61_000);
  }
  stage.advance(24 * 3_600_000);
  for (const email of ['nobody@example.com', EMAIL]) {
    assert.deepEqual([await at(stage, email), await at(stage, email)], [401, 401], email);
  }
});

test('one source has thirty tries a minute, for all users together', async (t) => {
  const stage = await openAccessStage(t);
  const statuses: number[] = [];
  for (let i = 0; i < 31; i++)
    statuses.push((await stage.signIn(`n${i}@example.com`, 'wrong')).answer.status);
  assert.deepEqual([...new Set(statuses)], [401, 429]);
  assert.equal(statuses.indexOf(429), 30);
});

test('tries of strangers from the same address do not lock browsers in which the user has signed in before', {
  skip: onlyInProof,
}, async (t) => {
  const stage = await openAccessStage(t);
  const body = { email: EMAIL, password: OWN_PASSWORD };
  await stage.join(EMAIL, 'read-only');
  const signIn = (cookie: string, given = body) =>
    stage.call('POST', '/portal/api/session', { body: given, headers: { cookie } });
  const browser = (await signIn('')).headers.getSetCookie()[1]!.split(';', 1)[0]!;
  for (let i = 0; i < 31; i++) await signIn('', { ...body, email: `n${i}@example.com` });
  assert.equal((await signIn('')).status, 429);
  assert.equal((await signIn(browser)).status, 200);
  assert.equal((await signIn(browser, { ...body, email: 'another@example.com' })).status, 429);
  for (let i = 0; i < 10; i++) await signIn(browser, { ...body, password: 'wrong' });
  assert.equal((await signIn(browser)).status, 429);
});

test('a user of two merchants with the same address and password chooses the merchant', async (t) => {
  const stage = await openStage(t);
  const second = await stage.createBrand();
  await stage.join(EMAIL, 'read-only');
  await stage.join(EMAIL, 'read-only', second.merchantId);
  const { answer } = await stage.signIn(EMAIL);
  assert.equal(answer.status, 409, answer.text);
  assert.equal(answer.headers.get('set-cookie'), null);
  const ids = answer.body.merchants.map(({ id }: { id: string }) => id).sort();
  assert.deepEqual(ids, [stage.brand.merchantId, second.merchantId].sort());
  const visitor = stage.visitor();
  const body = { email: EMAIL, password: OWN_PASSWORD, merchantId: second.merchantId };
  assert.equal((await visitor.call('POST', '/session', body)).status, 200);
  assert.equal((await visitor.call('GET', '/session')).body.merchant.id, second.merchantId);
  // Different passwords show by themselves which one counts.
  await confirm(visitor);
  await visitor.call('POST', '/account/password', { newPassword: NEW_PASSWORD });
  const first = await stage.signIn(EMAIL);
  assert.equal((await first.visitor.call('GET', '/session')).body.merchant.id, stage.brand.merchantId);
});

test('a sign-in that names a merchant does not reveal whether the address is known', async (t) => {
  const stage = await openAccessStage(t);
  await stage.joinWithTotp('anna@example.com', 'support');
  await stage.joinWithTotp('ben@example.com', 'support');
  const merchantId = '01890a5d-ac96-774b-bcce-b302099a8057';
  const statuses = async (email: string, first: object, then: object) => {
    const signIn = async (more: object) =>
      (await stage.visitor().call('POST', '/session', { email, password: 'wrong', ...more })).status;
    for (let i = 0; i < 10; i++) assert.equal(await signIn(first), 401);
    stage.advance(60_000);
    return [await signIn(first), await signIn(then)];
  };
  assert.deepEqual(
    await statuses('anna@example.com', {}, { merchantId }),
    await statuses('nobody@example.com', {}, { merchantId }),
  );
  stage.advance(60_000);
  assert.deepEqual(
    await statuses('ben@example.com', { merchantId }, {}),
    await statuses('nobody-else@example.com', { merchantId }, {}),
  );
});
