// What an API key may do (contract 2): every call of the merchant API has its scope, and in a brand with four eyes no
// single person gets a key that approves payouts.
import assert from 'node:assert/strict';
import test from 'node:test';
import { describeApi } from '../../../scripts/write-openapi.ts';
import { KEY_SCOPES, type KeyScope } from '../../../src/domain/keys/key-scopes.ts';
import { type PortalStage, sharedPortalStage } from '../portal/portal-stage.ts';

/**
 * The calls whose scope is not the usual one: a call that only reads needs `read`, any other `payments`. Calls with two
 * scopes decide by the transaction.
 */
const UNUSUAL: Readonly<Record<string, readonly KeyScope[]>> = {
  'POST /check-signature': KEY_SCOPES,
  'POST /refund/by-reference': ['refunds'],
  'POST /v3/payout': ['payouts'],
  'POST /payout-session': ['payouts'],
  'POST /v2/payout-options': ['payouts'],
  'POST /v2/payout-suboptions': ['payouts'],
  'POST /v2/direct-payout': ['payouts'],
  'POST /settle-payout': ['settle'],
  'POST /cancel-payment': ['payments', 'payouts'],
  'POST /sandbox/transactions/{transactionId}/outcome': ['payments', 'payouts'],
  'POST /sandbox/transactions/{transactionId}/return': ['payments', 'payouts'],
  'POST /sandbox/refunds/{refundId}/outcome': ['refunds'],
};
const scopesOf = (call: string) => UNUSUAL[call] ?? [call.startsWith('GET ') ? 'read' : 'payments'];

const ANY_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const SEPA = '3423412e-a051-4862-b2be-167be3708ab0';

async function keyOf(stage: PortalStage, scopes?: KeyScope[]): Promise<string> {
  const made = await stage.operator('POST', `/operator/brands/${stage.brand.brandId}/api-keys`, {
    ...(scopes && { scopes }),
  });
  assert.equal(made.status, 201, made.text);
  return made.body.apiKey;
}

test('each call of the merchant API is open to the keys with its scope, and 403 for all others', async (t) => {
  const stage = await sharedPortalStage(t);
  const { paths } = JSON.parse(await describeApi('merchant'));
  const described = Object.entries(paths as Record<string, Record<string, { security?: object[] }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) =>
        JSON.stringify(security ?? []).includes('apiKey') ? [`${method.toUpperCase()} ${path}`] : [],
      ),
  );
  assert.ok(described.length >= 30, String(described.length));
  for (const call of Object.keys(UNUSUAL)) assert.ok(described.includes(call), call);
  for (const held of KEY_SCOPES) {
    const apiKey = await keyOf(stage, [held]);
    for (const call of described) {
      const [method, path] = call.replace(/\{\w+\}/, ANY_ID).split(' ') as [string, string];
      const answer = await stage.call(method, path, { apiKey, ...(method === 'POST' && { body: {} }) });
      const refused = answer.status === 403 && /no scope/.test(answer.body.message);
      assert.equal(refused, !scopesOf(call).includes(held), `${held}: ${call}: ${answer.text}`);
    }
  }
  const everything = await keyOf(stage);
  assert.equal((await stage.call('GET', '/payments', { apiKey: everything })).status, 200);
  for (const scopes of [[], ['all'], ['read', 'read'], 'read']) {
    const path = `/operator/brands/${stage.brand.brandId}/api-keys`;
    assert.equal((await stage.operator('POST', path, { scopes })).status, 400, JSON.stringify(scopes));
  }
});

test('a key for pay-ins cannot cancel a payout', async (t) => {
  const stage = await sharedPortalStage(t);
  const body = {
    paymentOptionId: SEPA,
    currency: 'EUR',
    amount: 40,
    country: 'DE',
    merchantReference: 'out-1',
    paymentData: { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' },
  };
  const apiKey = await keyOf(stage, ['payouts']);
  const payout = await stage.call('POST', '/v3/payout', { apiKey, body });
  const cancel = { transactionId: payout.body.result.transactionId };
  const by = async (scope: KeyScope) =>
    (await stage.call('POST', '/cancel-payment', { apiKey: await keyOf(stage, [scope]), body: cancel }))
      .status;
  assert.deepEqual([await by('payments'), await by('payouts')], [403, 201]);
});

test('a read-only key does not see the cashier address of a payout', async (t) => {
  const stage = await sharedPortalStage(t);
  for (const [path, isShown] of [
    ['/payment-session', true],
    ['/payout-session', false],
  ] as const) {
    const body = { currency: 'EUR', amount: 40, country: 'DE', merchantReference: path };
    const { transactionId, cashierUrl } = (
      await stage.call('POST', path, { apiKey: stage.brand.apiKey, body })
    ).body;
    for (const [scopes, given] of [
      [['read'], isShown ? cashierUrl : null],
      [['read', 'payouts'], cashierUrl],
    ] as const) {
      const apiKey = await keyOf(stage, [...scopes]);
      const one = await stage.call('GET', `/payments/${transactionId}`, { apiKey });
      const found = await stage.call('GET', `/payments?merchantReference=${path}`, { apiKey });
      const all = await stage.call('GET', '/payments?limit=1', { apiKey });
      assert.deepEqual(
        [one.body, found.body[0], all.body[0]].map((record) => record.cashierUrl),
        [given, given, given],
        `${path} ${scopes}`,
      );
    }
  }
});

test('with four eyes a key made in the portal settles payouts only after another person allowed it', async (t) => {
  const stage = await sharedPortalStage(t, { brand: { fourEyes: true } });
  const settles = async (apiKey: string) => {
    const body = { action: 'APPROVE', transactionId: ANY_ID };
    return (await stage.call('POST', '/settle-payout', { apiKey, body })).status !== 403;
  };
  const list = async () => (await (await stage.as('owner'))('GET', '/brands/:brand/api-keys')).body.items;
  const allow = async (role: 'owner' | 'finance-approver' | 'developer', id: string) =>
    (await (await stage.as(role))('POST', `/brands/:brand/api-keys/${id}/settle`)).status;
  assert.equal(await settles(stage.brand.apiKey), true);
  for (const maker of ['developer', 'owner'] as const) {
    const as = await stage.as(maker);
    const asked = await as('POST', '/brands/:brand/api-keys', { scopes: ['read', 'settle'] });
    assert.equal(asked.status, 403, asked.text);
    const made = await as('POST', '/brands/:brand/api-keys', {});
    assert.equal(made.status, 201, made.text);
    const apiKey = made.body.secret;
    assert.equal(await settles(apiKey), false);
    const [newest] = await list();
    assert.deepEqual(newest.scopes, ['read', 'payments', 'refunds', 'payouts']);
    assert.deepEqual([await allow('developer', newest.id), await settles(apiKey)], [403, false]);
    if (maker === 'owner') {
      assert.deepEqual([await allow('owner', newest.id), await settles(apiKey)], [403, false]);
    }
    assert.deepEqual([await allow('finance-approver', newest.id), await settles(apiKey)], [200, true]);
    assert.equal(await allow('finance-approver', newest.id), 409);
    // The next key has the same scopes, except settle.
    assert.deepEqual((await list())[0].scopes, [...KEY_SCOPES]);
  }
  const audit = await stage.operator('GET', `/operator/audit?merchantId=${stage.brand.merchantId}&limit=100`);
  const row = audit.body.find(({ action }: { action: string }) => action === 'api-key.scopes-changed');
  assert.deepEqual([row.before.scopes.includes('settle'), row.after.scopes], [false, [...KEY_SCOPES]]);
});

test("switching on four eyes stops existing portal keys, but not the operator's keys, from settling payouts", async (t) => {
  const stage = await sharedPortalStage(t);
  const settles = async (apiKey: string) => {
    const body = { action: 'APPROVE', transactionId: ANY_ID };
    return (await stage.call('POST', '/settle-payout', { apiKey, body })).status !== 403;
  };
  const made = await (await stage.as('developer'))('POST', '/brands/:brand/api-keys', {});
  const own = made.body.secret as string;
  assert.deepEqual([await settles(own), await settles(stage.brand.apiKey)], [true, true]);
  const path = `/operator/brands/${stage.brand.brandId}`;
  assert.equal((await stage.operator('PATCH', path, { fourEyes: true })).status, 200);
  assert.deepEqual([await settles(own), await settles(stage.brand.apiKey)], [false, true]);
  const [key] = (await (await stage.as('owner'))('GET', '/brands/:brand/api-keys')).body.items;
  const approver = await stage.as('finance-approver');
  assert.equal((await approver('POST', `/brands/:brand/api-keys/${key.id}/settle`)).status, 200);
  // Only the switch removes it.
  assert.equal((await stage.operator('PATCH', path, { fourEyes: true })).status, 200);
  assert.equal(await settles(own), true);
  const audit = await stage.operator('GET', `/operator/audit?merchantId=${stage.brand.merchantId}&limit=100`);
  const row = audit.body.find(({ action }: { action: string }) => action === 'api-key.scopes-changed');
  assert.deepEqual(
    [row.before.scopes.includes('settle'), row.after.scopes.includes('settle')],
    [true, false],
  );
});

test('a key that replaces another in the portal keeps its scopes', async (t) => {
  const stage = await sharedPortalStage(t);
  await keyOf(stage, ['read', 'payments']);
  const developer = await stage.as('developer');
  assert.equal((await developer('POST', '/brands/:brand/api-keys', {})).status, 201);
  const { items } = (await developer('GET', '/brands/:brand/api-keys')).body;
  assert.deepEqual(items[0].scopes, ['read', 'payments']);
});

test('with four eyes a person cannot pay out alone with a key that they made, even with automatic approval', async (t) => {
  const stage = await sharedPortalStage(t, { brand: { fourEyes: true, automaticApproval: true } });
  const funding = { currency: 'EUR', amount: 1_000, reference: 'first' };
  await stage.operator('POST', `/operator/brands/${stage.brand.brandId}/funding`, funding);
  const owner = await stage.as('owner');
  const approver = await stage.as('finance-approver');
  const own = (await owner('POST', '/brands/:brand/api-keys', {})).body.secret as string;
  const to = {
    currency: 'EUR',
    amount: 10,
    country: 'DE',
    customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
  };
  const paymentData = { iban: 'DE89370400440532013000', accountHolder: 'Ada Lovelace' };
  const statusOf = async (id: string): Promise<string> =>
    (await stage.call('GET', `/payments/${id}`, { apiKey: stage.brand.apiKey })).body.status;
  const payOut = async (apiKey: string) => {
    const made = await stage.call('POST', '/v3/payout', {
      apiKey,
      body: { ...to, paymentOptionId: SEPA, paymentData },
    });
    assert.equal(made.status, 201, made.text);
    const id = made.body.result.transactionId as string;
    return [id, await statusOf(id)] as const;
  };
  const settle = async (as: typeof owner, id: string) =>
    (await as('POST', '/brands/:brand/payouts/settle', { action: 'APPROVE', transactionIds: [id] })).body
      .results[0];

  // The operator made the key of the merchant's server, so that server pays out by itself.
  assert.notEqual((await payOut(stage.brand.apiKey))[1], 'PENDING');
  const [id, status] = await payOut(own);
  assert.equal(status, 'PENDING');
  const refused = await settle(owner, id);
  assert.equal(refused.outcome === 'APPROVED', false, JSON.stringify(refused));
  const overApi = await stage.call('POST', '/settle-payout', {
    apiKey: stage.brand.apiKey,
    body: { action: 'APPROVE', transactionId: id },
  });
  assert.notEqual(overApi.status, 201, overApi.text);
  assert.equal(await statusOf(id), 'PENDING');

  // It cannot name the recipient of a session that the server opened either.
  const opened = (apiKey: string) =>
    stage
      .call('POST', '/v2/payout-options', { apiKey, body: to })
      .then(({ body }) => body.sessionId as string);
  const complete = (apiKey: string, sessionId: string) =>
    stage.call('POST', '/v2/direct-payout', {
      apiKey,
      body: { sessionId, paymentOptionId: SEPA, paymentData },
    });
  const theirs = await complete(own, await opened(stage.brand.apiKey));
  assert.deepEqual([theirs.status, /no scope settle/.test(theirs.text)], [403, true]);
  const ours = await complete(own, await opened(own));
  assert.deepEqual([ours.status, ours.body.status], [201, 'PENDING'], ours.text);

  await settle(approver, id);
  assert.notEqual(await statusOf(id), 'PENDING');
  const { items } = (await owner('GET', '/brands/:brand/api-keys')).body;
  assert.equal((await approver('POST', `/brands/:brand/api-keys/${items[0].id}/settle`)).status, 200);
  assert.notEqual((await payOut(own))[1], 'PENDING');
});
