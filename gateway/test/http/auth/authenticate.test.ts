// The checks before a request's body is read, over real HTTP: key,
// source address, rate, in that order (contract 3).
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { changeBrand } from '../../../src/actions/merchants/change-brand.ts';
import { createBrand } from '../../../src/actions/merchants/create-brand.ts';
import { createMerchant } from '../../../src/actions/merchants/create-merchant.ts';
import { ROOT } from '../../../src/domain/audit/audit.ts';
import type { BrandSettings } from '../../../src/domain/merchants/brand-settings.ts';
import { RateLimiter } from '../../../src/http/auth/rate-limit.ts';
import { PRODUCTION } from '../../stage/production.ts';
import { openOperatorApp } from '../operator/operator-app.ts';

async function start(
  t: TestContext,
  env: Record<string, string> = {},
  settings: Partial<BrandSettings> = {},
) {
  const { app, context } = await openOperatorApp(t, { env });
  const { merchantId } = await createMerchant(context, ROOT, { name: 'Example Ltd' });
  const brand = await createBrand(context, ROOT, merchantId, { name: 'Demo Shop', ...settings });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/v3/payment-options`;
  const get = async (headers: Record<string, string> = {}, key: string | null = brand.apiKey) => {
    const answer = await fetch(url, { headers: { ...(key !== null && { 'x-api-key': key }), ...headers } });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, unknown>,
    };
  };
  return { context, brand, get, merchantId };
}

// proves 5.1
test('a missing, wrong or doubled API key is 401 with the error body', async (t) => {
  const { brand, get } = await start(t);
  assert.equal((await get()).status, 200);
  for (const key of [
    null,
    '',
    'tg_test_wrong',
    brand.apiKey.slice(0, -1),
    `${brand.apiKey}, ${brand.apiKey}`,
  ]) {
    const { status, body } = await get({}, key);
    assert.equal(status, 401, String(key));
    assert.deepEqual(Object.keys(body), ['statusCode', 'message', 'requestId']);
    assert.match(String(body.message), /^X-API-KEY: /);
  }
});

test('a new key works at once in other processes, and wrong keys query the database at most four times a second', async (t) => {
  const { context: maker, databaseUrl } = await openOperatorApp(t);
  // Only the calls of this test refresh its brands.
  const { app, context } = await openOperatorApp(t, { databaseUrl });
  const { merchantId } = await createMerchant(maker, ROOT, { name: 'Example Ltd' });
  const { apiKey } = await createBrand(maker, ROOT, merchantId, { name: 'Demo Shop' });
  const get = (key: string) =>
    app.inject({ url: '/v3/payment-options', headers: { 'x-api-key': key } }).then((one) => one.statusCode);
  assert.equal(await get(apiKey), 200);

  let looks = 0;
  context.sql.options.debug = (_connection: number, statement: string) => {
    if (statement.includes('from brands')) looks++;
  };
  const startedMs = performance.now();
  const wrong = (n: number) => `tg_test_${String(n).padStart(43, 'x')}`;
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => get(wrong(n))));
  assert.deepEqual(new Set(answers), new Set([401]));
  assert.ok(looks >= 1 && looks <= 1 + (performance.now() - startedMs) / 250, `${looks} looks`);
  // A key that no process can have made is refused without a look-up.
  const before = looks;
  assert.equal(await get('tg_test_short'), 401);
  assert.equal(looks, before);
});

test('a key of the test environment is 401 in production, and a production key is 401 in test', async (t) => {
  const inTest = await openOperatorApp(t);
  const inProduction = await openOperatorApp(t, { env: PRODUCTION, databaseUrl: inTest.databaseUrl });
  const { merchantId } = await createMerchant(inTest.context, ROOT, { name: 'Example Ltd' });
  const { apiKey: testKey } = await createBrand(inTest.context, ROOT, merchantId, { name: 'Test Shop' });
  const { apiKey: liveKey } = await createBrand(inProduction.context, ROOT, merchantId, {
    name: 'Live Shop',
  });
  assert.match(liveKey, /^tg_live_/);
  for (const { context } of [inTest, inProduction]) {
    await context.brands.refresh();
    assert.ok(context.brands.byApiKey(testKey) && context.brands.byApiKey(liveKey));
  }
  const get = ({ app }: typeof inTest, key: string) =>
    app.inject({ url: '/v3/payment-options', headers: { 'x-api-key': key } });
  assert.equal((await get(inTest, testKey)).statusCode, 200);
  assert.equal((await get(inProduction, liveKey)).statusCode, 200);
  const refusals = [
    [
      await get(inProduction, testKey),
      'X-API-KEY: the keys of this environment (production) begin with tg_live_',
    ],
    [await get(inTest, liveKey), 'X-API-KEY: the keys of this environment (test) begin with tg_test_'],
  ] as const;
  for (const [answer, message] of refusals) {
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.json().message, message);
  }
});

test('a brand sees only its own requests', async (t) => {
  const { context, get, merchantId } = await start(t, {}, { options: [] });
  const other = await createBrand(context, ROOT, merchantId, { name: 'Other' });
  assert.deepEqual((await get()).body, []);
  assert.ok(((await get({}, other.apiKey)).body as unknown as unknown[]).length > 0);
});

// proves 5.2
test('a source that is not on the list is 403, and a change of the list applies at once', async (t) => {
  const { context, brand, get } = await start(t, {}, { ipAllowList: ['203.0.113.0/24', '2001:db8::/32'] });
  const refused = await get();
  assert.equal(refused.status, 403);
  assert.match(String(refused.body.message), /127\.0\.0\.1/);
  // Only a trusted proxy is believed.
  assert.equal((await get({ 'x-forwarded-for': '203.0.113.5' })).status, 403);
  for (const list of [['127.0.0.1'], ['127.0.0.0/8'], ['::ffff:127.0.0.1'], []]) {
    await changeBrand(context, ROOT, brand.brandId, { ipAllowList: list });
    assert.equal((await get()).status, 200, String(list));
  }
});

// proves 5.2
test('behind trusted proxies the source is the last address that is not a trusted proxy', async (t) => {
  const env = { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' };
  const { get } = await start(t, env, { ipAllowList: ['203.0.113.0/24'] });
  assert.equal((await get()).status, 403);
  assert.equal((await get({ 'x-forwarded-for': '203.0.113.5' })).status, 200);
  assert.equal((await get({ 'x-forwarded-for': '203.0.113.5, 10.1.2.3' })).status, 200);
  // The caller's own entry stands further left, behind an unconfirmed address.
  assert.equal((await get({ 'x-forwarded-for': '203.0.113.5, 198.51.100.7' })).status, 403);
});

test('an entry of X-Forwarded-For may have a port, and an invalid entry makes the source unknown', async (t) => {
  const env = { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8,2001:db8:ffff::/48' };
  const { get } = await start(t, env, { ipAllowList: ['203.0.113.0/24', '2001:db8::/64'] });
  const allowed = [
    '203.0.113.7:4711',
    '[2001:db8::5]:443',
    '[2001:db8::5]',
    '2001:db8::5',
    '198.51.100.7, 203.0.113.7:4711 , 10.1.2.3:80',
    '203.0.113.7:1,[2001:db8:ffff::1]:65535',
    // The caller's own entry stands further left.
    'garbage, 203.0.113.7',
  ];
  for (const header of allowed) assert.equal((await get({ 'x-forwarded-for': header })).status, 200, header);
  const refused = [
    '198.51.100.7:4711',
    '203.0.113.7:',
    '203.0.113.7:99999',
    '203.0.113.7:80:80',
    '203.0.113.7 80',
    '203.0.113.007',
    '203.0.113',
    '[203.0.113.7]:80',
    '[2001:db8::5',
    '2001:db8::5]:443',
    '[2001:db8::5%eth0]:443',
    '[]:443',
    '"203.0.113.7"',
    'for=203.0.113.7',
    'unknown',
    // An invalid entry never counts as a proxy, whoever stands behind it.
    '203.0.113.7, garbage',
    '203.0.113.7, 10.1.2.3:x',
    '203.0.113.7, , 10.1.2.3',
    '203.0.113.7, unknown, 10.1.2.3',
  ];
  for (const header of refused) {
    const answer = await get({ 'x-forwarded-for': header });
    assert.equal(answer.status, 403, header);
    assert.match(String(answer.body.message), /from (unknown|198\.51\.100\.7)$/, header);
  }
});

// proves 8 not shown
test('a brand over its rate gets 429 with the time to wait, and other brands are not delayed', async (t) => {
  const { context, brand, get, merchantId } = await start(t, { RATE_LIMIT_PER_SECOND: '5' });
  const other = await createBrand(context, ROOT, merchantId, { name: 'Other' });
  const answers = await Promise.all(Array.from({ length: 12 }, () => get()));
  const allowed = answers.filter((one) => one.status === 200);
  assert.equal(allowed.length, 5);
  assert.deepEqual(
    allowed.map((one) => one.headers.get('ratelimit')).sort(),
    [0, 1, 2, 3, 4].map((left) => `"brand";r=${left};t=1`),
  );
  for (const one of answers) assert.equal(one.headers.get('ratelimit-policy'), '"brand";q=5;w=1');
  const refused = answers.find((one) => one.status === 429)!;
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.equal(refused.headers.get('ratelimit'), '"brand";r=0;t=1');
  assert.equal(refused.body.statusCode, 429);
  assert.equal((await get({}, other.apiKey)).status, 200);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  assert.equal((await get({}, brand.apiKey)).status, 200);
});

test('the API key is checked first, then the address, then the rate', async (t) => {
  const env = { RATE_LIMIT_PER_SECOND: '1' };
  const { context, brand, get } = await start(t, env, { ipAllowList: ['203.0.113.9'] });
  assert.equal((await get({}, 'wrong')).status, 401);
  // Calls refused for their address do not count against a rate.
  for (let i = 0; i < 3; i++) assert.equal((await get()).status, 403);
  await changeBrand(context, ROOT, brand.brandId, { ipAllowList: [] });
  assert.deepEqual([(await get()).status, (await get()).status], [200, 429]);
});

test('without a limit there are no rate headers', async (t) => {
  const { get } = await start(t);
  const { headers } = await get();
  assert.deepEqual([headers.get('ratelimit'), headers.get('ratelimit-policy')], [null, null]);
});

test('no second has more requests than the limit, and a steady caller at the limit is never refused', () => {
  let nowMs = 0;
  const limiter = new RateLimiter(100, () => nowMs);
  const taken: number[] = [];
  for (; nowMs < 10_000; nowMs += 1) {
    for (let i = 0; i < 3; i++) if (limiter.take('a').allowed) taken.push(nowMs);
  }
  let first = 0;
  for (let last = 0; last < taken.length; last++) {
    while (taken[first]! <= taken[last]! - 1_000) first++;
    assert.ok(last - first + 1 <= 100);
  }
  assert.equal(taken.length, 1_000);
  for (let i = 0; i < 1_000; i++, nowMs += 10) {
    const { allowed, resetSeconds } = limiter.take('steady');
    assert.ok(allowed && resetSeconds === 1, `request ${i}`);
  }
});

test('requests at the same instant are told to wait one second, whatever the clock shows', () => {
  // The sum of the instant and the window is rounded. Where it is rounded up, the time left is a hair above one second.
  for (let i = 0; i < 20_000; i++) {
    const nowMs = 10_000 + i * 0.1234567;
    const limiter = new RateLimiter(2, () => nowMs);
    assert.equal(limiter.take('a').resetSeconds, 1);
    assert.equal(limiter.take('a').resetSeconds, 1);
  }
});
