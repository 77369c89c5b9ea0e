// The developers' corner: the log of requests, signatures
// explained, code to paste, the providers' health.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test from 'node:test';
import { deleteOldRequests, KEPT_DAYS, RequestLog } from '../../../../src/storage/requests/request-log.ts';
import { aCardPayin, eventually } from '../../../stage/harness.ts';
import { openPortalStage, type PortalCall, sharedPortalStage } from '../portal-stage.ts';

const REQUESTS = '/brands/:brand/developers/requests';

/** Waits for this many requests. */
const requests = (call: PortalCall, count: number, query = '') =>
  eventually(async () => {
    const { body } = await call('GET', `${REQUESTS}${query}`);
    return body.items.length >= count && body.items;
  });

test('requests are listed with their answers, without their bodies', async (t) => {
  const stage = await sharedPortalStage(t);
  const developer = await stage.as('developer');
  const { apiKey } = stage.brand;
  const body = aCardPayin({ merchantReference: 'order-77', customer: { email: 'ada@example.com' } });
  const paid = await stage.call('POST', '/v3/payment', { apiKey, body });
  const declined = await stage.call('POST', '/v3/payment', {
    apiKey,
    body: aCardPayin({}, { cardNumber: '4000000000009995' }),
  });
  const taken = await stage.call('POST', '/v3/payment', {
    apiKey,
    body,
    headers: { 'x-request-id': 'mine-1' },
  });
  const wrong = await stage.call('GET', '/payments/4242424242424242?secret=1', { apiKey });
  assert.deepEqual([paid.status, declined.status, taken.status, wrong.status], [201, 201, 409, 404]);
  const items = await requests(developer, 4);
  const [last, third, second, first] = items;
  assert.deepEqual(
    [first.method, first.path, first.status, first.errorCode, first.transactionId],
    ['POST', '/v3/payment', 201, null, paid.body.result.transactionId],
  );
  assert.deepEqual([second.errorCode, second.message], ['2001', null]);
  assert.deepEqual([third.requestId, third.errorCode], ['mine-1', '1020']);
  assert.match(third.message, /order-77.* was used before/);
  assert.equal(last.path, '/payments/••••••••••••••••');
  assert.ok(first.durationMs > 0 && first.source === '127.0.0.1' && first.leftOut === 0);
  const stored = JSON.stringify(await stage.sql`select * from request_log`);
  for (const secret of ['4242424242424242', 'ada@example.com', 'secret=1', apiKey, 'Lovelace'])
    assert.ok(!stored.includes(secret), secret);
});

test('a wrong signature that the brand does not require gives a warning in the answer and in the log', async (t) => {
  const stage = await sharedPortalStage(t);
  const developer = await stage.as('developer');
  const headers = { Signature: 'd3Jvbmc=', 'X-Signature': 'd3Jvbmc=' };
  const { apiKey } = stage.brand;
  const paid = await stage.call('POST', '/v3/payment', { apiKey, body: aCardPayin(), headers });
  assert.equal(paid.body.result.status, 'COMPLETED', paid.text);
  const [item] = await requests(developer, 1);
  for (const said of [paid.headers.get('x-signature-warning'), item.message]) {
    assert.match(said, /X-Signature: does not match JSON.stringify of the body/);
    assert.match(said, /\bSignature: does not match paymentOptionId:/);
  }
});

test('order lines that do not add up give a warning in the answer and in the log', async (t) => {
  const stage = await sharedPortalStage(t);
  const developer = await stage.as('developer');
  const { apiKey } = stage.brand;
  const body = { ...aCardPayin(), orderDetails: [{ productName: 'Tea', unitPrice: 1 }] };
  const paid = await stage.call('POST', '/v3/payment', { apiKey, body });
  assert.equal(paid.body.result.status, 'COMPLETED', paid.text);
  const [item] = await requests(developer, 1);
  assert.match(item.message, /^orderDetails: the lines are 1\.00 EUR together/);
  assert.equal(paid.headers.get('x-order-warning'), item.message);
});

test('a refused request is listed, and a request without a valid key belongs to no brand', async (t) => {
  const stage = await openPortalStage(t, { brand: { ipAllowList: ['203.0.113.7'] } });
  const developer = await stage.as('developer');
  assert.equal((await stage.call('GET', '/v3/payment-options', { apiKey: stage.brand.apiKey })).status, 403);
  assert.equal((await stage.call('GET', '/v3/payment-options', { apiKey: 'tg_test_wrong' })).status, 401);
  const [item] = await requests(developer, 1);
  assert.equal(item.status, 403);
  assert.match(item.message, /127\.0\.0\.1/);
  assert.equal((await stage.sql`select 1 as one from request_log`).length, 1);
});

test('the log is filtered by outcome, path, transaction and id, and paged', async (t) => {
  const stage = await sharedPortalStage(t);
  const developer = await stage.as('developer');
  const { apiKey } = stage.brand;
  const paid = await stage.call('POST', '/v3/payment', { apiKey, body: aCardPayin() });
  for (let i = 0; i < 3; i++) await stage.call('GET', '/v3/payment-options', { apiKey });
  await stage.call('POST', '/v3/payment', { apiKey, body: {} });
  await requests(developer, 5);
  const count = async (query: string) => (await developer('GET', `${REQUESTS}?${query}`)).body.items.length;
  assert.equal(await count('outcome=failed'), 1);
  assert.equal(await count('path=/v3/payment-options'), 3);
  assert.equal(await count('method=POST'), 2);
  assert.equal(await count(`transactionId=${paid.body.result.transactionId}`), 1);
  assert.equal(await count(`to=${new Date(stage.now().getTime() - 60_000).toISOString()}`), 0);
  const first = await developer('GET', `${REQUESTS}?limit=3`);
  const second = await developer('GET', `${REQUESTS}?limit=3&cursor=${first.body.next}`);
  assert.equal(second.body.items.length, 2);
  assert.equal(second.body.next, null);
  const other = await stage.createBrand({}, stage.brand.merchantId);
  await eventually(() => stage.gateway.context.brands.byId(other.brandId));
  const ofOther = await developer('GET', `/brands/${other.brandId}/developers/requests`);
  assert.deepEqual(ofOther.body.items, []);
});

test('among very many requests some successes are omitted, and the next row counts them', async (t) => {
  const stage = await sharedPortalStage(t, { workers: false });
  const { merchantId, brandId } = stage.brand;
  const log = new RequestLog(stage.sql, { warn: () => {} });
  const entry = {
    merchantId,
    brandId,
    at: new Date(),
    method: 'GET',
    path: '/payments',
    durationMs: 1,
    requestId: 'r',
    errorCode: null,
    message: null,
    transactionId: null,
    source: '127.0.0.1',
  };
  const ask = (status: number) => {
    if (log.wants(brandId, status)) log.note({ ...entry, status });
  };
  for (let i = 0; i < 150; i++) ask(201);
  for (let i = 0; i < 20; i++) ask(400);
  await log.settled();
  const rows = await stage.sql`select status, left_out from request_log where merchant_id = ${merchantId}`;
  assert.equal(rows.filter(({ status }) => status === 201).length, 100);
  assert.equal(rows.filter(({ status }) => status === 400).length, 20, 'no failure is left out');
  assert.equal(
    rows.reduce((sum, row) => sum + row.left_out, 0),
    50,
  );
});

test('old requests are deleted', async (t) => {
  const stage = await openPortalStage(t, { workers: false });
  const developer = await stage.as('developer');
  await stage.call('GET', '/v3/payment-options', { apiKey: stage.brand.apiKey });
  await requests(developer, 1);
  const dayMs = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * dayMs);
  assert.equal(await deleteOldRequests(stage.sql, at(KEPT_DAYS - 1), 10), 0);
  assert.equal(await deleteOldRequests(stage.sql, at(KEPT_DAYS + 1), 10), 1);
});

test("the signature debugger finds the mistake with the brand's secrets, including ended ones", async (t) => {
  const stage = await openPortalStage(t);
  const developer = await stage.as('developer');
  const { signingSecret, brandId } = stage.brand;
  const { items } = (await developer('GET', '/brands/:brand/developers/signatures/secrets')).body;
  assert.equal(items.length, 1);
  const body = '{"action": "APPROVE"}';
  const explain = (header: string, more: object = {}) =>
    developer('POST', '/brands/:brand/developers/signatures/explain', {
      thing: 'request',
      body,
      header,
      ...more,
    });
  const header = createHmac('sha256', signingSecret).update(body).digest('base64');
  const answer = await explain(header, { secretId: items[0].id });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(
    [answer.body.verdict, answer.body.stringToSign, answer.body.secretId],
    ['explained', '{"action":"APPROVE"}', items[0].id],
  );
  assert.ok(!answer.text.includes(signingSecret));
  await stage.operator('POST', `/operator/brands/${brandId}/signing-secrets`, { expirePreviousInSeconds: 0 });
  stage.advance(1_000);
  const ended = await explain(
    createHmac('sha256', signingSecret).update('{"action":"APPROVE"}').digest('base64'),
  );
  assert.match(ended.body.mistakes[0].says, /expired secret/);
  assert.equal((await explain(header, { secretId: crypto.randomUUID() })).status, 404);
  assert.equal(
    (await (await stage.as('support'))('GET', '/brands/:brand/developers/signatures/secrets')).status,
    403,
  );
});

test("the snippets are the reference's, with the address of the gateway", async (t) => {
  const stage = await sharedPortalStage(t);
  const developer = await stage.as('developer');
  const { body } = await developer('GET', '/brands/:brand/developers/snippets');
  assert.equal(body.brandId, stage.brand.brandId);
  assert.ok(body.apiKey.hint.endsWith(stage.brand.apiKey.slice(-4)));
  assert.equal(body.snippets.length, 10);
  const payin = body.snippets.find(({ id }: { id: string }) => id === 'createPayin');
  assert.equal(payin.address, 'POST /v3/payment');
  assert.deepEqual(
    payin.samples.map(({ language }: { language: string }) => language),
    ['curl', 'SDK', 'Node.js', 'Python', 'PHP'],
  );
  for (const { language, code } of payin.samples)
    assert.ok(code.includes(`${body.publicUrl}${language === 'SDK' ? '' : '/v3/payment'}`), code);
  for (const { docs: address } of body.snippets) {
    const { pathname, hash } = new URL(address);
    const page = await stage.call('GET', pathname);
    assert.equal(page.status, 200, address);
    assert.ok(page.text.includes(` id="${hash.slice(1)}"`), address);
  }
});
