// Accounts at providers in the portal (contract 13, 14): who may connect, change, check and retire them, what everybody
// else sees, and that no answer has a credential.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { USER_ROLES } from '../../../../src/domain/access/user-role.ts';
import { ProviderCalls } from '../../../../src/storage/requests/provider-calls.ts';
import { forgetOldRequests } from '../../../../src/worker/forget-old-requests.ts';
import { aCardPayin } from '../../../stage/harness.ts';
import {
  GOOD_KEY,
  NORTHWIND,
  WEBHOOK_KEY,
  WRONG_KEY,
  WRONG_KEY_REASON,
} from '../../../stage/made-up-provider.ts';
import { PRODUCTION } from '../../../stage/production.ts';
import { openAccessStage } from '../access/access-stage.ts';
import { openPortalStage } from '../portal-stage.ts';
import { CREDENTIALS, sharedProvidersStage } from './providers-stage.ts';

const PATH = '/brands/:brand/providers';

test('a developer connects a provider, and everybody sees the account without its credentials', async (t) => {
  const stage = await sharedProvidersStage(t);
  const developer = await stage.as('developer');
  const before = (await developer('GET', PATH)).body;
  assert.deepEqual(before.accounts, []);
  assert.ok(!Object.hasOwn(before, 'kinds'), 'pages read this every ten seconds');
  assert.equal(before.environment, 'test');
  assert.equal(before.declinesAll, false, 'the sandbox serves everything');
  assert.equal(before.sandbox.circuit, 'closed');
  const [northwind, contoso] = (await developer('GET', '/brands/:brand/provider-kinds')).body.items;
  assert.deepEqual(
    northwind.credentials.map((one: { name: string; isNeeded: boolean }) => [one.name, one.isNeeded]),
    [
      ['apiKey', true],
      ['merchantAccount', true],
      ['livePrefix', false],
      ['hmacKeys', true],
      ['webhookPassword', false],
    ],
  );
  assert.deepEqual(contoso.cardEntries, ['provider']);
  assert.ok(northwind.options.some((one: { isCard: boolean }) => one.isCard));

  const account = await stage.connect({ priority: 10 });
  assert.equal(account.merchantAccount, 'HarbourEU');
  assert.deepEqual(account.checkResult, { ok: true, reason: null });
  assert.match(
    account.notificationUrl,
    new RegExp(`/providers/northwind/notifications/${account.accountId}$`),
  );
  for (const role of USER_ROLES) {
    const { status, body, text } = await (await stage.as(role))('GET', PATH);
    assert.equal(status, 200, role);
    assert.equal(body.accounts[0].name, 'Northwind');
    assert.equal(body.accounts[0].health.circuit, 'closed');
    for (const secret of [GOOD_KEY, WEBHOOK_KEY]) assert.ok(!text.includes(secret), `${role}: ${secret}`);
    const isAllowed = role === 'owner' || role === 'developer';
    const stored = { apiKey: 1, hmacKeys: 1, merchantAccount: 1 };
    assert.deepEqual(body.accounts[0].stored, isAllowed ? stored : null, role);
  }
});

test('only owners and developers change accounts, after a confirmation', async (t) => {
  const stage = await sharedProvidersStage(t);
  const settings = { environment: 'test', credentials: CREDENTIALS };
  for (const role of USER_ROLES) {
    const call = await stage.as(role);
    const expected = role === 'owner' || role === 'developer' ? [200, 200, 204] : [403, 403, 403];
    const answers = [
      await call('PUT', `${PATH}/northwind`, settings),
      await call('POST', `${PATH}/northwind/check`),
      await call('DELETE', `${PATH}/northwind`),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      expected,
      role,
    );
    for (const { text } of answers) assert.ok(!text.includes(GOOD_KEY));
  }
  const rows =
    await stage.sql`select distinct action, actor_kind from audit_log where action like 'provider-account.%'`;
  assert.deepEqual(rows.map(({ action, actor_kind }) => `${action} ${actor_kind}`).sort(), [
    'provider-account.connected user',
    'provider-account.retired user',
  ]);
  const audit = await (await stage.as('owner'))(
    'GET',
    '/audit?action=provider-account.connected,provider-account.retired',
  );
  assert.equal(audit.body.items.at(-1).sentence, 'connected Test Brand to Northwind: HarbourEU, test');
  assert.equal(audit.body.items[0].sentence, 'retired the account of Test Brand at Northwind');
  assert.ok(!audit.text.includes(GOOD_KEY));
});

test('a failed check is stored with its reason, and a corrected key passes', async (t) => {
  const stage = await sharedProvidersStage(t);
  const developer = await stage.as('developer');
  const account = await stage.connect({ credentials: { ...CREDENTIALS, apiKey: WRONG_KEY } });
  assert.deepEqual(account.checkResult, { ok: false, reason: WRONG_KEY_REASON });
  assert.deepEqual((await developer('POST', `${PATH}/northwind/check`)).body, {
    ok: false,
    reason: WRONG_KEY_REASON,
  });
  const mended = await stage.connect({ credentials: { apiKey: GOOD_KEY } });
  assert.deepEqual([mended.accountId, mended.checkResult.ok], [account.accountId, true]);
  const faults = await developer('PUT', `${PATH}/northwind`, {
    environment: 'live',
    credentials: { livePrefix: 'harbour', hmacKeys: ['not hex'], other: 'x' },
  });
  assert.equal(faults.status, 400);
  assert.deepEqual(faults.body.message, [
    'environment: must be test in the test environment',
    'credentials.other: Northwind has no such credential',
    'credentials.hmacKeys.0: must be hexadecimal, as Northwind shows it: 32 of the characters 0–9 and A–F',
  ]);
});

test('a new webhook key works beside the former key until the former key is ended', async (t) => {
  const stage = await sharedProvidersStage(t);
  const { accountId } = await stage.connect();
  const told = (key: string) => ({ key, kind: 'REPORT', news: 'nothing' as const, reference: null });
  const newKey = 'B2'.repeat(16);
  const statuses = async (name: string) => [
    (await stage.tell(accountId, told(`${name}-former`), WEBHOOK_KEY)).status,
    (await stage.tell(accountId, told(`${name}-new`), newKey)).status,
  ];
  assert.deepEqual(await statuses('first'), [200, 401]);
  await stage.connect({ credentials: { hmacKeys: [newKey] }, formers: { hmacKeys: 'keep' } });
  assert.deepEqual(await statuses('both'), [200, 200]);
  const developer = await stage.as('developer');
  const stored = async () => (await developer('GET', PATH)).body.accounts[0].stored.hmacKeys;
  assert.equal(await stored(), 2);
  await stage.connect({ credentials: {}, formers: { hmacKeys: 'end' } });
  assert.deepEqual(await statuses('ended'), [401, 200]);
  assert.equal(await stored(), 1);
  const { body } = await developer('GET', PATH);
  assert.ok(body.accounts[0].lastNotificationAt);
  assert.ok(body.accounts[0].lastRefusedAt);
});

test('a retired account stays in the list, and gets no new payments', async (t) => {
  const stage = await sharedProvidersStage(t);
  const developer = await stage.as('developer');
  const { accountId } = await stage.connect();
  await stage.pay('before');
  assert.equal((await developer('DELETE', `${PATH}/northwind`)).status, 204);
  assert.equal((await developer('DELETE', `${PATH}/northwind`)).status, 404);
  const id = await stage.pay('after');
  const [row] = await stage.sql`select provider from transactions where id = ${id}`;
  assert.equal(row!.provider, 'sandbox');
  const { body } = await developer('GET', PATH);
  assert.equal(body.accounts[0].accountId, accountId);
  assert.ok(body.accounts[0].retiredAt);
  assert.equal(body.accounts[0].health, null);
});

test('accounts of other brands and merchants are neither visible nor reachable', async (t) => {
  const stage = await sharedProvidersStage(t);
  await stage.connect();
  const sibling = await stage.createBrand({}, stage.brand.merchantId);
  const stranger = await stage.createBrand();
  const developer = await stage.as('developer');
  assert.deepEqual((await developer('GET', `/brands/${sibling.brandId}/providers`)).body.accounts, []);
  const ofSibling = `/brands/${sibling.brandId}/providers/northwind`;
  assert.equal((await developer('POST', `${ofSibling}/check`)).status, 404);
  assert.equal((await developer('DELETE', ofSibling)).status, 404);
  assert.equal((await developer('GET', PATH)).body.accounts[0].retiredAt, null);
  for (const [method, path] of [
    ['GET', 'providers'],
    ['PUT', 'providers/northwind'],
    ['POST', 'providers/northwind/check'],
    ['DELETE', 'providers/northwind'],
    ['GET', 'provider-notifications'],
  ] as const) {
    const answer = await developer(method, `/brands/${stranger.brandId}/${path}`);
    assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
  }
});

test('the health counts the calls of the brand in the last hour over all processes, and a decline is no failure', async (t) => {
  const stage = await openPortalStage(t);
  const developer = await stage.as('developer');
  const { apiKey } = stage.brand;
  for (const cardNumber of ['4242424242424242', '4000000000009995', '4000000000000119'])
    await stage.call('POST', '/v3/payment', { apiKey, body: aCardPayin({}, { cardNumber }) });
  const { sandbox } = (await developer('GET', PATH)).body;
  assert.deepEqual([sandbox.circuit, sandbox.calls, sandbox.failed, sandbox.heldBack], ['closed', 3, 1, 0]);
  assert.ok(sandbox.p95Ms >= sandbox.p50Ms);
  const { merchantId, brandId } = stage.brand;
  const since = stage.now();
  const call = { merchantId, brandId, provider: 'sandbox', accountId: null, durationMs: 29_000 };
  const other = new ProviderCalls(stage.sql, stage.gateway.context.log, stage.now);
  other.count({ ...call, result: 'answered', circuit: { isOpen: false, since } });
  await other.write();
  other.count({ ...call, result: 'held-back', circuit: { isOpen: true, since } });
  other.count({ ...call, brandId: randomUUID(), result: 'failed', circuit: { isOpen: true, since } });
  await other.write();
  const both = (await developer('GET', PATH)).body.sandbox;
  assert.deepEqual([both.circuit, both.calls, both.failed, both.heldBack], ['open', 4, 1, 1]);
  assert.equal(both.circuitSince, since.toISOString());
  // Slower than any call above, also on a busy machine.
  assert.equal(both.p95Ms, 30_000);
  const minutes = async () =>
    (await stage.sql`select 1 from provider_calls where merchant_id = ${merchantId}`).length;
  const counted = await minutes();
  stage.advance(61 * 60_000);
  assert.equal(
    (await developer('GET', PATH)).body.sandbox?.calls ?? 0,
    0,
    'an hour later nothing of it counts',
  );
  await forgetOldRequests(stage.gateway.context);
  assert.equal(await minutes(), counted);
  stage.advance(60 * 60_000);
  assert.equal(await forgetOldRequests(stage.gateway.context), 'done');
  assert.equal(await minutes(), 0, 'two hours later they are deleted');
});

test('in production the page and the overview say that everything is declined until a provider is connected', async (t) => {
  const stage = await openAccessStage(t, PRODUCTION, { providerKinds: [NORTHWIND] });
  const { visitor: owner } = await stage.joinConfirmed('olga@example.com', 'owner');
  const { brandId } = stage.brand;
  const today = stage.now().toISOString().slice(0, 10);
  const overview = async () =>
    (await owner.call('GET', `/brands/${brandId}/overview?from=${today}&to=${today}`)).body.declinesAll;
  const list = async () => (await owner.call('GET', `/brands/${brandId}/providers`)).body;
  const { environment, sandbox, declinesAll } = await list();
  assert.deepEqual([environment, sandbox, declinesAll], ['live', null, true]);
  assert.equal(await overview(), true);
  const body = { environment: 'live', credentials: { ...CREDENTIALS, livePrefix: 'harbour' } };
  const put = await owner.call('PUT', `/brands/${brandId}/providers/northwind`, body);
  assert.equal(put.status, 200, put.text);
  assert.equal((await list()).declinesAll, false);
  assert.equal(await overview(), false);
});
