// The conventions of every call (contract 3), on the
// HTTP shell without a database.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { FastifySchema } from 'fastify';
import { Refusal } from '../../src/domain/errors/refusal.ts';
import { createPayinCall } from '../../src/http/v3/create-payin.ts';
import { PRODUCTION } from '../stage/production.ts';
import { BARE_OPERATOR_TOKEN, bareApp } from './bare-app.ts';

const lines: Record<string, unknown>[] = [];
const app = await bareApp({
  lines,
  addRoutes(scope) {
    scope.post('/echo', { schema: createPayinCall.operation as FastifySchema }, async ({ body }) => ({
      body,
    }));
    scope.get('/refuse', () => {
      throw new Refusal(409, 'merchantReference: was used before', {
        errorCode: '1020',
        transactionId: 't-1',
        retryAfterSeconds: 3,
        members: { amountRefundable: 5 },
      });
    });
    scope.get('/break', () => {
      throw Object.assign(new Error('row (4242424242424242) violates'), { detail: 'secret detail' });
    });
    scope.get('/away', () => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    });
    scope.get('/whoami', ({ ip }) => ({ ip }));
  },
});
test.after(() => app.close());

test('every answer has its request id and forbids caching and sniffing', async () => {
  for (const url of ['/health/live', '/nowhere', '/%zz', '/break', '/payments/x']) {
    const { headers } = await app.inject(url);
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/, url);
    assert.equal(headers['cache-control'], 'no-store', url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
    assert.equal(headers['access-control-allow-origin'], undefined, url);
    assert.equal(headers.server, undefined, url);
  }
});

test('a valid request id of the caller is kept, in the header and in the error body', async () => {
  const answer = await app.inject({ url: '/nowhere', headers: { 'x-request-id': 'Order_7.retry-2' } });
  assert.equal(answer.headers['x-request-id'], 'Order_7.retry-2');
  assert.equal(answer.json().requestId, 'Order_7.retry-2');
});

test('a request id that is too long or has other characters is replaced', async () => {
  for (const id of ['x'.repeat(129), 'two words', 'ümlaut', '<b>', '']) {
    const answer = await app.inject({ url: '/nowhere', headers: { 'x-request-id': id } });
    assert.match(String(answer.headers['x-request-id']), /^[0-9a-f-]{36}$/);
  }
});

test('a request id that contains a card number is replaced in the answer and in the log', async () => {
  lines.length = 0;
  for (const id of ['4242424242424242', '4242-4242-4242-4242', 'order.4000000000000002']) {
    const answer = await app.inject({ url: '/break', headers: { 'x-request-id': id } });
    assert.match(String(answer.headers['x-request-id']), /^[0-9a-f-]{36}$/, id);
    assert.equal(answer.json().requestId, answer.headers['x-request-id']);
  }
  assert.equal(lines.filter(({ level }) => level === 50).length, 3);
  assert.doesNotMatch(JSON.stringify(lines), /4242|4000000000000002/);
  // The last digit does not fit, or no card scheme has such numbers.
  for (const id of ['4242424242424241', '9999999999999995', '20261122130000']) {
    const answer = await app.inject({ url: '/nowhere', headers: { 'x-request-id': id } });
    assert.equal(answer.headers['x-request-id'], id);
  }
});

// proves 7.1 404
test('an unknown route and a wrong method are 404 before the API key, whatever the body is', async () => {
  const calls = [
    { method: 'GET', url: '/v3/nothing' },
    { method: 'DELETE', url: '/v3/payment' },
    { method: 'GET', url: '/v3/payment' },
    { method: 'OPTIONS', url: '/v3/payment' },
    { method: 'POST', url: '/v3/nothing', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
    { method: 'POST', url: '/v3/nothing', headers: { 'content-type': 'application/json' }, payload: '{' },
  ] as const;
  for (const call of calls) {
    const answer = await app.inject(call);
    assert.equal(answer.statusCode, 404, `${call.method} ${call.url}`);
    assert.equal(answer.json().statusCode, 404);
  }
});

// proves 4.11 retired; 7.1 410; 9.2
test('the retired endpoints are 410 without an API key and without a readable body', async () => {
  for (const url of ['/payment-options', '/direct-payment']) {
    for (const payload of ['{}', '{', '']) {
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload,
      });
      assert.equal(answer.statusCode, 410);
      assert.match(answer.json().message, /retired: use/);
    }
  }
});

test('a call without an API key is 401 before its body is read', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/v3/payment',
    headers: { 'content-type': 'text/xml' },
    payload: 'x'.repeat(300_000),
  });
  assert.equal(answer.statusCode, 401);
});

// proves 7.1 body
test('a refusal is answered with its status, message and extra fields', async () => {
  const answer = await app.inject('/refuse');
  assert.equal(answer.statusCode, 409);
  assert.equal(answer.headers['retry-after'], '3');
  const { requestId, ...body } = answer.json();
  assert.ok(requestId);
  assert.deepEqual(body, {
    statusCode: 409,
    message: 'merchantReference: was used before',
    errorCode: '1020',
    transactionId: 't-1',
    amountRefundable: 5,
  });
});

test('an unexpected error is 500 with 9003, without details, and is logged with its request id', async () => {
  lines.length = 0;
  const answer = await app.inject({ url: '/break?card=4242', headers: { 'x-request-id': 'r-500' } });
  assert.equal(answer.statusCode, 500);
  assert.equal(answer.json().errorCode, '9003');
  assert.doesNotMatch(answer.payload, /4242|secret/);
  const logged = lines.find(({ level }) => level === 50)!;
  assert.equal(logged.requestId, 'r-500');
  assert.equal(logged.route, '/break');
  assert.doesNotMatch(JSON.stringify(lines), /secret detail|card=|4242/);
});

test('an unreachable database is 503 with Retry-After', async () => {
  const answer = await app.inject('/away');
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.headers['retry-after'], '1');
});

test('requests are logged at debug level with route and status, without query or body', async () => {
  lines.length = 0;
  await app.inject({ url: '/health/live?token=secret' });
  const [line] = lines;
  assert.equal(line!.level, 20);
  assert.equal(line!.route, '/health/live');
  assert.equal(line!.status, 200);
  assert.doesNotMatch(JSON.stringify(lines), /secret/);
});

test('X-Forwarded-For is trusted only from a trusted proxy', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  assert.equal((await app.inject({ url: '/whoami', headers })).json().ip, '127.0.0.1');
  const behindProxy = await bareApp({
    env: { TRUSTED_PROXIES: '127.0.0.0/8' },
    addRoutes: (scope) => scope.get('/whoami', ({ ip }) => ({ ip })),
  });
  assert.equal((await behindProxy.inject({ url: '/whoami', headers })).json().ip, '203.0.113.9');
  const spoofed = { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
  assert.equal((await behindProxy.inject({ url: '/whoami', headers: spoofed })).json().ip, '203.0.113.9');
  await behindProxy.close();
});

test('/metrics needs the operator token and counts requests by route and status', async () => {
  assert.equal((await app.inject('/metrics')).statusCode, 401);
  const wrong = { authorization: 'Bearer wrong' };
  assert.equal((await app.inject({ url: '/metrics', headers: wrong })).statusCode, 401);
  await app.inject('/health/live');
  const headers = { authorization: `Bearer ${BARE_OPERATOR_TOKEN}` };
  const { statusCode, payload } = await app.inject({ url: '/metrics', headers });
  assert.equal(statusCode, 200);
  const count =
    /tollgate_http_request_duration_seconds_count\{method="GET",route="\/health\/live",status="200"\} (\d+)/;
  assert.ok(Number(count.exec(payload)![1]) >= 1);
  const infinite = /_bucket\{method="GET",route="\/health\/live",status="200",le="\+Inf"\} (\d+)/;
  assert.equal(infinite.exec(payload)![1], count.exec(payload)![1]);
  assert.match(payload, /^process_resident_memory_bytes \d+$/m);
  assert.match(payload, /^nodejs_eventloop_lag_p99_seconds /m);
});

test('all unknown routes share one series in the metrics', async () => {
  for (let i = 0; i < 20; i++) await app.inject(`/made-up-${i}`);
  const headers = { authorization: `Bearer ${BARE_OPERATOR_TOKEN}` };
  const { payload } = await app.inject({ url: '/metrics', headers });
  assert.doesNotMatch(payload, /made-up/);
});

test('the OpenAPI document keeps the path of PUBLIC_URL, which a proxy adds', async () => {
  const servers = async (env: Record<string, string>) => {
    const under = await bareApp({ env });
    const [server] = (await under.inject('/openapi.json')).json().servers;
    await under.close();
    return server.url;
  };
  assert.equal(await servers({ PUBLIC_URL: 'https://pay.example/gateway/' }), '/gateway');
  assert.equal(await servers({ PUBLIC_URL: 'https://pay.example' }), '/');
  assert.equal(await servers({}), '/');
});

// proves 1 rule 6
test('production has no sandbox', async () => {
  const production = await bareApp({
    env: { ...PRODUCTION, DATABASE_URL: 'postgres://localhost/none' },
  });
  for (const [method, url] of [
    ['POST', '/sandbox/transactions/1/outcome'],
    ['GET', '/sandbox/3ds/1'],
  ] as const) {
    assert.equal((await production.inject({ method, url })).statusCode, 404);
  }
  // Its worked examples are for the test environment; its calls are not.
  const { paths } = (await production.inject('/openapi.json')).json();
  assert.deepEqual(
    Object.keys(paths).filter((path) => path.startsWith('/sandbox')),
    [],
  );
  await production.close();
});
